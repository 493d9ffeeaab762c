import { randomInt } from 'node:crypto'
import { AddressTable } from './address-table.ts'
import { STRANGER_NUMBERS, strangersTable } from './strangers.ts'

/** Memory that the threads share which answer calls, and the place of this one among them. */
export interface ServiceLane {
  /** The number of this thread, from 0. */
  readonly lane: number
  readonly lanes: number
  /** The holdings of each thread. */
  readonly held: SharedArrayBuffer
  /** Connections of each address, by thread. */
  readonly addresses: SharedArrayBuffer
  /** The rates of calls without a key. */
  readonly strangers: SharedArrayBuffer
}

const KINDS = ['connections', 'unsentBytes', 'running', 'waiting'] as const
type Kind = (typeof KINDS)[number]

const ADDRESSES_MIN = 1024
const ADDRESSES_MAX = 65_536
const STRANGERS = 20_000
const SEED_MAX = 2 ** 31

/** The memory of so many threads, as the thread with the number 0 has it. */
export function makeLane(lanes: number, connections: number): ServiceLane {
  const addresses = Math.min(ADDRESSES_MAX, Math.max(ADDRESSES_MIN, 2 * connections))
  return {
    lane: 0,
    lanes,
    held: new SharedArrayBuffer(lanes * KINDS.length * 8),
    addresses: AddressTable.make(addresses, lanes, randomInt(SEED_MAX)).memory,
    strangers: strangersTable(STRANGERS).memory,
  }
}

/** For a service that answers all calls in one thread. */
export function onlyLane(connections: number): ServiceLane {
  return makeLane(1, connections)
}

/** A thread has died: nothing that it held is held any more. */
export function buryLane(lane: ServiceLane, dead: number): void {
  new Float64Array(lane.held).fill(0, dead * KINDS.length, (dead + 1) * KINDS.length)
  new AddressTable(lane.addresses, lane.lane, lane.lanes).bury(dead, (connections) => {
    connections[dead] = 0
  })
  strangersOf(lane).bury(dead, () => {})
}

/** The rates of calls without a key, of all threads. */
export function strangersOf({ strangers, lane }: ServiceLane): AddressTable {
  return new AddressTable(strangers, lane, STRANGER_NUMBERS)
}

/** Connections and memory that callers hold: each thread counts its own part, and sees the sum. */
export class Holdings {
  readonly #lane: ServiceLane
  readonly #numbers: Float64Array
  readonly #addresses: AddressTable

  constructor(lane: ServiceLane) {
    this.#lane = lane
    this.#numbers = new Float64Array(lane.held)
    this.#addresses = new AddressTable(lane.addresses, lane.lane, lane.lanes)
  }

  add(kind: Kind, number: number): void {
    const place = this.#lane.lane * KINDS.length + KINDS.indexOf(kind)
    this.#numbers[place] = (this.#numbers[place] as number) + number
  }

  total(kind: Kind): number {
    let sum = 0
    for (let place = KINDS.indexOf(kind); place < this.#numbers.length; place += KINDS.length) {
      sum += this.#numbers[place] as number
    }
    return sum
  }

  get all(): Readonly<Record<Kind, number>> {
    const totals = KINDS.map((kind) => [kind, this.total(kind)])
    return Object.fromEntries(totals) as Record<Kind, number> // KINDS holds each kind
  }

  connect(address: string): void {
    this.add('connections', 1)
    this.#change(address, 1)
  }

  disconnect(address: string): void {
    this.add('connections', -1)
    this.#change(address, -1)
  }

  /** Connections of one address. */
  ofAddress(address: string): number {
    return this.#addresses.with(address, isIdle, (connections) => connections.reduce((sum, each) => sum + each, 0))
  }

  #change(address: string, by: number): void {
    this.#addresses.with(address, isIdle, (connections) => {
      connections[this.#lane.lane] = (connections[this.#lane.lane] as number) + by
    })
  }
}

function isIdle(connections: Float64Array): boolean {
  return connections.every((each) => each === 0)
}
