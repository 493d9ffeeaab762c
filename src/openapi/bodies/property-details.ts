import { MAYBE_TEXT, maybeTexts, texts } from './answer.ts'
import { ATTRIBUTION, LISTED_BY } from './attribution.ts'
import { DIMENSIONS, HOME_STATUS, HOME_TYPE, LOT_UNITS } from './home-kinds.ts'
import { MINI_ROW, PLACE_ROW } from './mini-row.ts'
import { LINK, PHOTOS } from './photos.ts'
import { ADDRESS_FIELDS, CHIP, DETAILED_ADDRESS, POINT_FIELDS, REGION_LINKS, REGION_NAME } from './places.ts'
import { PRICE_FIELDS, PRICE_HISTORY, TAX_HISTORY } from './property-price.ts'
import { RESO_FACTS } from './reso-facts.ts'
import {
  always,
  component,
  each,
  flag,
  instant,
  large,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  optional,
  text,
  timeMs,
  whole,
} from './schema.ts'

/** Everything that is known of a home. */

const IDENTITY = {
  zpid: large('Id of the home.'),
  parcelId: nullable(text(), 'Number of the parcel at the county assessor.'),
  ...each(nullable(text(), 'Number of the listing at its multiple listing service.'), 'mlsid', 'providerListingID'),
  ...each(nullable(text(), 'Id that only one vendor’s systems know.'), 'listingFeedID', 'ssid', 'ouid', 'palsId'),
  buildingId: nullable(large(), 'Null for a home that is no unit of a building.'),
  hdpUrl: text('Path of the page of the home.'),
  country: always('USA'),
  currency: always('USD'),
  timeZone: text('IANA name; empty where it is not known.'),
}

const WHERE = {
  address: DETAILED_ADDRESS,
  ...ADDRESS_FIELDS,
  abbreviatedAddress: text(),
  county: text('With its word; empty where it is not known.'),
  countyFIPS: text('Five digits; empty where it is not known.'),
  ...each(large('Id of the region; 0 where it is not known.'), 'cityId', 'stateId', 'countyId', 'zipcodeId'),
  neighborhoodId: nullable(large()),
  parentRegion: nullable(REGION_NAME, 'What people would call where it is: its neighbourhood, else its city.'),
  neighborhoodRegion: nullable(REGION_NAME),
  isUndisclosedAddress: flag('The source says that the address may not be shown.'),
  hasBadGeocode: flag('latitude and longitude are the middle of a region, not the place of the home.'),
  ...POINT_FIELDS,
}

const SIZE = {
  bedrooms: number('0 where it is not known.'),
  bathrooms: number('0 where it is not known.'),
  yearBuilt: optional(whole()),
  ...each(nullable(number(), 'Square feet.'), 'livingArea', 'livingAreaValue', 'lotSize'),
  livingAreaUnits: always('Square Feet'),
  livingAreaUnitsShort: always('sqft'),
  lotAreaValue: nullable(number(), 'In lotAreaUnits.'),
  lotAreaUnits: LOT_UNITS,
}

const LISTING_SUB_TYPE = object(
  each(
    flag(),
    'isFSBA',
    'isFSBO',
    'isPending',
    'isNewHome',
    'isForeclosure',
    'isBankOwned',
    'isForAuction',
    'isOpenHouse',
    'isComingSoon',
  ),
  'What kind of listing it is; all false for a home that is not on the market.',
)

const FORECLOSURE_TYPES = object(
  each(
    flag(),
    'isBankOwned',
    'isForeclosedNFS',
    'isPreforeclosure',
    'isAnyForeclosure',
    'wasREO',
    'wasDefault',
    'wasForeclosed',
  ),
)

const STATUS = {
  homeStatus: HOME_STATUS,
  homeType: HOME_TYPE,
  ...DIMENSIONS,
  contingentListingType: MAYBE_TEXT,
  comingSoonOnMarketDate: nullable(timeMs()),
  newConstructionType: MAYBE_TEXT,
  listingSubType: LISTING_SUB_TYPE,
  foreclosureTypes: FORECLOSURE_TYPES,
  ...each(
    flag(),
    'is{Portal}Owned',
    'isPremierBuilder',
    'isShowcaseListing',
    'isFeatured',
    'isIncomeRestricted',
    'isNonOwnerOccupied',
    'isRecentStatusChange',
  ),
  listingDataSource: text(),
}

const ACTIVITY = {
  'daysOn{Portal}': whole('Days since it came on the market; 0 where that is not known.'),
  'timeOn{Portal}': text('The same in words: `706 days`.'),
  ...each(whole('0 where the source does not count.'), 'pageViewCount', 'favoriteCount', 'tourViewCount'),
}

const WORDS_AND_PICTURES = {
  description: text('Empty where there is none.'),
  ...maybeTexts('whatILove', 'marketingName', 'virtualTourUrl'),
  ...each(PHOTOS, 'originalPhotos', 'responsivePhotos'),
  ...texts('hiResImageLink', 'desktopWebHdpImageLink'),
  streetViewImageUrl: MAYBE_TEXT,
  photoCount: whole(),
  ...each(listOf(LINK), 'thumb', 'neighborhoodMapThumb'),
  thirdPartyVirtualTour: nullable(object({ externalUrl: text() })),
  hasPublicVideo: flag(),
}

const PEOPLE = {
  attributionInfo: ATTRIBUTION,
  brokerageName: MAYBE_TEXT,
  listingProvider: nullable(object({ title: text(), name: text() })),
  listedBy: LISTED_BY,
}

const SCHOOL = component(
  'School',
  object({
    name: text(),
    rating: nullable(number(), '1 to 10.'),
    level: text('`Primary`, `Elementary`, `Middle` or `High`.'),
    grades: text('`K-5`'),
    type: text('`Public`, `Private` or `Charter`.'),
    distance: number('Miles as the crow flies.'),
    link: MAYBE_TEXT,
    size: nullable(number(), 'Pupils.'),
    studentsPerTeacher: nullable(number()),
    totalCount: nullable(number()),
    ...each(
      nullable(flag(), 'Null where the source does not say which schools the home is assigned to.'),
      'assigned',
      'isAssigned',
    ),
  }),
)

const AROUND = {
  nearbyHomes: listOf(PLACE_ROW, 'Nearest first.'),
  collections: object({
    modules: listOf(
      object({ name: text(), placement: always('NEIGHBORHOOD'), propertyDetails: listOf(MINI_ROW) }),
      'Similar homes; empty where there are none.',
    ),
  }),
  ...each(REGION_LINKS, 'nearbyCities', 'nearbyNeighborhoods', 'nearbyZipcodes'),
}

const INSIGHT = {
  homeInsights: listOf(
    object({ insights: listOf(object({ modelId: text(), treatmentId: text(), phrases: listOf(text()) })) }),
  ),
  openHouseSchedule: listOf(object({ startTime: instant(), endTime: instant() }), 'Those that are not over.'),
  formattedChip: CHIP,
  adTargets: mapOf(text(), 'A few facts as texts; those that are not known are left out.'),
}

export const PROPERTY_DETAILS = component(
  'PropertyDetails',
  object({
    ...IDENTITY,
    ...WHERE,
    ...PRICE_FIELDS,
    ...SIZE,
    ...STATUS,
    ...ACTIVITY,
    ...WORDS_AND_PICTURES,
    ...PEOPLE,
    schools: listOf(SCHOOL, 'Nearest first.'),
    priceHistory: PRICE_HISTORY,
    taxHistory: TAX_HISTORY,
    ...AROUND,
    ...INSIGHT,
    resoFacts: RESO_FACTS,
  }),
)
