import type { Catalog } from '../../catalog/ports/catalog.ts'
import { median } from '../../kit/algorithms/median.ts'
import { firstDayOfMonth, monthOfDay } from '../../kit/base/clock.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import { LISTING_CLASSES } from '../../model/home-columns.ts'
import { placeIndexOf } from '../../places/locate/place-index.ts'
import { type ShownValue, shownValue } from '../valuation/estimate.ts'
import { boundedFactor } from '../valuation/market-bound.ts'
import { computedValues } from '../valuation/value-index.ts'
import { MIN_HOMES, type Setting } from './figure.ts'
import type { HomeKind } from './home-kinds.ts'
import { lastDayOf } from './published.ts'
import type { MonthValue } from './region-value.ts'

/** The median value of a region's homes in dollars, computed from the estimates that answers show. */
export interface EstimatedValue {
  readonly now: number
  /** Number of estimated homes. */
  readonly homes: number
  /** Day number of the newest estimate. No later data is used. */
  readonly day: number
}

/** Maximum number of homes to estimate. Their median is within about two percent of the median of all homes. */
const MAX_ESTIMATED = 300

/** Number of homes to estimate before other calls may run. */
const ESTIMATED_PER_SLOT = 10

/** Maximum number of homes to sort, which takes a few milliseconds. */
const MAX_SORTED = 20_000

const UNKNOWN = Number.MAX_VALUE

/** Regions with more homes have no estimated value, because choosing homes from so many would take too long. */
const MAX_HOMES = 500_000

/**
 * Returns the median value of the homes of a region and kind that searches find. Estimates at most `most` homes, evenly
 * spread over prices. Undefined if the region has too many homes, or too few with a value.
 */
export async function estimatedValue(
  region: string,
  kind: HomeKind,
  { catalog, today }: Setting,
  most = MAX_ESTIMATED,
): Promise<EstimatedValue | undefined> {
  const markets = await catalog.estimators.all()
  if (!markets.some((market) => market.kind === 'price' && market.trained)) return undefined
  if (!isSmall(region, catalog)) return undefined
  const zpids = evenly(await homesOf(region, kind, catalog), most)
  const values: number[] = []
  let newestDay = Number.NEGATIVE_INFINITY
  for (let from = 0; from < zpids.length; from += ESTIMATED_PER_SLOT) {
    await nextSlot()
    const slot = Array.from(zpids.subarray(from, from + ESTIMATED_PER_SLOT), (zpid) => valueShown(zpid, today, catalog))
    for (const shown of await Promise.all(slot)) {
      if (shown === undefined) continue
      values.push(shown.amount)
      newestDay = Math.max(newestDay, shown.own?.day ?? today)
    }
  }
  return values.length < MIN_HOMES ? undefined : { now: median(values), homes: values.length, day: newestDay }
}

/**
 * Returns what today's typical home was worth at the end of earlier months. Follows the sale prices of the region. Keys
 * are months since January 1970; months without sales are left out. Empty if too few sales are known.
 */
export async function valueByMonth(
  { now, day }: EstimatedValue,
  region: string,
  catalog: Catalog,
): Promise<ReadonlyMap<number, MonthValue>> {
  const values = isSmall(region, catalog) ? await computedValues(region, catalog) : undefined
  if (values === undefined || values.readyDay > day) return new Map()
  const first = monthOfDay(values.firstDay)
  const months = Array.from({ length: monthOfDay(day) - first }, (_, i) => first + i)
  const valueNow = values.valueOn(day, day)
  return new Map(
    months
      .filter((month) => values.newestDay(lastDayOf(month) + 1) >= firstDayOfMonth(month))
      .map((month) => {
        const end = lastDayOf(month)
        const value = now * boundedFactor(values.valueOn(end, day) / valueNow, day - end)
        return [month, { value, homes: values.salesIn?.(month) ?? 0 }]
      }),
  )
}

function isSmall(region: string, catalog: Catalog): boolean {
  return (placeIndexOf(catalog.regions()).at(region)?.homes ?? 0) <= MAX_HOMES
}

/**
 * Returns ids of homes in the order of their last price (paid or asked). Unknown prices come last. Returns a sample if
 * there are many homes.
 */
async function homesOf(region: string, { types }: HomeKind, catalog: Catalog): Promise<Float64Array> {
  const where = [
    { parameter: 'region', node: { kind: 'place', regions: [region] } },
    { parameter: 'homeType', node: { kind: 'oneOf', column: 'homeType', values: types } },
  ] as const
  const ofClasses = await Promise.all(
    LISTING_CLASSES.map((listingClass) => catalog.search('home').selectAll({ listingClass, where }, ['price'])),
  )
  const all = Float64Array.from(ofClasses.flatMap(({ zpids }) => [...zpids])).sort()
  const prices = new Map(Array.from(evenly(all, MAX_SORTED), (zpid) => [zpid, UNKNOWN]))
  for (const { zpids, values } of ofClasses)
    for (const [i, price] of values.price.entries())
      if (price > 0 && prices.has(zpids[i] as number)) prices.set(zpids[i] as number, price)
  return Float64Array.from([...prices].sort(([, one], [, other]) => one - other).map(([zpid]) => zpid))
}

function evenly(zpids: Float64Array, most: number): Float64Array {
  if (zpids.length <= most) return zpids
  return new Float64Array(most).map((_, i) => zpids[Math.floor(((i + 0.5) * zpids.length) / most)] as number)
}

async function valueShown(zpid: number, today: number, catalog: Catalog): Promise<ShownValue | undefined> {
  const home = await catalog.records.get('home', zpid)
  return home && shownValue('price', home, today, catalog)
}
