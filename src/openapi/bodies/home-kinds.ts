import { oneOf, text } from './schema.ts'

/** The words for what a home is and where it stands on the market. */

export const HOME_TYPE = oneOf([
  'SINGLE_FAMILY',
  'TOWNHOUSE',
  'CONDO',
  'MULTI_FAMILY',
  'APARTMENT',
  'LOT',
  'MANUFACTURED',
])

export const HOME_STATUS = oneOf(
  ['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER'],
  'Where the home stands on the market today.',
)

export const DIMENSIONS = {
  hdpTypeDimension: text('State on the market, such as `ForSale`.'),
  propertyTypeDimension: text('Type of the home in words.'),
  listingTypeDimension: text('Kind of listing, such as `For Sale by Agent`.'),
}

export const LOT_UNITS = oneOf(['Square Feet', 'Acres'], 'Unit of lotAreaValue: acres from one acre up.')
