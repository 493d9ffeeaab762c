import { type OtherNames, type Parameters, WHOLE } from '../../kit/params/index.ts'

/**
 * Parameter names from programs written for other services. They work in every operation with the parameter. Variants
 * in letter case, separators and word order need no entry.
 */
const OTHER_NAMES: Readonly<Record<string, OtherNames>> = {
  propertyaddress: { address: WHOLE, byaddress: WHOLE },
  zpid: { byzpid: WHOLE },
  url: { byurl: WHOLE },
  byaddress: { address: WHOLE, propertyaddress: WHOLE },
  byzpid: { zpid: WHOLE },
  byurl: { url: WHOLE },
  bylotid: { lotid: WHOLE },
  peo_id: { person_id: WHOLE },
  location: { address: WHOLE, query: WHOLE, zip: WHOLE, zipcode: WHOLE },
  latitude: { lat: WHOLE },
  longitude: { lng: WHOLE, lon: WHOLE, long: WHOLE },
  query: { q: WHOLE },
  search_query: { location: WHOLE, query: WHOLE },
  encodedZuid: { zuid: WHOLE },
  specialties: { specialty: WHOLE },
  languages: { language: WHOLE },
  listingStatus: { status: WHOLE, status_type: WHOLE },
  sortOrder: { sort: WHOLE },
  listPriceRange: { price_range: WHOLE, minPrice: 'min:#', maxPrice: 'max:#' },
  bed_min: { minBeds: WHOLE, minBedrooms: WHOLE },
  bed_max: { maxBeds: WHOLE, maxBedrooms: WHOLE },
  bathrooms: { minBaths: WHOLE, minBath: WHOLE, minBathrooms: WHOLE },
  homeType: { propertyType: WHOLE, propertyTypes: WHOLE, homeTypes: WHOLE },
  keywords: { keyword: WHOLE },
  'daysOn{Portal}': { doz: WHOLE, daysOnMarket: WHOLE },
  pageSize: { limit: WHOLE, perPage: WHOLE, resultsPerPage: WHOLE, resultCount: WHOLE },
  resultCount: { limit: WHOLE, perPage: WHOLE, resultsPerPage: WHOLE, pageSize: WHOLE },
  squareFeetRange: { minSqft: 'min:#', maxSqft: 'max:#' },
  lotSizeRange: { minLotSize: 'min:#', maxLotSize: 'max:#' },
  yearBuiltRange: { minYearBuilt: 'min:#', maxYearBuilt: 'max:#', minBuildYear: 'min:#', maxBuildYear: 'max:#' },
}

/** Adds alternative names to an operation's parameters, except names that the operation's own parameters have. */
export function withOtherNames<P extends Parameters>(parameters: P): P {
  const named = Object.entries(parameters).map(([name, parameter]) => {
    const others = Object.entries(OTHER_NAMES[name] ?? {}).filter(([other]) => !Object.hasOwn(parameters, other))
    return [name, others.length === 0 ? parameter : { ...parameter, otherNames: Object.fromEntries(others) }]
  })
  return Object.fromEntries(named) as P // each parameter keeps its name and type
}
