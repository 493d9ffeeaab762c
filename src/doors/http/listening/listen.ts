import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Service } from '../answering/service.ts'
import type { Connections } from '../load/connections.ts'
import { type ListenSettings, listenAt, listenOn, listenSentence, portOf, stopAll, stopListening } from './ports.ts'
import { buildServer } from './server.ts'

/** The open ports of the service. */
export interface Listening {
  readonly ports: readonly number[]
  /** Closes the ports and lets running calls finish, for at most `graceS` seconds. */
  readonly close: (graceS: number) => Promise<void>
}

export interface ListenOptions {
  /** Whether several threads listen on the same port. The operating system then distributes connections among them. */
  readonly reusePort?: boolean
  /** File descriptors of sockets that already listen, one for each port. */
  readonly sockets?: readonly number[] | undefined
}

/** Listens on the ports. Throws a CommandFault if a port is in use. */
export async function listen(
  service: Service,
  { host, port: ports }: ListenSettings,
  { reusePort = false, sockets }: ListenOptions = {},
): Promise<Listening> {
  const listening: Server[] = []
  try {
    for (const [i, port] of ports.entries()) {
      const server = buildServer(service)
      const fd = sockets?.[i]
      if (fd === undefined) await listenOn(server, host, port, reusePort)
      else await listenAt(server, { fd }, (code) => listenSentence(code, host, port))
      listening.push(server)
    }
  } catch (error) {
    await stopAll(listening)
    throw error
  }
  return {
    ports: listening.map(portOf),
    close: (graceS) => drain(service, listening, graceS, sockets !== undefined),
  }
}

/**
 * How long idle connections stay open after the shutdown begins, in milliseconds. Requests in this time are answered
 * with `connection: close`, so that none is lost.
 */
const NOTICE_MS = 500

/** How often to look for idle connections, in milliseconds. */
const LOOK_MS = 100

/** How often to check whether the calls of disconnected clients have ended, in milliseconds. */
const RUNNING_LOOK_MS = 10

/**
 * Closes each connection when it is idle, and all connections when the time is up. Also waits until calls of
 * disconnected clients end, so that their credits are refunded.
 *
 * @param isInherited If true, closes the ports first, so that the next service gets the connections that were not
 *   accepted yet.
 */
async function drain(
  service: Service,
  servers: readonly Server[],
  graceS: number,
  isInherited: boolean,
): Promise<void> {
  const { connections } = service
  let isTimeUp = false
  const deadline = setTimeout(() => {
    isTimeUp = true
    for (const server of servers) server.closeAllConnections()
  }, graceS * 1000)
  const closeListeners = () => Promise.all(servers.map((server) => stopListening(server)))
  const alreadyClosed = isInherited ? closeListeners() : undefined
  const endMs = Math.min(NOTICE_MS, (graceS * 1000) / 2)
  for (let waitedMs = 0; waitedMs < endMs && connections.count > 0; waitedMs += LOOK_MS) await pause(LOOK_MS)
  await queueIsEmpty(connections)
  const closed = alreadyClosed ?? closeListeners()
  const idle = setInterval(() => {
    void whatHasArrivedIsRead().then(() => {
      if (connections.busy) return // Node also calls a connection idle if its answer is only partly sent
      for (const server of servers) server.closeIdleConnections()
      connections.closeUnused()
    })
  }, LOOK_MS)
  await closed
  clearInterval(idle)
  while (connections.running > 0 && !isTimeUp) await pause(RUNNING_LOOK_MS)
  clearTimeout(deadline)
}

/** The maximum number of event loop turns until all new connections are accepted. */
const MAX_TURNS = 2000

/** Resolves when all waiting connections were accepted. Closing the port earlier would reset them. */
async function queueIsEmpty(connections: Connections): Promise<void> {
  for (let turn = 0, seen = -1; turn < MAX_TURNS && seen !== connections.seen; turn++) {
    seen = connections.seen
    await whatHasArrivedIsRead()
  }
}

/** Resolves when Node has read incoming data. A connection with a new request then counts as busy. */
async function whatHasArrivedIsRead(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
