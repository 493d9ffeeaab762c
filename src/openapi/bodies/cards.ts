import { ADDRESS, ADDRESS_FIELDS, POINT } from './places.ts'
import {
  always,
  component,
  each,
  flag,
  large,
  listOf,
  number,
  object,
  oneOf,
  optional,
  text,
  timeMs,
  toldApart,
  whole,
} from './schema.ts'

/** The results of searches. What is not known is absent, never null. */

const MEDIA = component(
  'CardMedia',
  object({
    propertyPhotoLinks: object({ mediumSizeLink: text(), highResolutionLink: text() }),
    thirdPartyPhotoLinks: object({}, 'Always empty.'),
    ...each(flag(), 'hasVRModel', 'hasVideos', 'hasIMX', 'hasApprovedThirdPartyVirtualTour'),
    allPropertyPhotos: object({ medium: listOf(text()), highResolution: listOf(text()) }, 'The first few.'),
  }),
)

const RENTAL = component(
  'CardRental',
  object({
    areApplicationsAccepted: flag(),
    hasVirtualTour: flag(),
    currency: always('usd'),
    country: always('usa'),
    baseRent: optional(number('Dollars by the month.')),
  }),
)

const RECOMMENDATION = component(
  'CardRecommendation',
  object({
    flexFieldRecommendations: listOf(
      object({ displayString: text(), ...each(oneOf(['priceCut', 'homeInsight']), 'flexFieldType', 'contentType') }),
      'What the card says beside the figures, best first.',
    ),
  }),
)

const LISTING_STATUS = oneOf(['forSale', 'forRent', 'recentlySold', 'preForeclosure'])

const DAYS = optional(whole('Days since it came on the market.'))

const LISTING = component(
  'CardListing',
  object({
    listingStatus: LISTING_STATUS,
    marketingStatus: oneOf(['active', 'acceptingBackupOffers', 'comingSoon', 'pending', 'closed']),
    'daysOn{Portal}': DAYS,
    isPreforeclosureAuction: flag(),
    listingSubType: object(
      each(
        optional(always(true)),
        'isFSBA',
        'isFSBO',
        'isOpenHouse',
        'isPending',
        'isNewHome',
        'isForeclosure',
        'isBankOwned',
        'isForAuction',
        'isComingSoon',
      ),
      'Those that hold; others are absent.',
    ),
  }),
)

const DISPLAY_RULES = component(
  'CardDisplayRules',
  object({
    canShowAddress: flag(),
    canShowOnMap: flag(),
    agent: object({ agentName: optional(text()) }),
    mls: object({
      brokerName: optional(text('`Listing by: …`')),
      mustDisplayBrokerName: flag(),
      mlsIdOnMap: optional(text()),
    }),
    ...each(object({}, 'Always empty.'), 'builder', 'soldByOffice'),
    listingCategory: oneOf(['mls', 'nonMls']),
  }),
)

export const HOME_CARD_FIELDS = {
  zpid: large('Id of the home.'),
  'daysOn{Portal}': DAYS,
  openHouseShowingList: optional(
    listOf(object({ startTime: timeMs(), endTime: timeMs() }), 'Those that are not over.'),
  ),
  listing: LISTING,
  location: optional(POINT.as('The middle of the ZIP code for a home whose place is not known, or may not be shown.')),
  address: ADDRESS,
  buildingId: optional(large()),
  media: MEDIA,
  ...each(flag(), 'isFeatured', 'isShowcaseListing', 'isUnmappable', 'isPreforeclosureAuction', 'hasFloorPlan'),
  rental: RENTAL,
  'listingDateTimeOn{Portal}': optional(timeMs()),
  bestGuessTimeZone: optional(text('IANA name.')),
  listCardRecommendation: RECOMMENDATION,
  ...each(optional(number()), 'bathrooms', 'bedrooms'),
  livingArea: optional(number('Square feet.')),
  yearBuilt: optional(whole()),
  lotSizeWithUnit: optional(object({ lotSize: number(), lotSizeUnit: oneOf(['squareFeet', 'acres']) })),
  propertyType: oneOf(['singleFamily', 'townhome', 'condo', 'multiFamily', 'apartment', 'manufactured', 'land']),
  price: optional(
    object({
      value: number('Asked, or paid once sold; dollars, of rentals by the month.'),
      pricePerSquareFoot: optional(whole('Dollars.')),
      priceChange: optional(number('Dollars.')),
      changedDate: optional(timeMs()),
    }),
  ),
  estimates: object({
    zestimate: optional(number('Estimated value, dollars.')),
    rentZestimate: optional(number('Estimated rent by the month, dollars.')),
  }),
  taxAssessment: optional(object({ taxAssessedValue: number('Dollars.'), taxAssessmentYear: text() })),
  '{portal}OwnedProperty': object({ 'is{Portal}Owned': flag() }),
  region: object({}, 'Always empty.'),
  personalizedResult: object({ isViewed: flag() }),
  userRecommendation: object({ isRecommendedForYou: flag() }),
  currency: always('usd'),
  country: always('usa'),
  hdpView: object({
    listingStatus: LISTING_STATUS,
    price: optional(number('Dollars.')),
    hdpUrl: text('Path of the page of the home.'),
  }),
  propertyDisplayRules: DISPLAY_RULES,
}

export const HOME_CARD = component('HomeCard', object(HOME_CARD_FIELDS))

/** A rental building with its units that match. */
export const BUILDING_CARD = component(
  'BuildingCard',
  object({
    zpid: large('Id of one of its units that match.'),
    lotId: text('Id of the building.'),
    title: text(),
    location: POINT,
    address: object({ ...ADDRESS_FIELDS, buildingId: large() }),
    ...each(optional(number('Dollars by the month.')), 'minPrice', 'maxPrice'),
    unitsGroup: listOf(object({ bedrooms: number(), minPrice: number(), isRoomForRent: flag() })),
    matchingHomeCount: whole('Units that match.'),
    groupType: text(),
    listingStatus: always('FOR_RENT'),
    media: MEDIA,
    rental: RENTAL,
    listCardRecommendation: RECOMMENDATION,
    currency: always('usd'),
    country: always('usa'),
  }),
)

const HOME_RESULT = component('HomeResult', object({ property: HOME_CARD, resultType: always('property') }))
const BUILDING_RESULT = component(
  'BuildingResult',
  object({ property: BUILDING_CARD, resultType: always('propertyGroup') }),
)

export const RESULTS = listOf(toldApart('resultType', { property: HOME_RESULT, propertyGroup: BUILDING_RESULT }))
