import { NOW, type ValueFacts } from '../model/market-facts.ts'
import { inTurns } from './facts.ts'
import { LEAST_HOMES } from './figure.ts'

/** What homes of a region are worth, as their estimates tell it. Dollars. */
export interface RegionWorth {
  /** Geometric mean, to which one mansion adds little. */
  readonly now: number
  readonly homes: number
  /** By months since January 1970. */
  readonly months: ReadonlyMap<number, number>
}

interface Sum {
  readonly logSum: number
  readonly homes: number
}

/** A month of the past is told by what is known of it and of the months before it, so that it hangs on no few homes. */
const MONTHS_TOGETHER = 3

/**
 * Of homes whose types have their bit set; undefined when too few have an estimate. A month of the past tells what the
 * same homes were worth then: the change of those of which a value or a sale of that time is known, applied to today's
 * value of all. Months of which too few are known are left out.
 */
export async function regionWorth(parts: readonly ValueFacts[], types: number): Promise<RegionWorth | undefined> {
  const sums = await sumsByMonth(parts, types)
  const now = sums.get(NOW)
  if (now === undefined || now.homes < LEAST_HOMES) return undefined
  const value = meanOf(now)
  sums.delete(NOW)
  const first = Math.min(...sums.keys())
  const past = Array.from(
    { length: sums.size === 0 ? 0 : Math.max(...sums.keys()) - first + 1 },
    (_, i) => first + i,
  ).map((month) => [month, together(sums, month)] as const)
  const enough = past.filter(([, { homes }]) => homes >= LEAST_HOMES)
  return { now: value, homes: now.homes, months: new Map(enough.map(([month, sum]) => [month, value * meanOf(sum)])) }
}

function together(sums: ReadonlyMap<number, Sum>, last: number): Sum {
  const months = Array.from({ length: MONTHS_TOGETHER }, (_, before) => sums.get(last - before)).filter(
    (sum) => sum !== undefined,
  )
  return {
    logSum: months.reduce((total, { logSum }) => total + logSum, 0),
    homes: months.reduce((total, { homes }) => total + homes, 0),
  }
}

async function sumsByMonth(parts: readonly ValueFacts[], types: number): Promise<Map<number, Sum>> {
  const sums = new Map<number, { logSum: number; homes: number }>()
  for await (const { rows, month, homeType, logSum, homes } of inTurns(parts)) {
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
