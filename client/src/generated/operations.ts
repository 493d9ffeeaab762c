// Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.

import type { Operation, PagedOperation } from '../operation.ts'
import { agents, counted, cursors, offers, promptSearch, search, urlSearch } from '../paging.ts'
import type { Service } from '../service.ts'
import type * as Answer from './answers.ts'
import type * as Given from './parameters.ts'

/** `/pro/…` */
export interface ProOperations {
  /**
   * `GET /pro/byaddress`: Everything known about the property at this address. Answers at /client/byaddress, too.
   * Costs 1 credit.
   */
  readonly byAddress: Operation<Given.ProByAddressParameters, Answer.FullDocument>
  /**
   * `GET /pro/byzpid`: Everything known about the property with this id. Answers at /custom_ac/byzpid,
   * /custom_ad/byzpid, too. Costs 1 credit.
   */
  readonly byZpid: Operation<Given.ProByZpidParameters, Answer.FullDocument>
  /** `GET /pro/byurl`: Everything known about the property with this URL. Costs 1 credit. */
  readonly byUrl: Operation<Given.ProByUrlParameters, Answer.FullDocument>
}

/** `/agent/…` */
export interface AgentOperations {
  /**
   * `GET /agent/search`: Agents by place, name, specialty, language and sales; top agents first, then those with
   * the most sales. Costs 1 credit.
   */
  readonly search: PagedOperation<Given.AgentSearchParameters, Answer.AgentSearch, Answer.AgentSearch['agents'][number]>
  /**
   * `GET /agent/details`: An agent’s profile, with past sales and current listings. At least one of agent_link,
   * username. When several of them are given, the first in this order counts. Costs 1 credit.
   */
  readonly details: Operation<Given.AgentDetailsParameters, Answer.AgentDetails>
  /** `GET /agent/for_sale`: An agent’s homes for sale, newest listing first. Costs 1 credit. */
  readonly forSale: PagedOperation<
    Given.AgentForSaleParameters,
    Answer.AgentForSale,
    Answer.AgentForSale['forSaleListings'][number]
  >
  /** `GET /agent/for_rent`: An agent’s homes for rent, newest listing first. Costs 1 credit. */
  readonly forRent: PagedOperation<
    Given.AgentForRentParameters,
    Answer.AgentForRent,
    Answer.AgentForRent['forRentListings'][number]
  >
  /**
   * `GET /agent/sold_properties`: Sales in which an agent represented the buyer, the seller or both, latest first.
   * Costs 1 credit.
   */
  readonly soldProperties: PagedOperation<
    Given.AgentSoldPropertiesParameters,
    Answer.AgentSold,
    Answer.AgentSold['pastSales'][number]
  >
}

/** `/skip/…` */
export interface SkipOperations {
  /**
   * `GET /skip/byaddress`: People who live or have lived at an address, current residents first. Together, street
   * and citystatezip must give a house number, a street, and either a ZIP code or a city with its state. Costs 6
   * credits; the plan must open skip tracing.
   */
  readonly byAddress: PagedOperation<
    Given.SkipByAddressParameters,
    Answer.PeopleAtAddress,
    Answer.PeopleAtAddress['PeopleDetails'][number]
  >
  /**
   * `GET /skip/detailsbyid`: What is known about a person: phone numbers, e-mail addresses, current and past
   * addresses, relatives, associates. Costs 6 credits; the plan must open skip tracing.
   */
  readonly detailsById: Operation<Given.SkipDetailsByIdParameters, Answer.PersonDetails>
}

