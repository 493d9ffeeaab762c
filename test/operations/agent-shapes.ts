import { nullable, type Shape } from './shape.ts'

/** The bodies of answers about agents and people, key by key. */

const LISTING: Shape = {
  zpid: 'int',
  home_type: 'str',
  address: { line1: 'str', line2: 'str', city: 'str', stateOrProvince: 'str', postalCode: 'str' },
  bedrooms: 'num',
  bathrooms: 'num',
  price: 'num',
  price_currency: 'usd',
  status: 'str',
  latitude: 'num|null',
  longitude: 'num|null',
  primary_photo_url: 'str',
  openHouses: 'str',
  hasOpenHouse: 'bool',
  brokerage_name: 'str',
  home_marketing_status: 'active|pending|comingSoon',
  home_marketing_type: 'forSale|forRent',
  has_vr_model: 'bool',
  listing_url: 'str',
}

const SALE: Shape = {
  zpid: 'int',
  represented: 'Buyer|Seller|Buyer and Seller',
  sold_date: 'day',
  price: 'str',
  image_url: 'str',
  image_alt: 'str',
  home_details_url: 'str',
  street_address: 'str',
  city_state_zipcode: 'str',
  latitude: 'num',
  longitude: 'num',
}

const PROFILE: Shape = {
  about: { title: 'str', specialties: ['str'], description: 'str', yearsExperience: 'str' },
  displayUser: {
    encodedZuid: 'str',
    screenName: 'str',
    name: 'str',
    profileTypes: ['str'],
    businessAddress: { city: 'str', state: 'str' },
    businessName: 'str',
    isTopAgent: 'bool',
    profilePhotoSrc: 'str',
    ratings: { count: 'int', average: 'num' },
  },
  getToKnowMe: {
    title: 'str',
    description: 'str',
    inBusinessSince: 'int|null',
    videoUrl: 'null',
    specialties: ['str'],
    languages: ['str'],
  },
  professionalInformation: [{ term: 'str', lines: ['str'] }],
  serviceAreas: [{ regionId: 'int', text: 'str', url: 'str' }],
  lastYearPastSalesTotal: { count: 'int' },
  lastYearPriceRange: nullable({ min: 'num', max: 'num' }),
  reviewsData: {
    reviews: [
      {
        reviewId: 'str',
        reviewComment: 'str',
        rating: 'num',
        subRatings: [{ description: 'str', score: 'num' }],
        createDate: 'day',
        workDescription: 'str',
      },
    ],
  },
  agentLicenses: [{ licenseNumber: 'str', state: 'str' }],
}

export const AGENT_ANSWERS: Readonly<Record<string, Shape>> = {
  '/agent/search': {
    message: '200',
    source: 'str',
    resultsCount: { totalMatchingCount: 'int' },
    pagesInfo: { totalPages: 'int', currentPage: 'int', resultsPerPage: 'int' },
    agents: [
      {
        name: 'str',
        link: 'str',
        username: 'str',
        encodedZuid: 'str',
        imageUrl: 'str',
        isTopAgent: 'bool',
        profileData: [{ label: 'str', data: 'str' }],
        reviewInformation: { reviewCount: 'int', reviewAverage: 'num' },
      },
    ],
  },
  '/agent/details': { message: '200: Success', source: 'str', agent_details: PROFILE },
  '/agent/for_sale': { message: '200: Success', source: 'str', forSaleListings: [LISTING], listingCount: 'int' },
  '/agent/for_rent': { message: '200: Success', source: 'str', forRentListings: [LISTING], listingCount: 'int' },
  '/agent/sold_properties': { message: '200: Success', source: 'str', pastSales: [SALE], pastSalesCount: 'int' },
}

const ACQUAINTANCE: Shape = { Name: 'str', Age: 'int', 'Person ID': 'str' }

export const SKIP_BY_ADDRESS: Shape = {
  Status: 'int',
  Message: 'str',
  Source: 'str',
  Records: 'int',
  Page: 'int',
  PeopleDetails: [
    {
      Name: 'str',
      Link: 'str',
      'Person ID': 'str',
      Age: 'int',
      'Lives in': 'str',
      'Used to live in': 'str',
      'Related to': 'str',
    },
  ],
}

export const SKIP_DETAILS: Shape = {
  Status: 'int',
  Message: 'str',
  Source: 'str',
  'Person Details': [{ Person_name: 'str', Age: 'int', Born: 'str', 'Lives in': 'str', Telephone: 'str' }],
  'Current Address Details List': [
    {
      street_address: 'str',
      address_locality: 'str',
      address_region: 'str',
      postal_code: 'str',
      county: 'str?',
      date_range: 'str',
    },
  ],
  'All Phone Details': [
    { phone_number: 'str', phone_type: 'Wireless|Landline|VoIP', provider: 'str', last_reported: 'str' },
  ],
  'Email Addresses': ['str'],
  'Previous Address Details': [
    {
      streetAddress: 'str',
      addressLocality: 'str',
      addressRegion: 'str',
      postalCode: 'str',
      county: 'str',
      timespan: 'str',
    },
  ],
  'All Relatives': [ACQUAINTANCE],
  'All Associates': [ACQUAINTANCE],
}
