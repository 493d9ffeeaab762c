import { optional, range } from '../../../params/index.ts'
import { each, filter, within } from './family.ts'

/** Ranges of columns as they are; a home whose value is unknown fits no range. */
export const sizes = each({
  listPriceRange: filter(
    optional(range('dollars'), 'Asking price, rent by the month, or price paid for sold homes.'),
    (asked) => within('price', asked),
  ),
  squareFeetRange: filter(optional(range('square feet', 'least'), 'Living area.'), (asked) =>
    within('livingArea', asked),
  ),
  lotSizeRange: filter(optional(range('square feet', 'least'), 'Lot; 1 acre is 43560 square feet.'), (asked) =>
    within('lotSize', asked),
  ),
  yearBuiltRange: filter(optional(range('years', 'least'), 'Year built.'), (asked) => within('yearBuilt', asked)),
})
