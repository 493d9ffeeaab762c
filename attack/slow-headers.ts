import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { inFolder } from './harness.ts'

const SOCKETS = 200
const MAX_S = 17

export const slowHeaders: Attack = {
  name: 'slow-headers',
  promise:
    'headers that come a byte at a time, or not at all, end after 15 s with a 408, and others are served meanwhile',
  full: attack,
}

function attack(): Promise<Measured> {
  return inFolder(async (at) => {
    const served = await serve(at())
    const port = Number(new URL(served.a).port)
    const over = Promise.all(Array.from({ length: SOCKETS }, (_, i) => trickle(port, i % 4 !== 0)))
    let slowestMs = 0
    let ended = false
    void over.finally(() => {
      ended = true
    })
    while (!ended) {
      const startMs = performance.now()
      assert.equal((await served.get(served.homePath)).status, 200)
      slowestMs = Math.max(slowestMs, performance.now() - startMs)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const ends = await over
    await served.stop()
    const latestS = Math.max(...ends.map(({ afterS }) => afterS))
    const timedOut = ends.filter(({ answer }) => answer.startsWith('HTTP/1.1 408')).length
    assert.equal(timedOut, SOCKETS, `${SOCKETS - timedOut} of ${SOCKETS} slow connections did not hear a 408`)
    assert(latestS <= MAX_S, `a slow connection lasted ${latestS} s`)
    return { 'latest end, s': latestS, 'slowest call of another, ms': Math.round(slowestMs) }
  })
}

/** Sends a byte of headers every half second, or nothing, until the server has had enough. */
async function trickle(port: number, speaks: boolean): Promise<{ afterS: number; answer: string }> {
  const startMs = performance.now()
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  socket.on('error', () => {}) // writing to a closed connection is one
  if (speaks) socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nx-slow: ')
  const drip = setInterval(() => speaks && socket.write('a'), 500)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(drip)
  return { afterS: Math.round((performance.now() - startMs) / 100) / 10, answer }
}