/** `/search/…` */
export interface SearchOperations {
  readonly exp: SearchExpOperations
  /**
   * `GET /search/byaddress`: Homes at an address or in neighbourhoods, cities, ZIP codes, counties and states, up
   * to five at once. Values of listingTypeOptions that the listingType excludes match nothing; the others count.
   * bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for
   * other kinds of listings match nothing; the others count. The values of tours depend on listingStatus. The
   * values of otherAmenities depend on listingStatus. Costs 1 credit.
   */
  readonly byAddress: PagedOperation<
    Given.SearchByAddressParameters,
    Answer.Search,
    Answer.Search['searchResults'][number]
  >
  /**
   * `GET /search/bypolygon`: Homes in a polygon. Owner Posted among listingTypeOptions counts only with
   * listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the
   * others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType
   * that are for other kinds of listings match nothing; the others count. The values of tours depend on
   * listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit.
   */
  readonly byPolygon: PagedOperation<
    Given.SearchByPolygonParameters,
    Answer.Search,
    Answer.Search['searchResults'][number]
  >
  /**
   * `GET /search/bycoordinates`: Homes in a circle. Owner Posted among listingTypeOptions counts only with
   * listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the
   * others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType
   * that are for other kinds of listings match nothing; the others count. The values of tours depend on
   * listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit.
   */
  readonly byCoordinates: PagedOperation<
    Given.SearchByCoordinatesParameters,
    Answer.Search,
    Answer.Search['searchResults'][number]
  >
  /**
   * `GET /search/bymapbounds`: Homes within map bounds: between two longitudes and two latitudes. southLatitude
   * must not exceed northLatitude. Owner Posted among listingTypeOptions counts only with listingType
   * By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others
   * count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType that
   * are for other kinds of listings match nothing; the others count. The values of tours depend on listingStatus.
   * The values of otherAmenities depend on listingStatus. Costs 1 credit.
   */
  readonly byMapBounds: PagedOperation<
    Given.SearchByMapBoundsParameters,
    Answer.Search,
    Answer.Search['searchResults'][number]
  >
  /**
   * `GET /search/byaiprompt`: Homes that a sentence asks for: the search by address, with its filters read from
   * plain English by rules. Costs 1 credit.
   */
  readonly byAiPrompt: PagedOperation<
    Given.SearchByAiPromptParameters,
    Answer.SearchByPrompt,
    Answer.SearchByPrompt['searchResults'][number]
  >
  /**
   * `GET /search/byurl`: The homes on a portal's page of search results, given the URL of that page. Costs 1
   * credit.
   */
  readonly byUrl: PagedOperation<
    Given.SearchByUrlParameters,
    Answer.SearchByUrl,
    Answer.SearchByUrl['searchResults'][number]
  >
  /**
   * `GET /search/bymls`: The home with this number of a multiple listing service. Values of homeType that are for
   * other kinds of listings match nothing; the others count. With another listingStatus than For_Sale, listingType
   * and listingTypeOptions have no effect. Owner Posted among listingTypeOptions counts only with listingType
   * By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the others
   * count. Costs 1 credit.
   */
  readonly byMls: Operation<Given.SearchByMlsParameters, Answer.SearchByMls>
  /**
   * `GET /search/plan`: Splits a search by ZIP code, price and type into parts of at most 1000 results, each with
   * a query that is ready to send. Together they hold every home exactly once. Exactly one complete area is given:
   * location; polygon; latitude, longitude, radius; eastLongitude, northLatitude, southLatitude, westLongitude.
   * southLatitude must not exceed northLatitude. Owner Posted among listingTypeOptions counts only with
   * listingType By_Owner_and_Other. Values of listingTypeOptions that the listingType excludes match nothing; the
   * others count. bed_min must not exceed bed_max. downPayment counts only with monthlyPayment. Values of homeType
   * that are for other kinds of listings match nothing; the others count. The values of tours depend on
   * listingStatus. The values of otherAmenities depend on listingStatus. Costs 1 credit.
   */
  readonly plan: Operation<Given.SearchPlanParameters, Answer.SearchPlan>
  /**
   * `GET /search/facets`: Counts, figures and histograms of everything that a search finds, without its homes.
   * Exactly one complete area is given: location; polygon; latitude, longitude, radius; eastLongitude,
   * northLatitude, southLatitude, westLongitude. southLatitude must not exceed northLatitude. Owner Posted among
   * listingTypeOptions counts only with listingType By_Owner_and_Other. Values of listingTypeOptions that the
   * listingType excludes match nothing; the others count. bed_min must not exceed bed_max. downPayment counts only
   * with monthlyPayment. Values of homeType that are for other kinds of listings match nothing; the others count.
   * The values of tours depend on listingStatus. The values of otherAmenities depend on listingStatus. Costs 1
   * credit.
   */
  readonly facets: Operation<Given.SearchFacetsParameters, Answer.SearchFacets>
  /**
   * `GET /search/bylocation`: Property offers in cities, districts, counties and provinces, up to five at once.
   * Costs 1 credit.
   */
  readonly byLocation: PagedOperation<
    Given.SearchByLocationParameters,
    Answer.Offers,
    Answer.Offers['searchResults'][number]
  >
}

