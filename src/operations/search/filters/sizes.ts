import { optional, range } from '../../../params/index.ts'
import { each, filter, within } from './family.ts'

/** Ranges over single columns. A home whose value is unknown matches none. */
export const sizes = each({
  listPriceRange: filter(
    optional(range('dollars'), 'Asking price, monthly rent, or sale price of sold homes.'),
    (given) => within('price', given),
  ),
  squareFeetRange: filter(optional(range('square feet', 'least'), 'Living area.'), (given) =>
    within('livingArea', given),
  ),
  lotSizeRange: filter(optional(range('square feet', 'least'), 'Lot size; 1 acre is 43560 square feet.'), (given) =>
    within('lotSize', given),
  ),
  yearBuiltRange: filter(optional(range('years', 'least'), 'Year built.'), (given) => within('yearBuilt', given)),
})
