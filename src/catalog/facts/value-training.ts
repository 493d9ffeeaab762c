import { DAY_MS, dayNumber } from '../../kit/base/clock.ts'
import { MIN_PRICE, MIN_RENT } from '../../model/real-sale.ts'
import { Estimator } from '../../worth/estimator/estimator.ts'
import { HOME_INPUTS } from '../../worth/estimator/home-inputs.ts'
import { sizeIn } from '../../worth/estimator/lack.ts'
import { MIN_SALES } from '../../worth/estimator/market-sales.ts'
import { type Sales, SaleTable } from '../../worth/estimator/sales.ts'
import { trainEstimator } from '../../worth/estimator/train.ts'
import { COUNTRY, VALUE_KINDS, type ValueKind } from '../ports/estimator-lookup.ts'

/**
 * A row of the estimator table. `bytes` is empty if there are too few sales. `backtest` is present only for a market's
 * newest estimator.
 */
export type EstimatorRow = readonly [
  market: string,
  kind: ValueKind,
  day: number,
  sales: number,
  bytes: Uint8Array,
  backtest: Uint8Array,
]

/** Charts use an estimator for the end of each of the last five years with sales. More would make imports too slow. */
const MAX_YEARS = 5

/** A longer pause in sales means that an old file ended there. Its homes are valued as of its last day. */
const PAUSE_DAYS = 365
const MAX_PAUSES = 3

/** Settings for estimators of past days, which need less accuracy than today's. */
const OLDER = { trees: 150, most: 10_000, backtest: false } as const

/** With a fixed seed, training on the same sales gives the same estimators. */
const SEED = 1

export const MIN_PRICES: Readonly<Record<ValueKind, number>> = { price: MIN_PRICE, rent: MIN_RENT }

export type MarketSales = ReadonlyMap<string, Readonly<Record<ValueKind, SaleTable>>>

/** Receives a sentence that names a market for which training failed. */
export type ReportTrouble = (sentence: string) => void

/** The function that trains estimators, which tests replace. */
export type Trainer = typeof trainEstimator

/**
 * Trains an estimator for each state with enough sales, and one for all other states together. If training fails for a
 * market, reports this, and the import goes on without that estimator. `onMarket` is called before each market, and may
 * throw to stop the training.
 */
export function trainAll(
  states: MarketSales,
  report: ReportTrouble,
  trainer: Trainer = trainEstimator,
  onMarket: () => void = () => {},
): EstimatorRow[] {
  const inOrder = [...states].sort(([one], [other]) => (one < other ? -1 : 1))
  return VALUE_KINDS.flatMap((kind) => {
    const small: SaleTable[] = []
    const own = inOrder.flatMap(([state, tables]) => {
      onMarket()
      const rows = trainMarket({ market: state, kind, table: tables[kind] }, report, trainer)
      if (!rows.some(isTrained)) small.push(tables[kind])
      return rows
    })
    return [...own, ...trainMarket({ market: COUNTRY, kind, table: together(small, kind) }, report, trainer)]
  })
}

interface Market {
  readonly market: string
  readonly kind: ValueKind
  readonly table: SaleTable
}

/**
 * Returns the estimators of a market, oldest first. If training is impossible, returns one row without an estimator.
 * Empty without sales of homes of known size.
 */
function trainMarket({ market, kind, table }: Market, report: ReportTrouble, trainer: Trainer): EstimatorRow[] {
  const days = sizedDays(table, Number.POSITIVE_INFINITY)
  if (days.length === 0) return [] // no sale has a place, a size and a price
  const newest = newestDay(days)
  const salesBefore = (day: number) => salesUpTo(days, day)
  const train = (day: number, setting: Partial<typeof OLDER>): EstimatorRow => {
    const trained = attempt(() => trainer(table, { day, seed: SEED, ...setting }), `${kind}s in ${market}`, report)
    if (trained?.bytes === undefined) return [market, kind, day, salesBefore(day), NONE, NONE]
    const { bytes, backtest } = trained
    return [market, kind, day, Estimator.of(bytes).sales, bytes, setting.backtest === false ? NONE : backtest.bytes]
  }
  const now = train(newest, {})
  return isTrained(now) ? [...olderDays(days, newest).map((day) => train(day, OLDER)), now] : [now]
}

