import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Home } from '../../model/home.ts'
import { type Appraisal, appraise } from '../estimator/appraisal.ts'
import { CANDIDATE_DAYS } from '../estimator/candidates.ts'
import type { ComparableSale } from '../estimator/comparable-sale.ts'
import type { Estimator } from '../estimator/estimator.ts'
import { traitsOf } from '../estimator/likeness.ts'
import { candidatesOf, NO_LACK } from './candidate-homes.ts'
import { estimateBy } from './estimate.ts'
import { boundedFactor } from './market-bound.ts'
import type { OwnEstimate } from './own-estimate.ts'
import { type ValueChange, type ValueIndex, valueIndexAt } from './value-index.ts'

/** A home's value on a day according to the sales around it, with their prices adjusted to that day. */
export interface Comparables extends Appraisal {
  /** The price index that adjusted the prices; undefined if there is none. */
  readonly market: Pick<ValueChange, 'region' | 'source'> | undefined
  /** Plat's estimate, from these sales and from training; undefined without an estimator or with too few sales. */
  readonly estimate: OwnEstimate | undefined
}

const NONE: Comparables = { comparisons: [], value: undefined, market: undefined, estimate: undefined }

/** Returns the comparable sales of a home with known location and size, weighed with the effects of the market. */
export async function comparablesOf(home: Home, asOfDay: number, catalog: Catalog): Promise<Comparables> {
  const firstDay = asOfDay - CANDIDATE_DAYS + 1
  const [candidates, index, estimator] = await Promise.all([
    candidatesOf('price', home, NO_LACK, asOfDay, catalog),
    valueIndexAt(home.address, home.homeType, firstDay, catalog),
    catalog.estimators.of('price', home.address.state, asOfDay),
  ])
  const estimate = estimator && (await estimateBy('price', home, asOfDay, estimator, catalog))
  if (candidates === undefined) return { ...NONE, estimate }
  const change = index.change(firstDay, asOfDay) ?? index.change(asOfDay, asOfDay)
  return {
    ...appraise(traitsOf(home), withMarketFactors(candidates, asOfDay, index, estimator), estimator?.effects),
    market: change && { region: change.region, source: change.source },
    estimate,
  }
}

/**
 * Adds to each sale how much the market changed since then. Uses the price index up to its last month and then the
 * estimator, which is newer. Without both, prices stay unchanged.
 */
export function withMarketFactors(
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
