import { randomInt } from 'node:crypto'
import { type BucketLimit, corrected, taken, waitMs } from '../../../guard/access/index.ts'
import type { Clock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { AddressTable } from './address-table.ts'

/** Seconds' worth of calls that may come in one burst: the pictures of a long page of results. */
const BURST_S = 10

/** Addresses with a bucket of their own at a time; further ones share one bucket. */
const ADDRESSES_MAX = 20_000

/** When its bucket will be full again is all that is kept of an address. */
export const STRANGER_NUMBERS = 1
const FULL_AT = 0

/** The rate of calls without a key, by address: pictures, map tiles, and what is refused before a key was let in. */
export class Strangers {
  readonly #clock: Clock
  readonly #limit: BucketLimit
  readonly #buckets: AddressTable

  /** `perSecond` 0 sets no limit. */
  constructor(clock: Clock, perSecond: number, buckets = strangersTable(ADDRESSES_MAX)) {
    this.#clock = clock
    this.#limit = { perSecond, burst: perSecond * BURST_S }
    this.#buckets = buckets
  }

  /** Takes one call from an address's rate, or says with a Fault of status 429 why not: then nothing is taken. */
  refuse(address: string): Fault | undefined {
    const { perSecond } = this.#limit
    if (perSecond === 0) return undefined
    const nowMs = this.#clock.now()
    const isFull = (numbers: Float64Array) => (numbers[FULL_AT] as number) <= nowMs
    const tooSoonMs = this.#buckets.with(networkOf(address), isFull, (numbers) => {
      const fullAtMs = corrected(numbers[FULL_AT] as number, this.#limit, nowMs)
      const waitingMs = waitMs(fullAtMs, this.#limit, nowMs)
      if (waitingMs <= 0) numbers[FULL_AT] = taken(fullAtMs, this.#limit)
      return waitingMs
    })
    if (tooSoonMs <= 0) return undefined
    const detail = `Too many calls without a key from one address: accepted are ${perSecond} per second, including those for pictures and map tiles.`
    return new Fault('misses.exceeded', detail, { retryAfterS: Math.ceil(tooSoonMs / 1000) })
  }

  /** Buckets in use now. */
  get size(): number {
    const nowMs = this.#clock.now()
    let size = 0
    for (const numbers of this.#buckets.entries()) if ((numbers[FULL_AT] as number) > nowMs) size += 1
    return size
  }
}

/** Room for so many addresses. */
export function strangersTable(addresses: number): AddressTable {
  return AddressTable.make(addresses, STRANGER_NUMBERS, randomInt(SEED_MAX))
}

const SEED_MAX = 2 ** 31

/** The part of an address that a caller cannot choose: all of an IPv4 one, the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '')
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('::')
  const [before, after] = [front, back ?? ''].map((side) => (side === '' ? [] : side.split(':')))
  const gap = back === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array<string>(gap).fill('0'), ...(after ?? [])].slice(0, 4).join(':')
}
