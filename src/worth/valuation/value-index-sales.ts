import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Condition } from '../../catalog/ports/query.ts'
import { median, weightedMedian } from '../../kit/algorithms/median.ts'
import { firstDayOfMonth, monthOfDay } from '../../kit/base/clock.ts'
import { HOME_TYPES, type HomeType } from '../../model/home.ts'
import type { HomeColumnName } from '../../model/home-columns.ts'
import { MIN_PRICE } from '../../model/real-sale.ts'
import { soleSales } from '../estimator/sole-sales.ts'
import { boundedChange } from './market-bound.ts'
import type { RegionValues } from './region-values.ts'

/** A region has values once it had this many sales within `MIN_MONTHS` months. */
const MIN_SALES = 300
const MIN_MONTHS = 3

/** Number of months before and after a month whose values are averaged with it. */
const SMOOTHING_MONTHS = 2

/** A home of twice the size costs 2 ^ 0.7 times as much. */
const SIZE_ELASTICITY = 0.7

/** With this many sales, a ZIP code's price level counts half. */
const HALF_KNOWN_SALES = 3

/** Number of months whose median home is the typical home. */
const TYPICAL_MONTHS = 12

interface MonthOfSales {
  /** Months since January 1970. */
  readonly month: number
  /** The day after the month's last day. */
  readonly endDay: number
  readonly sales: number
  /** Logarithm of how much prices changed since the first month, for homes of equal size in the same ZIP code. */
  readonly level: number
  /** Logarithm of what the median home of this month would have cost in the first month. */
  readonly typical: number
}

export interface AreaSale {
  readonly day: number
  readonly price: number
  readonly livingArea: number
  /** NaN if unknown. */
  readonly zipcode: number
}

/**
 * Computes home values of a region from sale prices: how prices in a ZIP code compare with earlier prices there,
 * smoothed. Undefined if there are too few sales. Ignores land. Uses all home types together, because they follow the
 * same market.
 */
export async function valuesFromSales(
  region: string,
  _homeType: HomeType,
  catalog: Catalog,
): Promise<RegionValues | undefined> {
  return valuesOfSales(region, await salesOf(region, catalog))
}

const ANY_BUT_LAND = HOME_TYPES.filter((type) => type !== 'LOT')

async function salesOf(region: string, catalog: Pick<Catalog, 'search'>): Promise<AreaSale[]> {
  const where: Condition[] = [
    { parameter: 'region', node: { kind: 'place', regions: [region] } },
    { parameter: 'homeType', node: { kind: 'oneOf', column: 'homeType', values: ANY_BUT_LAND } },
    ...KNOWN.map((column): Condition => ({ parameter: column, node: known(column) })),
  ]
  const { zpids, values } = await catalog
    .search('home')
    .selectAll({ listingClass: 'Sold', where }, [...KNOWN, 'zipcode'])
  return Array.from(zpids, (_, i) => ({
    day: values.soldDay[i] ?? 0,
    price: values.price[i] ?? 0,
    livingArea: values.livingArea[i] ?? 0,
    zipcode: values.zipcode[i] ?? Number.NaN,
  }))
}

const KNOWN = ['soldDay', 'price', 'livingArea'] as const satisfies readonly HomeColumnName[]

function known(column: HomeColumnName) {
  return { kind: 'range', column, min: 1, max: Number.POSITIVE_INFINITY, orMissing: false } as const
}

/** Values exist only for months that have ended. */
export function valuesOfSales(region: string, deeds: readonly AreaSale[]): RegionValues | undefined {
  const months = byMonth(realSales(deeds))
  const ready = months.findIndex(({ month }, i) => {
    const recent = months.slice(0, i + 1).filter((each) => each.month > month - MIN_MONTHS)
    return recent.reduce((sum, each) => sum + each.sales, 0) >= MIN_SALES
  })
  const [first, readyMonth] = [months[0], months[ready]]
  if (first === undefined || readyMonth === undefined) return undefined
  const typical = months.map((_, i) =>
    median(months.slice(Math.max(0, i + 1 - TYPICAL_MONTHS), i + 1).map((each) => each.typical)),
  )
  const lastEnded = (knownBy: number) => months[monthsEnded(months, knownBy) - 1] ?? first
  return {
    region,
    source: 'sales in this catalog',
    firstDay: firstDayOfMonth(first.month),
    readyDay: readyMonth.endDay,
    valueOn: (day, knownBy) => {
      const ended = monthsEnded(months, knownBy) // at least one month has ended
      return Math.exp((typical[ended - 1] as number) + smoothed(months, ended, monthsPassed(day)))
    },
    newestDay: (knownBy) => lastEnded(knownBy).endDay - 1,
    salesIn: (month) => months.find((each) => each.month === month)?.sales ?? 0,
    flatFrom: (knownBy) => {
      const { month, endDay } = lastEnded(knownBy)
      return Math.floor((firstDayOfMonth(month) + endDay) / 2)
    },
  }
}

