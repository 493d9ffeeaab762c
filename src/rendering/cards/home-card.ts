import {
  type AnswerOf,
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
  whole,
} from '../../answers/index.ts'
import { POINT } from '../place.ts'
import { PORTAL_KEYS } from '../portal-keys.ts'
import { ADDRESS } from '../shown-address.ts'
import { MEDIA } from './card-media.ts'

/**
 * The card of a home in search results. What is not known is absent, never null. Cards are written as text,
 * `dated-head.ts` the beginning and `render-card.ts` the rest: a key that is added there is added here.
 */

export const RENTAL = component(
  'CardRental',
  object({
    areApplicationsAccepted: flag(),
    hasVirtualTour: flag(),
    currency: always('usd'),
    country: always('usa'),
    baseRent: optional(number('Dollars by the month.')),
  }),
)

export const RECOMMENDATION = component(
  'CardRecommendation',
  object({
    flexFieldRecommendations: listOf(
      object({
        displayString: text('Such as `Price cut: $22,000 (11/10)`: month and day.'),
        ...each(oneOf(['priceCut', 'homeInsight']), 'flexFieldType', 'contentType'),
      }),
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
    [PORTAL_KEYS.daysOn]: DAYS,
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
  [PORTAL_KEYS.daysOn]: DAYS,
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
  [PORTAL_KEYS.listedOn]: optional(timeMs()),
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
  [PORTAL_KEYS.owned]: object({ [PORTAL_KEYS.isOwned]: flag() }),
  ssid: optional(large('Number of the multiple listing service, the same on every home that it lists.')),
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
export type HomeCard = AnswerOf<typeof HOME_CARD>

export const HOME_RESULT = component('HomeResult', object({ property: HOME_CARD, resultType: always('property') }))
