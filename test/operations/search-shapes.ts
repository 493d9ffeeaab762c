import { ADDRESS } from './answer-shapes.ts'
import type { Shape } from './shape.ts'

const MEDIA: Shape = {
  propertyPhotoLinks: { mediumSizeLink: 'str', highResolutionLink: 'str' },
  thirdPartyPhotoLinks: {},
  hasVRModel: 'bool',
  hasVideos: 'bool',
  hasIMX: 'bool',
  hasApprovedThirdPartyVirtualTour: 'bool',
  allPropertyPhotos: { medium: ['str'], highResolution: ['str'] },
}
const RENTAL: Shape = {
  areApplicationsAccepted: 'bool',
  hasVirtualTour: 'bool',
  currency: 'usd',
  country: 'usa',
  baseRent: 'num?',
}
const RECOMMENDATIONS: Shape = {
  flexFieldRecommendations: [{ displayString: 'str', flexFieldType: 'str', contentType: 'priceCut|homeInsight' }],
}

/** What the card of every home has; what only some have follows below. */
export const HOME_CARD: Shape = {
  resultType: 'property',
  property: {
    zpid: 'int',
    address: ADDRESS,
    buildingId: 'int?',
    media: MEDIA,
    isFeatured: 'bool',
    isShowcaseListing: 'bool',
    isUnmappable: 'bool',
    isPreforeclosureAuction: 'bool',
    hasFloorPlan: 'bool',
    rental: RENTAL,
    listingDateTimeOnPortal: 'ms?',
    bestGuessTimeZone: 'str?',
    listCardRecommendation: RECOMMENDATIONS,
    bathrooms: 'num?',
    bedrooms: 'num?',
    livingArea: 'num?',
    yearBuilt: 'int?',
    propertyType: 'singleFamily|townhome|condo|multiFamily|apartment|manufactured|land',
    listing: {
      listingStatus: 'forSale|forRent|recentlySold|preForeclosure?',
      marketingStatus: 'str?',
      daysOnPortal: 'int?',
      isPreforeclosureAuction: 'bool',
      listingSubType: {},
    },
    daysOnPortal: 'int?',
    estimates: { zestimate: 'num?', rentZestimate: 'num?' },
    portalOwnedProperty: { isPortalOwned: 'bool' },
    region: {},
    personalizedResult: { isViewed: 'bool' },
    userRecommendation: { isRecommendedForYou: 'bool' },
    currency: 'usd',
    country: 'usa',
    hdpView: { listingStatus: 'str?', price: 'num?', hdpUrl: 'str' },
    propertyDisplayRules: {
      canShowAddress: 'bool',
      canShowOnMap: 'bool',
      agent: { agentName: 'str?' },
      mls: { brokerName: 'str?', mustDisplayBrokerName: 'bool', mlsIdOnMap: 'str?' },
      builder: {},
      soldByOffice: {},
      listingCategory: 'mls|nonMls',
    },
  },
}

/** Parts of a home's card that are absent as a whole where nothing is known. */
export const OPTIONAL_PARTS: Readonly<Record<string, Shape>> = {
  location: { latitude: 'num', longitude: 'num' },
  lotSizeWithUnit: { lotSize: 'num', lotSizeUnit: 'squareFeet|acres' },
  price: { value: 'num', pricePerSquareFoot: 'num?', priceChange: 'num?', changedDate: 'ms?' },
  taxAssessment: { taxAssessedValue: 'num', taxAssessmentYear: 'str' },
  openHouseShowingList: [{ startTime: 'ms', endTime: 'ms' }],
}

export const BUILDING_CARD: Shape = {
  resultType: 'propertyGroup',
  property: {
    zpid: 'int?',
    lotId: 'str',
    title: 'str',
    location: { latitude: 'num', longitude: 'num' },
    address: { streetAddress: 'str', city: 'str', state: 'str', zipcode: 'str', buildingId: 'int' },
    minPrice: 'num?',
    maxPrice: 'num?',
    unitsGroup: [{ bedrooms: 'num', minPrice: 'num', isRoomForRent: 'bool' }],
    matchingHomeCount: 'int',
    groupType: 'str',
    listingStatus: 'FOR_RENT',
    media: MEDIA,
    rental: RENTAL,
    listCardRecommendation: RECOMMENDATIONS,
  },
}

export const COUNTS: Shape = { totalMatchingCount: 'int', ungroupedResultCount: 'int', scrapeable_count: 'int' }

export const SEARCH: Shape = {
  message: '200',
  source: 'str',
  resultsCount: COUNTS,
  pagesInfo: { totalPages: 'int', currentPage: 'int', resultsPerPage: 'int' },
  searchResults: ['obj'],
}
