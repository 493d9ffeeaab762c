import { answer, MAYBE_TEXT, maybeTexts } from './answer.ts'
import { ATTRIBUTION } from './attribution.ts'
import { MINI_ROW, PLACE_ROW, SOLD_ROW } from './mini-row.ts'
import { PHOTOS } from './photos.ts'
import { ADDRESS_FIELDS } from './places.ts'
import { PRICE_HISTORY, TAX_HISTORY } from './property-price.ts'
import {
  always,
  component,
  day,
  each,
  flag,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  timeMs,
  whole,
} from './schema.ts'

/** The bodies that tell one thing of a property. */

const ZPID_TEXT = text('Id of the home, as a text.')

const RENTAL_CONTACT = component(
  'RentalContact',
  object({
    ...maybeTexts('displayName', 'businessName', 'phoneNumber', 'agentBadgeType', 'photoUrl'),
    reviewsReceivedCount: whole(),
    reviewsUrl: MAYBE_TEXT,
    ratingAverage: nullable(number(), 'Null without reviews.'),
    isBrokerLocalCompliance: nullable(flag()),
  }),
)

export const OWNER_INFO = component(
  'OwnerInfo',
  answer({
    zpid: ZPID_TEXT,
    isListedByOwner: flag(),
    forSaleOrSold_ListingContact: nullable(ATTRIBUTION, 'Null for a home that is neither for sale nor sold.'),
    rentalListingContact: nullable(RENTAL_CONTACT, 'Null for a home that is not for rent, or names nobody.'),
  }),
)

const PERILS = ['flood', 'fire', 'heat', 'wind', 'air', 'overall'] as const

const CLIMATE_SCORE = component(
  'ClimateScore',
  object({
    name: text('What its publisher calls it.'),
    score: number('On its own scale.'),
    scale: object({ min: number(), max: number() }),
    higherIsWorse: flag(),
    unit: text('What one step of the scale is.'),
    rating: optional(text('The publisher’s word for the score.')),
    resolution: oneOf(['parcel', 'tract', 'county'], 'How large an area the score speaks of.'),
    vintage: text('What the score is as of: a year, a month or a day.'),
    explanation: text(),
    source: text(),
  }),
)

const DISAGREEMENT = component(
  'ClimateDisagreement',
  object({
    peril: oneOf(PERILS),
    sources: listOf(text(), 'The one that sees less risk, then the one that sees more.'),
    difference: number('How far apart they are, each on its own scale from 0 to 1.'),
    detail: text(),
  }),
)

export const CLIMATE = component(
  'Climate',
  answer({
    ...each(
      mapOf(CLIMATE_SCORE, 'Scores by their names; empty where none is known.'),
      ...PERILS.map((peril) => `${peril}Sources`),
    ),
    disagreement: optional(mapOf(listOf(DISAGREEMENT), 'By peril: sources that are far apart.')),
  }),
)

export const PRICE_HISTORY_ANSWER = component('PriceHistory', answer({ priceHistory: PRICE_HISTORY }))

export const TAX_INFO = component('TaxInfo', answer({ taxHistory: TAX_HISTORY }))

export const IMAGES = component(
  'Images',
  answer({
    propertyURL: text('URL of the page of the home.'),
    hiResImageLink: text(),
    streetViewImageUrl: MAYBE_TEXT,
    originalPhotos: PHOTOS,
  }),
)

const COMPARISON = component(
  'Comparison',
  object({
    distanceMiles: number(),
    soldDate: day(),
    differences: object(
      each(
        nullable(number()),
        'livingArea',
        'lotSize',
        'bedrooms',
        'bathrooms',
        'yearBuilt',
        'qualityGrade',
        'conditionGrade',
        'viewGrade',
      ),
      'What the sold home has more of; null where it is not known of both.',
    ),
    marketFactor: number('By which the market has moved since.'),
    adjustedPrice: whole('What this home would fetch by this sale alone, dollars.'),
    weight: number('Share of the valuation, 0 to 1.'),
  }),
)

export const COMPARABLE_HOMES = component(
  'ComparableHomes',
  answer({
    zpid: ZPID_TEXT,
    comparable_homes: listOf(object({ property: SOLD_ROW, comparison: COMPARISON }), 'Those that tell most first.'),
    valuation: object({
      value: nullable(number(), 'What the sales together say that this home is worth, dollars; null without any.'),
      marketIndex: nullable(
        object({ region: text(), source: text() }),
        'By which prices were brought to today; null where none is known.',
      ),
    }),
  }),
)

export const SIMILAR = component(
  'SimilarHomes',
  answer({
    similar_properties: object({
      name: always('Similar homes'),
      placement: always('NEIGHBORHOOD'),
      propertyDetails: listOf(MINI_ROW, 'Most alike first.'),
    }),
  }),
)

export const NEARBY = component('NearbyHomes', answer({ nearby_properties: listOf(PLACE_ROW, 'Nearest first.') }))

const CHART_LINE = component(
  'ChartLine',
  object({
    name: text('`This home`, the name of its city, or its ZIP code.'),
    source: text('Where its points come from.'),
    points: listOf(object({ x: timeMs(), y: number('Dollars, or percent.') })),
  }),
)

export const CHART = component(
  'Chart',
  answer({
    GraphType: oneOf([
      'zestimate_history',
      'rent_zestimate_history',
      'listing_price',
      'zestimate_percent_change',
      'tax_assessment',
      'tax_paid',
    ]),
    RecentFirst: flag('The newest point comes first.'),
    DataPoints: object({
      homeValueChartData: listOf(CHART_LINE, 'The line of the home, then those of its city and its ZIP code.'),
      ...ADDRESS_FIELDS,
    }),
    Current_Rent_Zestimate: optional(number('Estimated rent by the month, dollars.')),
  }),
)
