import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { grouped, rounded } from '../../kit/base/figures.ts'
import type { Home } from '../../model/home.ts'
import { traitsOf } from '../estimator/likeness.ts'
import type { Comparables } from './comparables.ts'
import { MIN_SALES_AROUND, type OwnEstimate } from './own-estimate.ts'
import type { SourcedValue } from './sourced-values.ts'

export const METERS_PER_MILE = 1609.344

const NAMES = {
  published: 'published value',
  estimated: 'estimate of Plat',
  comparables: 'value by comparable sales',
} as const satisfies Record<SourcedValue['kind'], string>

/**
 * Returns a sentence for each value that disagrees with the first value (their ranges do not overlap): how far apart
 * they are, and possible reasons. A value without a range counts as a range from the value to itself.
 */
export function disagreements(
  values: readonly SourcedValue[],
  home: Home,
  comparables: Comparables,
): readonly string[] {
  const [first, ...others] = values
  if (first === undefined) return []
  return others.flatMap((other) => {
    if (endsOf(first)[0] <= endsOf(other)[1] && endsOf(other)[0] <= endsOf(first)[1]) return []
    const apart = other.value - first.value
    const by = `$${grouped(Math.abs(apart))} (${rounded((100 * Math.abs(apart)) / first.value, 1)} %)`
    const causes = other.kind === 'comparables' ? causesIn(home, comparables) : causesOf(comparables.estimate)
    const why = causes.length === 0 ? 'unknown' : causes.join('; ')
    return [
      `The ${textOf(other)}, is ${by} ${apart > 0 ? 'above' : 'below'} the ${textOf(first)}: their ranges do not meet. What may explain it: ${why}.`,
    ]
  })
}

function endsOf({ value, low = value, high = value }: SourcedValue): readonly [low: number, high: number] {
  return [low, high]
}

/** Example: `published value of county, $537,600 ($510,000 to $560,000)` */
function textOf({ kind, source, value, low, high }: SourcedValue): string {
  const range = low === undefined || high === undefined ? 'no range' : `$${grouped(low)} to $${grouped(high)}`
  return `${NAMES[kind]}${kind === 'published' ? ` of ${source}` : ''}, $${grouped(value)} (${range})`
}

/** Sales that needed a larger mean adjustment, as a logarithm, say less about the home. */
const MUCH_ADJUSTED = 0.1
/** Sales at a greater mean distance say less about the home. */
const FAR_M = 3000
/** Sales with a greater mean age say less about the home. */
const OLD_DAYS = 180

/** The facts that matter most for comparable sales. If such a fact is unknown, the comparison ignores it. */
const EXPLAINING_FACTS = { livingArea: 'living area', bathrooms: 'bathrooms', yearBuilt: 'year built' } as const

function causesIn(home: Home, { comparisons }: Comparables): readonly string[] {
  const mean = (of: (comparison: (typeof comparisons)[number]) => number) =>
    comparisons.reduce((sum, comparison) => sum + comparison.weight * of(comparison), 0)
  const adjusted = mean((sale) => Math.abs(Math.log(sale.adjustedPrice / (sale.price * sale.marketFactor))))
  const distanceM = mean((sale) => sale.distanceM)
  const days = mean((sale) => sale.daysAgo)
  const traits = traitsOf(home)
  const names = Object.keys(EXPLAINING_FACTS) as (keyof typeof EXPLAINING_FACTS)[] // Object.keys loses the type
  const unknown = names.filter((name) => Number.isNaN(traits[name])).map((name) => EXPLAINING_FACTS[name])
  return [
    ...(comparisons.length < MIN_SALES_AROUND ? [`comparable sales are few (${comparisons.length})`] : []),
    ...(adjusted > MUCH_ADJUSTED
      ? [
          `their prices are adjusted by ${rounded(100 * (Math.exp(adjusted) - 1), 0)} % on average, because the homes differ from this home`,
        ]
      : []),
    ...(distanceM > FAR_M ? [`the sales are ${rounded(distanceM / METERS_PER_MILE, 1)} miles away on average`] : []),
    ...(days > OLD_DAYS ? [`the homes were sold ${rounded(days, 0)} days earlier on average`] : []),
    ...(unknown.length > 0 ? [`unknown facts of this home: ${unknown.join(', ')}`] : []),
    ...(Number.isNaN(traits.conditionGrade) ? ['the condition of this home is unknown'] : []),
  ]
}

function causesOf(estimate: OwnEstimate | undefined): readonly string[] {
  if (estimate === undefined) return []
  const { without, day, learntUntil } = estimate
  return [
    ...(without === 'nothing' ? [] : [`it is estimated without ${without}`]),
    ...(day - learntUntil > OLD_DAYS ? [`it has learned only from sales up to ${dayOf(learntUntil * DAY_MS)}`] : []),
  ]
}
