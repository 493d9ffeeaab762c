import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { writeFault } from '../content/client-error.ts'
import type { Body } from '../content/content.ts'
import { isLoopbackAddress } from '../request/this-machine.ts'
import { networkOf } from './anonymous-clients.ts'
import { Holdings, type ServiceLane } from './service-lane.ts'
import { Turns } from './turns.ts'

export type Bounds = Pick<Settings, 'connections' | 'connectionsPerAddress' | 'unsentMb' | 'sendS'>

/** The assumed size of an answer before its size is known. */
const RUNNING_BYTES = 256 * 1024

/** The minimum speed at which a client must read. */
const SLOWEST_BYTES_A_SECOND = 16 * 1024

/** After this many milliseconds, an unread answer may be dropped if memory is short. */
const STUCK_MS = 2000

/** The maximum number of requests that wait for an earlier answer on their connection, counted over all connections. */
const MAX_WAITING_REQUESTS = 10_000

/** Seconds after which a refused client should retry. */
const RETRY_S = 1

/** The minimum time between two warnings about the same limit, in milliseconds. */
const QUIET_MS = 60_000

/** An answer that its client has not read completely. */
interface Unsent {
  readonly socket: Duplex
  readonly bytes: number
  isStuck: boolean
}

/**
 * Limits the connections and the memory of unsent answers, over all threads. Only the limit per address is separate for
 * each thread. Answers that are sent in one write do not count.
 */
export class Connections {
  readonly #bounds: Bounds
  readonly #log: Log
  readonly #turns = new Map<Duplex, Turns>()
  /** The number of connections and the memory in use, over all threads. */
  readonly #held: Holdings
  readonly #ofAddress = new Map<string, number>()
  /** Unsent answers, oldest first. */
  readonly #unsent = new Set<Unsent>()
  readonly #logged = new Set<string>()
  #seen = 0

  constructor(bounds: Bounds, log: Log, lane: ServiceLane) {
    this.#bounds = bounds
    this.#held = new Holdings(lane)
    this.#log = log
  }

  /** The number of connections of this thread. */
  get count(): number {
    return this.#turns.size
  }

  /** The number of connections since the start. */
  get seen(): number {
    return this.#seen
  }

