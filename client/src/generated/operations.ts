// Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.

import type { Operation, PagedOperation } from '../operation.ts'
import { agents, counted, cursors, offers, promptSearch, search, urlSearch } from '../paging.ts'
import type { Service } from '../service.ts'
import type {
  AgentDetails,
  AgentForRent,
  AgentForSale,
  AgentSearch,
  AgentSold,
  Alive,
  ApartmentDetails,
  Chart,
  Climate,
  ComparableHomes,
  Experiences,
  FullDocument,
  HousingMarket,
  Images,
  LotIds,
  MortgageRates,
  NearbyHomes,
  Offers,
  OwnerInfo,
  PeopleAtAddress,
  PersonDetails,
  Ping,
  PriceHistory,
  RentalMarket,
  RequestCount,
  Search,
  SearchByMls,
  SearchByPrompt,
  SearchByUrl,
  SearchPlan,
  SimilarHomes,
  Suggestions,
  TaxInfo,
  TrimmedDocument,
  Usage,
  UsageDays,
  ValuationBacktest,
  WalkTransitBike,
} from './answers.ts'
import type {
  AgentDetailsParameters,
  AgentForRentParameters,
  AgentForSaleParameters,
  AgentSearchParameters,
  AgentSoldPropertiesParameters,
  ApartmentDetailsParameters,
  ApiReqCountParameters,
  AutocompleteParameters,
  ByAddressParameters,
  ByUrlParameters,
  ByZpidParameters,
  ClimateParameters,
  ComparableHomesParameters,
  CurrentMortgageRatesParameters,
  GraphChartsParameters,
  HousingMarketParameters,
  LotIdFromAddressParameters,
  MyPingParameters,
  NearbyParameters,
  OwnerInfoParameters,
  PriceHistoryParameters,
  ProByAddressParameters,
  ProByUrlParameters,
  ProByZpidParameters,
  PropImagesParameters,
  RentalMarketParameters,
  RootParameters,
  SearchByAddressParameters,
  SearchByAiPromptParameters,
  SearchByCoordinatesParameters,
  SearchByLocationParameters,
  SearchByMapBoundsParameters,
  SearchByMlsParameters,
  SearchByPolygonParameters,
  SearchByUrlParameters,
  SearchExpByDestinationParameters,
  SearchPlanParameters,
  SimilarParameters,
  SkipByAddressParameters,
  SkipDetailsByIdParameters,
  TaxInfoParameters,
  UsageDaysParameters,
  UsageParameters,
  ValuationBacktestParameters,
  WalkTransitBikeParameters,
} from './parameters.ts'

/** `/pro/…` */
export interface ProOperations {
  /** `GET /pro/byaddress`: Everything known about the property at this address.

Costs 1 credit. */
  readonly byAddress: Operation<ProByAddressParameters, FullDocument>
  /** `GET /pro/byzpid`: Everything known about the property with this id.

Costs 1 credit. */
  readonly byZpid: Operation<ProByZpidParameters, FullDocument>
  /** `GET /pro/byurl`: Everything known about the property with this URL.

Costs 1 credit. */
  readonly byUrl: Operation<ProByUrlParameters, FullDocument>
}

/** `/agent/…` */
export interface AgentOperations {
  /**
 * `GET /agent/search`: Agents by place, name, specialty, language and sales; top agents first, then those with
 * the most sales.

Costs 1 credit.
 */
  readonly search: PagedOperation<AgentSearchParameters, AgentSearch, AgentSearch['agents'][number]>
  /**
 * `GET /agent/details`: An agent’s profile, with past sales and current listings.

At least one of agent_link,
 * username.

When several of them are given, the first in this order counts.

Costs 1 credit.
 */
  readonly details: Operation<AgentDetailsParameters, AgentDetails>
  /** `GET /agent/for_sale`: An agent’s homes for sale, newest listing first.

Costs 1 credit. */
  readonly forSale: PagedOperation<AgentForSaleParameters, AgentForSale, AgentForSale['forSaleListings'][number]>
  /** `GET /agent/for_rent`: An agent’s homes for rent, newest listing first.

Costs 1 credit. */
  readonly forRent: PagedOperation<AgentForRentParameters, AgentForRent, AgentForRent['forRentListings'][number]>
  /**
 * `GET /agent/sold_properties`: Sales in which an agent represented the buyer, the seller or both, latest
 * first.

Costs 1 credit.
 */
  readonly soldProperties: PagedOperation<AgentSoldPropertiesParameters, AgentSold, AgentSold['pastSales'][number]>
}

