import { texts } from './answer.ts'
import { BUILDING_CARD, HOME_CARD } from './cards.ts'
import { HOME_STATUS, HOME_TYPE } from './home-kinds.ts'
import { ADDRESS_FIELDS, POINT, POINT_FIELDS } from './places.ts'
import {
  always,
  component,
  each,
  either,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  whole,
} from './schema.ts'

/** The rows of pages of search results. Numbers that are not known are 0. */

const FIELDS = {
  zpid: text('Id of the home, as a text.'),
  id: text(),
  imgSrc: text(),
  hasImage: flag(),
  carouselPhotosComposable: object({
    baseUrl: always('{photoKey}', 'A URL, once a photoKey is put in the place of its name.'),
    photoData: listOf(object({ photoKey: text() })),
  }),
  detailUrl: text('URL of the page of the home.'),
  ...texts('statusType', 'statusText', 'rawHomeStatusCd', 'marketingStatusSimplifiedCd'),
  countryCurrency: always('$'),
  price: text('`$399,000`; empty where it is not known.'),
  unformattedPrice: number('Dollars; 0 where it is not known.'),
  ...texts('address', 'addressStreet', 'addressCity', 'addressState', 'addressZipcode'),
  isUndisclosedAddress: flag(),
  latLong: POINT,
  'is{Portal}Owned': flag(),
  brokerName: text('Empty where it is not known.'),
  flexFieldText: text(),
  contentType: text('`priceCut`, `homeInsight` or `daysOn{Portal}`.'),
  ...each(flag(), 'has3DModel', 'hasVideo'),
}

const HOME_INFO = component(
  'PortalHomeInfo',
  object({
    zpid: large('Id of the home.'),
    ...ADDRESS_FIELDS,
    ...POINT_FIELDS,
    price: number('Dollars; 0 where it is not known.'),
    ...each(number('0 where it is not known.'), 'bathrooms', 'bedrooms'),
    livingArea: number('Square feet; 0 where it is not known.'),
    homeType: HOME_TYPE,
    homeStatus: HOME_STATUS,
    'daysOn{Portal}': whole(),
    ...each(optional(number('Dollars.')), 'zestimate', 'rentZestimate', 'taxAssessedValue'),
    lotAreaValue: optional(number('In lotAreaUnit.')),
    lotAreaUnit: optional(oneOf(['sqft', 'acres'])),
  }),
)

const HOME_FIELDS = {
  ...FIELDS,
  ...each(number('0 where it is not known.'), 'beds', 'baths'),
  area: nullable(number(), 'Square feet.'),
  hdpData: object({ homeInfo: HOME_INFO }),
}

const BUILDING_FIELDS = {
  ...FIELDS,
  isBuilding: always(true),
  lotId: text('Id of the building.'),
  buildingName: text(),
  area: nullable(number(), 'Square feet; a building has none.'),
  units: listOf(object({ price: text('`$1,200+`'), beds: text(), roomForRent: flag() })),
  ...each(number('Dollars by the month; 0 where it is not known.'), 'minBaseRent', 'maxBaseRent'),
  availabilityCount: whole('Units that match.'),
}

export const ROWS = listOf(
  either(component('PortalRow', object(HOME_FIELDS)), component('PortalBuildingRow', object(BUILDING_FIELDS))),
)

/** The same rows, each with the card that the other searches have. */
export const ROWS_WITH_CARDS = listOf(
  either(
    component('PortalRowWithCard', object({ ...HOME_FIELDS, property: HOME_CARD, resultType: always('property') })),
    component(
      'PortalBuildingRowWithCard',
      object({ ...BUILDING_FIELDS, property: BUILDING_CARD, resultType: always('propertyGroup') }),
    ),
  ),
)
