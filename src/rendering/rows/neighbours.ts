import type { Context } from '../../catalog/context.ts'
import type { Home, Point } from '../../model/home.ts'
import { searchPoint } from '../../model/home-columns.ts'
import { currentPrice, marketState } from '../../model/market-state.ts'
import { traitsOf } from '../../valuation/likeness.ts'
import { type SimilarQuery, similarHomes } from '../../valuation/similar-homes.ts'
import { peopleOf } from '../people.ts'
import type { Surroundings } from '../surroundings.ts'
import { type MiniRow, miniRow } from './mini-row.ts'
import { type PlaceRow, placeRow } from './place-row.ts'

export const MAX_SIMILAR = 20
export const MAX_NEARBY = 8

/** The home or building to search around. */
export interface Center {
  /** Undefined if unknown or undisclosed: nothing is found around it. */
  readonly point: Point | undefined
  readonly zpid: number | undefined
  readonly lotId: string | undefined
}

export function centerOf(home: Home): Center {
  return { point: searchPoint(home), zpid: home.zpid, lotId: home.lotId }
}

/** The nearest homes and buildings in any market state, nearest first, without the home itself and its own building. */
export async function nearbyRows(
  { point, zpid, lotId }: Center,
  context: Context,
  surroundings: Surroundings,
): Promise<readonly PlaceRow[]> {
  if (point === undefined) return []
  const { catalog } = context
  const near = await catalog.near.places(point, MAX_NEARBY + 2) // the home itself and its building may be among them
  const places = await catalog.records.briefs(near.filter((each) => each !== zpid))
  const others = places.filter((place) => lotId === undefined || place.lotId !== lotId).slice(0, MAX_NEARBY)
  return Promise.all(others.map((place) => placeRow(place, context, surroundings)))
}

/** The query for homes like this one. */
export async function similarQueryOf(home: Home, point: Point, { catalog, clock }: Context): Promise<SimilarQuery> {
  const isRental = marketState(home, clock.now()) === 'FOR_RENT'
  const estimate = isRental ? home.estimate?.rent : home.estimate?.value
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
  { catalog }: Context,
  surroundings: Surroundings,
): Promise<readonly MiniRow[]> {
  const homes = await catalog.records.briefs(await similarHomes(query, MAX_SIMILAR, catalog.near))
  return Promise.all(homes.map(async (home) => miniRow(home, await peopleOf(home, catalog.records), surroundings)))
}

/** Homes on the market like this one; none if its location is unknown or undisclosed. */
export async function similarTo(home: Home, context: Context, surroundings: Surroundings): Promise<readonly MiniRow[]> {
  const point = searchPoint(home)
  return point === undefined ? [] : similarRows(await similarQueryOf(home, point, context), context, surroundings)
}
