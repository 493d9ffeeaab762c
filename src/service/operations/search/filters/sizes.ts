import { optional, range } from '../../../../kit/params/index.ts'
import { agentRange } from '../../agent-words.ts'
import { each, ranged } from './family.ts'

const SQUARE_FEET = String.raw` ?-?(?:sq\.? ?-?(?:ft|feet|foot)\.?|square ?-?(?:feet|foot|footage)|sqft|sf|ft2)`
const SQUARE_METRES = String.raw` ?-?(?:sq\.? ?m|sqm|m2|square met(?:er|re)s?)`
const LOT = ' (?:lots?|yard|parcel)'
const OF_LOT = '(?:lots?|lot size|yard|parcel)(?: size)?(?: of| with| is)?:? ?'
const ACRES = ' ?-?(?:an? )?(?:acres?|ac)(?: lot| parcel| yard)?'

const SQUARE_FEET_PER = { acre: 43_560, squareMetre: 10.7639 }

/** Ranges over single columns. Homes with an unknown value do not match. */
export const sizes = each('Rooms and size', {
  listPriceRange: ranged(
    'price',
    optional(range('dollars'), 'Asking price, monthly rent, or sale price of sold homes.'),
    {
      label: 'Price',
      group: 'Price and cost',
      agent: agentRange(
        'price',
        { For_Sale: 'asking price', For_Rent: 'monthly rent', Sold: 'sale price' },
        '$#',
        'Dollars: asking price, monthly rent, or sale price.',
      ),
    },
  ),
  squareFeetRange: ranged('livingArea', optional(range('square feet', 'least'), 'Living area.'), {
    label: 'Living area',
    agent: agentRange('sqft', 'living area', '# sqft', 'Living area in square feet.'),
    urlRange: 'sqft',
    amounts: [
      { number: 'amount', after: SQUARE_FEET },
      { number: 'amount', after: SQUARE_METRES, unit: SQUARE_FEET_PER.squareMetre },
    ],
  }),
  lotSizeRange: ranged('lotSize', optional(range('square feet', 'least'), 'Lot size; 1 acre is 43560 square feet.'), {
    label: 'Lot',
    agent: agentRange('lot_sqft', 'lot', '# sqft', 'Lot size in square feet; 1 acre is 43560.'),
    urlRange: 'lot lotSize',
    amounts: [
      { number: 'fraction', after: ACRES, unit: SQUARE_FEET_PER.acre },
      { number: 'amount', before: OF_LOT, after: SQUARE_FEET },
      { number: 'amount', after: SQUARE_FEET + LOT },
      { number: 'amount', after: SQUARE_METRES + LOT, unit: SQUARE_FEET_PER.squareMetre },
    ],
  }),
  yearBuiltRange: ranged('yearBuilt', optional(range('years', 'least'), 'Year built.'), {
    label: 'Year built',
    urlRange: 'built yearBuilt',
    agent: agentRange('year_built', 'built', '#', 'Built in this year or later.', {
      whole: [1600, 2200],
      isYear: true,
      docMax: 'Built in this year or earlier.',
    }),
  }),
})
