import { dataCache } from '../../catalog/facts/data-cache.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { ValueKind } from '../../catalog/ports/estimator-lookup.ts'
import type { Condition } from '../../catalog/ports/query.ts'
import type { Home } from '../../model/home.ts'
import { RECENTLY_SOLD_DAYS } from '../../model/market-state.ts'
import { MIN_PRICE } from '../../model/real-sale.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'

/** Minimum number of sales in a place within a year, for valuing its homes. */
const ENOUGH_SALES = 15

/**
 * Returns the day as of which a home is valued, never after `today`. Later data is ignored.
 *
 * It is today if the last year had enough sales in the county (else city, else state). In old data, it is the newest
 * day with an estimator and enough sales in the year before; else the newest day with enough sales. So each home is
 * valued by sales of its own time, even if a catalog has both old and new files.
 *
 * For rents, it is today or, if the newest rent estimator is more than a year old, the day of that estimator.
 */
export async function valuationDay(
  { address }: Pick<Home, 'address'>,
  today: number,
  catalog: Catalog,
  kind: ValueKind = 'price',
): Promise<number> {
  if (kind === 'rent') return rentDay(await catalog.estimators.days('rent', address.state), today)
  const { county, city, state } = regionKeysOf(address)
  const region = county ?? city ?? state
  if (region === undefined) return today
  return keep(catalog, `${region} ${today}`, async () => {
    const trained = state === undefined ? [] : await catalog.estimators.days('price', address.state)
    return dayOfRegion(region, today, trained, catalog)
  })
}

function rentDay(trained: readonly number[], today: number): number {
  const newest = trained.findLast((day) => day <= today)
  return newest === undefined || today - newest < RECENTLY_SOLD_DAYS ? today : newest
}

const keep = dataCache(5000)

async function dayOfRegion(
  region: string,
  today: number,
  trained: readonly number[],
  catalog: Catalog,
): Promise<number> {
  const lastYear = await saleDays(region, today - RECENTLY_SOLD_DAYS + 1, today, catalog)
  if (lastYear.length >= ENOUGH_SALES) return today
  const days = await saleDays(region, Number.NEGATIVE_INFINITY, today, catalog)
  const valuedDay =
    trained.findLast((day) => day <= today && hasEnoughSales(day, days)) ??
    days.find((day) => hasEnoughSales(day, days))
  if (valuedDay !== undefined) return valuedDay
  return lastYear.length > 0 ? today : (days[0] ?? today)
}

/** Whether the year up to a day has enough sales. `days` are the days of all sales, newest first. */
function hasEnoughSales(day: number, days: Float64Array): boolean {
  const last = days.findIndex((sold) => sold <= day)
  const first = last < 0 ? undefined : days[last + ENOUGH_SALES - 1]
  return first !== undefined && day - first < RECENTLY_SOLD_DAYS
}

/** Returns the days of sales, newest first. */
async function saleDays(region: string, from: number, to: number, catalog: Catalog): Promise<Float64Array> {
  const where: Condition[] = [
    { parameter: 'region', node: { kind: 'place', regions: [region] } },
    { parameter: 'soldDay', node: { kind: 'range', column: 'soldDay', min: from, max: to, orMissing: false } },
    {
      parameter: 'price',
      node: { kind: 'range', column: 'price', min: MIN_PRICE, max: Number.POSITIVE_INFINITY, orMissing: false },
    },
  ]
  const { values } = await catalog.search('home').selectAll({ listingClass: 'Sold', where }, ['soldDay'])
  return values.soldDay.toSorted((one, other) => other - one)
}
