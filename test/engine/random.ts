/** Pseudo-random numbers. The same seed yields the same numbers. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive), by the algorithm mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min)
  }

  /** Returns an integer from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T
  }

  /** Returns a number from -2 to 2 that is roughly normally distributed: the sum of four random numbers. */
  bell(): number {
    return this.next() + this.next() + this.next() + this.next() - 2
  }
}
