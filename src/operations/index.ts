import { agentDetails } from './agent/details.ts'
import { agentForRent, agentForSale } from './agent/listings.ts'
import { agentSearch } from './agent/search.ts'
import { agentSold } from './agent/sold-properties.ts'
import { comparableHomes } from './around/comparable-homes.ts'
import { nearby } from './around/nearby.ts'
import { similar } from './around/similar.ts'
import { apartmentDetails } from './building/apartment-details.ts'
import { lotIdFromAddress } from './building/lot-id-from-address.ts'
import { graphCharts } from './charts/graph-charts.ts'
import { experiencesByDestination } from './experience/experiences-by-destination.ts'
import { byAddress, proByAddress } from './lookup/by-address.ts'
import { byUrl, proByUrl } from './lookup/by-url.ts'
import { byZpid, proByZpid } from './lookup/by-zpid.ts'
import { currentMortgageRates } from './market/current-mortgage-rates.ts'
import { housingMarket } from './market/housing-market.ts'
import { rentalMarket } from './market/rental-market.ts'
import type { Operation } from './operation.ts'
import { offersByLocation } from './portal/offers-by-location.ts'
import { climate } from './property/climate.ts'
import { propertyImages } from './property/images.ts'
import { ownerInfo } from './property/owner-info.ts'
import { priceHistoryOf } from './property/price-history.ts'
import { taxInfo } from './property/tax-info.ts'
import { areaSearch } from './search/area-search.ts'
import { byLocation } from './search/by-location.ts'
import { byMls } from './search/by-mls.ts'
import { byCoordinates, byMapBounds, byPolygon } from './search/by-shape.ts'
import { searchByUrl } from './search/by-url.ts'
import { plan } from './search/plan.ts'
import { skipByAddress } from './skip/by-address.ts'
import { skipDetailsById } from './skip/details-by-id.ts'
import { autocomplete } from './suggest/autocomplete.ts'

export type { Answer, Area, Operation } from './operation.ts'
export { worded } from './worded.ts'

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

  graphCharts,

  ownerInfo,
  climate,
  priceHistoryOf,
  taxInfo,
  propertyImages,
  comparableHomes,
  similar,
  nearby,

  agentSearch,
  agentDetails,
  agentForSale,
  agentForRent,
  agentSold,

  skipByAddress,
  skipDetailsById,

  ...[byLocation, byPolygon, byCoordinates, byMapBounds].map(areaSearch),
  searchByUrl,
  byMls,
  plan,

  housingMarket,
  rentalMarket,

  currentMortgageRates,
  offersByLocation,

  experiencesByDestination,
]