  /** Whether a connection has a running or waiting request, or an unsent answer. */
  get busy(): boolean {
    for (const turns of this.#turns.values()) if (turns.busy) return true
    return false
  }

  /** The number of running calls of this thread. Includes calls whose client disconnected. */
  get running(): number {
    return this.#held.own('running')
  }

  /** Counts a connection until it closes. Over a limit, answers it with a 503 and returns false. */
  admit(socket: Socket, requestId: () => string): boolean {
    this.#seen += 1
    const full = this.#fullness(socket)
    if (full === undefined) {
      this.#count(socket)
      return true
    }
    this.#warn(full)
    socket.on('error', () => {}) // the client may disconnect early
    socket.once('finish', () => socket.destroy())
    writeFault(busy(`${full} Try again in a moment.`), socket, requestId())
    return false
  }

  /** Returns the request queue of a connection. */
  turnsOf(socket: Duplex): Turns {
    const present = this.#turns.get(socket)
    if (present !== undefined) return present
    const turns = new Turns(this, () => {
      this.#warn('Too many requests are waiting on one connection or on all connections, so a connection was closed.')
      socket.destroy()
    })
    this.#turns.set(socket, turns)
    socket.once('close', () => {
      this.#turns.delete(socket)
      turns.end()
    })
    return turns
  }

  mayWait(): boolean {
    if (this.#held.total('waiting') >= MAX_WAITING_REQUESTS) return false
    this.#held.add('waiting', 1)
    return true
  }

  waitIsOver(requests: number): void {
    this.#held.add('waiting', -requests)
  }

  /** Throws a Fault with status 503 if unsent answers take so much memory that no further answer fits. */
  requireRoom(): void {
    if (this.#hasRoom()) return
    for (const unsent of this.#unsent) {
      if (!unsent.isStuck) break
      this.#giveUp(unsent)
      if (this.#hasRoom()) return
    }
    this.#warn(`Unread answers fill the ${this.#bounds.unsentMb} MB of PLAT_UNSENT_MB.`)
    throw busy('The memory for answers is full, because other clients read slowly. Try again in a moment.')
  }

  /** Counts a call that starts. */
  begin(): void {
    this.#held.add('running', 1)
  }

  /** Logs an overload, at most once per minute. */
  logOverload(): void {
    this.#warn('The service is overloaded: some calls are refused before they begin.')
  }

  /** Counts a call that ended. */
  finish(): void {
    this.#held.add('running', -1)
  }

  /**
   * Tracks an answer that was not sent in one write; returns undefined if it was. The answer counts as unsent until the
   * returned function is called. Clients that do not read it in time are disconnected.
   */
  send(socket: Duplex, body: Body | undefined): (() => void) | undefined {
    if (socket.writableLength === 0) return undefined
    const unsent: Unsent = { socket, bytes: Math.max(socket.writableLength, memoryOf(body)), isStuck: false }
    this.#unsent.add(unsent)
    this.#held.add('unsentBytes', unsent.bytes)
    const stuck = setTimeout(() => {
      unsent.isStuck = true
    }, STUCK_MS).unref()
    const lateS = this.#bounds.sendS + Math.ceil(socket.writableLength / SLOWEST_BYTES_A_SECOND)
    const late = setTimeout(() => this.#giveUp(unsent), lateS * 1000).unref()
    return () => {
      clearTimeout(stuck)
      clearTimeout(late)
      this.#forget(unsent)
    }
  }

  /** Closes connections that never sent a byte. Node itself closes connections that are idle between requests. */
  closeUnused(): void {
    for (const socket of this.#turns.keys()) {
      if ('bytesRead' in socket && socket.bytesRead === 0) socket.destroy()
    }
  }

  #hasRoom(): boolean {
    const bytes = this.#held.total('unsentBytes') + this.#held.total('running') * RUNNING_BYTES
    return bytes < this.#bounds.unsentMb * 1024 * 1024
  }

  #giveUp(unsent: Unsent): void {
    this.#forget(unsent)
    unsent.socket.destroy()
  }

  #forget(unsent: Unsent): void {
    if (this.#unsent.delete(unsent)) this.#held.add('unsentBytes', -unsent.bytes)
  }

  /** Returns a sentence about the limit that a new connection would exceed; undefined if it is within all limits. */
  #fullness({ remoteAddress = '' }: Socket): string | undefined {
    const { connections, connectionsPerAddress } = this.#bounds
    if (this.#held.total('connections') >= connections) {
      return `All ${connections} connections of PLAT_CONNECTIONS are in use.`
    }
    if (isLoopbackAddress(remoteAddress)) return undefined
    if ((this.#ofAddress.get(networkOf(remoteAddress)) ?? 0) < connectionsPerAddress) return undefined
    return `This address already has ${connectionsPerAddress} connections, as many as PLAT_CONNECTIONS_PER_ADDRESS allows.`
  }

  #count(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    this.#add(network, 1)
    this.turnsOf(socket)
    socket.once('close', () => this.#add(network, -1))
  }

  #add(network: string, connections: number): void {
    this.#held.add('connections', connections)
    const ofAddress = (this.#ofAddress.get(network) ?? 0) + connections
    if (ofAddress > 0) this.#ofAddress.set(network, ofAddress)
    else this.#ofAddress.delete(network)
  }

  #warn(sentence: string): void {
    if (this.#logged.has(sentence)) return
    this.#logged.add(sentence)
    setTimeout(() => this.#logged.delete(sentence), QUIET_MS).unref()
    const { connections, unsentBytes } = this.#held.all
    this.#log.warn({ connections, unsentBytes }, sentence)
  }
}

/** Returns the size of the whole buffer that contains a body. The buffer cannot be reused before the body is sent. */
function memoryOf(body: Body | undefined): number {
  return body === undefined || typeof body === 'string' ? 0 : body.buffer.byteLength
}

function busy(detail: string): Fault {
  return new Fault('server.busy', detail, { retryAfterS: RETRY_S })
}
