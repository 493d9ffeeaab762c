import { NOW, type ValueFacts } from '../../model/market-facts.ts'
import type { HomeValue } from './home-facts.ts'

interface Sum {
  logSum: number
  homes: number
}

/** Number of possible months. */
const MONTHS = NOW + 1

/** Sums of a place's home values by type and month; see `ValueFacts`. */
export class ValueSums {
  /** The key combines type and month. */
  readonly #sums = new Map<number, Sum>()

  /** Adds earlier sums. */
  join({ rows, logSum, homes, month, homeType }: ValueFacts): void {
    for (let row = 0; row < rows; row++) {
      const key = (homeType[row] as number) * MONTHS + (month[row] as number)
      this.#change(key, logSum[row] as number, homes[row] as number)
    }
  }

  add(values: readonly HomeValue[]): void {
    for (const value of values) this.#count(value, 1)
  }

  /** Subtracts values that `add` added earlier. */
  remove(values: readonly HomeValue[]): void {
    for (const value of values) this.#count(value, -1)
  }

  /** The values of each row are in the order of `FACT_COLUMNS`. */
  *rows(): Generator<readonly number[]> {
    for (const [key, { logSum, homes }] of this.#sums) yield [logSum, homes, key % MONTHS, Math.floor(key / MONTHS)]
  }

  #count({ type, month, log }: HomeValue, by: 1 | -1): void {
    this.#change(type * MONTHS + month, by * log, by)
  }

  #change(key: number, logSum: number, homes: number): void {
    const sum = this.#sums.get(key) ?? { logSum: 0, homes: 0 }
    sum.logSum += logSum
    sum.homes += homes
    if (sum.homes === 0) this.#sums.delete(key)
    else this.#sums.set(key, sum)
  }
}