/**
 * Returns the days of sales up to `lastDay`, in order. Leaves out homes of unknown size, because estimators do not use
 * them.
 */
export function sizedDays(table: SaleTable, lastDay: number): Int32Array {
  const { days, inputs } = table.upTo(lastDay)
  return days.filter((_, row) => sizeIn(inputs, row * HOME_INPUTS.length) >= 1)
}

function isTrained([, , , , bytes]: EstimatorRow): boolean {
  return bytes.length > 0
}

function attempt<T>(work: () => T, what: string, report: ReportTrouble): T | undefined {
  try {
    return work()
  } catch (error) {
    report(`There are no estimates of ${what}: training failed (${String(error)}).`)
    return undefined
  }
}

const NONE = new Uint8Array()

function salesUpTo(days: Int32Array, day: number): number {
  return days.findLastIndex((sold) => sold <= day) + 1
}

/**
 * Returns the days before `newest` that get an estimator, oldest first. These are the ends of the last years with
 * sales, and the last day before each long pause. Skips a day if no sale was added since the previous day.
 * @param days The days of sales, in order.
 */
export function olderDays(days: Int32Array, newest: number): number[] {
  const pauses: number[] = []
  const yearEnds = new Set<number>()
  for (const [i, day] of days.entries()) {
    if (day >= newest) break
    if ((days[i + 1] ?? day) - day > PAUSE_DAYS) pauses.push(day)
    yearEnds.add(yearEndOf(day))
  }
  const seen = new Set([0, salesUpTo(days, newest)])
  const candidates = [...pauses.slice(-MAX_PAUSES), ...yearEnds]
    .sort((one, other) => one - other)
    .filter((day) => {
      const sales = salesUpTo(days, day)
      if (day >= newest || sales < MIN_SALES || seen.has(sales)) return false
      seen.add(sales)
      return true
    })
  const lastYears = candidates.filter((day) => !pauses.includes(day)).slice(-MAX_YEARS)
  return candidates.filter((day) => pauses.includes(day) || lastYears.includes(day))
}

function yearEndOf(day: number): number {
  return dayNumber(Date.UTC(new Date(day * DAY_MS).getUTCFullYear() + 1, 0, 1)) - 1
}

/** If a few sales are dated this much later than all others, their dates are wrong and must not set the newest day. */
const GAP_DAYS = 60
const SLIPS_SHARE = 0.01

/**
 * Returns the newest day with sales, ignoring a few sales with dates far in the future.
 * @param days The days of sales, in order.
 */
function newestDay(days: Int32Array): number {
  const at = (i: number) => days[i] as number // in bounds
  let last = days.length - 1
  for (let i = last; i > (1 - SLIPS_SHARE) * days.length; i--) if (at(i) - at(i - 1) > GAP_DAYS) last = i - 1
  return at(last)
}

function together(tables: readonly SaleTable[], kind: ValueKind): SaleTable {
  const all = new SaleTable(kind)
  for (const table of tables) addAll(all, table.upTo(Number.POSITIVE_INFINITY))
  return all
}

/** Returns the newest sales of a table as a new table. */
export function newestOf(table: SaleTable, kind: ValueKind, most: number): SaleTable {
  const newestSales = new SaleTable(kind)
  addAll(newestSales, table.upTo(Number.POSITIVE_INFINITY, most))
  return newestSales
}

function addAll(table: SaleTable, { size, zpids, days, prices, inputs, places, cities, facts, factRows }: Sales): void {
  const width = inputs.length / size
  for (let i = 0; i < size; i++) {
    const own = inputs.subarray(i * width, (i + 1) * width)
    const [zpid, day, price] = [zpids[i] as number, days[i] as number, prices[i] as number] // `i` is a row of the table
    table.add(zpid, day, price, own, places[i] as number, facts.read(factRows[i] as number), cities[i])
  }
}
