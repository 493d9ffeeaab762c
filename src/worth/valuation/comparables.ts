import { type Appraisal, appraise } from '../../catalog/estimator/appraisal.ts'
import { CANDIDATE_DAYS, comparableTypes, MAX_CANDIDATES, MAX_DISTANCE_M } from '../../catalog/estimator/candidates.ts'
import type { ComparableSale } from '../../catalog/estimator/comparable-sale.ts'
import type { Estimator } from '../../catalog/estimator/estimator.ts'
import { type Traits, traitsOf } from '../../catalog/estimator/likeness.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { ValueKind } from '../../catalog/ports/estimator-lookup.ts'
import type { Condition, NearHomes, NearSelection } from '../../catalog/ports/query.ts'
import type { Home } from '../../model/home.ts'
import { type HomeColumnName, searchPoint } from '../../model/home-columns.ts'
import { MIN_PRICE, MIN_RENT } from '../../model/real-sale.ts'
import { mayBeValued } from '../../model/shown-estimate.ts'
import { TRAIT_COLUMNS, traitsAt } from './held-traits.ts'
import { boundedFactor } from './market-bound.ts'
import { type OwnEstimate, ownEstimate } from './own-estimate.ts'
import { type ValueChange, type ValueIndex, valueIndexAt } from './value-index.ts'

/** Describes the homes that are compared: sold ones by price, or those offered for rent by monthly rent. */
const COMPARED_BY = {
  price: { listingClass: 'Sold', day: 'soldDay', minPrice: MIN_PRICE },
  rent: { listingClass: 'For_Rent', day: 'listedDay', minPrice: MIN_RENT },
} as const satisfies Record<ValueKind, unknown>

const COLUMNS = [...TRAIT_COLUMNS, 'price', 'soldDay', 'listedDay'] as const

/** The homes with which a home is compared. */
export interface Candidates {
  readonly traits: Traits
  /** Nearest first, at the prices of their time. */
  readonly sales: readonly ComparableSale[]
}

/**
 * The nearest homes of like type sold (or offered for rent) in the year up to and including a day, and nothing later;
 * never the home itself. Undefined if the home has no size; if its location is unknown or undisclosed, because
 * distances would give it away; or if its listing forbids a valuation.
 */
export async function candidatesOf(
  kind: ValueKind,
  home: Home,
  asOfDay: number,
  catalog: Catalog,
): Promise<Candidates | undefined> {
  const point = searchPoint(home)
  const traits = traitsOf(home)
  const size = home.homeType === 'LOT' ? 'lotSize' : 'livingArea'
  if (point === undefined || !(traits[size] > 0) || !mayBeValued(home)) return undefined
  const { listingClass, day, minPrice } = COMPARED_BY[kind]
  const firstDay = asOfDay - CANDIDATE_DAYS + 1
  const where: Condition[] = [
    between(day, firstDay, asOfDay),
    between('price', minPrice, Number.POSITIVE_INFINITY),
    between(size, 1, Number.POSITIVE_INFINITY),
    { parameter: 'homeType', node: { kind: 'oneOf', column: 'homeType', values: comparableTypes(home.homeType) } },
    ...(kind === 'rent' ? [NO_ROOMS] : []),
  ]
  const near: NearSelection = { listingClass, where, point, limit: MAX_CANDIDATES + 1, withinM: MAX_DISTANCE_M }
  const selection = await catalog.near.select(near, COLUMNS)
  const sales = salesOf(selection, day, asOfDay).filter(({ zpid }) => zpid !== home.zpid)
  return { traits, sales: sales.slice(0, MAX_CANDIDATES) }
}

/** The value of a home on a day by the sales around it, and the price index that adjusted them to that day. */
export interface Comparables extends Appraisal {
  readonly market: Pick<ValueChange, 'region' | 'source'> | undefined
  /**
   * Plat's own estimate, which rests on these sales and on everything that was learnt from others; undefined without an
   * estimator.
   */
  readonly estimate: OwnEstimate | undefined
}

const NONE: Comparables = { comparisons: [], value: undefined, market: undefined, estimate: undefined }

/** The comparable sales of a home, weighed in the way that the market's own sales teach. */
export async function comparablesOf(home: Home, asOfDay: number, catalog: Catalog): Promise<Comparables> {
  const firstDay = asOfDay - CANDIDATE_DAYS + 1
  const [candidates, index, estimator] = await Promise.all([
    candidatesOf('price', home, asOfDay, catalog),
    valueIndexAt(home.address, home.homeType, firstDay, catalog),
    catalog.estimators.of('price', home.address.state, asOfDay),
  ])
  if (candidates === undefined) return NONE
  const { traits, sales } = candidates
  const change = index.change(firstDay, asOfDay) ?? index.change(asOfDay, asOfDay)
  return {
    ...appraise(traits, movedOn(sales, asOfDay, index, estimator), estimator?.effects),
    market: change && { region: change.region, source: change.source },
    estimate: estimator && ownEstimate(home, asOfDay, estimator, sales),
  }
}

const NO_ROOMS: Condition = { parameter: 'space', node: { kind: 'flags', all: [], some: [], none: ['room'] } }

function between(column: HomeColumnName, min: number, max: number): Condition {
  return { parameter: column, node: { kind: 'range', column, min, max, orMissing: false } }
}

function salesOf(
  found: NearHomes<(typeof COLUMNS)[number]>,
  day: 'soldDay' | 'listedDay',
  asOfDay: number,
): ComparableSale[] {
  return Array.from(found.zpids, (zpid, i) => ({
    zpid,
    traits: traitsAt(found, i),
    price: found.values.price[i] as number, // one entry for each of the homes
    distanceM: found.distancesM[i] as number,
    daysAgo: asOfDay - (found.values[day][i] as number),
    marketFactor: 1,
  }))
}

/**
 * Sales with the change of the market since: by the index as far as it goes, and from there on by the estimator of the
 * market, which does not wait for the end of a month. Without either, prices are not changed.
 */
export function movedOn(
  sales: readonly ComparableSale[],
  asOfDay: number,
  index: ValueIndex,
  estimator: Pick<Estimator, 'levelChange'> | undefined,
): ComparableSale[] {
  const factors = new Map<number, number>()
  return sales.map((sale) => {
    const marketFactor = factors.get(sale.daysAgo) ?? marketFactorOf(asOfDay - sale.daysAgo, asOfDay, index, estimator)
    factors.set(sale.daysAgo, marketFactor)
    return { ...sale, marketFactor }
  })
}

function marketFactorOf(
  day: number,
  asOfDay: number,
  index: ValueIndex,
  estimator: Pick<Estimator, 'levelChange'> | undefined,
): number {
  const change = index.change(day, asOfDay)
  if (change === undefined) return 1
  const since = estimator?.levelChange(Math.max(day, change.flatFrom), asOfDay) ?? 1
  return boundedFactor(change.factor * since, asOfDay - day)
}
