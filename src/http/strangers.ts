import { type BucketLimit, corrected, taken, waitMs } from '../access/index.ts'
import type { Clock } from '../base/clock.ts'
import { Fault } from '../base/failure.ts'

/** Seconds' worth of calls that may come in one burst: the pictures of a long page of results. */
const BURST_S = 10

/** Addresses with a bucket of their own at a time; further ones share one bucket. */
const ADDRESSES_MAX = 20_000
const OTHERS = 'others'

/** The rate of calls without a key, by address: pictures, and what is refused before a key was let in. */
export class Strangers {
  readonly #clock: Clock
  readonly #limit: BucketLimit
  readonly #max: number
  /** When each bucket will be full again. */
  readonly #fullAtMs = new Map<string, number>()

  /** `perSecond` 0 sets no limit. */
  constructor(clock: Clock, perSecond: number, max = ADDRESSES_MAX) {
    this.#clock = clock
    this.#limit = { perSecond, burst: perSecond * BURST_S }
    this.#max = max
  }

  /** Takes one call from an address's rate, or says with a Fault of status 429 why not: then nothing is taken. */
  refuse(address: string): Fault | undefined {
    const { perSecond } = this.#limit
    if (perSecond === 0) return undefined
    const nowMs = this.#clock.now()
    const name = this.#nameOf(networkOf(address), nowMs)
    const fullAtMs = corrected(this.#fullAtMs.get(name) ?? 0, this.#limit, nowMs)
    const tooSoonMs = waitMs(fullAtMs, this.#limit, nowMs)
    if (tooSoonMs <= 0) {
      this.#fullAtMs.set(name, taken(fullAtMs, this.#limit))
      return undefined
    }
    const detail = `Too many calls without a key from one address: accepted are ${perSecond} per second, including those for pictures.`
    return new Fault('misses.exceeded', detail, { retryAfterS: Math.ceil(tooSoonMs / 1000) })
  }

  /** Addresses with a bucket of their own now. */
  get size(): number {
    return this.#fullAtMs.size
  }

  #nameOf(network: string, nowMs: number): string {
    if (this.#fullAtMs.has(network) || this.#fullAtMs.size < this.#max) return network
    for (const [name, fullAtMs] of this.#fullAtMs) if (fullAtMs <= nowMs) this.#fullAtMs.delete(name)
    return this.#fullAtMs.size < this.#max ? network : OTHERS
  }
}

/** The part of an address that a caller cannot choose: all of an IPv4 one, the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '')
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('::')
  const [before, after] = [front, back ?? ''].map((side) => (side === '' ? [] : side.split(':')))
  const gap = back === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array<string>(gap).fill('0'), ...(after ?? [])].slice(0, 4).join(':')
}
