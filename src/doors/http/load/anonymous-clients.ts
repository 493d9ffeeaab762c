import { type BucketLimit, corrected, taken, waitMs } from '../../../guard/access/index.ts'
import type { Clock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'

/**
 * The allowed burst: the calls of this many seconds at the permitted rate. It is enough for the pictures of a long
 * result page.
 */
const BURST_S = 10

/** The maximum number of addresses that are counted separately. Further addresses are counted together. */
const ADDRESSES_MAX = 20_000

/** The number of old entries to examine for each new address, so that the table can shrink. */
const ENTRIES_EXAMINED = 2

/** Limits the call rate of each address for calls without a valid key: pictures, map tiles and refused calls. */
export class AnonymousClients {
  readonly #clock: Clock
  readonly #limit: BucketLimit
  readonly #addressesMax: number
  /** When the token bucket of each address will be full again. The least recently used address comes first. */
  readonly #fullAtMs = new Map<string, number>()

  /**
   * @param perSecond The permitted rate; 0 means no limit.
   */
  constructor(clock: Clock, perSecond: number, addressesMax = ADDRESSES_MAX) {
    this.#clock = clock
    this.#limit = { perSecond, burst: perSecond * BURST_S }
    this.#addressesMax = addressesMax
  }

  /** Counts a call from an address. Over the limit, returns a Fault with status 429 and does not count the call. */
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

  /** The number of addresses that are counted separately. */
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

/**
 * Returns the part of an address that a client cannot choose: an IPv4 address, or the first 64 bits of an IPv6 address.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '')
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('::')
  const [before, after] = [front, back ?? ''].map((side) => (side === '' ? [] : side.split(':')))
  const gap = back === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array<string>(gap).fill('0'), ...(after ?? [])].slice(0, 4).join(':')
}
