import type { Catalog } from '../catalog/catalog.ts'
import type { Condition, NearHomes } from '../catalog/query.ts'
import { HOME_TYPES, type Home, type HomeType } from '../model/home.ts'
import { type HomeColumnName, searchPoint } from '../model/home-columns.ts'
import { RECENTLY_SOLD_DAYS } from '../model/market-state.ts'
import { mayBeValued } from '../model/shown-estimate.ts'
import { type Appraisal, appraise, type ComparableSale } from './appraisal.ts'
import { TRAIT_COLUMNS, traitsAt, traitsOf } from './likeness.ts'
import { type ValueChange, type ValueIndex, valueIndexAt } from './value-index.ts'

/** Maximum number of sales considered. */
const MAX_CANDIDATES = 80

/** 25 miles: beyond that is another market. */
const MAX_DISTANCE_M = 40_234

/** A lower price is a gift, a transfer or an error. */
export const MIN_PRICE = 1000

/** Home types whose sales are comparable. */
const COMPARABLE_TYPES: readonly (readonly HomeType[])[] = [
  ['SINGLE_FAMILY', 'TOWNHOUSE'],
  ['CONDO', 'APARTMENT'],
]

const COLUMNS = [...TRAIT_COLUMNS, 'price', 'soldDay'] as const

/** The value of a home on a day by the sales around it, and the price index that adjusted them to that day. */
export interface Comparables extends Appraisal {
  readonly market: Pick<ValueChange, 'region' | 'source'> | undefined
}

const NONE: Comparables = { comparisons: [], value: undefined, market: undefined }

/**
 * Homes sold in the year up to and including a day, and nothing later; never the home itself. None if the home has no
 * size, or its location is unknown or undisclosed: distances would give it away; or its listing forbids a valuation.
 */
export async function comparablesOf(home: Home, asOfDay: number, catalog: Catalog): Promise<Comparables> {
  const point = searchPoint(home)
  const traits = traitsOf(home)
  const size = home.homeType === 'LOT' ? 'lotSize' : 'livingArea'
  if (point === undefined || !(traits[size] > 0) || !mayBeValued(home)) return NONE
  const firstDay = asOfDay - RECENTLY_SOLD_DAYS + 1
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
  const change = index.change(firstDay, asOfDay) ?? index.change(asOfDay, asOfDay)
  return { ...appraise(traits, sales), market: change && { region: change.region, source: change.source } }
}

function between(column: HomeColumnName, min: number, max: number): Condition {
  return { parameter: column, node: { kind: 'range', column, min, max, orMissing: false } }
}

function comparableTypes(homeType: HomeType): readonly HomeType[] {
  return COMPARABLE_TYPES.find((types) => types.includes(homeType)) ?? HOME_TYPES.filter((type) => type === homeType)
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
