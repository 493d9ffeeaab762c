import { type BucketLimit, corrected, taken, waitMs } from '../../../guard/access/index.ts'
import type { Clock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'

/** The burst limit in seconds of calls, enough for the pictures of a long page of results. */
const BURST_S = 10

/** The maximum number of addresses with separate buckets. Further addresses share one bucket. */
const ADDRESSES_MAX = 20_000

/** The number of old entries to examine for each new address. With two, the table shrinks. */
const ENTRIES_EXAMINED = 2

/** Limits the rate of calls without a valid key, by address: pictures, map tiles and refused calls. */
export class AnonymousClients {
  readonly #clock: Clock
  readonly #limit: BucketLimit
  readonly #addressesMax: number
  /** When the bucket of each address is full again. The least recent address comes first. */
  readonly #fullAtMs = new Map<string, number>()

  /** `perSecond` 0 means no limit. */
  constructor(clock: Clock, perSecond: number, addressesMax = ADDRESSES_MAX) {
    this.#clock = clock
    this.#limit = { perSecond, burst: perSecond * BURST_S }
    this.#addressesMax = addressesMax
  }

  /** Counts a call of an address. If the limit is reached, returns a Fault of status 429 and counts nothing. */
  refuse(address: string): Fault | undefined {
    const { perSecond } = this.#limit
    if (perSecond === 0) return undefined
    const nowMs = this.#clock.now()
    const bucket = this.#bucketOf(networkOf(address), nowMs)
    const fullAtMs = corrected(this.#fullAtMs.get(bucket) ?? 0, this.#limit, nowMs)
    const tooSoonMs = waitMs(fullAtMs, this.#limit, nowMs)
    if (tooSoonMs <= 0) {
      this.#fullAtMs.delete(bucket)
      this.#fullAtMs.set(bucket, taken(fullAtMs, this.#limit))
      return undefined
    }
    const detail = `Too many calls without a key from one address: the limit is ${perSecond} per second, pictures and map tiles included.`
    return new Fault('misses.exceeded', detail, { retryAfterS: Math.ceil(tooSoonMs / 1000) })
  }

  /** The number of buckets. */
  get size(): number {
    return this.#fullAtMs.size
  }

  #bucketOf(address: string, nowMs: number): string {
    if (this.#fullAtMs.has(address)) return address
    let examined = 0
    for (const [oldest, fullAtMs] of this.#fullAtMs) {
      if (fullAtMs <= nowMs) this.#fullAtMs.delete(oldest)
      if (++examined === ENTRIES_EXAMINED) break
    }
    return this.#fullAtMs.size < this.#addressesMax ? address : SHARED
  }
}

const SHARED = ''

/** Returns the part of an address that a client cannot choose: a whole IPv4 address, or the first 64 bits of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '')
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('::')
  const [before, after] = [front, back ?? ''].map((side) => (side === '' ? [] : side.split(':')))
  const gap = back === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array<string>(gap).fill('0'), ...(after ?? [])].slice(0, 4).join(':')
}
