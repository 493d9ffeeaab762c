import type { Condition } from '../../../catalog/query.ts'
import type { HomeColumnName } from '../../../model/home-columns.ts'
import { optional, type Range, range } from '../../../params/index.ts'
import { between, family, when } from './family.ts'

function within(parameter: string, column: HomeColumnName, asked: Range | undefined): readonly Condition[] {
  return asked ? when(parameter, between(column, asked.min, asked.max)) : []
}

/** Ranges of columns as they are; a home whose value is not known does not fit a range. */
export const sizes = family({
  parameters: {
    listPriceRange: optional(range('dollars'), 'Asking price, rent by the month, or price paid for sold homes.'),
    squareFeetRange: optional(range('square feet'), 'Living area.'),
    lotSizeRange: optional(range('square feet'), 'Lot; 1 acre is 43560 square feet.'),
    yearBuiltRange: optional(range('years'), 'Year built.'),
  },
  conditions: ({ listPriceRange, squareFeetRange, lotSizeRange, yearBuiltRange }) => [
    ...within('listPriceRange', 'price', listPriceRange),
    ...within('squareFeetRange', 'livingArea', squareFeetRange),
    ...within('lotSizeRange', 'lotSize', lotSizeRange),
    ...within('yearBuiltRange', 'yearBuilt', yearBuiltRange),
  ],
})
