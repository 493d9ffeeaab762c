import type { Context } from '../../catalog/context.ts'
import type { Home, Point } from '../../model/home.ts'
import { searchPoint } from '../../model/home-columns.ts'
import { currentPrice, marketState } from '../../model/market-state.ts'
import { traitsOf } from '../../valuation/likeness.ts'
import { similarHomes, type Wanted } from '../../valuation/similar-homes.ts'
import { peopleOf } from '../people.ts'
import type { Surroundings } from '../surroundings.ts'
import { type MiniRow, miniRow } from './mini-row.ts'
import { type PlaceRow, placeRow } from './place-row.ts'

export const SIMILAR = 20
export const NEARBY = 8

/** A home, or a building, around which others are looked for. */
export interface Middle {
  /** undefined where it is not known or must not be told: nothing is around it then. */
  readonly point: Point | undefined
  readonly zpid: number | undefined
  readonly lotId: string | undefined
}

export function middleOf(home: Home): Middle {
  return { point: searchPoint(home), zpid: home.zpid, lotId: home.lotId }
}

/** The nearest places, homes or buildings, whatever their state, nearest first; never the home or its own building. */
export async function nearbyRows(
  { point, zpid, lotId }: Middle,
  context: Context,
  surroundings: Surroundings,
): Promise<readonly PlaceRow[]> {
  if (point === undefined) return []
  const { catalog } = context
  const near = await catalog.near.places(point, NEARBY + 2) // the home itself and its building may be among them
  const places = await catalog.records.briefs(near.filter((each) => each !== zpid))
  const others = places.filter((place) => lotId === undefined || place.lotId !== lotId).slice(0, NEARBY)
  return Promise.all(others.map((place) => placeRow(place, context, surroundings)))
}

/** What a home asks of those that are like it. */
export async function wantedBy(home: Home, point: Point, { catalog, clock }: Context): Promise<Wanted> {
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
  wanted: Wanted,
  { catalog }: Context,
  surroundings: Surroundings,
): Promise<readonly MiniRow[]> {
  const homes = await catalog.records.briefs(await similarHomes(wanted, SIMILAR, catalog))
  return Promise.all(homes.map(async (home) => miniRow(home, await peopleOf(home, catalog.records), surroundings)))
}

/** Homes on the market like this one; none around a home whose place is not known or must not be told. */
export async function similarTo(home: Home, context: Context, surroundings: Surroundings): Promise<readonly MiniRow[]> {
  const point = searchPoint(home)
  return point === undefined ? [] : similarRows(await wantedBy(home, point, context), context, surroundings)
}