/** `/layers/…` */
export interface LayersOperations {
  /** `GET /layers/feature`: One feature of a layer, with its outline as GeoJSON. Costs 1 credit. */
  readonly feature: Operation<Given.LayersFeatureParameters, Answer.LayerFeature>
}

/** `/valuation/…` */
export interface ValuationOperations {
  /**
   * `GET /valuation/backtest`: How good the estimates of this service are on its own data: errors and intervals on
   * sales that were held back, by county and ZIP code. Costs 1 credit.
   */
  readonly backtest: Operation<Given.ValuationBacktestParameters, Answer.ValuationBacktest>
}

/** `/usage/…` */
export interface UsageOperations {
  /**
   * `GET /usage/days`: Calls and credits of the key by day and operation, over the last 31 days and across periods
   * and plans. Free of charge.
   */
  readonly days: Operation<Given.UsageDaysParameters, Answer.UsageDays>
}

/** `/tiles/…` */
export interface TilesOperations {
  /**
   * `GET /tiles/{search}`: Where the map tiles of a search are that has a name, or of all homes of a class, as
   * TileJSON. Costs a key what the search costs, once an hour for all tiles of it; those of For_Sale, For_Rent,
   * Sold are free of charge, and counts alone.
   */
  readonly search: Operation<Given.TilesSearchParameters, Answer.TileJson>
}

/** `/searches/…` */
export interface SearchesOperations {
  /**
   * `POST /searches`: Saves a search: a path with parameters, a sentence, or the address of a results page. Free
   * of charge.
   */
  readonly make: Operation<Given.SearchesMakeParameters, Answer.OneSavedSearch>
  /** `GET /searches/{id}`: A saved search. Free of charge. */
  readonly show: Operation<Given.SearchesShowParameters, Answer.OneSavedSearch>
  /**
   * `PATCH /searches/{id}`: Changes a saved search: its label, what it asks, or up to where its key has seen what
   * is new. Free of charge.
   */
  readonly change: Operation<Given.SearchesChangeParameters, Answer.OneSavedSearch>
  /**
   * `DELETE /searches/{id}`: Ends a saved search, with the webhooks that are told of it alone, and answers it as
   * it was. Free of charge.
   */
  readonly end: Operation<Given.SearchesEndParameters, Answer.OneSavedSearch>
  /**
   * `POST /searches/{id}/feed`: Gives the feed of a saved search an address, or another one: the one before leads
   * nowhere then. Free of charge.
   */
  readonly renewFeed: Operation<Given.SearchesRenewFeedParameters, Answer.OneSavedSearch>
  /**
   * `GET /searches/{id}/changes`: Reads what entered, left and changed among the results of a saved search since a
   * cursor. Costs a credit for as many changes as rows of a page of `/odata`; an answer without changes is free.
   */
  readonly changes: Operation<Given.SearchesChangesParameters, Answer.SearchChanges>
}

/** `/webhooks/…` */
export interface WebhooksOperations {
  /**
   * `POST /webhooks`: Makes a webhook: an address that is told when something is new for a saved search. Free of
   * charge.
   */
  readonly make: Operation<Given.WebhooksMakeParameters, Answer.WebhookSecrets>
  /** `GET /webhooks/{id}`: A webhook. Free of charge. */
  readonly show: Operation<Given.WebhooksShowParameters, Answer.OneWebhook>
  /**
   * `PATCH /webhooks/{id}`: Gives a webhook another address, or the same once more, and tries it again where it
   * has ended. Free of charge.
   */
  readonly change: Operation<Given.WebhooksChangeParameters, Answer.OneWebhook>
  /** `DELETE /webhooks/{id}`: Ends a webhook, and answers it as it was. Free of charge. */
  readonly end: Operation<Given.WebhooksEndParameters, Answer.OneWebhook>
  /** `GET /webhooks/{id}/secrets`: The secrets with which messages to a webhook are signed. Free of charge. */
  readonly secrets: Operation<Given.WebhooksSecretsParameters, Answer.WebhookSecrets>
  /**
   * `POST /webhooks/{id}/secrets`: Gives a webhook a new secret beside the newest; the one before that signs no
   * more. Free of charge.
   */
  readonly renewSecret: Operation<Given.WebhooksRenewSecretParameters, Answer.WebhookSecrets>
  /**
   * `POST /webhooks/{id}/test`: Sends a webhook a message to try it, once, and tells how it was answered. Free of
   * charge.
   */
  readonly test: Operation<Given.WebhooksTestParameters, Answer.WebhookTest>
}

