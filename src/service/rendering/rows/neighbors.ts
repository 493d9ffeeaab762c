import type { Context } from '../../../catalog/ports/context.ts'
import { Ready } from '../../../kit/answers/index.ts'
import type { Home, Point } from '../../../model/home.ts'
import { currentPrice, marketState } from '../../../model/market-state.ts'
import { shownEstimate } from '../../../model/shown-estimate.ts'
import { traitsOf } from '../../../worth/estimator/likeness.ts'
import { type SimilarQuery, similarHomes } from '../../../worth/valuation/similar-homes.ts'
import type { Surroundings } from '../surroundings.ts'
import { type MiniRow, miniRows } from './mini-row.ts'
import { type PlaceRow, placeRows } from './place-row.ts'

export const MAX_SIMILAR = 20
export const MAX_NEARBY = 8

/**
 * The home or building to search around. It has no point, and so no neighbors, if its place is unknown or must not be
 * shown.
 */
type Center = Partial<Pick<Home, 'point' | 'zpid' | 'lotId'>>

/**
 * Returns the nearest homes and buildings in any market state, nearest first. Leaves out the home itself and its own
 * building.
 */
export async function nearbyRows(
  center: Center,
  context: Context,
  surroundings: Surroundings,
): Promise<Ready<readonly PlaceRow[]>> {
  return nearbyRowsOf(await nearbyHomes(center, context), center, context, surroundings)
}

async function nearbyHomes({ point, zpid }: Center, { catalog }: Context): Promise<readonly number[]> {
  if (point === undefined) return []
  // two more, because the home itself and its building are among them
  const near = await catalog.near.places(point, MAX_NEARBY + 2)
  return near.filter((each) => each !== zpid)
}

async function nearbyRowsOf(
  others: readonly number[],
  { lotId }: Center,
  context: Context,
  surroundings: Surroundings,
): Promise<Ready<readonly PlaceRow[]>> {
  const places = await placeRows(others, context, surroundings)
  const shown = places.filter((place) => lotId === undefined || place.lotId !== lotId).slice(0, MAX_NEARBY)
  return Ready.list(shown.map(({ row }) => row))
}

/** Returns what `nearbyRows` and `similarTo` return. Doing both together halves the number of database queries. */
export async function around(home: Home, context: Context, surroundings: Surroundings) {
  const [others, alike] = await Promise.all([nearbyHomes(home, context), homesLike(home, context)])
  const [nearby, similar] = await Promise.all([
    nearbyRowsOf(others, home, context, surroundings),
    rowsOf(alike, context, surroundings),
  ])
  return { nearby, similar }
}

export async function similarQueryOf(home: Home, point: Point, { catalog, clock }: Context): Promise<SimilarQuery> {
  const isRental = marketState(home, clock.now()) === 'FOR_RENT'
  const estimate = isRental ? shownEstimate(home)?.rent : shownEstimate(home)?.value
  const price = home.listing?.kind === (isRental ? 'lease' : 'sale') ? currentPrice(home) : undefined
  const building = home.lotId === undefined ? undefined : await catalog.records.get('building', home.lotId)
  return {
    point,
    listingClass: isRental ? 'For_Rent' : 'For_Sale',
    traits: traitsOf(home),
    price: price ?? estimate ?? Number.NaN,
    own: new Set([home.zpid, ...(building?.floorPlans.flatMap((plan) => plan.units) ?? [])]),
  }
}

export async function similarRows(
  query: SimilarQuery,
  context: Context,
  surroundings: Surroundings,
): Promise<readonly Ready<MiniRow>[]> {
  return rowsOf(await similarHomes(query, MAX_SIMILAR, context.catalog.near), context, surroundings)
}

/** Returns similar homes on the market. Empty if the home's location is unknown or must not be shown. */
export async function similarTo(
  home: Home,
  context: Context,
  surroundings: Surroundings,
): Promise<readonly Ready<MiniRow>[]> {
  return rowsOf(await homesLike(home, context), context, surroundings)
}

async function rowsOf(zpids: readonly number[], { catalog }: Context, surroundings: Surroundings) {
  return (await miniRows(zpids, catalog, surroundings)).map(({ row }) => row)
}

async function homesLike(home: Home, context: Context): Promise<readonly number[]> {
  const { point } = home
  if (point === undefined) return []
  return similarHomes(await similarQueryOf(home, point, context), MAX_SIMILAR, context.catalog.near)
}
