import type { Catalog } from '../catalog/catalog.ts'
import { dataCache } from '../catalog/data-cache.ts'
import type { Condition } from '../catalog/query.ts'
import { MIN_PRICE } from '../estimator/candidates.ts'
import type { Home } from '../model/home.ts'
import { RECENTLY_SOLD_DAYS } from '../model/market-state.ts'
import { regionKeysOf } from '../regions/region-keys.ts'

/** With as many sales within a year, a place can tell values. */
const ENOUGH_SALES = 15

/**
 * The day that a value of the home stands for: today, or, where the sales of its place ended long ago, the newest day
 * of a sale whose year still held enough of them. So a catalogue of old and fresh files values the homes of each by
 * sales of its own time. Never later than `today`, and nothing later than `today` counts.
 *
 * The place is the county, else the city or the state.
 */
export async function valuationDay(
  { address }: Pick<Home, 'address'>,
  today: number,
  catalog: Catalog,
): Promise<number> {
  const { county, city, state } = regionKeysOf(address)
  const region = county ?? city ?? state
  if (region === undefined) return today
  return keep(catalog, `${region} ${today}`, () => dayOfRegion(region, today, catalog))
}

const keep = dataCache(5000)

async function dayOfRegion(region: string, today: number, catalog: Catalog): Promise<number> {
  const lastYear = await saleDays(region, today - RECENTLY_SOLD_DAYS + 1, today, catalog)
  if (lastYear.length >= ENOUGH_SALES) return today
  const days = await saleDays(region, Number.NEGATIVE_INFINITY, today, catalog)
  const told = days.find((day, i) => {
    const first = days[i + ENOUGH_SALES - 1]
    return first !== undefined && day - first < RECENTLY_SOLD_DAYS
  })
  if (told !== undefined) return told
  return lastYear.length > 0 ? today : (days[0] ?? today)
}

/** Newest first. */
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