/** `/changes/…` */
export interface ChangesOperations {
  /**
   * `GET /changes/offers`: What happened to offers since a moment or an earlier answer: new, gone, dearer, cheaper
   * or changed. Costs 1 credit.
   */
  readonly offers: Operation<Given.ChangesOffersParameters, Answer.OfferChanges>
  /**
   * `GET /changes/experiences`: What happened to experiences since a moment or an earlier answer: new, gone,
   * dearer, cheaper or changed. checkIn and checkOut are given together, and checkIn is not after checkOut.
   * pricePerGuest_min must not exceed pricePerGuest_max. minDuration must not exceed maxDuration. Costs 1 credit.
   */
  readonly experiences: Operation<Given.ChangesExperiencesParameters, Answer.ExperienceChanges>
}

/** `/search/exp/…` */
export interface SearchExpOperations {
  /**
   * `GET /search/exp/bydestination`: Guest experiences in cities and countries, up to five at once, 40 per page.
   * checkIn and checkOut are given together, and checkIn is not after checkOut. pricePerGuest_min must not exceed
   * pricePerGuest_max. minDuration must not exceed maxDuration. Costs 1 credit.
   */
  readonly byDestination: PagedOperation<
    Given.SearchExpByDestinationParameters,
    Answer.Experiences,
    Answer.Experiences['searchResults'][number]
  >
}

/** Every operation that is asked with a key, under the words of its path. */