/** `/skip/…` */
export interface SkipOperations {
  /**
 * `GET /skip/byaddress`: People who live or have lived at an address, current residents first.

Together, street
 * and citystatezip must give a house number, a street, and either a ZIP code or a city with its state.

Costs 6
 * credits; the plan must open skip tracing.
 */
  readonly byAddress: PagedOperation<SkipByAddressParameters, PeopleAtAddress, PeopleAtAddress['PeopleDetails'][number]>
  /**
 * `GET /skip/detailsbyid`: What is known about a person: phone numbers, e-mail addresses, current and past
 * addresses, relatives, associates.

Costs 6 credits; the plan must open skip tracing.
 */
  readonly detailsById: Operation<SkipDetailsByIdParameters, PersonDetails>
}

/** `/search/…` */
export interface SearchOperations {
  readonly exp: SearchExpOperations
  /**
 * `GET /search/byaddress`: Homes at an address or in neighbourhoods, cities, ZIP codes, counties and states, up
 * to five at once.

Values of listingTypeOptions that the listingType excludes match nothing; the others
 * count.

bed_min must not exceed bed_max.

downPayment counts only with monthlyPayment.

Values of homeType
 * that are for other kinds of listings match nothing; the others count.

The values of tours depend on
 * listingStatus.

The values of otherAmenities depend on listingStatus.

Costs 1 credit.
 */
  readonly byAddress: PagedOperation<SearchByAddressParameters, Search, Search['searchResults'][number]>
  /**
 * `GET /search/bypolygon`: Homes in a polygon.

Owner Posted among listingTypeOptions counts only with
 * listingType By_Owner_and_Other.

Values of listingTypeOptions that the listingType excludes match nothing; the
 * others count.

bed_min must not exceed bed_max.

downPayment counts only with monthlyPayment.

Values of
 * homeType that are for other kinds of listings match nothing; the others count.

The values of tours depend on
 * listingStatus.

The values of otherAmenities depend on listingStatus.

Costs 1 credit.
 */
  readonly byPolygon: PagedOperation<SearchByPolygonParameters, Search, Search['searchResults'][number]>
  /**
 * `GET /search/bycoordinates`: Homes in a circle.

Owner Posted among listingTypeOptions counts only with
 * listingType By_Owner_and_Other.

Values of listingTypeOptions that the listingType excludes match nothing; the
 * others count.

bed_min must not exceed bed_max.

downPayment counts only with monthlyPayment.

Values of
 * homeType that are for other kinds of listings match nothing; the others count.

The values of tours depend on
 * listingStatus.

The values of otherAmenities depend on listingStatus.

Costs 1 credit.
 */
  readonly byCoordinates: PagedOperation<SearchByCoordinatesParameters, Search, Search['searchResults'][number]>
  /**
 * `GET /search/bymapbounds`: Homes within map bounds: between two longitudes and two latitudes.

southLatitude
 * must not exceed northLatitude.

Owner Posted among listingTypeOptions counts only with listingType
 * By_Owner_and_Other.

Values of listingTypeOptions that the listingType excludes match nothing; the others
 * count.

bed_min must not exceed bed_max.

downPayment counts only with monthlyPayment.

Values of homeType
 * that are for other kinds of listings match nothing; the others count.

The values of tours depend on
 * listingStatus.

The values of otherAmenities depend on listingStatus.

Costs 1 credit.
 */
  readonly byMapBounds: PagedOperation<SearchByMapBoundsParameters, Search, Search['searchResults'][number]>
  /**
 * `GET /search/byaiprompt`: Homes that a sentence asks for: the search by address, with its filters read from
 * plain English by rules.

Costs 1 credit.
 */
  readonly byAiPrompt: PagedOperation<
    SearchByAiPromptParameters,
    SearchByPrompt,
    SearchByPrompt['searchResults'][number]
  >
  /**
 * `GET /search/byurl`: The homes on a portal's page of search results, given the URL of that page.

Costs 1
 * credit.
 */
  readonly byUrl: PagedOperation<SearchByUrlParameters, SearchByUrl, SearchByUrl['searchResults'][number]>
  /**
 * `GET /search/bymls`: The home with this number of a multiple listing service.

Values of homeType that are for
 * other kinds of listings match nothing; the others count.

With another listingStatus than For_Sale,
 * listingType and listingTypeOptions have no effect.

Owner Posted among listingTypeOptions counts only with
 * listingType By_Owner_and_Other.

Values of listingTypeOptions that the listingType excludes match nothing; the
 * others count.

Costs 1 credit.
 */
  readonly byMls: Operation<SearchByMlsParameters, SearchByMls>
  /**
 * `GET /search/plan`: Splits a search by ZIP code, price and type into parts of at most 1000 results, each with
 * a query that is ready to send. Together they hold every home exactly once.

Exactly one complete area is
 * given: location; polygon; latitude, longitude, radius; eastLongitude, northLatitude, southLatitude,
 * westLongitude.

southLatitude must not exceed northLatitude.

listingType Any is accepted only with
 * location.

Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other.

Values of
 * listingTypeOptions that the listingType excludes match nothing; the others count.

bed_min must not exceed
 * bed_max.

downPayment counts only with monthlyPayment.

Values of homeType that are for other kinds of
 * listings match nothing; the others count.

The values of tours depend on listingStatus.

The values of
 * otherAmenities depend on listingStatus.

Costs 1 credit.
 */
  readonly plan: Operation<SearchPlanParameters, SearchPlan>
  /**
 * `GET /search/bylocation`: Property offers in cities, districts, counties and provinces, up to five at
 * once.

Costs 1 credit.
 */
  readonly byLocation: PagedOperation<SearchByLocationParameters, Offers, Offers['searchResults'][number]>
}

