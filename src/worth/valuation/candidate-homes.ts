import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { ValueKind } from '../../catalog/ports/estimator-lookup.ts'
import type { Condition, HomeValues } from '../../catalog/ports/query.ts'
import type { Home } from '../../model/home.ts'
import type { HomeColumnName } from '../../model/home-columns.ts'
import { MIN_PRICE, MIN_RENT } from '../../model/real-sale.ts'
import { mayBeValued } from '../../model/shown-estimate.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'
import { CANDIDATE_DAYS, comparableTypes, MAX_CANDIDATES, MAX_DISTANCE_M } from '../estimator/candidates.ts'
import type { ComparableSale } from '../estimator/comparable-sale.ts'
import { homeInputs } from '../estimator/home-inputs.ts'
import { cityCode, hasLack, isSized, lackBits, placeKnown } from '../estimator/lack.ts'
import type { LearnedOffers } from '../estimator/learned-offers.ts'
import { TRAIT_COLUMNS, traitsAt } from './trait-columns.ts'

/** What a home is compared with: sold homes and their prices, or homes for rent and their rents. */
const COMPARED_BY = {
  price: { listingClass: 'Sold', day: 'soldDay', minPrice: MIN_PRICE },
  rent: { listingClass: 'For_Rent', day: 'listedDay', minPrice: MIN_RENT },
} as const satisfies Record<ValueKind, unknown>

const COLUMNS = [...TRAIT_COLUMNS, 'price', 'soldDay', 'listedDay'] as const
type Candidate = HomeValues<(typeof COLUMNS)[number]>

/** Location and size of the home are known; see `LACKS`. */
export const NO_LACK = 0

/** How many days back to search an area. The first number that gives enough homes is used. */
const AREA_SPANS_DAYS = [60, CANDIDATE_DAYS] as const

/**
 * Returns the homes to compare with a home: of comparable type, sold or offered for rent in the year up to a day.
 * `lack` says which facts of the home to ignore. With coordinates, returns the nearest homes, otherwise the newest in
 * the ZIP code or city. Prices are as of the sale or offer.
 *
 * Returns undefined if a needed fact is unknown or the listing forbids a valuation. Also returns undefined if the
 * address is withheld, because distances would reveal it.
 * @param offers More rental offers. Offers of homes that are removed or withheld now are ignored.
 */
export async function candidatesOf(
  kind: ValueKind,
  home: Home,
  lack: number,
  asOfDay: number,
  catalog: Catalog,
  offers?: LearnedOffers,
): Promise<readonly ComparableSale[] | undefined> {
  if (home.address.undisclosed === true || !mayBeValued(home)) return undefined
  const [inputs, city] = [homeInputs(home), cityCode(home.address)]
  if (!hasLack(lackBits(inputs, city), lack)) return undefined
  const listed = await listedCandidates(kind, home, lack, asOfDay, catalog)
  if (offers === undefined) return listed.slice(0, MAX_CANDIDATES)
  const listedIds = new Set(listed.map(({ zpid }) => zpid))
  const furtherOffers = offers
    .around({ zpid: home.zpid, inputs, city }, lack, asOfDay)
    .filter(({ zpid }) => !listedIds.has(zpid))
  const existing = await catalog.records.briefs([...new Set(furtherOffers.map(({ zpid }) => zpid))])
  const shown = new Set(existing.flatMap(({ zpid, address }) => (address.undisclosed === true ? [] : [zpid])))
  return [...listed, ...furtherOffers.filter(({ zpid }) => shown.has(zpid))]
    .sort((one, other) => one.distanceM - other.distanceM || one.daysAgo - other.daysAgo || one.zpid - other.zpid)
    .slice(0, MAX_CANDIDATES)
}

async function listedCandidates(
  kind: ValueKind,
  home: Home,
  lack: number,
  asOfDay: number,
  catalog: Catalog,
): Promise<ComparableSale[]> {
  const { listingClass, day } = COMPARED_BY[kind]
  const where = conditionsOf(kind, home, lack)
  const since = (days: number) => between(day, asOfDay - days + 1, asOfDay)
  const others = (homes: Candidate, distancesM?: Float64Array) =>
    salesOf(homes, day, asOfDay, distancesM).filter(({ zpid }) => zpid !== home.zpid)
  const { point } = home
  if (placeKnown(lack) === 'point' && point !== undefined) {
    const near = { point, limit: MAX_CANDIDATES + 1, withinM: MAX_DISTANCE_M }
    const selection = { listingClass, where: [since(CANDIDATE_DAYS), ...where], ...near }
    const nearest = await catalog.near.select(selection, COLUMNS)
    return others(nearest, nearest.distancesM)
  }
  const region = regionKeysOf(home.address)[placeKnown(lack) === 'zipcode' ? 'zipcode' : 'city']
  if (region === undefined) return []
  const place: Condition = { parameter: 'region', node: { kind: 'place', regions: [region] } }
  for (const days of AREA_SPANS_DAYS) {
    const selection = { listingClass, where: [place, since(days), ...where] }
    const sales = others(await catalog.search('home').selectAll(selection, COLUMNS))
    if (sales.length < MAX_CANDIDATES && days !== CANDIDATE_DAYS) continue
    return sales.sort((one, other) => one.daysAgo - other.daysAgo || other.zpid - one.zpid)
  }
  return []
}

function conditionsOf(kind: ValueKind, { homeType }: Home, lack: number): readonly Condition[] {
  const size = homeType === 'LOT' ? 'lotSize' : 'livingArea'
  return [
    between('price', COMPARED_BY[kind].minPrice, Number.POSITIVE_INFINITY),
    ...(isSized(lack) ? [between(size, 1, Number.POSITIVE_INFINITY)] : []),
    { parameter: 'homeType', node: { kind: 'oneOf', column: 'homeType', values: comparableTypes(homeType) } },
    ...(kind === 'rent' ? [NO_ROOMS] : []),
  ]
}

const NO_ROOMS: Condition = { parameter: 'space', node: { kind: 'flags', all: [], some: [], none: ['room'] } }

function between(column: HomeColumnName, min: number, max: number): Condition {
  return { parameter: column, node: { kind: 'range', column, min, max, orMissing: false } }
}

function salesOf(
  homes: Candidate,
  day: 'soldDay' | 'listedDay',
  asOfDay: number,
  distancesM?: Float64Array,
): ComparableSale[] {
  return Array.from(homes.zpids, (zpid, i) => ({
    zpid,
    traits: traitsAt(homes, i),
    price: homes.values.price[i] as number, // in bounds
    distanceM: distancesM?.[i] ?? 0,
    daysAgo: asOfDay - (homes.values[day][i] as number),
    marketFactor: 1,
  }))
}
