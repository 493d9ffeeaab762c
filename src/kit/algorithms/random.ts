import { firstAbove } from './sorted.ts'

/**
 * A small, fast random generator (sfc32). Its numbers depend only on a seed, a word and an index, so record i is the
 * same however many records are made.
 */
export class Random {
  #a = 0
  #b = 0
  #c = 0
  #d = 0

  constructor(seed: number, noun: string, index = 0) {
    this.restart(seed, noun, index)
  }

  /** Restarts this generator for another record, so that a loop over a million records needs only one generator. */
  restart(seed: number, noun: string, index: number): void {
    this.#a = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
    this.#b = hashOf(noun)
    this.#c = Math.imul(index + 0x7f4a7c15, 0xc2b2ae35)
    this.#d = Math.trunc(index / 2 ** 32) + 1
    // skips the first rounds, whose numbers are still similar for neighboring indices
    for (let round = 0; round < 12; round++) this.#next()
  }

  /** A number from 0, inclusive, to 1, exclusive. */
  unit(): number {
    return (this.#next() >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 to count - 1. */
  below(count: number): number {
    return Math.floor(this.unit() * count)
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1))
  }

  /** A number from `least`, inclusive, to `most`, exclusive. */
  between(least: number, most: number): number {
    return least + this.unit() * (most - least)
  }

  chance(share: number): boolean {
    return this.unit() < share
  }

  /**
   * Returns a bell-shaped number around 0 with standard deviation 1, never beyond ±3. It is the sum of three random
   * numbers, which is close enough to a normal distribution.
   */
  bell(): number {
    return (this.unit() + this.unit() + this.unit()) * 2 - 3
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T // in bounds: tables of the sample are never empty
  }

  /** Picks `count` different entries in their original order, or all entries if there are not more. */
  some<T>(from: readonly T[], count: number): T[] {
    const chosen: T[] = []
    for (let at = 0; at < from.length && chosen.length < count; at++) {
      if (this.unit() * (from.length - at) < count - chosen.length) chosen.push(from[at] as T)
    }
    return chosen
  }

  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (this.#c << 21) | (this.#c >>> 11)
    this.#c = (this.#c + sum) | 0
    return sum
  }
}

/** FNV-1a hash of the text's code units. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** Draws entries in proportion to their weights. */
export class Lottery<T> {
  readonly #entries: readonly T[]
  readonly #bounds: Float64Array
  readonly #total: number

  constructor(entries: readonly (readonly [entry: T, weight: number])[]) {
    let total = 0
    this.#entries = entries.map(([entry]) => entry)
    this.#bounds = Float64Array.from(entries, ([, weight]) => {
      total += weight
      return total
    })
    this.#total = total
  }

  draw(random: Random): T {
    const ticket = random.unit() * this.#total
    // the product may round up to the total
    const at = Math.min(firstAbove(this.#bounds, ticket), this.#entries.length - 1)
    return this.#entries[at] as T // `at` never leaves the table
  }
}
