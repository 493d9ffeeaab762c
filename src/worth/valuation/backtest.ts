import { setImmediate as nextTurn } from 'node:timers/promises'
import { dataCache } from '../../catalog/facts/data-cache.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import { COUNTRY, type StoredMarket, type ValueKind } from '../../catalog/ports/estimator-lookup.ts'
import { median } from '../../kit/algorithms/median.ts'
import { firstDayOfMonth, monthOfDay } from '../../kit/base/clock.ts'
import type { Region } from '../../model/region.ts'
import { BacktestTable } from '../estimator/backtest-table.ts'
import { LACKS } from '../estimator/lack.ts'
import { type RatioStudy, ratioStudy } from '../estimator/ratio-study.ts'
import { computedValues, isLocal } from './value-index.ts'

/** With fewer sales, figures would be luck and would reveal prices and estimates of single homes. */
export const MIN_SALES_SHOWN = 30

/** Maximum number of regions of one type in a list. Other regions can be requested individually. */
export const MAX_LISTED = 100

/** Maximum number of attempts to read a backtest while the catalog does not change. */
const MAX_READS = 5

/** How estimates compare with the prices paid, for sales that were not used for training. */
export interface Accuracy {
  readonly study: RatioStudy
  /** The same figures for the values by comparable sales alone. NaN if there are none. */
  readonly comparables: RatioStudy
  /** Day number of the first sale. */
  readonly firstDay: number
  /** Day number of the last sale. */
  readonly lastDay: number
}

export interface RegionAccuracy extends Accuracy {
  readonly key: string
}

/** The accuracy of estimates of homes with certain unknown facts; see `LACKS`. */
export interface LackAccuracy extends Accuracy {
  readonly lack: (typeof LACKS)[number]
}

/** Accuracy of a region's value chart: how far the value before a month is from the median price in that month. */
export interface ChartAccuracy {
  /** Number of months with enough sales that were not used for training. */
  readonly months: number
  /** Median of the errors, as a fraction. */
  readonly medianError: number
}

/** Regions of one type with enough sales that were not used for training. */
export interface RegionAccuracies {
  readonly total: number
  /** The regions with the most sales, most first. */
  readonly listed: readonly RegionAccuracy[]
}

export interface Backtest {
  /** The newest estimators for homes of the region; empty if too few sales are known. */
  readonly markets: readonly StoredMarket[]
  /** Markets with too few sales for an estimator. */
  readonly untrained: readonly StoredMarket[]
  /** Number of sales in the region that were not used for training. */
  readonly held: number
  /** Undefined if there are too few sales. */
  readonly accuracy: Accuracy | undefined
  /** The accuracy for homes with more unknown facts, in the order of `LACKS`. Leaves out entries with too few sales. */
  readonly byLack: readonly LackAccuracy[]
  /** Undefined if too little is known. Also undefined for rents, states and the country, which have no such chart. */
  readonly chart: ChartAccuracy | undefined
  readonly counties: RegionAccuracies
  readonly zipcodes: RegionAccuracies
}

/** The fields of a region that a backtest needs. */
export type BacktestRegion = Pick<Region, 'key' | 'type' | 'state'>

const keep = dataCache(200)

/** Returns how accurate the estimators are for a region, on sales that were not used for training. */
export function backtestOf(kind: ValueKind, region: BacktestRegion, catalog: Catalog): Promise<Backtest> {
  return keep(catalog, `${kind} ${region.key}`, async () => {
    for (let read = 1; ; read++) {
      const { dataVersion } = catalog.about()
      const backtest = await readBacktest(kind, region, catalog)
      if (catalog.about().dataVersion === dataVersion || read === MAX_READS) return backtest
    }
  })
}

async function readBacktest(kind: ValueKind, region: BacktestRegion, catalog: Catalog): Promise<Backtest> {
  const regionMarkets = marketsOf(
    region,
    (await catalog.estimators.all()).filter((market) => market.kind === kind),
  )
  const markets = regionMarkets.filter(({ trained }) => trained)
  const counties = await catalog.market.placesIn(region.key, 'county')
  const zipcodes = await catalog.market.placesIn(region.key, 'zipcode')
  const held = new HeldBackSales()
  const lacking = LACKS.map((lack) => ({ lack, sales: new HeldBackSales() }))
  for (const { market } of markets) {
    const bytes = await catalog.estimators.backtest(kind, market)
    if (bytes !== undefined && BacktestTable.isReadable(bytes))
      addTable(BacktestTable.of(bytes), counties, held, lacking)
    await nextTurn()
  }
  return {
    markets,
    untrained: regionMarkets.filter(({ trained }) => !trained),
    held: held.size,
    accuracy: held.size < MIN_SALES_SHOWN ? undefined : held.accuracy(),
    byLack: lacking.flatMap(({ lack, sales }) => (sales.size < MIN_SALES_SHOWN ? [] : [{ lack, ...sales.accuracy() }])),
    chart: kind === 'price' && isLocal(region.type) ? await chartOf(region.key, held, catalog) : undefined,
    counties: await regionsOf(held, counties),
    zipcodes: await regionsOf(held, zipcodes),
  }
}

