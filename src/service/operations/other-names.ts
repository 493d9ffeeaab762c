import { type OtherNames, type Parameters, WHOLE } from '../../kit/params/index.ts'

/**
 * The names under which programs written for other services send parameters, in every operation that has the parameter.
 * Other letter case, separators and orders of words need no entry.
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
  location: { address: WHOLE },
  search_query: { location: WHOLE },
  listingStatus: { status: WHOLE, status_type: WHOLE },
  sortOrder: { sort: WHOLE },
  listPriceRange: { price_range: WHOLE, minPrice: 'min:#', maxPrice: 'max:#' },
  bed_min: { minBeds: WHOLE, minBedrooms: WHOLE },
  bed_max: { maxBeds: WHOLE, maxBedrooms: WHOLE },
  bathrooms: { minBaths: WHOLE, minBathrooms: WHOLE },
  squareFeetRange: { minSqft: 'min:#', maxSqft: 'max:#' },
  lotSizeRange: { minLotSize: 'min:#', maxLotSize: 'max:#' },
  yearBuiltRange: { minYearBuilt: 'min:#', maxYearBuilt: 'max:#', minBuildYear: 'min:#', maxBuildYear: 'max:#' },
}

/** The parameters of an operation with their other names, without those that are parameters there themselves. */
export function withOtherNames<P extends Parameters>(parameters: P): P {
  const named = Object.entries(parameters).map(([name, parameter]) => {
    const others = Object.entries(OTHER_NAMES[name] ?? {}).filter(([other]) => !Object.hasOwn(parameters, other))
    return [name, others.length === 0 ? parameter : { ...parameter, otherNames: Object.fromEntries(others) }]
  })
  return Object.fromEntries(named) as P // each keeps its name and type
}