/** `/valuation/…` */
export interface ValuationOperations {
  /**
 * `GET /valuation/backtest`: How good the estimates of this service are on its own data: errors and intervals on
 * sales that were held back, by county and ZIP code.

Costs 1 credit.
 */
  readonly backtest: Operation<ValuationBacktestParameters, ValuationBacktest>
}

/** `/usage/…` */
export interface UsageOperations {
  /**
   * `GET /usage/days`: Calls and credits of the key by day and operation, over the last 31 days and across periods
   * and plans. Free of charge.
   */
  readonly days: Operation<UsageDaysParameters, UsageDays>
}

/** `/search/exp/…` */
export interface SearchExpOperations {
  /**
 * `GET /search/exp/bydestination`: Guest experiences in cities and countries, up to five at once, 40 per
 * page.

checkIn and checkOut are given together, and checkIn is not after checkOut.

pricePerGuest_min must not
 * exceed pricePerGuest_max.

minDuration must not exceed maxDuration.

Costs 1 credit.
 */
  readonly byDestination: PagedOperation<
    SearchExpByDestinationParameters,
    Experiences,
    Experiences['searchResults'][number]
  >
}

/** Every operation that is asked with a key, under the words of its path. */

export class Operations {
  readonly pro: ProOperations
  readonly agent: AgentOperations
  readonly skip: SkipOperations
  readonly search: SearchOperations
  readonly valuation: ValuationOperations
  /** `GET /byaddress`: The main facts of the property at this address.

Costs 1 credit. */
  readonly byAddress: Operation<ByAddressParameters, TrimmedDocument>
  /** `GET /byzpid`: The main facts of the property with this id.

Costs 1 credit. */
  readonly byZpid: Operation<ByZpidParameters, TrimmedDocument>
  /** `GET /byurl`: The main facts of the property with this URL.

At least one of url.

Costs 1 credit. */
  readonly byUrl: Operation<ByUrlParameters, TrimmedDocument>
  /**
 * `GET /autocomplete`: Completions of what has been typed so far: at most ten addresses and regions, most likely
 * first. One slip of the fingers is forgiven.

latitude and longitude go together.

Costs 1 credit.
 */
  readonly autocomplete: Operation<AutocompleteParameters, Suggestions>
  /**
 * `GET /apartment_details`: An apartment building: its floor plans, its units and what is available.

At least
 * one of bylotid, byapturl.

When several of them are given, the first in this order counts.

Costs 1 credit.
 */
  readonly apartmentDetails: Operation<ApartmentDetailsParameters, ApartmentDetails>
  /**
 * `GET /lotid_from_address`: The buildings at an address, or the buildings that the homes there belong
 * to.

Costs 1 credit.
 */
  readonly lotIdFromAddress: Operation<LotIdFromAddressParameters, LotIds>
  /**
 * `GET /graph_charts`: Ten years of data for a property, its city and its ZIP code, as the points of a
 * chart.

At least one of byzpid, byurl, byaddress.

When several of them are given, the first in this order
 * counts.

Costs 1 credit.
 */
  readonly graphCharts: Operation<GraphChartsParameters, Chart>
  /**
 * `GET /ownerinfo`: Who offers a property: the agent or owner selling it (or who sold it), or whom to call about
 * renting it.

At least one of byzpid, byurl, byaddress.

When several of them are given, the first in this
 * order counts.

Costs 1 credit.
 */
  readonly ownerInfo: Operation<OwnerInfoParameters, OwnerInfo>
  /**
 * `GET /climate`: The climate risks of a property, peril by peril, as scored by every source in the
 * catalogue.

At least one of byzpid, byurl, byaddress.

When several of them are given, the first in this order
 * counts.

Costs 1 credit.
 */
  readonly climate: Operation<ClimateParameters, Climate>
  /**
 * `GET /walk_transit_bike`: How well a property can be lived in on foot, by public transit and by bike, as its
 * source scores it.

At least one of byzpid, byurl, byaddress.

When several of them are given, the first in
 * this order counts.

Costs 1 credit.
 */
  readonly walkTransitBike: Operation<WalkTransitBikeParameters, WalkTransitBike>
  /**
 * `GET /pricehistory`: The price history of a property, newest first.

At least one of byzpid, byurl,
 * byaddress.

When several of them are given, the first in this order counts.

Costs 1 credit.
 */
  readonly priceHistory: Operation<PriceHistoryParameters, PriceHistory>
  /**
 * `GET /taxinfo`: The yearly assessments and taxes of a property, newest first.

At least one of byzpid, byurl,
 * byaddress.

When several of them are given, the first in this order counts.

Costs 1 credit.
 */
  readonly taxInfo: Operation<TaxInfoParameters, TaxInfo>
  /**
 * `GET /propimages`: The pictures of a property.

At least one of byzpid, byurl, byaddress.

When several of
 * them are given, the first in this order counts.

Costs 1 credit.
 */
  readonly propImages: Operation<PropImagesParameters, Images>
  /**
 * `GET /comparable_homes`: Homes sold in the last year that say the most about what this one is worth, and the
 * value that each suggests.

At least one of byzpid, byurl, byaddress.

When several of them are given, the
 * first in this order counts.

Costs 1 credit.
 */
  readonly comparableHomes: Operation<ComparableHomesParameters, ComparableHomes>
  /**
 * `GET /similar`: Homes on the market like this one, or like the units of this building, most similar first.

At
 * least one of byzpid, byurl, byaddress, bylotid.

When several of them are given, the first in this order
 * counts.

Costs 1 credit.
 */
  readonly similar: Operation<SimilarParameters, SimilarHomes>
  /**
 * `GET /nearby`: The nearest homes and buildings, on the market or not, nearest first.

At least one of byzpid,
 * byurl, byaddress, bylotid.

When several of them are given, the first in this order counts.

Costs 1 credit.
 */
  readonly nearby: Operation<NearbyParameters, NearbyHomes>
  /**
 * `GET /housing_market`: Home values, asking prices and sale prices in a place, and how they have
 * changed.

Costs 1 credit.
 */
  readonly housingMarket: Operation<HousingMarketParameters, HousingMarket>
  /**
 * `GET /rental_market`: Rents in a place, how they have changed, and how they compare.

bedrooom_type and
 * bedroom_type must not contradict each other.

Costs 1 credit.
 */
  readonly rentalMarket: Operation<RentalMarketParameters, RentalMarket>
  /** `GET /current_mortgage_rates`: The latest mortgage rate of each product.

Costs 1 credit. */
  readonly currentMortgageRates: Operation<CurrentMortgageRatesParameters, MortgageRates>
  /** `GET /`: Says that the service runs and the key works. Free of charge. */
  readonly root: Operation<RootParameters, Alive>
  /**
   * `GET /usage`: The plan of the key, its credits, and its calls of the period by day and operation. Free of
   * charge.
   */
  readonly usage: Operation<UsageParameters, Usage> & UsageOperations
  /** `GET /myping`: The same as `/`, for programs that ask here. Free of charge. */
  readonly myPing: Operation<MyPingParameters, Ping>
  /**
   * `GET /api_reqcount`: How many requests of the period are used and how many are left, in the figures of
   * `/usage`. Free of charge.
   */
  readonly apiReqCount: Operation<ApiReqCountParameters, RequestCount>

