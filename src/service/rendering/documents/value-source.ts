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
  input: [text('What is known of the home, or of the sales around it.'), ({ input }) => input],
  effect: [number('The home is worth so many times as much for it.'), ({ effect }) => rounded(effect, 3)],
})

const FOUR_IN_FIVE = number('Dollars. In four cases of five the price lies between the two.')
const NINE_IN_TEN = number('Dollars. In nine cases of ten the price lies between the two.')

export const OWN_ESTIMATE = component(
  'OwnEstimate',
  objectFrom<OwnEstimate>()({
    value: [number('Dollars; for a rent, dollars per month.'), ({ value }) => value],
    low80: [FOUR_IN_FIVE, ({ low80 }) => low80],
    high80: [FOUR_IN_FIVE, ({ high80 }) => high80],
    low90: [NINE_IN_TEN, ({ low90 }) => low90],
    high90: [NINE_IN_TEN, ({ high90 }) => high90],
    sales: [whole('How many sales it has learnt from.'), ({ sales }) => sales],
    asOf: [day('The day that it stands for: it rests on nothing later.'), (estimate) => dayOf(estimate.day * DAY_MS)],
    learntUntil: [
      day('Day of the newest sale that it has learnt from.'),
      ({ learntUntil }) => dayOf(learntUntil * DAY_MS),
    ],
    without: [oneOf(LACKS, 'What is unknown of the home, so that it was estimated without.'), ({ without }) => without],
    reasons: madeList(REASON, ({ reasons }) => reasons, 'What moves it most, greatest first.'),
  }),
)

/** Who says what a home is worth, or what it would be let for. */
export const VALUE_SOURCE = component(
  'ValueSource',
  objectFrom<{ readonly own: OwnEstimate | undefined; readonly source: string }>()({
    kind: [
      oneOf(['published', 'estimated'], 'Plat estimates where the source publishes nothing.'),
      ({ own }) => (own ? 'estimated' : 'published'),
    ],
    source: [text('The source of the home, or `Plat`.'), ({ own, source }) => (own ? 'Plat' : source)],
    estimate: [
      nullable(OWN_ESTIMATE, 'How Plat’s own estimate came about; null for a published value.'),
      ({ own }) => own && OWN_ESTIMATE.of(own),
    ],
  }),
)

/** A value of a home among those of all that say one. */
export const SAID_VALUE = component(
  'SourcedValue',
  objectFrom<SourcedValue>()({
    kind: [
      oneOf(
        VALUE_SOURCES,
        'The source of the home publishes it, Plat estimates it, or comparable sales alone suggest it.',
      ),
      ({ kind }) => kind,
    ],
    source: [text('The source of the home, `Plat` or `comparable sales`.'), ({ source }) => source],
    value: [number('Dollars.'), ({ value }) => value],
    low: [
      nullable(
        number(),
        'Low end of its range: as published; or below it lies the price in one case of ten; or a tenth of the weight of the comparable sales suggests less. Null if it gives none.',
      ),
      ({ low }) => low,
    ],
    high: [nullable(number(), 'High end of the same range.'), ({ high }) => high],
  }),
)

/** Null where nobody says it. */
export function valueSource(
  shown: ShownValue | undefined,
  home: { readonly source: string },
  about: CatalogAbout,
): AnswerOf<typeof VALUE_SOURCE> | null {
  return shown ? VALUE_SOURCE.of({ own: shown.own, source: sourceName(about, home) }) : null
}
