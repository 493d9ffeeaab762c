import type { Catalog } from '../../catalog/ports/catalog.ts'
import { VALUE_KINDS, type ValueKind } from '../../catalog/ports/estimator-lookup.ts'
import { rounded } from '../../kit/base/figures.ts'
import type { Home } from '../../model/home.ts'
import { mayBeValued, shownEstimate } from '../../model/shown-estimate.ts'
import type { Estimator } from '../estimator/estimator.ts'
import { homeInputs } from '../estimator/home-inputs.ts'
import { cityCode } from '../estimator/lack.ts'
import { candidatesOf } from './candidate-homes.ts'
import { type OwnEstimate, ownEstimate } from './own-estimate.ts'
import { valuationDay } from './valuation-day.ts'

/**
 * Estimates the value or monthly rent of a home on a day, using no later data. Undefined if no estimator existed for
 * the market by then. Also undefined if the home must not or cannot be compared with other homes.
 */
export async function estimateOf(
  kind: ValueKind,
  home: Home,
  day: number,
  catalog: Catalog,
): Promise<OwnEstimate | undefined> {
  const estimator = await catalog.estimators.of(kind, home.address.state, day)
  return estimator && estimateBy(kind, home, day, estimator, catalog)
}

/** Estimates with all known facts of the home. If too few comparable homes are around, ignores some of the facts. */
export async function estimateBy(
  kind: ValueKind,
  home: Home,
  day: number,
  estimator: Estimator,
  catalog: Catalog,
): Promise<OwnEstimate | undefined> {
  for (const lack of estimator.lacksOf(homeInputs(home), cityCode(home.address))) {
    const sales = await candidatesOf(kind, home, lack, day, catalog, estimator.offers)
    const estimate = sales && ownEstimate(home, day, estimator, sales, lack)
    if (estimate !== undefined) return estimate
  }
  return undefined
}

/** The value or monthly rent of a home in dollars, as answers show it. */
export interface ShownValue {
  readonly amount: number
  /** How far the expected range reaches below the value, in percent; undefined if the source gives no range. */
  readonly lowPercent: number | undefined
  readonly highPercent: number | undefined
  /** Plat's estimate; undefined if the home's source published the value. */
  readonly own: OwnEstimate | undefined
}

export type ShownValues = Readonly<Partial<Record<ValueKind, ShownValue>>>

/**
 * Returns the value and the rent of a home. The source's published value comes first, else Plat estimates it as of
 * `valuationDay`.
 */
export async function shownValues(home: Home, today: number, catalog: Catalog): Promise<ShownValues> {
  const shown = await Promise.all(VALUE_KINDS.map(async (kind) => [kind, await shownValue(kind, home, today, catalog)]))
  return Object.fromEntries(shown)
}

/** Returns the value or the rent of a home: published by its source, else Plat's estimate as of `valuationDay`. */
export async function shownValue(
  kind: ValueKind,
  home: Home,
  today: number,
  catalog: Catalog,
): Promise<ShownValue | undefined> {
  const published = publishedValue(kind, home)
  if (published !== undefined || !mayBeValued(home)) return published
  if ((await catalog.estimators.days(kind, home.address.state)).length === 0) return undefined
  const estimate = await estimateOf(kind, home, await valuationDay(home, today, catalog, kind), catalog)
  return (
    estimate && {
      amount: estimate.value,
      lowPercent: percentBelow(estimate.low80, estimate.value),
      highPercent: -percentBelow(estimate.high80, estimate.value),
      own: estimate,
    }
  )
}

/** Returns the value or rent that the home's source publishes. */
export function publishedValue(kind: ValueKind, home: Pick<Home, 'listing' | 'estimate'>): ShownValue | undefined {
  const { value, lowPercent, highPercent, rent, rentLowPercent, rentHighPercent } = shownEstimate(home) ?? {}
  if (kind === 'price')
    return value === undefined ? undefined : { amount: value, lowPercent, highPercent, own: undefined }
  if (rent === undefined) return undefined
  return { amount: rent, lowPercent: rentLowPercent, highPercent: rentHighPercent, own: undefined }
}

function percentBelow(bound: number, value: number): number {
  return rounded((100 * (value - bound)) / value, 1)
}
