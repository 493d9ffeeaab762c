import { DAY_MS, dayNumber } from '../../../base/clock.ts'
import { Estimator } from '../../../estimator/estimator.ts'
import { type Sales, SaleTable } from '../../../estimator/sales.ts'
import { MIN_SALES, trainEstimator } from '../../../estimator/train.ts'
import { COUNTRY, VALUE_KINDS, type ValueKind } from '../../estimator-lookup.ts'
import type { EstimatorRow } from './stored.ts'

/** Charts have an estimator at the end of each of so many years: more would take an import too long. */
const YEARS_BACK = 5

/** Those need not be as exact as today's. */
const OLDER = { trees: 60, most: 10_000, backtest: false } as const

/** The same sales train the same estimators. */
const SEED = 1

/** A lower price is a gift, a transfer or an error; so is a lower monthly rent. */
export const MIN_PRICES: Readonly<Record<ValueKind, number>> = { price: 1000, rent: 100 }

/** The sales of each state, by what they tell. */
export type MarketSales = ReadonlyMap<string, Readonly<Record<ValueKind, SaleTable>>>

/** Estimators of every state that has enough sales, and one of all other states together. */
export function trainAll(states: MarketSales): EstimatorRow[] {
  const inOrder = [...states].sort(([one], [other]) => (one < other ? -1 : 1))
  return VALUE_KINDS.flatMap((kind) => {
    const tables = inOrder.map(([state, table]) => [state, table[kind]] as const)
    const small = tables.flatMap(([, table]) => (table.size < MIN_SALES ? [table] : []))
    return [...tables, [COUNTRY, together(small)] as const].flatMap(([market, table]) =>
      trainMarket(market, kind, table),
    )
  })
}

function trainMarket(market: string, kind: ValueKind, table: SaleTable): EstimatorRow[] {
  if (table.size === 0) return []
  const { days } = table.upTo(Number.POSITIVE_INFINITY)
  const newest = newestDay(days)
  const known = (day: number) => days.findLastIndex((sold) => sold <= day) + 1
  const train = (day: number, setting: Partial<typeof OLDER>): EstimatorRow => {
    const trained = trainEstimator(table, { day, seed: SEED, ...setting })
    if (trained.refused !== undefined) return [market, kind, day, known(day), NONE, NONE]
    const { bytes, backtest } = trained
    return [market, kind, day, Estimator.of(bytes).sales, bytes, setting.backtest === false ? NONE : backtest.bytes]
  }
  const older = yearEnds(newest).flatMap((day) => (known(day) < MIN_SALES ? [] : [train(day, OLDER)]))
  return [...older, train(newest, {})]
}

const NONE = new Uint8Array()

/** The last days of the years before a day, oldest first. */
function yearEnds(day: number): number[] {
  const year = new Date(day * DAY_MS).getUTCFullYear()
  const ends = Array.from({ length: YEARS_BACK }, (_, ago) => dayNumber(Date.UTC(year - ago, 0, 1)) - 1)
  return ends.filter((end) => end < day).toReversed()
}

/** Few sales, far behind all others, are slips: one that is dated years ahead must not hide the estimator. */
const GAP_DAYS = 60
const SLIPS_SHARE = 0.01

/** The newest day on which homes were sold. @param days In order. */
function newestDay(days: Int32Array): number {
  const at = (i: number) => days[i] as number // within them
  let last = days.length - 1
  for (let i = last; i > (1 - SLIPS_SHARE) * days.length; i--) if (at(i) - at(i - 1) > GAP_DAYS) last = i - 1
  return at(last)
}

function together(tables: readonly SaleTable[]): SaleTable {
  const all = new SaleTable()
  for (const table of tables) addAll(all, table.upTo(Number.POSITIVE_INFINITY))
  return all
}

function addAll(table: SaleTable, { size, zpids, days, prices, inputs, places }: Sales): void {
  const width = inputs.length / size
  for (let i = 0; i < size; i++) {
    const own = inputs.subarray(i * width, (i + 1) * width)
    table.add(zpids[i] as number, days[i] as number, prices[i] as number, own, places[i] as number) // i is one of them
  }
}
