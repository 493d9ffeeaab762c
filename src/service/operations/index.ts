import { agentDetails } from './agent/details.ts'
import { agentForRent } from './agent/for-rent.ts'
import { agentForSale } from './agent/for-sale.ts'
import { agentSearch } from './agent/search.ts'
import { agentSold } from './agent/sold-properties.ts'
import { apartmentDetails } from './apartment-details.ts'
import { asOfDay } from './as-of.ts'
import { autocomplete } from './autocomplete.ts'
import { byAddress } from './by-address.ts'
import { byUrl } from './by-url.ts'
import { byZpid } from './by-zpid.ts'
import { homeChanges } from './changes.ts'
import { experienceChanges } from './changes-experiences.ts'
import { offerChanges } from './changes-offers.ts'
import { climate } from './climate.ts'
import { comparableHomes } from './comparable-homes.ts'
import { currentMortgageRates } from './current-mortgage-rates.ts'
import { graphCharts } from './graph-charts.ts'
import { housingMarket } from './housing-market.ts'
import { layers } from './layers.ts'
import { layerFeature } from './layers-feature.ts'
import { lotIdFromAddress } from './lot-id-from-address.ts'
import { nearby } from './nearby.ts'
import type { Operation } from './operation.ts'
import { ownerPortfolio } from './owner/portfolio.ts'
import { ownerSearch } from './owner/search.ts'
import { ownerInfo } from './owner-info.ts'
import { parcel } from './parcel.ts'
import { priceHistoryOf } from './price-history.ts'
import { proByAddress } from './pro/by-address.ts'
import { proByUrl } from './pro/by-url.ts'
import { proByZpid } from './pro/by-zpid.ts'
import { propertyImages } from './prop-images.ts'
import { rentalMarket } from './rental-market.ts'
import { areaSearch } from './search/area-search.ts'
import { searchByAddress } from './search/by-address.ts'
import { byAiPrompt } from './search/by-ai-prompt.ts'
import { byCoordinates } from './search/by-coordinates.ts'
import { offersByLocation } from './search/by-location.ts'
import { byMapBounds } from './search/by-map-bounds.ts'
import { byMls } from './search/by-mls.ts'
import { byPolygon } from './search/by-polygon.ts'
import { searchByUrl } from './search/by-url.ts'
import { experiencesByDestination } from './search/exp/by-destination.ts'
import { facetsOnly } from './search/facets.ts'
import { plan } from './search/plan.ts'
import { similar } from './similar.ts'
import { skipByAddress } from './skip/by-address.ts'
import { skipDetailsById } from './skip/details-by-id.ts'
import { taxInfo } from './tax-info.ts'
import { valuationBacktest } from './valuation/backtest.ts'
import { valuationWhatIf } from './valuation/what-if.ts'
import { walkTransitBike } from './walk-transit-bike.ts'

export { worded } from './worded.ts'

/** Every operation of the service, in the order of the docs. */
export const OPERATIONS: readonly Operation[] = [
  asOfDay(proByAddress, 'home', 'facts', 'people', 'surroundings'),
  asOfDay(byAddress, 'home', 'facts', 'people', 'surroundings'),
  asOfDay(proByZpid, 'home', 'facts', 'people', 'surroundings'),
  asOfDay(byZpid, 'home', 'facts', 'people', 'surroundings'),
  asOfDay(proByUrl, 'home', 'facts', 'people', 'surroundings'),
  asOfDay(byUrl, 'home', 'facts', 'people', 'surroundings'),
  autocomplete,

  apartmentDetails,
  lotIdFromAddress,
  parcel,

  asOfDay(graphCharts, 'home', 'facts'),

  ownerInfo,
  climate,
  walkTransitBike,
  asOfDay(priceHistoryOf, 'home', 'facts', 'people'),
  asOfDay(taxInfo, 'home'),
  propertyImages,
  asOfDay(comparableHomes, 'home', 'facts', 'people'),
  similar,
  nearby,

  agentSearch,
  agentDetails,
  agentForSale,
  agentForRent,
  agentSold,

  skipByAddress,
  skipDetailsById,
  ownerSearch,
  ownerPortfolio,

  ...[searchByAddress, byPolygon, byCoordinates, byMapBounds].map((kind) =>
    asOfDay(areaSearch(kind), 'homes', 'facts', 'people', 'surroundings'),
  ),
  byAiPrompt,
  searchByUrl,
  byMls,
  plan,
  asOfDay(facetsOnly, 'homes', 'facts', 'people', 'surroundings'),
  homeChanges,
  layers,
  layerFeature,

  asOfDay(housingMarket, 'homes', 'facts', 'surroundings'),
  asOfDay(rentalMarket, 'homes', 'facts', 'surroundings'),
  valuationBacktest,
  valuationWhatIf,

  currentMortgageRates,
  offersByLocation,
  offerChanges,

  experiencesByDestination,
  experienceChanges,
]
