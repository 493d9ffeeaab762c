import { firstDayOfMonth, monthOfDay } from '../base/clock.ts'
import { median, weightedMedian } from '../base/median.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Condition } from '../catalog/query.ts'
import { HOME_TYPES, type HomeType } from '../model/home.ts'
import type { HomeColumnName } from '../model/home-columns.ts'
import type { RegionValues } from './value-index.ts'

/** A region is known once so many homes were sold in three months. */
const LEAST_SALES = 300
const LEAST_MONTHS = 3

/** Months to either side that a value is smoothed over. */
const REACH_MONTHS = 2

/** A home of twice the size fetches 2 ^ 0.7 times the price. */
const SIZE_ELASTICITY = 0.7

/** So many sales of a ZIP code tell half of what there is to know about its level. */
const HALF_KNOWN_SALES = 3

/** Months whose middling home the value is that of. */
const TYPICAL_MONTHS = 12

/** What sales of one month tell. */
interface MonthOfSales {
  /** Months since January 1970. */
  readonly month: number
  /** The first day after it. */
  readonly endDay: number
  readonly sales: number
  /** Logarithm of how much higher prices are than in the first month, for homes of one size and one ZIP code. */
  readonly level: number
  /** Logarithm of what the month's middling home would have fetched in the first month. */
  readonly typical: number
}

export interface AreaSale {
  readonly day: number
  readonly price: number
  readonly livingArea: number
  /** NaN where it is not known. */
  readonly zipcode: number
}

/**
 * Values of a region from what homes were sold for: how prices of a month lie above what the same ZIP codes fetched
 * before, smoothed. Undefined when the region has too few sales. Land is left out, and the type of home does not
 * matter: within one region all follow one market.
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

/** Whole months only: a month tells nothing before it has ended. */
export function valuesOfSales(region: string, sales: readonly AreaSale[]): RegionValues | undefined {
  const months = byMonth(sales)
  const ready = months.findIndex(({ month }, i) => {
    const recent = months.slice(0, i + 1).filter((each) => each.month > month - LEAST_MONTHS)
    return recent.reduce((sum, each) => sum + each.sales, 0) >= LEAST_SALES
  })
  const [first, readyMonth] = [months[0], months[ready]]
  if (first === undefined || readyMonth === undefined) return undefined
  const typical = months.map((_, i) =>
    median(months.slice(Math.max(0, i + 1 - TYPICAL_MONTHS), i + 1).map((each) => each.typical)),
  )
  return {
    region,
    source: 'sales in this catalogue',
    firstDay: firstDayOfMonth(first.month),
    readyDay: readyMonth.endDay,
    valueOn: (day, knownBy) => {
      const over = monthsOver(months, knownBy)
      return Math.exp((typical[over - 1] as number) + smoothed(months, over, monthsPassed(day))) // one is over by `readyDay`
    },
    newestDay: (knownBy) => (months[monthsOver(months, knownBy) - 1] ?? first).endDay - 1,
  }
}

/**
 * Month after month: prices are held against what their ZIP code fetched in the months before, and then become part
 * of it. A month's level so follows from no later one, and is the same whichever ZIP codes happen to sell in it.
 */
function byMonth(sales: readonly AreaSale[]): MonthOfSales[] {
  const months = [...Map.groupBy(sales, ({ day }) => monthOfDay(day))].sort(([one], [other]) => one - other)
  const zips = new Map<number, { sum: number; sales: number }>()
  let level = 0
  return months.map(([month, of]) => {
    level = levelAbove(zips, of) ?? level
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

/** The weighted median of how far prices lie above those of their ZIP codes; undefined where none of these is known. */
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
 * A straight line through the months around a moment, those near and those of many sales counting most, read off at
 * that moment; never beyond the middle of the first and the last month, where the line would only guess.
 */
function smoothed(months: readonly MonthOfSales[], over: number, moment: number): number {
  const [first, last] = [months[0], months[over - 1]]
  if (first === undefined || last === undefined) return Number.NaN
  const at = Math.min(last.month + 0.5, Math.max(first.month + 0.5, moment))
  let [weight, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (let i = 0; i < over; i++) {
    const { month, sales, level } = months[i] as MonthOfSales
    const away = month + 0.5 - at
    const nearness = 1 - Math.abs(away / (REACH_MONTHS + 1)) ** 3
    if (nearness <= 0) continue
    const w = sales * nearness ** 3
    weight += w
    x += w * away
    y += w * level
    xx += w * away * away
    xy += w * away * level
  }
  if (weight === 0) return nearestMonth(months, over, at).level
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

/** Months since January 1970, with the part of the month that has passed. */
function monthsPassed(day: number): number {
  const month = monthOfDay(day)
  const start = firstDayOfMonth(month)
  return month + (day - start) / (firstDayOfMonth(month + 1) - start)
}
