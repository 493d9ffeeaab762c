import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFault } from '../../../kit/base/failure.ts'
import { inheritedSockets } from './inherited.ts'

const SETTINGS = { port: [8080, 8081, 8082], workers: 0 }

/** Reads the sockets of a simulated process to which systemd passed one socket per port, from descriptor 3 on. */
function passed(ports: readonly (number | undefined)[], settings: Partial<typeof SETTINGS> = {}) {
  const environment = { LISTEN_PID: String(process.pid), LISTEN_FDS: String(ports.length) }
  return inheritedSockets({ ...SETTINGS, ...settings }, environment, (socket) => ports[socket - 3])
}

test('each worker gets one socket of each port, for any order of the sockets', () => {
  assert.deepEqual(passed([8080, 8081, 8082]), [[3, 4, 5]])
  assert.deepEqual(passed([8080, 8080, 8082, 8082, 8081, 8081]), [
    [3, 7, 5],
    [4, 8, 6],
  ])
  assert.deepEqual(passed([8080, 8080], { port: [8080] }), [[3], [4]])
})

test('sockets for another process are ignored, and a process may have no sockets', () => {
  assert.equal(inheritedSockets(SETTINGS, {}), undefined)
  assert.equal(inheritedSockets(SETTINGS, { LISTEN_PID: String(process.pid) }), undefined)
  assert.equal(inheritedSockets(SETTINGS, { LISTEN_PID: '1', LISTEN_FDS: '3' }), undefined)
})

test('sockets that do not fit the settings are refused with one sentence', () => {
  const refused = (ports: readonly (number | undefined)[], workers: number, sentence: RegExp) =>
    assert.throws(
      () => passed(ports, { workers }),
      (error) => error instanceof CommandFault && sentence.test(error.message),
    )
  refused(
    [8080, 8080, 8081, 8082],
    0,
    /^All ports must have the same number of sockets, .*; there are 2 for port 8080, 1 for port 8081, /,
  )
  refused([8080, 8081], 0, /0 for port 8082/)
  refused(
    [8080, 8081, 8082, 9000],
    0,
    /^The system passed a socket for port 9000, but the ports are 8080, 8081, 8082: /,
  )
  refused([8080, 8081, undefined], 0, /a socket that is not a listening TCP socket/)
  refused([8080, 8081, 8082], 2, /^--workers is 2, but each port has 1 sockets/)
})
