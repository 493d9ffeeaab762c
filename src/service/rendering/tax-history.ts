import { component, listOf, nullable, number, objectFrom, timeMs } from '../../kit/answers/index.ts'
import { growth } from '../../kit/base/figures.ts'
import type { Home, TaxYear } from '../../model/home.ts'

/** A year of assessment, and the year before. */
interface TaxYears {
  readonly year: TaxYear
  readonly before: TaxYear | undefined
}

const TAX_YEAR = component(
  'TaxYear',
  objectFrom<TaxYears>()({
    time: [timeMs('A time within the year.'), ({ year }) => midYear(year.year)],
    taxPaid: [nullable(number(), 'Dollars.'), ({ year }) => year.taxPaid],
    taxIncreaseRate: [
      number('Change from the year before, as a fraction; 0 if either is unknown.'),
      ({ year, before }) => growth(before?.taxPaid, year.taxPaid),
    ],
    value: [
      number('Assessed value in dollars; 0 if only the tax bill is known.'),
      ({ year }) => year.assessedValue ?? 0,
    ],
    valueIncreaseRate: [
      number('Change from the year before, as a fraction; 0 if either is unknown.'),
      ({ year, before }) => growth(before?.assessedValue, year.assessedValue),
    ],
  }),
)

export const TAX_HISTORY = listOf(TAX_YEAR, 'Newest first.')

/** Returns the yearly assessments, newest first. Leaves out figures without a year. */
export function taxHistory({ taxes: allTaxes }: Home) {
  const taxes = allTaxes.filter(({ year }) => year !== undefined)
  return taxes.map((year, index) => TAX_YEAR.of({ year, before: taxes[index - 1] })).toReversed()
}

/** Returns the last year with a known assessment. If no assessment has a year, returns the assessment without one. */
export function lastAssessed({ taxes }: Home): TaxYear | undefined {
  return taxes.findLast(({ assessedValue }) => assessedValue !== undefined)
}

/** Returns a moment that is within the year in every time zone; NaN if the year is unknown. */
export function midYear(year = Number.NaN): number {
  return Date.UTC(year, 6, 1)
}
