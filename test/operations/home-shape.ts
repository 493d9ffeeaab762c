import { CHIP, HOME_STATUS, HOME_TYPE, MINI_ROW, PHOTOS, PRICE_HISTORY, TAX_HISTORY } from './answer-shapes.ts'
import { nullable, type Shape } from './shape.ts'

type Fields = Readonly<Record<string, Shape>>

const bools = (names: string): Shape => Object.fromEntries(names.split(' ').map((name) => [name, 'bool']))
const each = (shape: Shape, names: string): Fields => Object.fromEntries(names.split(' ').map((name) => [name, shape]))

const IDENTITY: Fields = {
  zpid: 'int',
  ...each('str|null', 'parcelId mlsid providerListingID listingFeedID ssid ouid palsId'),
  buildingId: 'int|null',
  hdpUrl: 'str',
  country: 'USA',
  currency: 'USD',
  timeZone: 'str',
}

const WHERE: Fields = {
  address: {
    streetAddress: 'str',
    city: 'str',
    state: 'str',
    zipcode: 'str',
    ...each('str|null', 'neighborhood community subdivision'),
  },
  ...each('str', 'streetAddress city state zipcode abbreviatedAddress county countyFIPS'),
  ...each('int', 'cityId stateId countyId zipcodeId'),
  neighborhoodId: 'int|null',
  ...each(nullable({ name: 'str' }), 'parentRegion neighborhoodRegion'),
  ...each('bool', 'isUndisclosedAddress hasBadGeocode'),
  ...each('num', 'latitude longitude'),
}

const BUCKET: Shape = { rate: 'num', rateSource: 'str', lastUpdated: 'ms' }
const RATES: Shape = { fifteenYearFixedBucket: BUCKET, thirtyYearFixedBucket: BUCKET, arm5Bucket: BUCKET }

const PRICE: Fields = {
  ...each('num|null', 'price priceChange priceChangeDate zestimate lastSoldPrice monthlyHoaFee taxAssessedValue'),
  priceChangeDateString: 'day|null',
  rentZestimate: 'num?',
  ...each('str', 'zestimateLowPercent zestimateHighPercent restimateLowPercent restimateHighPercent'),
  datePostedString: 'day|null',
  ...each('num', 'propertyTaxRate annualHomeownersInsurance'),
  affordabilityEstimate: nullable({ totalMonthlyCost: 'num' }),
  ...each(RATES, 'mortgageRates mortgagePHLRates'),
}

const SIZE: Fields = {
  ...each('num', 'bedrooms bathrooms'),
  yearBuilt: 'int?',
  ...each('num|null', 'livingArea livingAreaValue lotSize lotAreaValue'),
  livingAreaUnits: 'Square Feet',
  livingAreaUnitsShort: 'sqft',
  lotAreaUnits: 'Square Feet|Acres',
}

const STATUS: Fields = {
  homeStatus: HOME_STATUS,
  homeType: HOME_TYPE,
  ...each('str', 'hdpTypeDimension propertyTypeDimension listingTypeDimension listingDataSource'),
  ...each('str|null', 'contingentListingType newConstructionType'),
  comingSoonOnMarketDate: 'ms|null',
  listingSubType: bools(
    'isFSBA isFSBO isPending isNewHome isForeclosure isBankOwned isForAuction isOpenHouse isComingSoon',
  ),
  foreclosureTypes: bools('isBankOwned isForeclosedNFS isPreforeclosure isAnyForeclosure wasREO wasDefault'),
  ...each('bool', 'isPortalOwned isPremierBuilder isShowcaseListing isFeatured isIncomeRestricted'),
  ...each('bool', 'isNonOwnerOccupied isRecentStatusChange'),
}

const ACTIVITY: Fields = {
  daysOnPortal: 'int',
  timeOnPortal: 'str',
  ...each('int', 'pageViewCount favoriteCount tourViewCount'),
}

const TEXT_AND_PHOTOS: Fields = {
  description: 'str',
  ...each('str|null', 'whatILove marketingName virtualTourUrl streetViewImageUrl'),
  ...each(PHOTOS, 'originalPhotos responsivePhotos'),
  ...each('str', 'hiResImageLink desktopWebHdpImageLink'),
  photoCount: 'int',
  ...each([{ url: 'str' }], 'thumb neighborhoodMapThumb'),
  thirdPartyVirtualTour: 'obj|null',
  hasPublicVideo: 'bool',
}

