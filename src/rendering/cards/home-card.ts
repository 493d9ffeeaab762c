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
 * The card of a home in search results. Unknown values are absent, never null. Cards are written as text, the beginning
 * by `dated-head.ts` and the rest by `render-card.ts`: a key added there must be added here.
 */

export const RENTAL = component(
  'CardRental',
  object({
    areApplicationsAccepted: flag(),
    hasVirtualTour: flag(),
    currency: always('usd'),
    country: always('usa'),
    baseRent: optional(number('Dollars per month.')),
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
      'Highlights shown beside the figures, best first.',
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
      'Only those that are true; others are absent.',
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
    listOf(object({ startTime: timeMs(), endTime: timeMs() }), 'Only those that have not ended.'),
  ),
  listing: LISTING,
  location: optional(POINT.as('The middle of the ZIP code if the home’s own location is unknown or may not be shown.')),
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
      value: number('Asking price, or the price paid once sold, in dollars; per month for rentals.'),
      pricePerSquareFoot: optional(whole('Dollars.')),
      priceChange: optional(number('Dollars.')),
      changedDate: optional(timeMs()),
    }),
  ),
  estimates: object({
    zestimate: optional(number('Estimated value, dollars.')),
    rentZestimate: optional(number('Estimated monthly rent in dollars.')),
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
    hdpUrl: text('Path of the home’s page.'),
  }),
  propertyDisplayRules: DISPLAY_RULES,
}

export const HOME_CARD = component('HomeCard', object(HOME_CARD_FIELDS))
export type HomeCard = AnswerOf<typeof HOME_CARD>

export const HOME_RESULT = component('HomeResult', object({ property: HOME_CARD, resultType: always('property') }))
