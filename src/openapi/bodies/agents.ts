import { answer, found, texts } from './answer.ts'
import { HOME_STATUS, HOME_TYPE } from './home-kinds.ts'
import { LOCATION, POINT_FIELDS } from './places.ts'
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
  whole,
} from './schema.ts'

/** The bodies about agents. A text is empty where nothing is known. */

const AGENT = component(
  'Agent',
  object({
    name: text(),
    link: text('URL of the profile.'),
    username: text(),
    encodedZuid: text('Id of the agent.'),
    imageUrl: text(),
    isTopAgent: flag(),
    ...texts('businessName', 'phoneNumber', 'location'),
    profileData: listOf(object({ label: text(), data: text() })),
    reviewInformation: object({
      reviewCount: whole(),
      reviewAverage: number('0 without reviews.'),
      ...texts('reviewCountText', 'reviewAverageText'),
    }),
  }),
)

export const AGENT_SEARCH = component(
  'AgentSearch',
  found({
    location: optional(LOCATION.as('What was understood of the location that was asked for.')),
    resultsCount: object({ totalMatchingCount: whole() }),
    pagesInfo: object({ totalPages: whole(), currentPage: large(), resultsPerPage: whole() }),
    agents: listOf(AGENT),
  }),
)

const REVIEW = component(
  'AgentReview',
  object({
    reviewId: text(),
    reviewComment: text(),
    rating: number(),
    subRatings: listOf(object({ description: text(), score: number() })),
    createDate: day(),
    workDescription: text(),
  }),
)

const PROFILE = component(
  'AgentProfile',
  object({
    about: object({
      title: text(),
      specialties: listOf(text()),
      description: text(),
      yearsExperience: text('Whole years, as a text.'),
    }),
    displayUser: object({
      encodedZuid: text('Id of the agent.'),
      ...texts('screenName', 'name'),
      profileTypes: listOf(text()),
      businessAddress: object(texts('city', 'state')),
      ...texts('businessName', 'phoneNumber', 'email'),
      isTopAgent: flag(),
      profilePhotoSrc: text(),
      ratings: object({ count: whole(), average: number('0 without reviews.') }),
    }),
    getToKnowMe: object({
      title: text(),
      description: text(),
      inBusinessSince: nullable(whole(), 'Year.'),
      videoUrl: nullable(text()),
      ...each(listOf(text()), 'specialties', 'languages'),
    }),
    professionalInformation: listOf(object({ term: text(), lines: listOf(text()) }), 'Those that are known.'),
    serviceAreas: listOf(object({ regionId: large(), text: text(), url: text() }), 'Those with most homes first.'),
    lastYearPastSalesTotal: object({ count: whole() }),
    lastYearPriceRange: nullable(object({ min: number(), max: number() }), 'Dollars; null where no price is known.'),
    lastYearPriceRangeText: text(),
    pastSales: object({ total: whole() }),
    ...each(object({ listingCount: whole() }), 'forSaleListings', 'forRentListings'),
    reviewsData: object({ reviews: listOf(REVIEW) }),
    agentLicenses: listOf(object(texts('licenseNumber', 'state'))),
  }),
)

export const AGENT_DETAILS = component('AgentDetails', answer({ agent_details: PROFILE }))

const LISTING = component(
  'AgentListing',
  object({
    zpid: large('Id of the home.'),
    home_type: HOME_TYPE,
    address: object(texts('line1', 'line2', 'city', 'stateOrProvince', 'postalCode')),
    bedrooms: number('0 where it is not known.'),
    bathrooms: number('0 where it is not known.'),
    price: number('Dollars, of rentals by the month; 0 where it is not known.'),
    price_currency: always('usd'),
    status: HOME_STATUS,
    ...each(nullable(number(), 'Degrees.'), 'latitude', 'longitude'),
    primary_photo_url: text(),
    openHouses: text('`start/end` of each, separated by commas.'),
    hasOpenHouse: flag(),
    brokerage_name: text(),
    home_marketing_status: oneOf(['active', 'comingSoon', 'pending']),
    home_marketing_type: oneOf(['forSale', 'forRent']),
    has_vr_model: flag(),
    listing_url: text(),
  }),
)

export const AGENT_FOR_SALE = component(
  'AgentForSale',
  answer({ forSaleListings: listOf(LISTING, 'Newest first.'), listingCount: whole() }),
)

export const AGENT_FOR_RENT = component(
  'AgentForRent',
  answer({ forRentListings: listOf(LISTING, 'Newest first.'), listingCount: whole() }),
)

const SALE = component(
  'AgentSale',
  object({
    zpid: large('Id of the home.'),
    represented: oneOf(['Buyer', 'Seller', 'Buyer and Seller']),
    sold_date: day(),
    price: text('`$350,000`; empty where it is not known.'),
    ...texts('image_url', 'image_alt', 'home_details_url', 'street_address', 'city_state_zipcode'),
    ...POINT_FIELDS,
  }),
)

export const AGENT_SOLD = component(
  'AgentSold',
  answer({ pastSales: listOf(SALE, 'Latest first.'), pastSalesCount: whole() }),
)
