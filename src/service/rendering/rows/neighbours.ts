import { traitsOf } from '../../../catalog/estimator/likeness.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import { Ready } from '../../../kit/answers/index.ts'
import type { Home, Point } from '../../../model/home.ts'
import { searchPoint } from '../../../model/home-columns.ts'
import { currentPrice, marketState } from '../../../model/market-state.ts'
import { shownEstimate } from '../../../model/shown-estimate.ts'
import { type SimilarQuery, similarHomes } from '../../../worth/valuation/similar-homes.ts'
import type { Surroundings } from '../surroundings.ts'
import { type MiniRow, miniRows } from './mini-row.ts'
import { type PlaceRow, placeRows } from './place-row.ts'

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
): Promise<Ready<readonly PlaceRow[]>> {
  if (point === undefined) return Ready.list<PlaceRow>([])
  const near = await context.catalog.near.places(point, MAX_NEARBY + 2) // the home and its building may be among them
  const others = near.filter((each) => each !== zpid)
  const places = await placeRows(others, context, surroundings)
  const shown = places.filter((place) => lotId === undefined || place.lotId !== lotId).slice(0, MAX_NEARBY)
  return Ready.list(shown.map(({ row }) => row))
}

/** The query for homes like this one. */
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
  const homes = await similarHomes(query, MAX_SIMILAR, context.catalog.near)
  return (await miniRows(homes, context.catalog, surroundings)).map(({ row }) => row)
}

/** Homes on the market like this one; none if its location is unknown or undisclosed. */
export async function similarTo(
  home: Home,
  context: Context,
  surroundings: Surroundings,
): Promise<readonly Ready<MiniRow>[]> {
  const point = searchPoint(home)
  return point === undefined ? [] : similarRows(await similarQueryOf(home, point, context), context, surroundings)
}
