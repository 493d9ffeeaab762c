import { readFileSync, readlinkSync } from 'node:fs'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import type { Settings } from '../../../kit/base/settings.ts'

/** The number of the first file descriptor that systemd passes. */
const FIRST = 3

const LISTENS = '0A'

/** The file descriptors of one worker's sockets, one for each port. */
export type WorkerSockets = readonly number[]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the sockets that systemd passed, by worker; undefined without sockets. Threads cannot share a socket, so each
 * worker needs one for each port. Throws a CommandFault if the sockets do not match the settings.
 */
export function inheritedSockets(
  { port: ports, workers: wanted }: Pick<Settings, 'port' | 'workers'>,
  { LISTEN_PID: pid, LISTEN_FDS: passed = '0' }: Environment = process.env,
  portAt = listeningPortOf,
): readonly WorkerSockets[] | undefined {
  if (Number(pid) !== process.pid || Number(passed) < 1) return undefined
  const sockets = ports.map((): number[] => [])
  for (let socket = FIRST; socket < FIRST + Number(passed); socket++) {
    const port = portAt(socket)
    const own = sockets[ports.indexOf(port ?? 0)]
    if (port === undefined || own === undefined) {
      const what = port === undefined ? 'that is not a listening TCP socket' : `for port ${port}`
      throw unfit(`The system passed a socket ${what}, but the ports are ${ports.join(', ')}`)
    }
    own.push(socket)
  }
  const [workers = 0, ...others] = sockets.map(({ length }) => length)
  if (others.some((count) => count !== workers)) {
    const counts = sockets.map(({ length }, i) => `${length} for port ${ports[i]}`)
    throw unfit(`All ports must have the same number of sockets, one for each worker; there are ${counts.join(', ')}`)
  }
  if (wanted !== 0 && wanted !== workers) {
    throw unfit(`--workers is ${wanted}, but each port has ${workers} sockets, one for each worker`)
  }
  return Array.from({ length: workers }, (_, worker) => sockets.map((own) => own[worker] as number)) // each list has one socket per worker
}

function unfit(why: string): CommandFault {
  return new CommandFault(`${why}: change ListenStream in plat.socket or the settings.`, EXIT.usage)
}

/**
 * Returns the port of a listening socket, from Linux's tables in `/proc`. Node would have to take over the socket to
 * find out.
 */
function listeningPortOf(socket: number): number | undefined {
  const inode = /^socket:\[(\d+)\]$/.exec(linkOf(socket))?.[1]
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readFileSync(`/proc/self/net/${table}`, 'utf8').split('\n')) {
      const [, local = '', , state, , , , , , listed] = line.trim().split(/\s+/)
      if (listed === inode && state === LISTENS) return Number.parseInt(local.slice(local.indexOf(':') + 1), 16)
    }
  }
  return undefined
}

function linkOf(socket: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${socket}`)
  } catch {
    return ''
  }
}
