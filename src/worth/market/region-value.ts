import { NOW, type ValueFacts } from '../../model/market-facts.ts'
import { inSlots } from './facts.ts'
import { MIN_HOMES } from './figure.ts'

/** The value of a region's homes in dollars, computed from the estimates that the homes' sources give. */
export interface RegionValue {
  /** A geometric mean, so that a single mansion has little effect. */
  readonly now: number
  readonly homes: number
  /** Returns the values of past months. Keys are months since January 1970. */
  months(): ReadonlyMap<number, MonthValue>
}

/** A value of a month in dollars, and the number of values or sales behind it. */
export interface MonthValue {
  readonly value: number
  readonly homes: number
}

interface Sum {
  readonly logSum: number
  readonly homes: number
}

/** Number of months to combine for the value of a past month, so that the value does not depend on a few homes. */
const MONTHS_POOLED = 3

/**
 * Returns the value of homes of certain types, given as bits. Undefined if too few have an estimate. For a past month,
 * scales today's value by how much the values of homes with a value or sale in that month have changed since. Leaves
 * out months with too few such homes.
 */
export async function regionValue(parts: readonly ValueFacts[], types: number): Promise<RegionValue | undefined> {
  const sums = await sumsByMonth(parts, types)
  const now = sums.get(NOW)
  if (now === undefined || now.homes < MIN_HOMES) return undefined
  sums.delete(NOW)
  const value = meanOf(now)
  return { now: value, homes: now.homes, months: () => valuesByMonth(sums, value) }
}

function valuesByMonth(sums: ReadonlyMap<number, Sum>, value: number): ReadonlyMap<number, MonthValue> {
  const first = Math.min(...sums.keys())
  const past = Array.from(
    { length: sums.size === 0 ? 0 : Math.max(...sums.keys()) - first + 1 },
    (_, i) => first + i,
  ).map((month) => [month, pooled(sums, month)] as const)
  const enough = past.filter(([, { homes }]) => homes >= MIN_HOMES)
  return new Map(enough.map(([month, sum]) => [month, { value: value * meanOf(sum), homes: sum.homes }]))
}

function pooled(sums: ReadonlyMap<number, Sum>, last: number): Sum {
  let [logSum, homes] = [0, 0]
  for (let month = last; month > last - MONTHS_POOLED; month--) {
    const sum = sums.get(month)
    if (sum === undefined) continue
    logSum += sum.logSum
    homes += sum.homes
  }
  return { logSum, homes }
}

async function sumsByMonth(parts: readonly ValueFacts[], types: number): Promise<Map<number, Sum>> {
  const sums = new Map<number, { logSum: number; homes: number }>()
  for await (const { rows, month, homeType, logSum, homes } of inSlots(parts)) {
    for (let row = 0; row < rows; row++) {
      if (((types >>> (homeType[row] as number)) & 1) === 0) continue
      const key = month[row] as number
      let sum = sums.get(key)
      if (sum === undefined) {
        sum = { logSum: 0, homes: 0 }
        sums.set(key, sum)
      }
      sum.logSum += logSum[row] as number
      sum.homes += homes[row] as number
    }
  }
  return sums
}

function meanOf({ logSum, homes }: Sum): number {
  return Math.exp(logSum / homes)
}
