import { DAY_MS } from '../base/clock.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Condition } from '../catalog/query.ts'
import { HOME_TYPES, type HomeType } from '../model/home.ts'
import type { HomeColumnName } from '../model/home-columns.ts'
import type { RegionValues } from './value-index.ts'

/** A region is known once so many homes were sold in three months. */
const LEAST_SALES = 90
const LEAST_MONTHS = 3

/** Months to either side that a value is smoothed over. */
const REACH_MONTHS = 4

/** Months whose middling home the value is that of. */
const TYPICAL_MONTHS = 12

/** What sales of one month tell. */
interface MonthOfSales {
  /** Months since January 1970. */
  readonly month: number
  /** The first day after it. */
  readonly endDay: number
  readonly sales: number
  /** Logarithm of the median price of a square foot. */
  readonly logPrice: number
  /** Median living area, square feet. */
  readonly area: number
}

export interface AreaSale {
  readonly day: number
  readonly price: number
  readonly livingArea: number
}

/**
 * Values of a region from what homes were sold for: the median price of a square foot by month, smoothed. Undefined when
 * the region has too few sales. Land is left out, and the type of home does not matter: within one region all follow one
 * market.
 */
export async function valuesFromSales(
  region: string,
  _homeType: HomeType,
  catalog: Catalog,
): Promise<RegionValues | undefined> {
  return valuesOfSales(region, await salesOf(region, catalog))
}

const ANY_BUT_LAND = HOME_TYPES.filter((type) => type !== 'LOT')

async function salesOf(region: string, catalog: Catalog): Promise<AreaSale[]> {
  const where: Condition[] = [
    { parameter: 'region', node: { kind: 'place', regions: [region] } },
    { parameter: 'homeType', node: { kind: 'oneOf', column: 'homeType', values: ANY_BUT_LAND } },
    ...KNOWN.map((column): Condition => ({ parameter: column, node: known(column) })),
  ]
  const { zpids, values } = await catalog.selectAll({ listingClass: 'Sold', where }, KNOWN)
  return Array.from(zpids, (_, i) => ({
    day: values.soldDay[i] ?? 0,
    price: values.price[i] ?? 0,
    livingArea: values.livingArea[i] ?? 0,
  }))
}

const KNOWN = ['soldDay', 'price', 'livingArea'] as const satisfies readonly HomeColumnName[]

function known(column: HomeColumnName) {
  return { kind: 'range', column, min: 1, max: Number.POSITIVE_INFINITY, orMissing: false } as const
}

/** Whole months only: a month tells nothing before it has ended. */
export function valuesOfSales(region: string, sales: readonly AreaSale[]): RegionValues | undefined {
  const months = byMonth(sales)
  const ready = months.findIndex(({ month }, i) => {
    const recent = months.slice(0, i + 1).filter((each) => each.month > month - LEAST_MONTHS)
    return recent.reduce((sum, each) => sum + each.sales, 0) >= LEAST_SALES
  })
  const [first, readyMonth] = [months[0], months[ready]]
  if (first === undefined || readyMonth === undefined) return undefined
  const areas = months.map((_, i) =>
    median(months.slice(Math.max(0, i + 1 - TYPICAL_MONTHS), i + 1).map(({ area }) => area)),
  )
  return {
    region,
    source: 'sales in this catalogue',
    firstDay: startOfMonth(first.month),
    readyDay: readyMonth.endDay,
    valueOn: (day, knownBy) => {
      const over = monthsOver(months, knownBy)
      return Math.exp(smoothed(months, over, monthOf(day))) * (areas[over - 1] as number) // one is over by `readyDay`
    },
    newestDay: (knownBy) => (months[monthsOver(months, knownBy) - 1] ?? first).endDay - 1,
  }
}

function byMonth(sales: readonly AreaSale[]): MonthOfSales[] {
  const months = Map.groupBy(sales, ({ day }) => Math.floor(monthOf(day)))
  return [...months]
    .map(([month, of]) => ({
      month,
      endDay: startOfMonth(month + 1),
      sales: of.length,
      logPrice: median(of.map(({ price, livingArea }) => Math.log(price / livingArea))),
      area: median(of.map(({ livingArea }) => livingArea)),
    }))
    .sort((one, other) => one.month - other.month)
}

/**
 * A straight line through the months around a moment, those near and those of many sales counting most, read off at that
 * moment; never beyond the middle of the first and the last month, where the line would only guess.
 */
function smoothed(months: readonly MonthOfSales[], over: number, moment: number): number {
  const [first, last] = [months[0], months[over - 1]]
  if (first === undefined || last === undefined) return Number.NaN
  const at = Math.min(last.month + 0.5, Math.max(first.month + 0.5, moment))
  let [weight, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < over; i++) {
    const { month, sales, logPrice } = months[i] as MonthOfSales
    const away = month + 0.5 - at
    const nearness = 1 - Math.abs(away / (REACH_MONTHS + 1)) ** 3
    if (nearness <= 0) continue
    const w = sales * nearness ** 3
    weight += w
    x += w * away
    y += w * logPrice
    xx += w * away * away
    xy += w * away * logPrice
  }
  if (weight === 0) return nearestMonth(months, over, at).logPrice
  const spread = weight * xx - x * x
  return spread > 1e-9 * weight * weight ? (xx * y - x * xy) / spread : y / weight
}

function nearestMonth(months: readonly MonthOfSales[], over: number, at: number): MonthOfSales {
  const awayFrom = ({ month }: MonthOfSales) => Math.abs(month + 0.5 - at)
  return months.slice(0, over).reduce((best, each) => (awayFrom(each) < awayFrom(best) ? each : best))
}

/** How many of the months have ended by a day. */
function monthsOver(months: readonly MonthOfSales[], knownBy: number): number {
  let over = months.length
  while (over > 0 && (months[over - 1] as MonthOfSales).endDay > knownBy) over--
  return over
}

function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Months since January 1970, with the part of the month that has passed. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS)
  const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
  const start = startOfMonth(month)
  return month + (day - start) / (startOfMonth(month + 1) - start)
}

/** Day number of a month's first day. */
function startOfMonth(month: number): number {
  return Date.UTC(1970, month, 1) / DAY_MS
}