  constructor(service: Service) {
    this.pro = {
      byAddress: service.operation<ProByAddressParameters, FullDocument>({ area: 'A', path: '/pro/byaddress' }),
      byZpid: service.operation<ProByZpidParameters, FullDocument>({ area: 'A', path: '/pro/byzpid' }),
      byUrl: service.operation<ProByUrlParameters, FullDocument>({ area: 'A', path: '/pro/byurl' }),
    }
    this.agent = {
      search: service.paged({ area: 'A', path: '/agent/search' }, agents()),
      details: service.operation<AgentDetailsParameters, AgentDetails>({ area: 'A', path: '/agent/details' }),
      forSale: service.paged(
        { area: 'A', path: '/agent/for_sale' },
        counted(
          15,
          (data) => data.forSaleListings,
          (data) => data.listingCount,
          ({ zpid }) => String(zpid),
        ),
      ),
      forRent: service.paged(
        { area: 'A', path: '/agent/for_rent' },
        counted(
          15,
          (data) => data.forRentListings,
          (data) => data.listingCount,
          ({ zpid }) => String(zpid),
        ),
      ),
      soldProperties: service.paged(
        { area: 'A', path: '/agent/sold_properties' },
        counted(
          15,
          (data) => data.pastSales,
          (data) => data.pastSalesCount,
          (row) => [row.zpid, row.sold_date].join(' '),
        ),
      ),
    }
    this.skip = {
      byAddress: service.paged(
        { area: 'A', path: '/skip/byaddress' },
        counted(
          10,
          (data) => data.PeopleDetails,
          (data) => data.Records,
          (row) => row['Person ID'],
        ),
      ),
      detailsById: service.operation<SkipDetailsByIdParameters, PersonDetails>({
        area: 'A',
        path: '/skip/detailsbyid',
      }),
    }
    this.search = {
      exp: { byDestination: service.paged({ area: 'C', path: '/search/exp/bydestination' }, cursors()) },
      byAddress: service.paged({ area: 'A', path: '/search/byaddress' }, search()),
      byPolygon: service.paged({ area: 'A', path: '/search/bypolygon' }, search()),
      byCoordinates: service.paged({ area: 'A', path: '/search/bycoordinates' }, search()),
      byMapBounds: service.paged({ area: 'A', path: '/search/bymapbounds' }, search()),
      byAiPrompt: service.paged({ area: 'A', path: '/search/byaiprompt' }, promptSearch()),
      byUrl: service.paged({ area: 'A', path: '/search/byurl' }, urlSearch()),
      byMls: service.operation<SearchByMlsParameters, SearchByMls>({ area: 'A', path: '/search/bymls' }),
      plan: service.operation<SearchPlanParameters, SearchPlan>({ area: 'A', path: '/search/plan' }),
      byLocation: service.paged({ area: 'B', path: '/search/bylocation' }, offers()),
    }
    this.valuation = {
      backtest: service.operation<ValuationBacktestParameters, ValuationBacktest>({
        area: 'A',
        path: '/valuation/backtest',
      }),
    }
    this.byAddress = service.operation<ByAddressParameters, TrimmedDocument>({ area: 'A', path: '/byaddress' })
    this.byZpid = service.operation<ByZpidParameters, TrimmedDocument>({ area: 'A', path: '/byzpid' })
    this.byUrl = service.operation<ByUrlParameters, TrimmedDocument>({ area: 'A', path: '/byurl' })
    this.autocomplete = service.operation<AutocompleteParameters, Suggestions>({ area: 'A', path: '/autocomplete' })
    this.apartmentDetails = service.operation<ApartmentDetailsParameters, ApartmentDetails>({
      area: 'A',
      path: '/apartment_details',
    })
    this.lotIdFromAddress = service.operation<LotIdFromAddressParameters, LotIds>({
      area: 'A',
      path: '/lotid_from_address',
    })
    this.graphCharts = service.operation<GraphChartsParameters, Chart>({ area: 'A', path: '/graph_charts' })
    this.ownerInfo = service.operation<OwnerInfoParameters, OwnerInfo>({ area: 'A', path: '/ownerinfo' })
    this.climate = service.operation<ClimateParameters, Climate>({ area: 'A', path: '/climate' })
    this.walkTransitBike = service.operation<WalkTransitBikeParameters, WalkTransitBike>({
      area: 'A',
      path: '/walk_transit_bike',
    })
    this.priceHistory = service.operation<PriceHistoryParameters, PriceHistory>({ area: 'A', path: '/pricehistory' })
    this.taxInfo = service.operation<TaxInfoParameters, TaxInfo>({ area: 'A', path: '/taxinfo' })
    this.propImages = service.operation<PropImagesParameters, Images>({ area: 'A', path: '/propimages' })
    this.comparableHomes = service.operation<ComparableHomesParameters, ComparableHomes>({
      area: 'A',
      path: '/comparable_homes',
    })
    this.similar = service.operation<SimilarParameters, SimilarHomes>({ area: 'A', path: '/similar' })
    this.nearby = service.operation<NearbyParameters, NearbyHomes>({ area: 'A', path: '/nearby' })
    this.housingMarket = service.operation<HousingMarketParameters, HousingMarket>({
      area: 'A',
      path: '/housing_market',
    })
    this.rentalMarket = service.operation<RentalMarketParameters, RentalMarket>({ area: 'A', path: '/rental_market' })
    this.currentMortgageRates = service.operation<CurrentMortgageRatesParameters, MortgageRates>({
      area: 'A',
      path: '/current_mortgage_rates',
    })
    this.root = service.operation<RootParameters, Alive>({ path: '/' })
    this.usage = Object.assign(service.operation<UsageParameters, Usage>({ path: '/usage' }), {
      days: service.operation<UsageDaysParameters, UsageDays>({ path: '/usage/days' }),
    })
    this.myPing = service.operation<MyPingParameters, Ping>({ path: '/myping' })
    this.apiReqCount = service.operation<ApiReqCountParameters, RequestCount>({ path: '/api_reqcount' })
  }
}
