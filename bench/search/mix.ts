import type { Query } from '../../src/catalog/query.ts'
import { Random } from '../../src/engine/testing/random.ts'
import { LISTING_CLASSES, type ListingClass } from '../../src/model/home-columns.ts'
import type { Region } from '../../src/model/region.ts'
import { addressFilters, areaFilters, orderOf } from '../../src/operations/search/filters/index.ts'
import { parse } from '../../src/params/index.ts'
import { AreaDrawer, type DrawnArea } from './drawn-areas.ts'
import { drawFilters, type Written } from './drawn-filters.ts'

/** One search of the mix, as it is sent and as a catalogue is asked. */
export interface Draw {
  readonly kind: DrawnArea['kind']
  /** Path and query string. */
  readonly url: string
  readonly query: Query
}

/** What draws depend on beside the seed. */
export interface MixContext {
  readonly regions: readonly Region[]
  /** Today's day number. */
  readonly today: number
  readonly rate30Year: number | undefined
  /** How many results a search has: what a page can be drawn from. */
  readonly totalOf: (query: Query) => Promise<number>
}

const RESULTS_PER_PAGE = 200
const MOST_PAGES = 5
const MOST_FILTERS = 6

const ORDERS = [
  'Homes_for_you',
  'Rental_Priority_Score',
  'Price_High_to_Low',
  'Price_Low_to_High',
  'Newest',
  'Bedrooms',
  'Bathrooms',
  'Square_Feet',
  'Lot_Size',
  'Year_Built',
] as const

const CLASSES_BY_SHARE: readonly ListingClass[] = [...LISTING_CLASSES, 'For_Sale']

/**
 * So many searches: an area, up to six filters, any order, one of the pages that the search has. The same seed, catalogue
 * and day draw the same searches.
 */
export async function drawMix(seed: number, count: number, context: MixContext): Promise<Draw[]> {
  const random = new Random(seed)
  const areas = new AreaDrawer(random, context.regions)
  const draws: Draw[] = []
  while (draws.length < count) {
    const listingClass = random.pick(CLASSES_BY_SHARE)
    const area = areas.area()
    const filters = drawFilters(random, listingClass, random.whole(0, MOST_FILTERS))
    const order = random.chance(0.4) ? {} : { sortOrder: random.pick(ORDERS) }
    const written = { ...area.parameters, listingStatus: listingClass, ...order, ...filters }
    const whole = { ...area, parameters: written }
    const total = await context.totalOf(drawOf(whole, 1, context).query)
    const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(total / RESULTS_PER_PAGE)))
    draws.push(drawOf(whole, random.whole(1, pages), context))
  }
  return draws
}

/** The parameters go through the declarations of the service itself, so that both sides of a draw mean the same. */
export function drawOf({ kind, path, parameters, node }: DrawnArea, page: number, context: MixContext): Draw {
  const written: Written = page === 1 ? parameters : { ...parameters, page: String(page) }
  const filters = path === '/search/byaddress' ? addressFilters : areaFilters
  const known = Object.entries(written).filter(([name]) => Object.hasOwn(filters.parameters, name))
  const { args, ignored } = parse(filters.parameters, filters.rules, known)
  if (ignored.length > 0) throw new Error(`drawn, but of no use here: ${ignored.join(', ')}`)
  const listingClass = args.listingStatus as ListingClass // as the declaration of listingStatus says
  const query: Query = {
    listingClass,
    where: [{ parameter: kind, node }, ...filters.conditions(args, { ...context, listingClass })],
    order: orderOf(args.sortOrder as Parameters<typeof orderOf>[0], listingClass), // as its declaration says
    offset: (page - 1) * RESULTS_PER_PAGE,
    limit: RESULTS_PER_PAGE,
    grouped: listingClass === 'For_Rent',
    today: context.today,
  }
  return { kind, url: `${path}?${queryString(written)}`, query }
}

function queryString(written: Written): string {
  return new URLSearchParams(written).toString().replaceAll('%7BPortal%7D', 'Portal')
}
