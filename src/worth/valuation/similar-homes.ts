import type { NearLookup } from '../../catalog/ports/near-lookup.ts'
import type { Condition, NearHomes } from '../../catalog/ports/query.ts'
import type { Point } from '../../model/home.ts'
import { dissimilarityAt, TRAIT_NUMBERS, type Traits, writeTraits } from '../estimator/likeness.ts'
import { TRAIT_COLUMNS, traitsAt } from './trait-columns.ts'

export interface SimilarQuery {
  readonly point: Point
  readonly listingClass: 'For_Sale' | 'For_Rent'
  readonly traits: Traits
  /** NaN if unknown. For sales: asking price, sale price or estimate. For rentals: monthly rent. */
  readonly price: number
  /** Ids that must not be among the results: the home itself, or the units of its building. */
  readonly own: ReadonlySet<number>
}

/**
 * Number of nearest listings to compare first. More are compared if too many of these are units of the same buildings.
 */
const FIRST_CANDIDATES = 100
const MAX_CANDIDATES = 1600

/** 50 miles. */
const MAX_DISTANCE_M = 80_467

/** This distance counts as one step of dissimilarity; see `STEPS`. */
const DISTANCE_STEP_M = 5000
/** This ratio of prices (as a logarithm) counts as one step of dissimilarity; see `STEPS`. */
const PRICE_STEP = Math.log(1.25)

const COLUMNS = [...TRAIT_COLUMNS, 'price', 'building'] as const
type NearCandidates = NearHomes<(typeof COLUMNS)[number]>

/** Leaves out homes under contract, which are no longer available. */
const AVAILABLE: Condition = {
  parameter: 'propertyStatus',
  node: { kind: 'oneOf', column: 'saleState', values: ['active', 'coming_soon', 'backup'] },
}

/**
 * Returns the listed homes that are most similar to a home, best first: near, and similar in type, size, age and price.
 * Returns at most one unit of a rental building.
 */
export async function similarHomes(query: SimilarQuery, limit: number, near: NearLookup): Promise<readonly number[]> {
  const { listingClass, point, own } = query
  const where = listingClass === 'For_Sale' ? [AVAILABLE] : []
  for (let candidates = FIRST_CANDIDATES + own.size; ; candidates *= 4) {
    const selection = await near.select(
      { listingClass, where, point, limit: candidates, withinM: MAX_DISTANCE_M },
      COLUMNS,
    )
    const best = bestOf(selection, query)
    const isAll = selection.zpids.length < candidates
    if (best.length >= limit || isAll || candidates >= MAX_CANDIDATES) return best.slice(0, limit)
  }
}

function bestOf(homes: NearCandidates, query: SimilarQuery): number[] {
  const { zpids, values } = homes
  const dissimilar = dissimilarities(homes, query)
  const ranked: number[] = []
  for (let i = 0; i < zpids.length; i++) if (!query.own.has(zpids[i] as number)) ranked.push(i)
  ranked.sort((one, other) => (dissimilar[one] as number) - (dissimilar[other] as number) || one - other)
  const buildings = new Set<number>()
  return ranked.flatMap((i) => {
    const building = values.building[i] as number // in bounds
    if (!Number.isNaN(building)) {
      if (buildings.has(building)) return []
      buildings.add(building)
    }
    return [zpids[i] as number]
  })
}

/** Returns how dissimilar each home is to the query. */
function dissimilarities(homes: NearCandidates, { traits, price }: SimilarQuery): Float64Array {
  const both = new Float64Array(2 * TRAIT_NUMBERS)
  writeTraits(traits, both, 0)
  return homes.distancesM.map((meters, i) => {
    writeTraits(traitsAt(homes, i), both, TRAIT_NUMBERS)
    const away = meters / DISTANCE_STEP_M
    const dearer = Math.log((homes.values.price[i] as number) / price) / PRICE_STEP
    const unlike = dissimilarityAt(both, 0, both, TRAIT_NUMBERS)
    return away * away + unlike + (Number.isFinite(dearer) ? dearer * dearer : 1)
  })
}