/** Leaves out nominal deeds and packages, which do not say what a home is worth; see `MIN_PRICE` and `soleSales`. */
function realSales(deeds: readonly AreaSale[]): AreaSale[] {
  const sales = deeds.filter(({ price }) => price >= MIN_PRICE).sort((one, other) => one.day - other.day)
  const column = (of: (sale: AreaSale) => number) => Float64Array.from(sales, of)
  const columns = {
    days: column(({ day }) => day),
    prices: column(({ price }) => price),
    places: column(({ zipcode }) => zipcode),
    sizes: column(({ livingArea }) => livingArea),
  }
  return Array.from(soleSales(Uint32Array.from(sales.keys()), columns), (row) => sales[row] as AreaSale) // in bounds
}

/**
 * Compares each month's prices with all earlier prices in the same ZIP codes. So a month's level depends neither on
 * later months nor on which ZIP codes have sales in that month. Changes are limited to what is plausible for a market.
 */
function byMonth(sales: readonly AreaSale[]): MonthOfSales[] {
  const months = [...Map.groupBy(sales, ({ day }) => monthOfDay(day))].sort(([one], [other]) => one - other)
  const zips = new Map<number, { sum: number; sales: number }>()
  const firstDay = firstDayOfMonth(months[0]?.[0] ?? 0)
  let level = 0
  return months.map(([month, of]) => {
    level = boundedChange(levelAbove(zips, of) ?? level, firstDayOfMonth(month) - firstDay)
    for (const sale of of) {
      const zip = zips.get(sale.zipcode) ?? { sum: 0, sales: 0 }
      zip.sum += logPriceForSize(sale) - level
      zip.sales++
      zips.set(sale.zipcode, zip)
    }
    const typical = median(of.map(({ price }) => Math.log(price))) - level
    return { month, endDay: firstDayOfMonth(month + 1), sales: of.length, level, typical }
  })
}

/**
 * Returns how far prices are above earlier prices of their ZIP codes, as a weighted median. Undefined if no ZIP code is
 * known.
 */
function levelAbove(
  zips: ReadonlyMap<number, { readonly sum: number; readonly sales: number }>,
  sales: readonly AreaSale[],
): number | undefined {
  const above = sales.flatMap((sale) => {
    const zip = zips.get(sale.zipcode)
    if (zip === undefined) return []
    return [{ value: logPriceForSize(sale) - zip.sum / zip.sales, weight: zip.sales / (zip.sales + HALF_KNOWN_SALES) }]
  })
  return weightedMedian(above)
}

function logPriceForSize({ price, livingArea }: AreaSale): number {
  return Math.log(price) - SIZE_ELASTICITY * Math.log(livingArea)
}

/**
 * Fits a line to the months around a time; near months and months with many sales count most. Never extrapolates: the
 * time is limited to the middle of the first and the last month.
 */
function smoothed(months: readonly MonthOfSales[], ended: number, moment: number): number {
  const [first, last] = [months[0], months[ended - 1]]
  if (first === undefined || last === undefined) return Number.NaN
  const at = Math.min(last.month + 0.5, Math.max(first.month + 0.5, moment))
  let [weight, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < ended; i++) {
    const { month, sales, level } = months[i] as MonthOfSales
    const away = month + 0.5 - at
    const nearness = 1 - Math.abs(away / (SMOOTHING_MONTHS + 1)) ** 3
    if (nearness <= 0) continue
    const w = sales * nearness ** 3
    weight += w
    x += w * away
    y += w * level
    xx += w * away * away
    xy += w * away * level
  }
  if (weight === 0) return nearestMonth(months, ended, at).level
  const spread = weight * xx - x * x
  return spread > 1e-9 * weight * weight ? (xx * y - x * xy) / spread : y / weight
}

function nearestMonth(months: readonly MonthOfSales[], ended: number, at: number): MonthOfSales {
  const awayFrom = ({ month }: MonthOfSales) => Math.abs(month + 0.5 - at)
  return months.slice(0, ended).reduce((best, each) => (awayFrom(each) < awayFrom(best) ? each : best))
}

/** Returns how many of the months have ended by a day. */
function monthsEnded(months: readonly MonthOfSales[], knownBy: number): number {
  let ended = months.length
  while (ended > 0 && (months[ended - 1] as MonthOfSales).endDay > knownBy) ended--
  return ended
}

/** Returns months since January 1970, with a fraction for the current month. */
function monthsPassed(day: number): number {
  const month = monthOfDay(day)
  const start = firstDayOfMonth(month)
  return month + (day - start) / (firstDayOfMonth(month + 1) - start)
}
