import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import {
  type AnswerOf,
  component,
  day,
  madeList,
  nullable,
  number,
  objectFrom,
  oneOf,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import { rounded } from '../../../kit/base/figures.ts'
import { LACKS } from '../../../worth/estimator/lack.ts'
import type { ShownValue } from '../../../worth/valuation/estimate.ts'
import type { OwnEstimate, Reason } from '../../../worth/valuation/own-estimate.ts'
import { type SourcedValue, VALUE_SOURCES } from '../../../worth/valuation/sourced-values.ts'

const REASON = objectFrom<Reason>()({
  input: [text('A fact about the home, or about the sales around it.'), ({ input }) => input],
  effect: [number('Factor by which the fact changes the value.'), ({ effect }) => rounded(effect, 3)],
})

const FOUR_IN_FIVE = number('Dollars. The price is between the two in four of five cases.')
const NINE_IN_TEN = number('Dollars. The price is between the two in nine of ten cases.')

export const OWN_ESTIMATE = component(
  'OwnEstimate',
  objectFrom<OwnEstimate>()({
    value: [number('Dollars; for a rent, dollars per month.'), ({ value }) => value],
    low80: [FOUR_IN_FIVE, ({ low80 }) => low80],
    high80: [FOUR_IN_FIVE, ({ high80 }) => high80],
    low90: [NINE_IN_TEN, ({ low90 }) => low90],
    high90: [NINE_IN_TEN, ({ high90 }) => high90],
    sales: [whole('Number of sales that the estimator learned from.'), ({ sales }) => sales],
    asOf: [day('Day that the value is for. Later facts do not affect it.'), (estimate) => dayOf(estimate.day * DAY_MS)],
    learntUntil: [
      day('Day of the newest sale that the estimator learned from.'),
      ({ learntUntil }) => dayOf(learntUntil * DAY_MS),
    ],
    without: [oneOf(LACKS, 'Unknown facts that the estimate had to do without.'), ({ without }) => without],
    reasons: madeList(
      REASON,
      ({ reasons }) => reasons,
      'The facts with the greatest effect on the value, greatest first.',
    ),
  }),
)

/** The source of a home's value or rent. */
export const VALUE_SOURCE = component(
  'ValueSource',
  objectFrom<{ readonly own: OwnEstimate | undefined; readonly source: string }>()({
    kind: [
      oneOf(['published', 'estimated'], 'Plat estimates a value if the source publishes none.'),
      ({ own }) => (own ? 'estimated' : 'published'),
    ],
    source: [text('The source of the home, or `Plat`.'), ({ own, source }) => (own ? 'Plat' : source)],
    estimate: [
      nullable(OWN_ESTIMATE, 'How Plat made its own estimate; null for a published value.'),
      ({ own }) => own && OWN_ESTIMATE.of(own),
    ],
  }),
)

/** A home's value by one of several sources. */
export const SAID_VALUE = component(
  'SourcedValue',
  objectFrom<SourcedValue>()({
    kind: [
      oneOf(
        VALUE_SOURCES,
        'Published by the source of the home, estimated by Plat, or suggested by comparable sales alone.',
      ),
      ({ kind }) => kind,
    ],
    source: [text('The source of the home, `Plat` or `comparable sales`.'), ({ source }) => source],
    value: [number('Dollars.'), ({ value }) => value],
    low: [
      nullable(
        number(),
        'Low end of the range. Published values: as published. Estimates: the price is below it in one of ten cases. Comparable sales: a tenth of their total weight suggests less. Null if there is no range.',
      ),
      ({ low }) => low,
    ],
    high: [nullable(number(), 'High end of the range.'), ({ high }) => high],
  }),
)

/** Returns the source of the value; null if no source has one. */
export function valueSource(
  shown: ShownValue | undefined,
  home: { readonly source: string },
  about: CatalogAbout,
): AnswerOf<typeof VALUE_SOURCE> | null {
  return shown ? VALUE_SOURCE.of({ own: shown.own, source: sourceName(about, home) }) : null
}
