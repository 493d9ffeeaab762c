import { Random } from '../src/kit/algorithms/random.ts'
import { DAY_MS, dayOf, startOfDay } from '../src/kit/base/clock.ts'
import type { Home } from '../src/model/home.ts'

/** The homes were sold in the two years before this day. */
export const LAST_SALE = '2015-06-30'

export const SALE_DAYS = 730

/** Makes a sold home. Its price depends on its size, age and location, with a random deviation of a few percent. */
export function soldHome(zpid: number): Home & { readonly point: NonNullable<Home['point']> } {
  const random = new Random(7, 'sold', zpid)
  const [east, north] = [random.unit(), random.unit()]
  const livingArea = random.whole(700, 4000)
  const yearBuilt = random.whole(1920, 2014)
  const ago = (zpid - 1) % SALE_DAYS
  const noise = 1 + 0.06 * (random.unit() + random.unit() - 1)
  const price = 120 * livingArea ** 0.8 * (1 + east) * (1 + (yearBuilt - 1920) / 300) * (1 - ago / 10_000) * noise * 10
  const closeDate = dayOf(startOfDay(LAST_SALE) - ago * DAY_MS)
  const closePrice = Math.round(price)
  return {
    zpid,
    source: 'county',
    sourceKey: String(zpid),
    address: { streetAddress: `${zpid} Main St`, city: 'Austin', state: 'TX', zipcode: '78704' },
    point: { latitude: 30.2 + 0.2 * north, longitude: -97.8 + 0.2 * east },
    homeType: 'SINGLE_FAMILY',
    facts: { bedroomsTotal: random.whole(1, 5), bathrooms: random.whole(1, 4), livingArea, yearBuilt },
    listing: { kind: 'sale', status: 'Closed', listedBy: 'agent', closeDate, closePrice },
    history: [{ date: closeDate, event: 'Sold', price: closePrice, source: 'county' }],
    taxes: [],
  }
}