export class Operations {
  readonly pro: ProOperations
  readonly agent: AgentOperations
  readonly skip: SkipOperations
  readonly search: SearchOperations
  readonly valuation: ValuationOperations
  /** `GET /byaddress`: The main facts of the property at this address. Costs 1 credit. */
  readonly byAddress: Operation<Given.ByAddressParameters, Answer.TrimmedDocument>
  /** `GET /byzpid`: The main facts of the property with this id. Costs 1 credit. */
  readonly byZpid: Operation<Given.ByZpidParameters, Answer.TrimmedDocument>
  /** `GET /byurl`: The main facts of the property with this URL. At least one of url. Costs 1 credit. */
  readonly byUrl: Operation<Given.ByUrlParameters, Answer.TrimmedDocument>
  /**
   * `GET /autocomplete`: Completions of what has been typed so far: at most ten addresses and regions, most likely
   * first. One slip of the fingers is forgiven; where nothing begins so, places are told that a search would offer
   * for the name. latitude and longitude go together. Costs 1 credit.
   */
  readonly autocomplete: Operation<Given.AutocompleteParameters, Answer.Suggestions>
  /**
   * `GET /apartment_details`: An apartment building: its floor plans, its units and what is available. At least
   * one of bylotid, byapturl. When several of them are given, the first in this order counts. Costs 1 credit.
   */
  readonly apartmentDetails: Operation<Given.ApartmentDetailsParameters, Answer.ApartmentDetails>
  /**
   * `GET /lotid_from_address`: The buildings at an address, or the buildings that the homes there belong to. Costs
   * 1 credit.
   */
  readonly lotIdFromAddress: Operation<Given.LotIdFromAddressParameters, Answer.LotIds>
  /**
   * `GET /graph_charts`: Ten years of data for a property, its city and its ZIP code, as the points of a chart. At
   * least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts. Costs 1
   * credit.
   */
  readonly graphCharts: Operation<Given.GraphChartsParameters, Answer.Chart>
  /**
   * `GET /ownerinfo`: Who offers a property: the agent or owner selling it (or who sold it), or whom to call about
   * renting it. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order
   * counts. Costs 1 credit.
   */
  readonly ownerInfo: Operation<Given.OwnerInfoParameters, Answer.OwnerInfo>
  /**
   * `GET /climate`: The climate risks of a property, peril by peril, as scored by every source in the catalogue.
   * At least one of byzpid, byurl, byaddress. When several of them are given, the first in this order counts.
   * Costs 1 credit.
   */
  readonly climate: Operation<Given.ClimateParameters, Answer.Climate>
  /**
   * `GET /walk_transit_bike`: How well a property can be lived in on foot, by public transit and by bike, as its
   * source scores it. At least one of byzpid, byurl, byaddress. When several of them are given, the first in this
   * order counts. Costs 1 credit.
   */
  readonly walkTransitBike: Operation<Given.WalkTransitBikeParameters, Answer.WalkTransitBike>
  /**
   * `GET /pricehistory`: The price history of a property, newest first. At least one of byzpid, byurl, byaddress.
   * When several of them are given, the first in this order counts. Costs 1 credit.
   */
  readonly priceHistory: Operation<Given.PriceHistoryParameters, Answer.PriceHistory>
  /**
   * `GET /taxinfo`: The yearly assessments and taxes of a property, newest first. At least one of byzpid, byurl,
   * byaddress. When several of them are given, the first in this order counts. Costs 1 credit.
   */
  readonly taxInfo: Operation<Given.TaxInfoParameters, Answer.TaxInfo>
  /**
   * `GET /propimages`: The pictures of a property. At least one of byzpid, byurl, byaddress. When several of them
   * are given, the first in this order counts. Costs 1 credit.
   */
  readonly propImages: Operation<Given.PropImagesParameters, Answer.Images>
  /**
   * `GET /comparable_homes`: Homes sold in the last year that say the most about what this one is worth, and the
   * value that each suggests. At least one of byzpid, byurl, byaddress. When several of them are given, the first
   * in this order counts. Costs 1 credit.
   */
  readonly comparableHomes: Operation<Given.ComparableHomesParameters, Answer.ComparableHomes>
  /**
   * `GET /similar`: Homes on the market like this one, or like the units of this building, most similar first. At
   * least one of byzpid, byurl, byaddress, bylotid. When several of them are given, the first in this order
   * counts. Costs 1 credit.
   */
  readonly similar: Operation<Given.SimilarParameters, Answer.SimilarHomes>
  /**
   * `GET /nearby`: The nearest homes and buildings, on the market or not, nearest first. At least one of byzpid,
   * byurl, byaddress, bylotid. When several of them are given, the first in this order counts. Costs 1 credit.
   */
  readonly nearby: Operation<Given.NearbyParameters, Answer.NearbyHomes>
  /**
   * `GET /changes`: What happened to homes since a moment or an earlier answer: new, gone, back, dearer, cheaper,
   * sold, changed. At most one area is given, and that is complete: location; polygon; latitude, longitude,
   * radius; eastLongitude, northLatitude, southLatitude, westLongitude. southLatitude must not exceed
   * northLatitude. Owner Posted among listingTypeOptions counts only with listingType By_Owner_and_Other. Values
   * of listingTypeOptions that the listingType excludes match nothing; the others count. bed_min must not exceed
   * bed_max. downPayment counts only with monthlyPayment. Values of homeType that are for other kinds of listings
   * match nothing; the others count. The values of tours depend on listingStatus. The values of otherAmenities
   * depend on listingStatus. Costs 1 credit.
   */
  readonly changes: Operation<Given.ChangesParameters, Answer.HomeChanges> & ChangesOperations
  /** `GET /layers`: The layers that the operator brought, in order of their names. Costs 1 credit. */
  readonly layers: Operation<Given.LayersParameters, Answer.Layers> & LayersOperations
  /**
   * `GET /housing_market`: Home values, asking prices and sale prices in a place, and how they have changed. Costs
   * 1 credit.
   */
  readonly housingMarket: Operation<Given.HousingMarketParameters, Answer.HousingMarket>
  /**
   * `GET /rental_market`: Rents in a place, how they have changed, and how they compare. bedrooom_type and
   * bedroom_type must not contradict each other. Costs 1 credit.
   */
  readonly rentalMarket: Operation<Given.RentalMarketParameters, Answer.RentalMarket>
  /** `GET /current_mortgage_rates`: The latest mortgage rate of each product. Costs 1 credit. */
  readonly currentMortgageRates: Operation<Given.CurrentMortgageRatesParameters, Answer.MortgageRates>
  /** `GET /`: Says that the service runs and the key works. Free of charge. */
  readonly root: Operation<Given.RootParameters, Answer.Alive>
  /**
   * `GET /usage`: The plan of the key, its credits, and its calls of the period by day and operation. Free of
   * charge.
   */
  readonly usage: Operation<Given.UsageParameters, Answer.Usage> & UsageOperations
  /** `GET /myping`: The same as `/`, for programs that ask here. Free of charge. */
  readonly myPing: Operation<Given.MyPingParameters, Answer.Ping>
  /**
   * `GET /api_reqcount`: How many requests of the period are used and how many are left, in the figures of
   * `/usage`. Free of charge.
   */
  readonly apiReqCount: Operation<Given.ApiReqCountParameters, Answer.RequestCount>
  /**
   * `GET /tiles`: Where the map tiles of a search of homes are, with all of its results, as TileJSON. Costs a key
   * what the search costs, once an hour for all tiles of it; those of For_Sale, For_Rent, Sold are free of charge,
   * and counts alone.
   */
  readonly tiles: Operation<Given.TilesParameters, Answer.TileJson> & TilesOperations
  /** `GET /searches`: The saved searches of the key in this area. Free of charge. */
  readonly searches: Operation<Given.SearchesParameters, Answer.SavedSearches> & SearchesOperations
  /** `GET /webhooks`: The webhooks of the key. Free of charge. */
  readonly webhooks: Operation<Given.WebhooksParameters, Answer.Webhooks> & WebhooksOperations

