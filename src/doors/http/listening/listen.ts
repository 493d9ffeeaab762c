import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Service } from '../answering/service.ts'
import type { Connections } from '../load/connections.ts'
import { type ListenSettings, listenAt, listenOn, listenSentence, portOf, stopAll, stopListening } from './ports.ts'
import { buildServer } from './server.ts'

/** The service at its ports. */
export interface Listening {
  readonly ports: readonly number[]
  /** Lets calls in flight finish, for so many seconds at most. */
  readonly close: (graceS: number) => Promise<void>
}

export interface ListenOptions {
  /** Other threads take the same ports, and the system spreads connections over all of them. */
  readonly reusePort?: boolean
  /** Descriptors of sockets that listen already, one for each port. */
  readonly sockets?: readonly number[] | undefined
}

/** Takes the ports; throws as `tryPorts` does. */
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
 * How long idle connections stay open once closing has begun: a request that arrives meanwhile is answered, and its
 * answer says that it was the last. A request that meets a closed connection is lost.
 */
const NOTICE_MS = 500

/** How often connections are looked through for those that have fallen silent since then. */
const LOOK_MS = 100

/** How often calls are looked at whose client has gone away. */
const RUNNING_LOOK_MS = 10

/**
 * Closes each connection as soon as nothing is lost by it, and all others when the time is up. Also waits for calls
 * whose client has gone away, so that their credits are given back. `isInherited`: the queues of the sockets wait for
 * the next service.
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
      if (connections.busy) return // Node takes a connection for idle whose answer has not left the process yet
      for (const server of servers) server.closeIdleConnections()
      connections.closeUnused()
    })
  }, LOOK_MS)
  await closed
  clearInterval(idle)
  while (connections.running > 0 && !isTimeUp) await pause(RUNNING_LOOK_MS)
  clearTimeout(deadline)
}

/** Turns of the loop in which another connection may come, before no more are waited for. */
const MAX_TURNS = 2000

/**
 * Resolves when no connection waits to be let in: one is in each turn of the loop, and those that are not would be
 * reset.
 */
async function queueIsEmpty(connections: Connections): Promise<void> {
  for (let turn = 0, seen = -1; turn < MAX_TURNS && seen !== connections.seen; turn++) {
    seen = connections.seen
    await whatHasArrivedIsRead()
  }
}

/**
 * Resolves right after the system was asked for what has come in: a request that waits there makes its connection
 * busy.
 */
async function whatHasArrivedIsRead(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
