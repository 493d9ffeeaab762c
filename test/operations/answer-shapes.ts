import { nullable, type Shape } from './shape.ts'

/** The bodies of answers, key by key, with the portal word `Portal`. `/pro/…` stands in `home-shape.ts`. */

export const ADDRESS: Shape = { streetAddress: 'str', city: 'str', state: 'str', zipcode: 'str' }

export const CHIP: Shape = { location: [{ fullValue: 'str' }] }

export const HOME_STATUS = 'FOR_SALE|FOR_RENT|SOLD|RECENTLY_SOLD|PENDING|COMING_SOON|OTHER'
export const HOME_TYPE = 'SINGLE_FAMILY|TOWNHOUSE|CONDO|MULTI_FAMILY|APARTMENT|LOT|MANUFACTURED'

export const MINI_ROW: Readonly<Record<string, Shape>> = {
  zpid: 'int',
  price: 'num|null',
  currency: 'USD',
  bedrooms: 'num',
  bathrooms: 'num',
  livingArea: 'num|null',
  livingAreaValue: 'num|null',
  livingAreaUnits: 'str|null',
  livingAreaUnitsShort: 'str|null',
  lotSize: 'num|null',
  lotAreaValue: 'num|null',
  lotAreaUnits: 'str',
  address: ADDRESS,
  state: 'str',
  latitude: 'num',
  longitude: 'num',
  homeStatus: HOME_STATUS,
  homeType: HOME_TYPE,
  yearBuilt: 'int?',
  hdpUrl: 'str',
  hdpTypeDimension: 'str',
  propertyTypeDimension: 'str',
  listingTypeDimension: 'str',
  listing_sub_type: {
    is_newHome: 'bool',
    is_FSBO: 'bool',
    is_FSBA: 'bool',
    is_foreclosure: 'bool',
    is_bankOwned: 'bool',
    is_forAuction: 'bool',
    is_comingSoon: 'bool',
  },
  newConstructionType: 'str|null',
  providerListingID: 'str|null',
  attributionInfo: {
    agentName: 'str|null',
    agentPhoneNumber: 'str|null',
    brokerName: 'str|null',
    brokerPhoneNumber: 'str|null',
    mlsId: 'str|null',
    mlsName: 'str|null',
    providerLogo: 'str|null',
    trueStatus: 'str|null',
  },
  miniCardPhotos: [{ url: 'str' }],
  formattedChip: CHIP,
  parentRegion: nullable({ name: 'str' }),
}

const PHOTO_SOURCES: Shape = [{ url: 'str', width: 'int' }]
export const PHOTOS: Shape = [{ caption: 'str', mixedSources: { jpeg: PHOTO_SOURCES, webp: PHOTO_SOURCES } }]

const EVENT_AGENT = nullable({ photo: 'str|null', profileUrl: 'str', name: 'str' })

export const PRICE_HISTORY: Shape = [
  {
    date: 'day',
    time: 'ms',
    price: 'num|null',
    pricePerSquareFoot: 'num|null',
    priceChangeRate: 'num',
    event: 'Sold|Listed for sale|Price change|Pending sale|Listing removed|Listed for rent',
    source: 'str',
    postingIsRental: 'bool',
    buyerAgent: EVENT_AGENT,
    sellerAgent: EVENT_AGENT,
    attributeSource: { infoString1: 'str|null', infoString2: 'str|null', infoString3: 'str|null' },
    showCountyLink: 'bool',
  },
]

export const TAX_HISTORY: Shape = [
  { time: 'ms', taxPaid: 'num|null', taxIncreaseRate: 'num', value: 'num', valueIncreaseRate: 'num' },
]

export const TRIMMED: Shape = {
  message: '200: Success',
  Source: 'str',
  PropertyAddress: {
    streetAddress: 'str',
    city: 'str',
    state: 'str',
    zipcode: 'str',
    neighborhood: 'str|null',
    community: 'str|null',
    subdivision: 'str|null',
  },
  zestimate: 'num|null',
  Bedrooms: 'num|null',
  Bathrooms: 'num|null',
  'Area(sqft)': 'num|null',
  PropertyZPID: 'int',
  Price: 'num|null',
  yearBuilt: 'int|null',
  daysOnPortal: 'int|null',
  PropertyPortalURL: 'str',
  favoriteCount: 'int?',
  pageViewCount: 'int?',
}

export const AUTOCOMPLETE: Shape = {
  source: 'str',
  results: [
    {
      display: 'str',
      resultType: 'Address|Region',
      metaData: {
        addressType: 'str?',
        streetNumber: 'str?',
        streetName: 'str?',
        unitNumber: 'str?',
        city: 'str',
        state: 'str',
        country: 'str',
        zipCode: 'str?',
        zpid: 'int?',
        lat: 'num',
        lng: 'num',
        regionId: 'int?',
        regionType: 'str?',
      },
    },
  ],
}

export const APARTMENT_DETAILS: Shape = {
  message: '200: Success',
  source: 'str',
  apartmentBuildingDetails: {
    lotId: 'str',
    buildingName: 'str',
    streetAddress: 'str',
    city: 'str',
    state: 'str',
    zipcode: 'str',
    latitude: 'num',
    longitude: 'num',
    description: 'str',
    photos: PHOTOS,
    amenities: ['str'],
    yearBuilt: 'int?',
    floorPlans: [
      {
        name: 'str',
        beds: 'num',
        baths: 'num',
        sqft: 'num|null',
        minPrice: 'num|null',
        maxPrice: 'num|null',
        units: [{ zpid: 'int', price: 'num|null' }],
      },
    ],
  },
}

export const LOT_IDS: Shape = {
  message: '200: Success',
  source: 'str',
  results: [{ lotId: 'str', display: 'str', lat: 'num', lng: 'num' }],
}

export const PRICE_HISTORY_ANSWER: Shape = { message: '200: Success', source: 'str', priceHistory: PRICE_HISTORY }
export const TAX_INFO: Shape = { message: '200: Success', source: 'str', taxHistory: TAX_HISTORY }
export const IMAGES: Shape = {
  message: '200: Success',
  source: 'str',
  propertyURL: 'str',
  hiResImageLink: 'str',
  streetViewImageUrl: 'str|null',
  originalPhotos: PHOTOS,
}

/** Beside the keys of a home, the row of a building has its own. */
const PLACE_ROW: Shape = { ...MINI_ROW, lotId: 'str?', buildingName: 'str?', availableCount: 'int?' }

const MAYBE = 'num|null'

export const COMPARABLE_HOMES: Shape = {
  message: '200: Success',
  source: 'str',
  zpid: 'str',
  comparable_homes: [
    {
      property: { ...MINI_ROW, price: 'num' },
      comparison: {
        distanceMiles: 'num',
        soldDate: 'day',
        differences: {
          livingArea: MAYBE,
          lotSize: MAYBE,
          bedrooms: MAYBE,
          bathrooms: MAYBE,
          yearBuilt: MAYBE,
          qualityGrade: MAYBE,
          conditionGrade: MAYBE,
          viewGrade: MAYBE,
        },
        marketFactor: 'num',
        adjustedPrice: 'num',
        weight: 'num',
      },
    },
  ],
  valuation: { value: MAYBE, marketIndex: nullable({ region: 'str', source: 'str' }) },
}

export const SIMILAR: Shape = {
  message: '200: Success',
  source: 'str',
  similar_properties: { name: 'Similar homes', placement: 'NEIGHBORHOOD', propertyDetails: [MINI_ROW] },
}

export const NEARBY: Shape = { message: '200: Success', source: 'str', nearby_properties: [PLACE_ROW] }