async function chartOf(region: string, held: HeldBackSales, catalog: Catalog): Promise<ChartAccuracy | undefined> {
  const values = await computedValues(region, catalog)
  if (values === undefined) return undefined
  const errors = [...held.pricesByMonth()].flatMap(([month, prices]) => {
    const before = firstDayOfMonth(month) - 1
    if (prices.length < MIN_SALES_SHOWN || before < values.readyDay) return []
    return Math.abs(values.valueOn(before, before) / median(prices) - 1)
  })
  return errors.length === 0 ? undefined : { months: errors.length, medianError: median(errors) }
}

/**
 * Adds the sales of a table that are in `counties`. Sales with the same unknown facts as the table's first sale go to
 * `held`. Other sales go to `lacking`, by their unknown facts.
 */
function addTable(
  table: BacktestTable,
  counties: ReadonlyMap<number, unknown>,
  held: HeldBackSales,
  lacking: readonly { readonly sales: HeldBackSales }[],
): void {
  const { lacks, places } = table.columns
  for (const [row, lack] of lacks.entries())
    if (counties.has(places[row] as number)) (lack === lacks[0] ? held : lacking[lack]?.sales)?.add(table, row)
}

/**
 * Returns the newest data of each market that values homes of a region: the state's own market, or the market shared by
 * states with few sales. A metro may be in several states.
 */
function marketsOf({ type, state }: BacktestRegion, all: readonly StoredMarket[]): readonly StoredMarket[] {
  const newest = [...new Map(all.map((market) => [market.market, market])).values()] // the last entry of each market is the newest
  if (type === 'country' || type === 'metro') return newest
  const own = newest.find(({ market }) => market === state)
  if (own?.trained === true) return [own]
  const country = newest.find(({ market }) => market === COUNTRY)
  return [own, country].filter((market) => market !== undefined)
}

async function regionsOf(
  held: HeldBackSales,
  regions: ReadonlyMap<number, string | undefined>,
): Promise<RegionAccuracies> {
  const groups = [...held.byRegion(regions)]
    .filter(([, rows]) => rows.length >= MIN_SALES_SHOWN)
    .sort(([one, rows], [other, others]) => others.length - rows.length || (one < other ? -1 : 1))
  const listed: RegionAccuracy[] = []
  for (const [key, rows] of groups.slice(0, MAX_LISTED)) {
    listed.push({ key, ...held.accuracy(rows) })
    await nextTurn()
  }
  return { total: groups.length, listed }
}

const COLUMNS = ['days', 'places', 'prices', 'estimates', 'comparables', 'low80', 'high80', 'low90', 'high90'] as const

/** A region's sales that were not used for training, from any number of tables. */
class HeldBackSales {
  readonly #columns: Readonly<Record<(typeof COLUMNS)[number], number[]>> = {
    days: [],
    places: [],
    prices: [],
    estimates: [],
    comparables: [],
    low80: [],
    high80: [],
    low90: [],
    high90: [],
  }

  get size(): number {
    return this.#columns.days.length
  }

  add({ columns }: BacktestTable, row: number): void {
    for (const name of COLUMNS) this.#columns[name].push(columns[name][row] as number) // in bounds
  }

  pricesByMonth(): ReadonlyMap<number, readonly number[]> {
    const { days, prices } = this.#columns
    const byMonth = Map.groupBy(days.keys(), (row) => monthOfDay(days[row] as number)) // in bounds
    return new Map(Array.from(byMonth, ([month, rows]) => [month, rows.map((row) => prices[row] as number)]))
  }

  byRegion(regions: ReadonlyMap<number, string | undefined>): ReadonlyMap<string, readonly number[]> {
    const groups = new Map<string, number[]>()
    for (const [row, place] of this.#columns.places.entries()) {
      const key = regions.get(place)
      if (key === undefined) continue
      const rows = groups.get(key)
      if (rows === undefined) groups.set(key, [row])
      else rows.push(row)
    }
    return groups
  }

  /** @param rows At least one row. Default: all rows. */
  accuracy(rows?: readonly number[]): Accuracy {
    const of = (name: (typeof COLUMNS)[number]) => {
      const column = this.#columns[name]
      return rows === undefined ? column : rows.map((row) => column[row] as number) // in bounds
    }
    /** Rounds to whole dollars, so that the study judges the intervals that answers show. */
    const ends = (name: (typeof COLUMNS)[number]) => of(name).map(Math.round)
    const days = of('days')
    return {
      study: ratioStudy({
        prices: of('prices'),
        estimates: of('estimates'),
        intervals: [
          { promised: 0.8, lows: ends('low80'), highs: ends('high80') },
          { promised: 0.9, lows: ends('low90'), highs: ends('high90') },
        ],
      }),
      comparables: ratioStudy({ prices: of('prices'), estimates: of('comparables') }),
      firstDay: days.reduce((first, day) => Math.min(first, day)),
      lastDay: days.reduce((last, day) => Math.max(last, day)),
    }
  }
}
