import type { Catalog } from '../catalog/catalog.ts'
import type { Condition, NearHomes } from '../catalog/query.ts'
import { type Appraisal, appraise, type ComparableSale } from '../estimator/appraisal.ts'
import { CANDIDATE_DAYS, comparableTypes, MAX_CANDIDATES, MAX_DISTANCE_M, MIN_PRICE } from '../estimator/candidates.ts'
import { type Traits, traitsOf } from '../estimator/likeness.ts'
import type { Home } from '../model/home.ts'
import { type HomeColumnName, searchPoint } from '../model/home-columns.ts'
import { mayBeValued } from '../model/shown-estimate.ts'
import { TRAIT_COLUMNS, traitsAt } from './held-traits.ts'
import { type ValueChange, type ValueIndex, valueIndexAt } from './value-index.ts'

const COLUMNS = [...TRAIT_COLUMNS, 'price', 'soldDay'] as const

/** What a home is compared with. */
export interface Candidates {
  readonly traits: Traits
  readonly sales: readonly ComparableSale[]
  /** The price index that adjusted them to the day. */
  readonly index: ValueIndex
}

/**
 * The nearest homes of like type sold in the year up to and including a day, and nothing later; never the home itself.
 * Undefined if the home has no size, or its location is unknown or undisclosed: distances would give it away; or its
 * listing forbids a valuation.
 */
export async function candidatesOf(
  _kind: 'price',
  home: Home,
  asOfDay: number,
  catalog: Catalog,
): Promise<Candidates | undefined> {
  const point = searchPoint(home)
  const traits = traitsOf(home)
  const size = home.homeType === 'LOT' ? 'lotSize' : 'livingArea'
  if (point === undefined || !(traits[size] > 0) || !mayBeValued(home)) return undefined
  const firstDay = asOfDay - CANDIDATE_DAYS + 1
  const where: Condition[] = [
    between('soldDay', firstDay, asOfDay),
    between('price', MIN_PRICE, Number.POSITIVE_INFINITY),
    between(size, 1, Number.POSITIVE_INFINITY),
    { parameter: 'homeType', node: { kind: 'oneOf', column: 'homeType', values: comparableTypes(home.homeType) } },
  ]
  const near = { listingClass: 'Sold', where, point, limit: MAX_CANDIDATES + 1 } as const
  const [found, index] = await Promise.all([
    catalog.near.select(near, COLUMNS),
    valueIndexAt(home.address, home.homeType, firstDay, catalog),
  ])
  const sales = salesOf(found, asOfDay, index).filter(
    ({ zpid, distanceM }) => zpid !== home.zpid && distanceM <= MAX_DISTANCE_M,
  )
  return { traits, sales, index }
}

/** The value of a home on a day by the sales around it, and the price index that adjusted them to that day. */
export interface Comparables extends Appraisal {
  readonly market: Pick<ValueChange, 'region' | 'source'> | undefined
}

/** The comparable sales of a home, the most telling ones weighed. */
export async function comparablesOf(home: Home, asOfDay: number, catalog: Catalog): Promise<Comparables> {
  const candidates = await candidatesOf('price', home, asOfDay, catalog)
  if (candidates === undefined) return { comparisons: [], value: undefined, market: undefined }
  const { traits, sales, index } = candidates
  const change = index.change(asOfDay - CANDIDATE_DAYS + 1, asOfDay) ?? index.change(asOfDay, asOfDay)
  return { ...appraise(traits, sales), market: change && { region: change.region, source: change.source } }
}

function between(column: HomeColumnName, min: number, max: number): Condition {
  return { parameter: column, node: { kind: 'range', column, min, max, orMissing: false } }
}

/** Without an index, prices are taken as they are. */
function salesOf(found: NearHomes<(typeof COLUMNS)[number]>, asOfDay: number, index: ValueIndex): ComparableSale[] {
  const factors = new Map<number, number>()
  return Array.from(found.zpids, (zpid, i) => {
    const soldDay = found.values.soldDay[i] as number // one entry for each of the homes
    const marketFactor = factors.get(soldDay) ?? index.change(soldDay, asOfDay)?.factor ?? 1
    factors.set(soldDay, marketFactor)
    return {
      zpid,
      traits: traitsAt(found, i),
      price: found.values.price[i] as number,
      distanceM: found.distancesM[i] as number,
      daysAgo: asOfDay - soldDay,
      marketFactor,
    }
  })
}
