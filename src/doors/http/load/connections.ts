import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import { SETTINGS, type Settings } from '../../../kit/base/settings.ts'
import { writeFault } from '../content/client-error.ts'
import type { Body } from '../content/content.ts'
import { isLoopbackAddress } from '../request/this-machine.ts'
import { Holdings, makeLane, type ServiceLane } from './service-lane.ts'
import { networkOf } from './strangers.ts'
import { Turns } from './turns.ts'

export type Bounds = Pick<Settings, 'connections' | 'connectionsPerAddress' | 'unsentMb' | 'sendS'>

/** Bytes that a call counts as while it runs, before the length of its answer is known. */
const RUNNING_BYTES = 256 * 1024

/** A caller that reads at all reads at least this much in a second. */
const SLOWEST_BYTES_A_SECOND = 16 * 1024

/** When memory is short, an answer that its caller has left unread for this long may be given up. */
const STUCK_MS = 2000

/** Requests of all connections together that may wait for their turn. */
const MAX_WAITING_REQUESTS = 10_000

/** Seconds after which a rejected caller may try again. */
const RETRY_S = 1

/** After logging that a bound was reached, keep quiet about it for this long. */
const QUIET_MS = 60_000

/** An answer that its caller has not read yet. */
interface Unsent {
  readonly socket: Duplex
  readonly bytes: number
  isStuck: boolean
}

/**
 * Bounds what callers can hold of this process: connections, and memory for answers on their way. The bounds hold for all
 * threads together, except for the connections of an address, which each thread counts by itself. An answer that the system takes at once, as it nearly always does, costs
 * nothing here.
 */
export class Connections {
  readonly #bounds: Bounds
  readonly #log: Log
  readonly #turns = new Map<Duplex, Turns>()
  /** Counts what callers hold of all threads. */
  readonly #held: Holdings
  readonly #ofAddress = new Map<string, number>()
  /** Oldest first. */
  readonly #unsent = new Set<Unsent>()
  readonly #logged = new Set<string>()
  #seen = 0

  constructor(bounds: Partial<Bounds>, log: Log, lane?: ServiceLane) {
    this.#bounds = { ...DEFAULTS, ...bounds }
    this.#held = new Holdings(lane ?? makeLane())
    this.#log = log
  }

  /** Connections of this thread. */
  get count(): number {
    return this.#turns.size
  }

  /** How many connections have come so far. */
  get seen(): number {
    return this.#seen
  }

  /** Some connection has a request that runs or waits, or an answer on its way. */
  get busy(): boolean {
    for (const turns of this.#turns.values()) if (turns.busy) return true
    return false
  }

  /** Calls of this thread that run, also those whose connection has closed. */
  get running(): number {
    return this.#held.own('running')
  }

  /** Takes a connection in, until it closes; answers false when it was turned away instead. */
  admit(socket: Socket, requestId: () => string): boolean {
    this.#seen += 1
    const full = this.#fullness(socket)
    if (full === undefined) {
      this.#count(socket)
      return true
    }
    this.#tell(full)
    socket.on('error', () => {}) // it may go away before it has read why
    socket.once('finish', () => socket.destroy())
    writeFault(busy(`${full} Try again in a moment.`), socket, requestId())
    return false
  }

  /** The turns of a connection; of one that is read once more, they are its own. */
  turnsOf(socket: Duplex): Turns {
    const present = this.#turns.get(socket)
    if (present !== undefined) return present
    const turns = new Turns(this, () => {
      this.#tell('Too many requests wait, on one connection or on all of them: the connection was closed.')
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

  /** Throws a Fault of status 503 when answers on their way leave no memory for another. */
  requireRoom(): void {
    if (this.#hasRoom()) return
    for (const unsent of this.#unsent) {
      if (!unsent.isStuck) break
      this.#giveUp(unsent)
      if (this.#hasRoom()) return
    }
    this.#tell(`Unread answers fill the ${this.#bounds.unsentMb} MB of PLAT_UNSENT_MB.`)
    throw busy('Unread answers of other callers fill the memory for answers: try again in a moment.')
  }

  /** A call begins to run. */
  begin(): void {
    this.#held.add('running', 1)
  }

  /** More calls come than can be answered: told once in a while. */
  tellOverload(): void {
    this.#tell('More calls come than can be answered: some are refused before they begin.')
  }

  /** A call has its answer written, or will have none. */
  finish(): void {
    this.#held.add('running', -1)
  }

  /**
   * Follows an answer that was written to its end. What the system did not take at once counts as unsent until the
   * function that is returned is called; a caller that leaves it unread too long loses its connection. Returns none
   * when nothing is left to follow.
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

  /**
   * Closes connections that have never sent a byte. Those that wait between two requests are known to Node's server.
   */
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

  /** The bound that another connection would pass, as a sentence. */
  #fullness({ remoteAddress = '' }: Socket): string | undefined {
    const { connections, connectionsPerAddress } = this.#bounds
    if (this.#held.total('connections') >= connections) {
      return `All ${connections} connections of PLAT_CONNECTIONS are in use.`
    }
    if (isLoopbackAddress(remoteAddress)) return undefined
    if ((this.#ofAddress.get(networkOf(remoteAddress)) ?? 0) < connectionsPerAddress) return undefined
    return `This address has all its ${connectionsPerAddress} connections of PLAT_CONNECTIONS_PER_ADDRESS.`
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

  #tell(sentence: string): void {
    if (this.#logged.has(sentence)) return
    this.#logged.add(sentence)
    setTimeout(() => this.#logged.delete(sentence), QUIET_MS).unref()
    const { connections, unsentBytes } = this.#held.all
    this.#log.warn({ connections, unsentBytes }, sentence)
  }
}

const DEFAULTS: Bounds = {
  connections: SETTINGS.connections.fallback,
  connectionsPerAddress: SETTINGS.connectionsPerAddress.fallback,
  unsentMb: SETTINGS.unsentMb.fallback,
  sendS: SETTINGS.sendS.fallback,
}

/** All the memory that a body keeps from being reused: the answer of a search lies in a larger buffer. */
function memoryOf(body: Body | undefined): number {
  return body === undefined || typeof body === 'string' ? 0 : body.buffer.byteLength
}

function busy(detail: string): Fault {
  return new Fault('server.busy', detail, { retryAfterS: RETRY_S })
}