  constructor(service: Service) {
    this.pro = {
      byAddress: service.operation({ area: 'A', path: '/pro/byaddress' }),
      byZpid: service.operation({ area: 'A', path: '/pro/byzpid' }),
      byUrl: service.operation({ area: 'A', path: '/pro/byurl' }),
    }
    this.agent = {
      search: service.paged({ area: 'A', path: '/agent/search' }, agents()),
      details: service.operation({ area: 'A', path: '/agent/details' }),
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
      detailsById: service.operation({ area: 'A', path: '/skip/detailsbyid' }),
    }
    this.search = {
      exp: { byDestination: service.paged({ area: 'C', path: '/search/exp/bydestination' }, cursors()) },
      byAddress: service.paged({ area: 'A', path: '/search/byaddress' }, search()),
      byPolygon: service.paged({ area: 'A', path: '/search/bypolygon' }, search()),
      byCoordinates: service.paged({ area: 'A', path: '/search/bycoordinates' }, search()),
      byMapBounds: service.paged({ area: 'A', path: '/search/bymapbounds' }, search()),
      byAiPrompt: service.paged({ area: 'A', path: '/search/byaiprompt' }, promptSearch()),
      byUrl: service.paged({ area: 'A', path: '/search/byurl' }, urlSearch()),
      byMls: service.operation({ area: 'A', path: '/search/bymls' }),
      plan: service.operation({ area: 'A', path: '/search/plan' }),
      facets: service.operation({ area: 'A', path: '/search/facets' }),
      byLocation: service.paged({ area: 'B', path: '/search/bylocation' }, offers()),
    }
    this.valuation = { backtest: service.operation({ area: 'A', path: '/valuation/backtest' }) }
    this.byAddress = service.operation({ area: 'A', path: '/byaddress' })
    this.byZpid = service.operation({ area: 'A', path: '/byzpid' })
    this.byUrl = service.operation({ area: 'A', path: '/byurl' })
    this.autocomplete = service.operation({ area: 'A', path: '/autocomplete' })
    this.apartmentDetails = service.operation({ area: 'A', path: '/apartment_details' })
    this.lotIdFromAddress = service.operation({ area: 'A', path: '/lotid_from_address' })
    this.graphCharts = service.operation({ area: 'A', path: '/graph_charts' })
    this.ownerInfo = service.operation({ area: 'A', path: '/ownerinfo' })
    this.climate = service.operation({ area: 'A', path: '/climate' })
    this.walkTransitBike = service.operation({ area: 'A', path: '/walk_transit_bike' })
    this.priceHistory = service.operation({ area: 'A', path: '/pricehistory' })
    this.taxInfo = service.operation({ area: 'A', path: '/taxinfo' })
    this.propImages = service.operation({ area: 'A', path: '/propimages' })
    this.comparableHomes = service.operation({ area: 'A', path: '/comparable_homes' })
    this.similar = service.operation({ area: 'A', path: '/similar' })
    this.nearby = service.operation({ area: 'A', path: '/nearby' })
    this.changes = Object.assign(
      service.operation<Given.ChangesParameters, Answer.HomeChanges>({ area: 'A', path: '/changes' }),
      {
        offers: service.operation<Given.ChangesOffersParameters, Answer.OfferChanges>({
          area: 'B',
          path: '/changes/offers',
        }),
        experiences: service.operation<Given.ChangesExperiencesParameters, Answer.ExperienceChanges>({
          area: 'C',
          path: '/changes/experiences',
        }),
      },
    )
    this.layers = Object.assign(
      service.operation<Given.LayersParameters, Answer.Layers>({ area: 'A', path: '/layers' }),
      {
        feature: service.operation<Given.LayersFeatureParameters, Answer.LayerFeature>({
          area: 'A',
          path: '/layers/feature',
        }),
      },
    )
    this.housingMarket = service.operation({ area: 'A', path: '/housing_market' })
    this.rentalMarket = service.operation({ area: 'A', path: '/rental_market' })
    this.currentMortgageRates = service.operation({ area: 'A', path: '/current_mortgage_rates' })
    this.root = service.operation({ path: '/' })
    this.usage = Object.assign(service.operation<Given.UsageParameters, Answer.Usage>({ path: '/usage' }), {
      days: service.operation<Given.UsageDaysParameters, Answer.UsageDays>({ path: '/usage/days' }),
    })
    this.myPing = service.operation({ path: '/myping' })
    this.apiReqCount = service.operation({ path: '/api_reqcount' })
    this.tiles = Object.assign(
      service.operation<Given.TilesParameters, Answer.TileJson>({ area: 'A', path: '/tiles' }),
      {
        search: service.operation<Given.TilesSearchParameters, Answer.TileJson>({ area: 'A', path: '/tiles/{search}' }),
      },
    )
    this.searches = Object.assign(
      service.operation<Given.SearchesParameters, Answer.SavedSearches>({ path: '/searches' }),
      {
        make: service.operation<Given.SearchesMakeParameters, Answer.OneSavedSearch>({
          path: '/searches',
          method: 'POST',
        }),
        show: service.operation<Given.SearchesShowParameters, Answer.OneSavedSearch>({ path: '/searches/{id}' }),
        change: service.operation<Given.SearchesChangeParameters, Answer.OneSavedSearch>({
          path: '/searches/{id}',
          method: 'PATCH',
        }),
        end: service.operation<Given.SearchesEndParameters, Answer.OneSavedSearch>({
          path: '/searches/{id}',
          method: 'DELETE',
        }),
        renewFeed: service.operation<Given.SearchesRenewFeedParameters, Answer.OneSavedSearch>({
          path: '/searches/{id}/feed',
          method: 'POST',
        }),
        changes: service.operation<Given.SearchesChangesParameters, Answer.SearchChanges>({
          path: '/searches/{id}/changes',
        }),
      },
    )
    this.webhooks = Object.assign(service.operation<Given.WebhooksParameters, Answer.Webhooks>({ path: '/webhooks' }), {
      make: service.operation<Given.WebhooksMakeParameters, Answer.WebhookSecrets>({
        path: '/webhooks',
        method: 'POST',
      }),
      show: service.operation<Given.WebhooksShowParameters, Answer.OneWebhook>({ path: '/webhooks/{id}' }),
      change: service.operation<Given.WebhooksChangeParameters, Answer.OneWebhook>({
        path: '/webhooks/{id}',
        method: 'PATCH',
      }),
      end: service.operation<Given.WebhooksEndParameters, Answer.OneWebhook>({
        path: '/webhooks/{id}',
        method: 'DELETE',
      }),
      secrets: service.operation<Given.WebhooksSecretsParameters, Answer.WebhookSecrets>({
        path: '/webhooks/{id}/secrets',
      }),
      renewSecret: service.operation<Given.WebhooksRenewSecretParameters, Answer.WebhookSecrets>({
        path: '/webhooks/{id}/secrets',
        method: 'POST',
      }),
      test: service.operation<Given.WebhooksTestParameters, Answer.WebhookTest>({
        path: '/webhooks/{id}/test',
        method: 'POST',
      }),
    })
  }
}