export const ATTRIBUTION: Fields = {
  ...each('str|null', 'agentName agentPhoneNumber agentEmail agentLicenseNumber brokerName brokerPhoneNumber'),
  ...each('str|null', 'mlsId mlsName attributionTitle buyerAgentName buyerBrokerageName'),
  ...each('str|null', 'buyerAgentMemberStateLicense coAgentName coAgentNumber coAgentLicenseNumber trueStatus'),
  ...each('str|null', 'mlsDisclaimer providerLogo'),
  ...each('second|null', 'lastChecked lastUpdated'),
  listingAgents: [{ associatedAgentType: 'str', memberFullName: 'str|null', memberStateLicense: 'str|null' }],
  listingOffices: [{ associatedOfficeType: 'str', officeName: 'str|null' }],
}

const PEOPLE: Fields = {
  attributionInfo: ATTRIBUTION,
  brokerageName: 'str|null',
  listingProvider: 'obj|null',
  listedBy: [{ id: 'str', elements: [{ id: 'str', text: 'str', action: 'str|null' }], textStyle: 'str' }],
}

const SCHOOLS: Fields = {
  schools: [
    {
      ...each('str', 'name level grades type'),
      distance: 'num',
      link: 'str|null',
      ...each('num|null', 'rating size studentsPerTeacher totalCount'),
      ...each('bool|null', 'assigned isAssigned'),
    },
  ],
}

const REGIONS: Shape = [{ name: 'str', regionUrl: { path: 'str' } }]

const AROUND: Fields = {
  priceHistory: PRICE_HISTORY,
  taxHistory: TAX_HISTORY,
  nearbyHomes: [MINI_ROW],
  collections: { modules: [{ name: 'str', placement: 'NEIGHBORHOOD', propertyDetails: [MINI_ROW] }] },
  ...each(REGIONS, 'nearbyCities nearbyNeighborhoods nearbyZipcodes'),
  homeInsights: [{ insights: [{ modelId: 'str', treatmentId: 'str', phrases: ['str'] }] }],
  openHouseSchedule: ['obj'],
  formattedChip: CHIP,
  adTargets: 'obj',
}

const RESO_FACTS: Shape = {
  ...each('num', 'bathrooms bedrooms bathroomsFull bathroomsHalf bathroomsThreeQuarter bathroomsOneQuarter'),
  bathroomsFloat: 'num',
  ...each('str|null', 'livingArea lotSize aboveGradeFinishedArea levels architecturalStyle structureType basement'),
  yearBuilt: 'int?',
  ...each('num|null', 'stories storiesTotal garageParkingCapacity coveredParkingCapacity parkingCapacity'),
  homeType: 'str',
  ...each(['str'], 'propertySubType foundationDetails constructionMaterials flooring appliances heating cooling'),
  ...each(nullable(['str']), 'interiorFeatures exteriorFeatures parkingFeatures poolFeatures lotFeatures'),
  ...each(nullable(['str']), 'communityFeatures laundryFeatures view sewer waterSource utilities'),
  ...each('bool|null', 'basementYN hasHeating hasCooling hasFireplace hasGarage hasAttachedGarage hasPrivatePool'),
  ...each('bool|null', 'hasSpa hasView hasAssociation hasWaterfrontView furnished isNewConstruction'),
  ...each('str|null', 'roofType parcelNumber zoning associationFee hoaFee hoaFeeTotal'),
  ...each('num|null', 'taxAnnualAmount taxAssessedValue pricePerSquareFoot'),
  associations: [{ name: 'str', feeFrequency: 'str|null', phone: 'str|null' }],
  feesAndDues: [{ type: 'str', fee: 'str', name: 'str|null', phone: 'str|null' }],
  atAGlanceFacts: [{ factLabel: 'str', factValue: 'str' }],
  otherFacts: [{ name: 'str', value: 'str' }],
  rooms: [{ roomType: 'str', roomLevel: 'str|null', roomDimensions: 'str|null', roomFeatures: ['str'] }],
  onMarketDate: 'ms|null',
  ...each('str|null', 'elementarySchool middleOrJuniorSchool highSchool'),
  ...each('str|null', 'elementarySchoolDistrict middleOrJuniorSchoolDistrict highSchoolDistrict'),
  ...each('str|null', 'cityRegion subdivisionName listingId virtualTour listAOR'),
}

export const PROPERTY_DETAILS: Shape = {
  ...IDENTITY,
  ...WHERE,
  ...PRICE,
  ...SIZE,
  ...STATUS,
  ...ACTIVITY,
  ...TEXT_AND_PHOTOS,
  ...PEOPLE,
  ...SCHOOLS,
  ...AROUND,
  resoFacts: RESO_FACTS,
}

export const PRO: Shape = {
  message: '200: Success',
  source: 'str',
  portalURL: 'str',
  propertyDetails: PROPERTY_DETAILS,
}
