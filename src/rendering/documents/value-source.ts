import {
  type AnswerOf,
  component,
  day,
  each,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  whole,
} from '../../answers/index.ts'
import { DAY_MS, dayOf } from '../../base/clock.ts'
import { rounded } from '../../base/figures.ts'
import type { CatalogAbout } from '../../catalog/catalog.ts'
import type { ShownValue } from '../../valuation/estimate.ts'
import type { OwnEstimate } from '../../valuation/own-estimate.ts'
import { sourceName } from '../source-name.ts'

export const OWN_ESTIMATE = component(
  'OwnEstimate',
  object({
    value: number('Dollars; for a rent, dollars per month.'),
    ...each(number('Dollars. In four cases of five the price lies between the two.'), 'low80', 'high80'),
    ...each(number('Dollars. In nine cases of ten the price lies between the two.'), 'low90', 'high90'),
    asOf: day('The day that it stands for: it rests on nothing later.'),
    learntUntil: day('Day of the newest sale that it has learnt from.'),
    sales: whole('How many sales it has learnt from.'),
    reasons: listOf(
      object({
        input: text('What is known of the home, or of the sales around it.'),
        effect: number('The home is worth so many times as much for it.'),
      }),
      'What moves it most, greatest first.',
    ),
  }),
)

/** Who says what a home is worth, or what it would be let for. */
export const VALUE_SOURCE = component(
  'ValueSource',
  object({
    kind: oneOf(['published', 'estimated'], 'Plat estimates where the source publishes nothing.'),
    source: text('The source of the home, or `Plat`.'),
    estimate: nullable(OWN_ESTIMATE, 'How Plat’s own estimate came about; null for a published value.'),
  }),
)

/** Null where nobody says it. */
export function valueSource(
  shown: ShownValue | undefined,
  home: { readonly source: string },
  about: CatalogAbout,
): AnswerOf<typeof VALUE_SOURCE> | null {
  if (shown === undefined) return null
  if (shown.own === undefined) return { kind: 'published', source: sourceName(about, home), estimate: null }
  return { kind: 'estimated', source: 'Plat', estimate: toldEstimate(shown.own) }
}

export function toldEstimate({
  day: asOf,
  learntUntil,
  reasons,
  ...figures
}: OwnEstimate): AnswerOf<typeof OWN_ESTIMATE> {
  return {
    ...figures,
    asOf: dayOf(asOf * DAY_MS),
    learntUntil: dayOf(learntUntil * DAY_MS),
    reasons: reasons.map(({ input, effect }) => ({ input, effect: rounded(effect, 3) })),
  }
}
