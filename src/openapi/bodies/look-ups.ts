import { answer, maybeTexts, SOURCE } from './answer.ts'
import { PHOTOS } from './photos.ts'
import { ADDRESS_FIELDS, DETAILED_ADDRESS, POINT_FIELDS } from './places.ts'
import { PROPERTY_DETAILS } from './property-details.ts'
import {
  always,
  component,
  day,
  each,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  toldApart,
  whole,
} from './schema.ts'

/** The bodies of the property look-ups. */

export const FULL_DOCUMENT = component(
  'FullDocument',
  answer({ '{portal}URL': text('URL of the page of the home.'), propertyDetails: PROPERTY_DETAILS }),
)

export const TRIMMED_DOCUMENT = component(
  'TrimmedDocument',
  object({
    message: always('200: Success'),
    Source: SOURCE,
    PropertyAddress: DETAILED_ADDRESS,
    zestimate: nullable(number(), 'Estimated value, dollars.'),
    ...each(nullable(number()), 'Bedrooms', 'Bathrooms'),
    'Area(sqft)': nullable(number(), 'Living area, square feet.'),
    PropertyZPID: large('Id of the home.'),
    Price: nullable(number(), 'Asked, or paid once sold; dollars.'),
    yearBuilt: nullable(whole()),
    'daysOn{Portal}': nullable(whole()),
    'Property{Portal}URL': text('URL of the page of the home.'),
    ...each(optional(whole('Absent where the source does not count.')), 'favoriteCount', 'pageViewCount'),
  }),
)

const ADDRESS_SUGGESTION = component(
  'AddressSuggestion',
  object({
    display: text('The address in one line.'),
    resultType: always('Address'),
    metaData: object({
      addressType: oneOf(['house', 'unit', 'building']),
      ...each(optional(text()), 'streetNumber', 'streetName', 'unitNumber', 'zipCode'),
      city: text(),
      state: text('Two letters.'),
      country: always('USA'),
      ...each(number('Degrees; 0 where it is not known.'), 'lat', 'lng'),
      zpid: optional(large('Of a home.')),
      lotId: optional(text('Of a building.')),
    }),
  }),
)

const REGION_SUGGESTION = component(
  'RegionSuggestion',
  object({
    display: text('As searches understand it.'),
    resultType: always('Region'),
    metaData: object({
      regionId: large(),
      regionType: oneOf(['country', 'state', 'metro', 'county', 'city', 'neighborhood', 'zipcode']),
      city: text('Empty for what is no part of a city.'),
      state: text('Two letters; empty for the country.'),
      country: always('USA'),
      zipCode: optional(text('Of a ZIP code.')),
      ...each(number('Degrees.'), 'lat', 'lng'),
    }),
  }),
)

export const SUGGESTIONS = component(
  'Suggestions',
  object({
    source: SOURCE,
    results: listOf(
      toldApart('resultType', { Address: ADDRESS_SUGGESTION, Region: REGION_SUGGESTION }),
      'Likeliest first.',
    ),
  }),
)

const UNIT = component(
  'Unit',
  object({
    zpid: large('Id of the home.'),
    unitNumber: nullable(text()),
    ...each(nullable(number()), 'beds', 'baths'),
    sqft: nullable(number(), 'Square feet.'),
    price: nullable(number(), 'Rent by the month, dollars; null where the unit is not free.'),
    available: flag(),
    availableFrom: nullable(day()),
    hdpUrl: text('Path of the page of the home.'),
  }),
)

const FLOOR_PLAN = component(
  'FloorPlan',
  object({
    name: text(),
    beds: number(),
    baths: number(),
    sqft: nullable(number(), 'Square feet.'),
    ...each(nullable(number(), 'Of the units that are free; dollars by the month.'), 'minPrice', 'maxPrice'),
    availableCount: whole('Units that are free.'),
    units: listOf(UNIT),
  }),
)

export const APARTMENT_DETAILS = component(
  'ApartmentDetails',
  answer({
    apartmentBuildingDetails: object({
      lotId: text('Id of the building.'),
      buildingName: text(),
      ...ADDRESS_FIELDS,
      ...POINT_FIELDS,
      buildingUrl: text(),
      description: text('Empty where there is none.'),
      photos: PHOTOS,
      amenities: listOf(text()),
      petPolicy: nullable(listOf(oneOf(['LargeDogs', 'SmallDogs', 'Cats'])), 'Pets that are allowed.'),
      yearBuilt: optional(whole()),
      storiesTotal: nullable(number()),
      ...maybeTexts('phone', 'managedBy'),
      unitCount: whole(),
      floorPlans: listOf(FLOOR_PLAN),
    }),
  }),
)

export const LOT_IDS = component(
  'LotIds',
  answer({
    results: listOf(
      object({
        lotId: text('Id of the building.'),
        display: text(),
        ...each(number('Degrees.'), 'lat', 'lng'),
      }),
    ),
  }),
)
