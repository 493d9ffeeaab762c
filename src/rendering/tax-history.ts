import { type AnswerOf, component, listOf, nullable, number, object, timeMs } from '../answers/index.ts'
import { growth } from '../base/figures.ts'
import type { Home } from '../model/home.ts'

const TAX_YEAR = component(
  'TaxYear',
  object({
    time: timeMs('A moment in the year.'),
    taxPaid: nullable(number(), 'Dollars.'),
    taxIncreaseRate: number('Change from the year before, as a fraction; 0 if either is unknown.'),
    value: number('Assessed value in dollars; 0 if only the tax bill is known.'),
    valueIncreaseRate: number('Change from the year before, as a fraction; 0 if either is unknown.'),
  }),
)

export const TAX_HISTORY = listOf(TAX_YEAR, 'Newest first.')

/** The yearly assessments, newest first. */
export function taxHistory({ taxes }: Home): AnswerOf<typeof TAX_HISTORY> {
  return taxes
    .map((year, index) => ({
      time: midYear(year.year),
      taxPaid: year.taxPaid ?? null,
      taxIncreaseRate: growth(taxes[index - 1]?.taxPaid, year.taxPaid),
      value: year.assessedValue ?? 0,
      valueIncreaseRate: growth(taxes[index - 1]?.assessedValue, year.assessedValue),
    }))
    .toReversed()
}

/** A moment that is within the year in every time zone. */
export function midYear(year: number): number {
  return Date.UTC(year, 6, 1)
}
