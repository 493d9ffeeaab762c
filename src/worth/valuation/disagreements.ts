import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { grouped, rounded } from '../../kit/base/figures.ts'
import type { Home } from '../../model/home.ts'
import { traitsOf } from '../estimator/likeness.ts'
import type { Comparables } from './comparables.ts'
import { MIN_SALES_AROUND, type OwnEstimate } from './own-estimate.ts'
import type { SaidValue } from './said-values.ts'

export const METRES_PER_MILE = 1609.344

const NAMES = {
  published: 'published value',
  estimated: 'estimate of Plat',
  comparables: 'value by comparable sales',
} as const satisfies Record<SaidValue['kind'], string>

/**
 * A sentence for each value whose range does not meet that of the first: how far apart they are, and what is known that
 * may explain it. A value without a range stands for itself alone.
 */
export function disagreements(said: readonly SaidValue[], home: Home, comparables: Comparables): readonly string[] {
  const [first, ...others] = said
  if (first === undefined) return []
  return others.flatMap((other) => {
    if (endsOf(first)[0] <= endsOf(other)[1] && endsOf(other)[0] <= endsOf(first)[1]) return []
    const apart = other.value - first.value
    const by = `$${grouped(Math.abs(apart))} (${rounded((100 * Math.abs(apart)) / first.value, 1)} %)`
    const causes = other.kind === 'comparables' ? causesIn(home, comparables) : causesOf(comparables.estimate)
    const why = causes.length === 0 ? 'nothing that is known here' : causes.join('; ')
    return [
      `The ${textOf(other)}, is ${by} ${apart > 0 ? 'above' : 'below'} the ${textOf(first)}: their ranges do not meet. What may explain it: ${why}.`,
    ]
  })
}

function endsOf({ value, low = value, high = value }: SaidValue): readonly [low: number, high: number] {
  return [low, high]
}

/** `published value of county, $537,600 ($510,000 to $560,000)` */
function textOf({ kind, source, value, low, high }: SaidValue): string {
  const range = low === undefined || high === undefined ? 'no range' : `$${grouped(low)} to $${grouped(high)}`
  return `${NAMES[kind]}${kind === 'published' ? ` of ${source}` : ''}, $${grouped(value)} (${range})`
}

/** Sales that were adjusted by more, lie farther away or are older, on average, say less about the home. */
const MUCH_ADJUSTED = 0.1
const FAR_M = 3000
const OLD_DAYS = 180

/** Facts that move the value by comparable sales most; a home that lacks one is compared without it. */
const TELLING = { livingArea: 'living area', bathrooms: 'bathrooms', yearBuilt: 'year built' } as const

function causesIn(home: Home, { comparisons }: Comparables): readonly string[] {
  const mean = (of: (comparison: (typeof comparisons)[number]) => number) =>
    comparisons.reduce((sum, comparison) => sum + comparison.weight * of(comparison), 0)
  const adjusted = mean((sale) => Math.abs(Math.log(sale.adjustedPrice / (sale.price * sale.marketFactor))))
  const distanceM = mean((sale) => sale.distanceM)
  const days = mean((sale) => sale.daysAgo)
  const traits = traitsOf(home)
  const names = Object.keys(TELLING) as (keyof typeof TELLING)[] // its own keys
  const unknown = names.filter((name) => Number.isNaN(traits[name])).map((name) => TELLING[name])
  return [
    ...(comparisons.length < MIN_SALES_AROUND ? [`comparable sales are few (${comparisons.length})`] : []),
    ...(adjusted > MUCH_ADJUSTED
      ? [
          `their prices are adjusted by ${rounded(100 * (Math.exp(adjusted) - 1), 0)} % on average, as they are unlike this home`,
        ]
      : []),
    ...(distanceM > FAR_M ? [`they lie ${rounded(distanceM / METRES_PER_MILE, 1)} miles away on average`] : []),
    ...(days > OLD_DAYS ? [`they were sold ${rounded(days, 0)} days before on average`] : []),
    ...(unknown.length > 0 ? [`of this home it is not known: ${unknown.join(', ')}`] : []),
    ...(Number.isNaN(traits.conditionGrade) ? ['the condition of this home is not known here'] : []),
  ]
}

function causesOf(estimate: OwnEstimate | undefined): readonly string[] {
  if (estimate === undefined) return []
  const { without, day, learntUntil } = estimate
  return [
    ...(without === 'nothing' ? [] : [`it is estimated without ${without}`]),
    ...(day - learntUntil > OLD_DAYS ? [`it has learnt from no sale after ${dayOf(learntUntil * DAY_MS)}`] : []),
  ]
}
