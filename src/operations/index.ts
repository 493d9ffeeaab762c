import { apartmentDetails } from './building/apartment-details.ts'
import { lotIdFromAddress } from './building/lot-id-from-address.ts'
import { experiencesByDestination } from './experience/experiences-by-destination.ts'
import { byAddress, proByAddress } from './lookup/by-address.ts'
import { byUrl, proByUrl } from './lookup/by-url.ts'
import { byZpid, proByZpid } from './lookup/by-zpid.ts'
import type { Operation } from './operation.ts'
import { offersByLocation } from './portal/offers-by-location.ts'
import { propertyImages } from './property/images.ts'
import { priceHistoryOf } from './property/price-history.ts'
import { taxInfo } from './property/tax-info.ts'
import { areaSearch } from './search/area-search.ts'
import { byLocation } from './search/by-location.ts'
import { byMls } from './search/by-mls.ts'
import { byCoordinates, byMapBounds, byPolygon } from './search/by-shape.ts'
import { searchByUrl } from './search/by-url.ts'
import { plan } from './search/plan.ts'
import { autocomplete } from './suggest/autocomplete.ts'

export { cardMaker } from './card-maker.ts'
export type { Answer, Area, Context, Operation, Words } from './operation.ts'
export { type PortalWords, worded } from './worded.ts'

/** Every operation of the service, in the order of the docs. */
export const OPERATIONS: readonly Operation[] = [
  proByAddress,
  byAddress,
  proByZpid,
  byZpid,
  proByUrl,
  byUrl,
  autocomplete,

  apartmentDetails,
  lotIdFromAddress,

  priceHistoryOf,
  taxInfo,
  propertyImages,

  ...[byLocation, byPolygon, byCoordinates, byMapBounds].map(areaSearch),
  searchByUrl,
  byMls,
  plan,

  offersByLocation,

  experiencesByDestination,
]
