import type { Catalog } from '../catalog/catalog.ts'
import type { Condition, NearHomes } from '../catalog/query.ts'
import type { Point } from '../model/home.ts'
import { TRAIT_COLUMNS, type Traits, traitsAt, unlikeness } from './likeness.ts'

/** What similar homes are looked for by. */
export interface SimilarQuery {
  readonly point: Point
  readonly listingClass: 'For_Sale' | 'For_Rent'
  readonly traits: Traits
  /** Asked, paid or estimated; rent by the month for a rental. NaN where it is not known. */
  readonly price: number
  /** The home itself, or the units of its building: never among the similar ones. */
  readonly own: ReadonlySet<number>
}

/** The nearest listings are looked at, and more where too few of them are of different places. */
const CANDIDATES = 100
const MOST_CANDIDATES = 1600

/** 50 miles. */
const FARTHEST_M = 80_467

/** So far away, or with prices of this ratio, a home is as unlike as one of a step. */
const DISTANCE_STEP_M = 5000
const PRICE_STEP = Math.log(1.25)

const COLUMNS = [...TRAIT_COLUMNS, 'price', 'building'] as const
type Found = NearHomes<(typeof COLUMNS)[number]>

/** A sale under contract is no longer for others. */
const AVAILABLE: Condition = {
  parameter: 'propertyStatus',
  node: { kind: 'oneOf', column: 'saleState', values: ['active', 'coming_soon', 'backup'] },
}

/**
 * The homes on the market most like one, best first: near, of like type, size, age and price. Of a rental building
 * one unit.
 */
export async function similarHomes(wanted: SimilarQuery, limit: number, catalog: Catalog): Promise<readonly number[]> {
  const { listingClass, point, own } = wanted
  const where = listingClass === 'For_Sale' ? [AVAILABLE] : []
  for (let candidates = CANDIDATES + own.size; ; candidates *= 4) {
    const found = await catalog.near.select({ listingClass, where, point, limit: candidates }, COLUMNS)
    const best = bestOf(found, wanted)
    const isAll = found.zpids.length < candidates || (found.distancesM.at(-1) ?? 0) > FARTHEST_M
    if (best.length >= limit || isAll || candidates >= MOST_CANDIDATES) return best.slice(0, limit)
  }
}

function bestOf(found: Found, wanted: SimilarQuery): number[] {
  const ranked = Array.from(found.zpids, (zpid, i) => ({ zpid, i, unlike: unlikenessAt(found, i, wanted) }))
    .filter(({ zpid, i }) => !wanted.own.has(zpid) && (found.distancesM[i] as number) <= FARTHEST_M)
    .sort((one, other) => one.unlike - other.unlike || one.i - other.i)
  const buildings = new Set<number>()
  return ranked.flatMap(({ zpid, i }) => {
    const building = found.values.building[i] as number // one entry for each of the homes
    if (Number.isNaN(building)) return [zpid]
    if (buildings.has(building)) return []
    buildings.add(building)
    return [zpid]
  })
}

function unlikenessAt(found: Found, i: number, { traits, price }: SimilarQuery): number {
  const away = (found.distancesM[i] as number) / DISTANCE_STEP_M
  const dearer = Math.log((found.values.price[i] as number) / price) / PRICE_STEP
  return away * away + unlikeness(traits, traitsAt(found, i)) + (Number.isFinite(dearer) ? dearer * dearer : 1)
}
