import type { Catalog } from '../catalog/catalog.ts'
import type { Home, Point } from '../model/home.ts'
import { currentPrice, type MarketState, marketState } from '../model/market-state.ts'

/** Nearest homes among which similar ones are looked for. */
const NEIGHBOURS = 40

/** The homes around a point, nearest first, without the home itself. */
export async function neighboursOf(home: Home, point: Point, catalog: Catalog): Promise<readonly Home[]> {
  const zpids = await catalog.homesNear(point, NEIGHBOURS + 1)
  const others = zpids.filter((zpid) => zpid !== home.zpid).slice(0, NEIGHBOURS)
  const homes = await Promise.all(others.map((zpid) => catalog.get('home', zpid)))
  return homes.filter((neighbour) => neighbour !== undefined)
}

/**
 * The neighbours most like a home, best first: in the same market (else for sale), then of the same type, then nearest
 * in size and price. Ties keep the order of nearness.
 */
export function similarTo(home: Home, neighbours: readonly Home[], limit: number, nowMs: number): readonly Home[] {
  const wanted = marketWanted(marketState(home, nowMs))
  return neighbours
    .map((neighbour) => ({ neighbour, unlike: unlikeness(home, neighbour, wanted, nowMs) }))
    .sort((one, other) => one.unlike - other.unlike)
    .slice(0, limit)
    .map(({ neighbour }) => neighbour)
}

function marketWanted(state: MarketState): MarketState {
  return state === 'FOR_RENT' ? 'FOR_RENT' : 'FOR_SALE'
}

/** Being on the right market outweighs the type, and the type outweighs any difference in size and price. */
function unlikeness(home: Home, neighbour: Home, wanted: MarketState, nowMs: number): number {
  const market = marketState(neighbour, nowMs) === wanted ? 0 : 100
  const type = neighbour.homeType === home.homeType ? 0 : 10
  return market + type + apart(worth(home), worth(neighbour)) + apart(home.facts.livingArea, neighbour.facts.livingArea)
}

function worth(home: Home): number | undefined {
  return currentPrice(home) ?? home.estimate?.value
}

/** 0 for equal figures, towards 2 for very different ones, 1 when one is unknown. */
function apart(one: number | undefined, other: number | undefined): number {
  if (!one || !other) return 1
  return (2 * Math.abs(one - other)) / (one + other)
}
