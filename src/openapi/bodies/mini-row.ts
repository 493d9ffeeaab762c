import { MAYBE_TEXT } from './answer.ts'
import { SHORT_ATTRIBUTION } from './attribution.ts'
import { DIMENSIONS, HOME_STATUS, HOME_TYPE, LOT_UNITS } from './home-kinds.ts'
import { LINK } from './photos.ts'
import { ADDRESS, CHIP, POINT_FIELDS, REGION_NAME } from './places.ts'
import {
  always,
  component,
  each,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  optional,
  text,
  whole,
} from './schema.ts'

/** A home in a few lines: similar, nearby and comparable homes, collections. */

const FIELDS = {
  zpid: large('Id of the home.'),
  price: nullable(number(), 'Asked, or paid once sold; dollars.'),
  currency: always('USD'),
  bedrooms: number('0 where it is not known.'),
  bathrooms: number('0 where it is not known.'),
  livingArea: nullable(number(), 'Square feet.'),
  livingAreaValue: nullable(number(), 'Square feet.'),
  livingAreaUnits: nullable(text()),
  livingAreaUnitsShort: nullable(text()),
  lotSize: nullable(number(), 'Square feet.'),
  lotAreaValue: nullable(number(), 'In lotAreaUnits.'),
  lotAreaUnits: LOT_UNITS,
  address: ADDRESS,
  state: text('Two letters.'),
  ...POINT_FIELDS,
  homeStatus: HOME_STATUS,
  homeType: HOME_TYPE,
  yearBuilt: optional(whole()),
  hdpUrl: text('Path of the page of the home.'),
  ...DIMENSIONS,
  listing_sub_type: object(
    each(
      flag(),
      'is_newHome',
      'is_FSBO',
      'is_FSBA',
      'is_foreclosure',
      'is_bankOwned',
      'is_forAuction',
      'is_comingSoon',
    ),
  ),
  newConstructionType: MAYBE_TEXT,
  providerListingID: nullable(text(), 'Number of the listing at its multiple listing service.'),
  attributionInfo: SHORT_ATTRIBUTION,
  miniCardPhotos: listOf(LINK),
  formattedChip: CHIP,
  parentRegion: nullable(REGION_NAME),
}

export const MINI_ROW = component('HomeRow', object(FIELDS))

/** A home, or a building in the place of its units: address and page are its own, the rest is that of its cheapest free unit. */
export const PLACE_ROW = component(
  'PlaceRow',
  object({
    ...FIELDS,
    lotId: optional(text('Id of the building; absent for a home.')),
    buildingName: optional(text()),
    availableCount: optional(whole('Units that are free.')),
  }),
)

export const SOLD_ROW = component('SoldHomeRow', object({ ...FIELDS, price: number('Paid, dollars.') }))
