// Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.

import type { NoParameters, Range } from '../query.ts'

/** What identifies a property; any one is enough. */
export interface HomeIdentifiers {
  /** Property id; a property URL or an address is accepted too. Also read as zpid. */
  readonly byzpid?: string | number | undefined
  /** URL of the property; only its path and query matter. Used when byzpid is not given. Also read as url. */
  readonly byurl?: string | undefined
  /** Address of the property. Used when neither byzpid nor byurl is given. Also read as address, propertyaddress. */
  readonly byaddress?: string | undefined
}

/** What every search for homes by a place may ask for. */
export interface HomeFilters {
  /**
   * Status of the listings. If left out, For_Sale is assumed, and `warnings` says so. Also read as status,
   * status_type.
   */
  readonly listingStatus: 'For_Sale' | 'For_Rent' | 'Sold'
  /**
   * Kinds of listing, separated by commas; empty = all. Owner Posted and Agent listed mean plain listings: new
   * construction, foreclosures and auctions are kinds of their own, whoever lists them. Only with listingStatus
   * For_Sale.
   */
  readonly listingTypeOptions?: string | readonly string[] | undefined
  /**
   * Statuses to include besides active listings, separated by commas; empty = active ones only. Only with
   * listingStatus For_Sale.
   */
  readonly propertyStatus?: string | readonly string[] | undefined
  /** Minimum number of bedrooms; Studio = 0. Also read as minBeds, minBedrooms. */
  readonly bed_min?: 'No_Min' | 'Studio' | '1' | '2' | '3' | '4' | '5' | 1 | 2 | 3 | 4 | 5 | undefined
  /** Maximum number of bedrooms; for an exact number, the same as bed_min. Also read as maxBeds, maxBedrooms. */
  readonly bed_max?: 'No_Max' | 'Studio' | '1' | '2' | '3' | '4' | '5' | 1 | 2 | 3 | 4 | 5 | undefined
  /** Minimum number of bathrooms; a half bath counts as half. Also read as minBaths, minBathrooms. */
  readonly bathrooms?: 'Any' | 'OnePlus' | 'OneHalfPlus' | 'TwoPlus' | 'ThreePlus' | 'FourPlus' | undefined
  /** Asking price, monthly rent, or sale price of sold homes. Also read as price_range, minPrice, maxPrice. */
  readonly listPriceRange?: string | Range | undefined
  /** Living area. Also read as minSqft, maxSqft. */
  readonly squareFeetRange?: string | Range | undefined
  /** Lot size; 1 acre is 43560 square feet. Also read as minLotSize, maxLotSize. */
  readonly lotSizeRange?: string | Range | undefined
  /** Year built. Also read as minYearBuilt, maxYearBuilt, minBuildYear, maxBuildYear. */
  readonly yearBuiltRange?: string | Range | undefined
  /**
   * Principal and interest over 30 years at the current rate, property tax, insurance and dues. Only with
   * listingStatus For_Sale.
   */
  readonly monthlyPayment?: string | Range | undefined
  /** Down payment in dollars, for monthlyPayment; 0 if not given. Only with listingStatus For_Sale. */
  readonly downPayment?: number | undefined
  /**
   * Types of home, separated by commas; empty = all. For rent: Houses, Apartments/Condos/Co-ops, Townhomes;
   * otherwise: Houses, Townhomes, Multi-family, Condos/Co-ops, Lots-Land, Apartments, Manufactured.
   */
  readonly homeType?: string | readonly string[] | undefined
  /** Entire homes, single rooms, or both, separated by a comma; empty = both. Only with listingStatus For_Rent. */
  readonly space?: string | readonly string[] | undefined
  /** Maximum monthly association dues. Only with listingStatus For_Sale or Sold. */
  readonly maxHOA?:
    | 'Any'
    | 'No_HOA_Fee'
    | '50_dollars_month'
    | '100_dollars_month'
    | '200_dollars_month'
    | '300_dollars_month'
    | '400_dollars_month'
    | '500_dollars_month'
    | '600_dollars_month'
    | '700_dollars_month'
    | '800_dollars_month'
    | '900_dollars_month'
    | '1000_dollars_month'
    | undefined
  /**
   * If false, homes with unknown dues are excluded; otherwise they are kept. Only with listingStatus For_Sale or
   * Sold.
   */
  readonly incIncompleteHOA?: boolean | undefined
  /**
   * Tours that must be available, separated by commas. For sale: Must have open house, Must have 3D Tour; for
   * rent: Must have 3D Tour. Only with listingStatus For_Sale or For_Rent.
   */
  readonly tours?: string | readonly string[] | undefined
  /** Available by this day; homes without a move-in date are kept. Only with listingStatus For_Rent. */
  readonly move_in_date?: string | undefined
  /** If true, homes without a move-in date are excluded. Only with listingStatus For_Rent. */
  readonly hideNoDateListings?: boolean | undefined
  /** Minimum number of parking spots. Only with listingStatus For_Sale or Sold. */
  readonly parkingSpots?: 'Any' | 'OnePlus' | 'TwoPlus' | 'ThreePlus' | 'FourPlus' | undefined
  /** If true, only homes with a garage. Only with listingStatus For_Sale or Sold. */
  readonly haveGarage?: boolean | undefined
  /** Homes with a finished basement, an unfinished one, or either (Yes_Both). */
  readonly mustHaveBasement?: 'No' | 'Yes_Finished' | 'Yes_Unfinished' | 'Yes_Both' | undefined
  /** If true, only single-story homes. */
  readonly singleStoryOnly?: boolean | undefined
  /** If true, no homes in communities for people over 55. Only with listingStatus For_Sale or Sold. */
  readonly hide55plusComm?: boolean | undefined
  /** Pets that must be allowed, separated by commas. Only with listingStatus For_Rent. */
  readonly pets?: string | readonly string[] | undefined
  /**
   * Amenities that the home must have, separated by commas. For rent: Must have A/C, Must have pool, Waterfront,
   * On-site Parking, In-unit Laundry, Accepts Portal Applications, Income Restricted, Apartment Community;
   * otherwise: Must have A/C, Must have pool, Waterfront. Apartment Community means a unit of a building, of
   * whatever type.
   */
  readonly otherAmenities?: string | readonly string[] | undefined
  /** Views, separated by commas; the home has at least one of them. */
  readonly view?: string | readonly string[] | undefined
  /** Listed within this many days or calendar months. Only with listingStatus For_Sale or For_Rent. */
  readonly daysOnPortal?:
    | 'Any'
    | '1_day'
    | '7_days'
    | '14_days'
    | '30_days'
    | '90_days'
    | '6_months'
    | '12_months'
    | '24_months'
    | '36_months'
    | undefined
  /** Sold within this many days or calendar months. Only with listingStatus Sold. */
  readonly soldInLast?:
    | 'Any'
    | '1_day'
    | '7_days'
    | '14_days'
    | '30_days'
    | '90_days'
    | '6_months'
    | '12_months'
    | '24_months'
    | '36_months'
    | undefined
  /**
   * Words that must all occur in the description, what the owner loves, features, address or MLS number; "quoted
   * words" must occur in sequence.
   */
  readonly keywords?: string | undefined
  /**
   * Homes in one of these: layers that the operator brought, or features of them as layer:feature by id or name,
   * separated by commas.
   */
  readonly inLayer?: string | readonly string[] | undefined
  /**
   * Homes in none of these: layers that the operator brought, or features of them as layer:feature by id or name,
   * separated by commas. Homes without a place on the map are in none.
   */
  readonly notInLayer?: string | readonly string[] | undefined
}

/** Of `/pro/byaddress`. */
export interface ProByAddressParameters {
  /** Address of the property as people write it, with its unit if it has one. Also read as address, byaddress. */
  readonly propertyaddress: string
  /** If true, the answer tells what changed about the home, as /changes does. */
  readonly changes?: boolean | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/byaddress`. */
export interface ByAddressParameters {
  /** Address of the property as people write it, with its unit if it has one. Also read as address, byaddress. */
  readonly propertyaddress: string
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/pro/byzpid`. */
export interface ProByZpidParameters {
  /** Property id, as searches and look-ups return it. Also read as byzpid. */
  readonly zpid: string | number
  /** If true, the answer tells what changed about the home, as /changes does. */
  readonly changes?: boolean | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/byzpid`. */
export interface ByZpidParameters {
  /** Property id, as searches and look-ups return it. Also read as byzpid. */
  readonly zpid: string | number
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/pro/byurl`. */
export interface ProByUrlParameters {
  /**
   * URL of the property, with its id in it. Any host is accepted: only the path and the query matter. Also read as
   * byurl.
   */
  readonly url: string
  /** If true, the answer tells what changed about the home, as /changes does. */
  readonly changes?: boolean | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/byurl`. */
export interface ByUrlParameters {
  /**
   * URL of the property, with its id in it. Any host is accepted: only the path and the query matter. Also read as
   * byurl.
   */
  readonly url?: string | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/autocomplete`. */
export interface AutocompleteParameters {
  /** Beginning of an address, or of the name of a place. */
  readonly query: string
  /** Latitude of a point, in degrees. Of what fits alike, places near the point come first. */
  readonly latitude?: number | undefined
  /** Longitude of a point, in degrees. Of what fits alike, places near the point come first. */
  readonly longitude?: number | undefined
  /** If true, each place has the number of homes for sale, for rent and sold. */
  readonly totals?: boolean | undefined
}

/** Of `/apartment_details`. */
export interface ApartmentDetailsParameters {
  /** Id of the building, as searches and /lotid_from_address return it. Also read as lotid. */
  readonly bylotid?: string | undefined
  /** URL of the building’s page; it ends in the id. Used when bylotid is not given. */
  readonly byapturl?: string | undefined
}

/** Of `/lotid_from_address`. */
export interface LotIdFromAddressParameters {
  /** Address of the building or of a unit in it. Also read as address, byaddress. */
  readonly propertyaddress: string
}

/** Of `/graph_charts`. */
export interface GraphChartsParameters extends HomeIdentifiers {
  /** What to chart. */
  readonly which:
    | 'zestimate_history'
    | 'rent_zestimate_history'
    | 'listing_price'
    | 'zestimate_percent_change'
    | 'tax_assessment'
    | 'tax_paid'
  /** True puts the newest point first, false the oldest. */
  readonly recent_first: boolean
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/ownerinfo`. */
export type OwnerInfoParameters = HomeIdentifiers

/** Of `/climate`. */
export type ClimateParameters = HomeIdentifiers

/** Of `/walk_transit_bike`. */
export type WalkTransitBikeParameters = HomeIdentifiers

/** Of `/pricehistory`. */
export interface PriceHistoryParameters extends HomeIdentifiers {
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/taxinfo`. */
export interface TaxInfoParameters extends HomeIdentifiers {
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/propimages`. */
export type PropImagesParameters = HomeIdentifiers

/** Of `/comparable_homes`. */
export interface ComparableHomesParameters extends HomeIdentifiers {
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/similar`. */
export interface SimilarParameters extends HomeIdentifiers {
  /** Id of a building. Used when nothing else is given. Also read as lotid. */
  readonly bylotid?: string | undefined
}

/** Of `/nearby`. */
export interface NearbyParameters extends HomeIdentifiers {
  /** Id of a building. Used when nothing else is given. Also read as lotid. */
  readonly bylotid?: string | undefined
}

/** Of `/agent/search`. */
export interface AgentSearchParameters {
  /**
   * City, neighbourhood or ZIP code; counties, metros and states too. Finds agents who have listed or sold a home
   * there, or whose office is in that city. Also read as address.
   */
  readonly location?: string | undefined
  /**
   * Each word must begin a word of the agent’s name; case and accents do not matter. If nobody fits, other
   * spellings are tried: without titles, `iii` for `3rd`, `Mc Donald`, `O Brien` and `Mary Ann` in one word or
   * apart.
   */
  readonly agentName?: string | undefined
  /** Page of 15, from 1 to 25; a page past the last one is an empty list. */
  readonly page?: number | undefined
  /** If true, only agents who have represented a buyer. */
  readonly isBuying?: boolean | undefined
  /** If true, only agents who have represented a seller or have a home listed for sale. */
  readonly isSelling?: boolean | undefined
  /** If true, only agents marked as top agents. */
  readonly isTopAgent?: boolean | undefined
  /** Agents who sold at least one home in this price range within the last 365 days. */
  readonly priceRange?: string | undefined
  /**
   * All of these, separated by commas: first-time-home-buyers, foreclosure, investment-properties, lot-or-land,
   * luxury-homes, military-or-veterans, new-construction, property-management, relocation, rentals,
   * senior-communities, vacation-short-term-rentals.
   */
  readonly specialties?: string | readonly string[] | undefined
  /**
   * Any of these, separated by commas; english if empty: english, arabic, bengali, cantonese, farsi, filipino,
   * french, german, greek, hebrew, hindi, hungarian, italian, japanese, korean, mandarin, polish, portuguese,
   * russian, spanish, thai, turkish, vietnamese.
   */
  readonly languages?: string | readonly string[] | undefined
}

/** Of `/agent/details`. */
export interface AgentDetailsParameters {
  /** URL of the agent’s profile page; only its path matters. */
  readonly agent_link?: string | undefined
  /** User name of the agent. Used when agent_link is not given. */
  readonly username?: string | undefined
}

/** Of `/agent/for_sale`. */
export interface AgentForSaleParameters {
  /** Id of the agent, as /agent/search returns it. */
  readonly encodedZuid: string
  /** Page of 15, from 1; a page past the last one is an empty list. */
  readonly page?: number | undefined
}

/** Of `/agent/for_rent`. */
export interface AgentForRentParameters {
  /** Id of the agent, as /agent/search returns it. */
  readonly encodedZuid: string
  /** Page of 15, from 1; a page past the last one is an empty list. */
  readonly page?: number | undefined
}

/** Of `/agent/sold_properties`. */
export interface AgentSoldPropertiesParameters {
  /** Id of the agent, as /agent/search returns it. */
  readonly encodedZuid: string
  /** Page of 15, from 1; a page past the last one is an empty list. */
  readonly page?: number | undefined
}

/** Of `/skip/byaddress`. */
export interface SkipByAddressParameters {
  /** House number and street, with the unit if there is one; without it, all units of the building. */
  readonly street: string
  /** City, state and ZIP code, with or without commas; either city and state or the ZIP code is enough. */
  readonly citystatezip: string
  /** Page of 10, from 1; a page past the last one is an empty list. */
  readonly page?: number | undefined
}

/** Of `/skip/detailsbyid`. */
export interface SkipDetailsByIdParameters {
  /** Id of the person, as /skip/byaddress returns it. Also read as person_id. */
  readonly peo_id: string
}

/** Of `/search/byaddress`. */
export interface SearchByAddressParameters extends HomeFilters {
  /**
   * Address, neighbourhood, city, ZIP code, county or state; up to 5, separated by semicolons. Also read as
   * address.
   */
  readonly location: string | readonly string[]
  /**
   * Order of the results; default Homes_for_you for sale, Rental_Priority_Score for rent, Newest for sold homes.
   * Homes_for_you and Rental_Priority_Score put the highest score first: freshness, completeness, pictures,
   * featured; the second also applications. Also read as sort.
   */
  readonly sortOrder?:
    | 'Homes_for_you'
    | 'Rental_Priority_Score'
    | 'Price_High_to_Low'
    | 'Price_Low_to_High'
    | 'Newest'
    | 'Bedrooms'
    | 'Bathrooms'
    | 'Square_Feet'
    | 'Lot_Size'
    | 'Year_Built'
    | undefined
  /** Page of 200 results, from 1. A search has at most 5 pages; any later page is an empty list. */
  readonly page?: number | undefined
  /** Who is selling the home. Only with listingStatus For_Sale. */
  readonly listingType?: 'Any' | 'By_Agent' | 'By_Owner_and_Other' | undefined
  /**
   * If true, the answer includes the query with its defaults, how many homes each condition removed, and, where
   * nothing fits, how many would without each filter.
   */
  readonly explain?: boolean | undefined
  /**
   * Results on a page, 1 to 200; a larger number counts as 200. Whatever it is, the pages of one search reach 1000
   * results.
   */
  readonly pageSize?: number | undefined
  /** Part of a search, as given by `/search/plan`. */
  readonly part?: string | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/search/bypolygon`. */
export interface SearchByPolygonParameters extends HomeFilters {
  /**
   * Corners as "latitude longitude", separated by commas: 3 to 1000, open or closed, in either direction. Or a
   * GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection of at most 3000 corners, where holes are outside,
   * such as the isochrones of a routing engine. Points on an edge are inside; the even-odd rule applies where
   * edges cross.
   */
  readonly polygon: string | readonly string[]
  /**
   * Order of the results; default Homes_for_you for sale, Rental_Priority_Score for rent, Newest for sold homes.
   * Homes_for_you and Rental_Priority_Score put the highest score first: freshness, completeness, pictures,
   * featured; the second also applications. Also read as sort.
   */
  readonly sortOrder?:
    | 'Homes_for_you'
    | 'Rental_Priority_Score'
    | 'Price_High_to_Low'
    | 'Price_Low_to_High'
    | 'Newest'
    | 'Bedrooms'
    | 'Bathrooms'
    | 'Square_Feet'
    | 'Lot_Size'
    | 'Year_Built'
    | undefined
  /** Page of 200 results, from 1. A search has at most 5 pages; any later page is an empty list. */
  readonly page?: number | undefined
  /** Who is selling the home. Only with listingStatus For_Sale. */
  readonly listingType?: 'By_Agent' | 'By_Owner_and_Other' | 'Any' | undefined
  /**
   * If true, the answer includes the query with its defaults, how many homes each condition removed, and, where
   * nothing fits, how many would without each filter.
   */
  readonly explain?: boolean | undefined
  /**
   * Results on a page, 1 to 200; a larger number counts as 200. Whatever it is, the pages of one search reach 1000
   * results.
   */
  readonly pageSize?: number | undefined
  /** Part of a search, as given by `/search/plan`. */
  readonly part?: string | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/search/bycoordinates`. */
export interface SearchByCoordinatesParameters extends HomeFilters {
  /** Latitude of the center, in degrees. */
  readonly latitude: number
  /** Longitude of the center, in degrees. */
  readonly longitude: number
  /** Miles, decimals allowed, above 0 up to 500. 1 mile is 1.609344 km; distances are along a great circle. */
  readonly radius: number
  /**
   * Order of the results; default Homes_for_you for sale, Rental_Priority_Score for rent, Newest for sold homes.
   * Homes_for_you and Rental_Priority_Score put the highest score first: freshness, completeness, pictures,
   * featured; the second also applications. Also read as sort.
   */
  readonly sortOrder?:
    | 'Homes_for_you'
    | 'Rental_Priority_Score'
    | 'Price_High_to_Low'
    | 'Price_Low_to_High'
    | 'Newest'
    | 'Bedrooms'
    | 'Bathrooms'
    | 'Square_Feet'
    | 'Lot_Size'
    | 'Year_Built'
    | undefined
  /** Page of 200 results, from 1. A search has at most 5 pages; any later page is an empty list. */
  readonly page?: number | undefined
  /** Who is selling the home. Only with listingStatus For_Sale. */
  readonly listingType?: 'By_Agent' | 'By_Owner_and_Other' | 'Any' | undefined
  /**
   * If true, the answer includes the query with its defaults, how many homes each condition removed, and, where
   * nothing fits, how many would without each filter.
   */
  readonly explain?: boolean | undefined
  /**
   * Results on a page, 1 to 200; a larger number counts as 200. Whatever it is, the pages of one search reach 1000
   * results.
   */
  readonly pageSize?: number | undefined
  /** Part of a search, as given by `/search/plan`. */
  readonly part?: string | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/search/bymapbounds`. */
export interface SearchByMapBoundsParameters extends HomeFilters {
  /** Eastern edge, in degrees. */
  readonly eastLongitude: number
  /** Northern edge, in degrees. */
  readonly northLatitude: number
  /** Southern edge, in degrees. */
  readonly southLatitude: number
  /** Western edge, in degrees. If greater than eastLongitude, the bounds cross the date line. */
  readonly westLongitude: number
  /**
   * Order of the results; default Homes_for_you for sale, Rental_Priority_Score for rent, Newest for sold homes.
   * Homes_for_you and Rental_Priority_Score put the highest score first: freshness, completeness, pictures,
   * featured; the second also applications. Also read as sort.
   */
  readonly sortOrder?:
    | 'Homes_for_you'
    | 'Rental_Priority_Score'
    | 'Price_High_to_Low'
    | 'Price_Low_to_High'
    | 'Newest'
    | 'Bedrooms'
    | 'Bathrooms'
    | 'Square_Feet'
    | 'Lot_Size'
    | 'Year_Built'
    | undefined
  /** Page of 200 results, from 1. A search has at most 5 pages; any later page is an empty list. */
  readonly page?: number | undefined
  /** Who is selling the home. Only with listingStatus For_Sale. */
  readonly listingType?: 'By_Agent' | 'By_Owner_and_Other' | 'Any' | undefined
  /**
   * If true, the answer includes the query with its defaults, how many homes each condition removed, and, where
   * nothing fits, how many would without each filter.
   */
  readonly explain?: boolean | undefined
  /**
   * Results on a page, 1 to 200; a larger number counts as 200. Whatever it is, the pages of one search reach 1000
   * results.
   */
  readonly pageSize?: number | undefined
  /** Part of a search, as given by `/search/plan`. */
  readonly part?: string | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/search/byaiprompt`. */
export interface SearchByAiPromptParameters {
  /**
   * What is searched: place, buying, renting or sold, price, rooms, sizes, kinds of home, what it has, years,
   * days, order. The answer says what each word was taken for.
   */
  readonly ai_search_prompt: string
  /** Order of the results; goes before an order in the sentence. Also read as sort. */
  readonly sortOrder?:
    | 'Homes_for_you'
    | 'Rental_Priority_Score'
    | 'Price_High_to_Low'
    | 'Price_Low_to_High'
    | 'Newest'
    | 'Bedrooms'
    | 'Bathrooms'
    | 'Square_Feet'
    | 'Lot_Size'
    | 'Year_Built'
    | undefined
  /** Which page of 200 results, of at most 5; goes before a page in the sentence. Without either: 1. */
  readonly page?: number | undefined
  /**
   * Words that must all occur in the description, what the owner loves, features, address or MLS number; "quoted
   * words" must occur in sequence.
   */
  readonly keywords?: string | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
}

/** Of `/search/byurl`. */
export interface SearchByUrlParameters {
  /**
   * URL of a page of search results. The host does not matter: only the path and searchQueryState are read, and
   * searchQueryState takes precedence. Also read as byurl.
   */
  readonly url: string
  /**
   * Page of 41 results, from 1. A search has at most 20 pages; any later page is an empty list. Default: the page
   * in the path, else pagination.currentPage, else 1.
   */
  readonly page?: number | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
}

/** Of `/search/bymls`. */
export interface SearchByMlsParameters {
  /** Number of the listing at its multiple listing service, in any letter case. */
  readonly mlsid: string
  /** Status of the listings. Also read as status, status_type. */
  readonly listingStatus?: 'Any' | 'For_Sale' | 'For_Rent' | 'Sold' | undefined
  /**
   * Types of home, separated by commas; empty = all. For rent: Houses, Apartments/Condos/Co-ops, Townhomes;
   * otherwise: Houses, Townhomes, Multi-family, Condos/Co-ops, Lots-Land, Apartments, Manufactured.
   */
  readonly homeType?: string | readonly string[] | undefined
  /** Who is selling the home. */
  readonly listingType?: 'Any' | 'By_Agent' | 'By_Owner_and_Other' | undefined
  /**
   * Kinds of listing, separated by commas; empty = all. Owner Posted and Agent listed mean plain listings: new
   * construction, foreclosures and auctions are kinds of their own, whoever lists them.
   */
  readonly listingTypeOptions?: string | readonly string[] | undefined
}

/** Of `/search/plan`. */
export interface SearchPlanParameters extends HomeFilters {
  /**
   * Address, neighbourhood, city, ZIP code, county or state; up to 5, separated by semicolons. Also read as
   * address.
   */
  readonly location?: string | readonly string[] | undefined
  /**
   * Corners as "latitude longitude", separated by commas: 3 to 1000, open or closed, in either direction. Or a
   * GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection of at most 3000 corners, where holes are outside,
   * such as the isochrones of a routing engine. Points on an edge are inside; the even-odd rule applies where
   * edges cross.
   */
  readonly polygon?: string | readonly string[] | undefined
  /** Latitude of the center, in degrees. */
  readonly latitude?: number | undefined
  /** Longitude of the center, in degrees. */
  readonly longitude?: number | undefined
  /** Miles, decimals allowed, above 0 up to 500. 1 mile is 1.609344 km; distances are along a great circle. */
  readonly radius?: number | undefined
  /** Eastern edge, in degrees. */
  readonly eastLongitude?: number | undefined
  /** Northern edge, in degrees. */
  readonly northLatitude?: number | undefined
  /** Southern edge, in degrees. */
  readonly southLatitude?: number | undefined
  /** Western edge, in degrees. If greater than eastLongitude, the bounds cross the date line. */
  readonly westLongitude?: number | undefined
  /**
   * Order of the results; default Homes_for_you for sale, Rental_Priority_Score for rent, Newest for sold homes.
   * Homes_for_you and Rental_Priority_Score put the highest score first: freshness, completeness, pictures,
   * featured; the second also applications. Also read as sort.
   */
  readonly sortOrder?:
    | 'Homes_for_you'
    | 'Rental_Priority_Score'
    | 'Price_High_to_Low'
    | 'Price_Low_to_High'
    | 'Newest'
    | 'Bedrooms'
    | 'Bathrooms'
    | 'Square_Feet'
    | 'Lot_Size'
    | 'Year_Built'
    | undefined
  /**
   * Who is selling the home. The default is that of the search by this kind of area. Only with listingStatus
   * For_Sale.
   */
  readonly listingType?: 'Any' | 'By_Agent' | 'By_Owner_and_Other' | undefined
}

/** Of `/search/facets`. */
export interface SearchFacetsParameters extends HomeFilters {
  /**
   * Address, neighbourhood, city, ZIP code, county or state; up to 5, separated by semicolons. Also read as
   * address.
   */
  readonly location?: string | readonly string[] | undefined
  /**
   * Corners as "latitude longitude", separated by commas: 3 to 1000, open or closed, in either direction. Or a
   * GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection of at most 3000 corners, where holes are outside,
   * such as the isochrones of a routing engine. Points on an edge are inside; the even-odd rule applies where
   * edges cross.
   */
  readonly polygon?: string | readonly string[] | undefined
  /** Latitude of the center, in degrees. */
  readonly latitude?: number | undefined
  /** Longitude of the center, in degrees. */
  readonly longitude?: number | undefined
  /** Miles, decimals allowed, above 0 up to 500. 1 mile is 1.609344 km; distances are along a great circle. */
  readonly radius?: number | undefined
  /** Eastern edge, in degrees. */
  readonly eastLongitude?: number | undefined
  /** Northern edge, in degrees. */
  readonly northLatitude?: number | undefined
  /** Southern edge, in degrees. */
  readonly southLatitude?: number | undefined
  /** Western edge, in degrees. If greater than eastLongitude, the bounds cross the date line. */
  readonly westLongitude?: number | undefined
  /**
   * Who is selling the home. The default is that of the search by this kind of area. Only with listingStatus
   * For_Sale.
   */
  readonly listingType?: 'Any' | 'By_Agent' | 'By_Owner_and_Other' | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/changes`. */
export interface ChangesParameters {
  /**
   * Where to begin: a cursor of an earlier answer, a day or a moment, or now. Without it, all changes that are
   * kept.
   */
  readonly since?: string | undefined
  /**
   * Kinds of change, separated by commas; each event is of one of them: new, gone, back, price, status, facts,
   * history, withheld.
   */
  readonly kinds?: string | readonly string[] | undefined
  /** The most events in an answer. */
  readonly resultCount?: number | undefined
  /** Seconds to wait for an event where there is none yet; the answer comes as soon as there is one. */
  readonly wait?: number | undefined
  /** Records that events are about, separated by commas: home, agent. Places and filters are those of homes. */
  readonly records?: string | readonly string[] | undefined
  /**
   * Address, neighbourhood, city, ZIP code, county or state; up to 5, separated by semicolons. Also read as
   * address.
   */
  readonly location?: string | readonly string[] | undefined
  /**
   * Corners as "latitude longitude", separated by commas: 3 to 1000, open or closed, in either direction. Or a
   * GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection of at most 3000 corners, where holes are outside,
   * such as the isochrones of a routing engine. Points on an edge are inside; the even-odd rule applies where
   * edges cross.
   */
  readonly polygon?: string | readonly string[] | undefined
  /** Latitude of the center, in degrees. */
  readonly latitude?: number | undefined
  /** Longitude of the center, in degrees. */
  readonly longitude?: number | undefined
  /** Miles, decimals allowed, above 0 up to 500. 1 mile is 1.609344 km; distances are along a great circle. */
  readonly radius?: number | undefined
  /** Eastern edge, in degrees. */
  readonly eastLongitude?: number | undefined
  /** Northern edge, in degrees. */
  readonly northLatitude?: number | undefined
  /** Southern edge, in degrees. */
  readonly southLatitude?: number | undefined
  /** Western edge, in degrees. If greater than eastLongitude, the bounds cross the date line. */
  readonly westLongitude?: number | undefined
  /**
   * Only homes that have or had this status. Any without a place or filter includes homes off the market. Also
   * read as status, status_type.
   */
  readonly listingStatus?: 'Any' | 'For_Sale' | 'For_Rent' | 'Sold' | undefined
  /**
   * Kinds of listing, separated by commas; empty = all. Owner Posted and Agent listed mean plain listings: new
   * construction, foreclosures and auctions are kinds of their own, whoever lists them. Only with listingStatus
   * For_Sale.
   */
  readonly listingTypeOptions?: string | readonly string[] | undefined
  /**
   * Statuses to include besides active listings, separated by commas; empty = active ones only. Only with
   * listingStatus For_Sale.
   */
  readonly propertyStatus?: string | readonly string[] | undefined
  /** Minimum number of bedrooms; Studio = 0. Also read as minBeds, minBedrooms. */
  readonly bed_min?: 'No_Min' | 'Studio' | '1' | '2' | '3' | '4' | '5' | 1 | 2 | 3 | 4 | 5 | undefined
  /** Maximum number of bedrooms; for an exact number, the same as bed_min. Also read as maxBeds, maxBedrooms. */
  readonly bed_max?: 'No_Max' | 'Studio' | '1' | '2' | '3' | '4' | '5' | 1 | 2 | 3 | 4 | 5 | undefined
  /** Minimum number of bathrooms; a half bath counts as half. Also read as minBaths, minBathrooms. */
  readonly bathrooms?: 'Any' | 'OnePlus' | 'OneHalfPlus' | 'TwoPlus' | 'ThreePlus' | 'FourPlus' | undefined
  /** Asking price, monthly rent, or sale price of sold homes. Also read as price_range, minPrice, maxPrice. */
  readonly listPriceRange?: string | Range | undefined
  /** Living area. Also read as minSqft, maxSqft. */
  readonly squareFeetRange?: string | Range | undefined
  /** Lot size; 1 acre is 43560 square feet. Also read as minLotSize, maxLotSize. */
  readonly lotSizeRange?: string | Range | undefined
  /** Year built. Also read as minYearBuilt, maxYearBuilt, minBuildYear, maxBuildYear. */
  readonly yearBuiltRange?: string | Range | undefined
  /**
   * Principal and interest over 30 years at the current rate, property tax, insurance and dues. Only with
   * listingStatus For_Sale.
   */
  readonly monthlyPayment?: string | Range | undefined
  /** Down payment in dollars, for monthlyPayment; 0 if not given. Only with listingStatus For_Sale. */
  readonly downPayment?: number | undefined
  /**
   * Types of home, separated by commas; empty = all. For rent: Houses, Apartments/Condos/Co-ops, Townhomes;
   * otherwise: Houses, Townhomes, Multi-family, Condos/Co-ops, Lots-Land, Apartments, Manufactured.
   */
  readonly homeType?: string | readonly string[] | undefined
  /** Entire homes, single rooms, or both, separated by a comma; empty = both. Only with listingStatus For_Rent. */
  readonly space?: string | readonly string[] | undefined
  /** Maximum monthly association dues. Only with listingStatus For_Sale or Sold. */
  readonly maxHOA?:
    | 'Any'
    | 'No_HOA_Fee'
    | '50_dollars_month'
    | '100_dollars_month'
    | '200_dollars_month'
    | '300_dollars_month'
    | '400_dollars_month'
    | '500_dollars_month'
    | '600_dollars_month'
    | '700_dollars_month'
    | '800_dollars_month'
    | '900_dollars_month'
    | '1000_dollars_month'
    | undefined
  /**
   * If false, homes with unknown dues are excluded; otherwise they are kept. Only with listingStatus For_Sale or
   * Sold.
   */
  readonly incIncompleteHOA?: boolean | undefined
  /**
   * Tours that must be available, separated by commas. For sale: Must have open house, Must have 3D Tour; for
   * rent: Must have 3D Tour. Only with listingStatus For_Sale or For_Rent.
   */
  readonly tours?: string | readonly string[] | undefined
  /** Available by this day; homes without a move-in date are kept. Only with listingStatus For_Rent. */
  readonly move_in_date?: string | undefined
  /** If true, homes without a move-in date are excluded. Only with listingStatus For_Rent. */
  readonly hideNoDateListings?: boolean | undefined
  /** Minimum number of parking spots. Only with listingStatus For_Sale or Sold. */
  readonly parkingSpots?: 'Any' | 'OnePlus' | 'TwoPlus' | 'ThreePlus' | 'FourPlus' | undefined
  /** If true, only homes with a garage. Only with listingStatus For_Sale or Sold. */
  readonly haveGarage?: boolean | undefined
  /** Homes with a finished basement, an unfinished one, or either (Yes_Both). */
  readonly mustHaveBasement?: 'No' | 'Yes_Finished' | 'Yes_Unfinished' | 'Yes_Both' | undefined
  /** If true, only single-story homes. */
  readonly singleStoryOnly?: boolean | undefined
  /** If true, no homes in communities for people over 55. Only with listingStatus For_Sale or Sold. */
  readonly hide55plusComm?: boolean | undefined
  /** Pets that must be allowed, separated by commas. Only with listingStatus For_Rent. */
  readonly pets?: string | readonly string[] | undefined
  /**
   * Amenities that the home must have, separated by commas. For rent: Must have A/C, Must have pool, Waterfront,
   * On-site Parking, In-unit Laundry, Accepts Portal Applications, Income Restricted, Apartment Community;
   * otherwise: Must have A/C, Must have pool, Waterfront. Apartment Community means a unit of a building, of
   * whatever type.
   */
  readonly otherAmenities?: string | readonly string[] | undefined
  /** Views, separated by commas; the home has at least one of them. */
  readonly view?: string | readonly string[] | undefined
  /** Listed within this many days or calendar months. Only with listingStatus For_Sale or For_Rent. */
  readonly daysOnPortal?:
    | 'Any'
    | '1_day'
    | '7_days'
    | '14_days'
    | '30_days'
    | '90_days'
    | '6_months'
    | '12_months'
    | '24_months'
    | '36_months'
    | undefined
  /** Sold within this many days or calendar months. Only with listingStatus Sold. */
  readonly soldInLast?:
    | 'Any'
    | '1_day'
    | '7_days'
    | '14_days'
    | '30_days'
    | '90_days'
    | '6_months'
    | '12_months'
    | '24_months'
    | '36_months'
    | undefined
  /**
   * Words that must all occur in the description, what the owner loves, features, address or MLS number; "quoted
   * words" must occur in sequence.
   */
  readonly keywords?: string | undefined
  /**
   * Homes in one of these: layers that the operator brought, or features of them as layer:feature by id or name,
   * separated by commas.
   */
  readonly inLayer?: string | readonly string[] | undefined
  /**
   * Homes in none of these: layers that the operator brought, or features of them as layer:feature by id or name,
   * separated by commas. Homes without a place on the map are in none.
   */
  readonly notInLayer?: string | readonly string[] | undefined
  /** Who is selling the home. The default is that of the search. Only with listingStatus For_Sale. */
  readonly listingType?: 'Any' | 'By_Agent' | 'By_Owner_and_Other' | undefined
}

/** Of `/layers`. */
export type LayersParameters = NoParameters

/** Of `/layers/feature`. */
export interface LayersFeatureParameters {
  /** Name of the layer. */
  readonly layer: string
  /** Id of the feature. */
  readonly feature: string
}

/** Of `/housing_market`. */
export interface HousingMarketParameters {
  /** City, state or ZIP code, neighbourhood, county or metro; USA for the whole country. Also read as location. */
  readonly search_query: string
  /** Type of home. */
  readonly home_type?: 'All_Homes' | 'Single_Family' | 'Condo' | undefined
  /** False adds the rental trends of /rental_market. */
  readonly exclude_rentalMarketTrends?: boolean | undefined
  /** False adds home values by neighbourhood. */
  readonly exclude_neighborhoods_zhvi?: boolean | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/rental_market`. */
export interface RentalMarketParameters {
  /** City or ZIP code, neighbourhood, county, metro or state; USA for the whole country. Also read as location. */
  readonly search_query: string
  /** Number of bedrooms; All_Bedrooms by default. */
  readonly bedrooom_type?:
    | 'All_Bedrooms'
    | 'Studio'
    | '1_Bedroom'
    | '2_Bedroom'
    | '3_Bedroom'
    | '4_Bedroom_Plus'
    | undefined
  /** The same as bedrooom_type. */
  readonly bedroom_type?:
    | 'All_Bedrooms'
    | 'Studio'
    | '1_Bedroom'
    | '2_Bedroom'
    | '3_Bedroom'
    | '4_Bedroom_Plus'
    | undefined
  /** If true, each ZIP code of the city has its rents. */
  readonly zipcode_rents?: boolean | undefined
  /** Type of home. */
  readonly home_type?: 'All_Property_Types' | 'Houses' | 'Apartments_and_Condos' | 'Townhomes' | undefined
  /**
   * Answers with what was known at the end of this day, and nothing learnt later; `asOf` tells which parts have no
   * date.
   */
  readonly as_of?: string | undefined
}

/** Of `/valuation/backtest`. */
export interface ValuationBacktestParameters {
  /**
   * City, state or ZIP code, neighbourhood, county or metro; the whole catalogue if left out. Also read as
   * location.
   */
  readonly search_query?: string | undefined
  /** What is estimated: the price of a sale, or the monthly rent, in which case sales stand for rents asked. */
  readonly kind?: 'Price' | 'Rent' | undefined
}

/** Of `/valuation/what_if`. */
export interface ValuationWhatIfParameters extends HomeIdentifiers {
  /** So many bedrooms. */
  readonly bedroomsTotal?: number | undefined
  /** So many bathrooms; half a bath is .5. */
  readonly bathroomsTotal?: number | undefined
  /** Living area in square feet, more or less above ground. */
  readonly livingArea?: number | undefined
  /** Lot in square feet. */
  readonly lotSize?: number | undefined
  /** Year of construction. */
  readonly yearBuilt?: number | undefined
  /** Year of the last major renovation. */
  readonly yearRenovated?: number | undefined
  /** Quality of construction, on the scale of the home's source; higher is better. */
  readonly qualityGrade?: number | undefined
  /** State of repair, on the scale of the home's source; higher is better. */
  readonly conditionGrade?: number | undefined
}

/** Of `/current_mortgage_rates`. */
export type CurrentMortgageRatesParameters = NoParameters

/** Of `/`. */
export type RootParameters = NoParameters

/** Of `/usage`. */
export type UsageParameters = NoParameters

/** Of `/usage/days`. */
export type UsageDaysParameters = NoParameters

/** Of `/myping`. */
export type MyPingParameters = NoParameters

/** Of `/api_reqcount`. */
export type ApiReqCountParameters = NoParameters

/** Of `/tiles`. */
export interface TilesParameters {
  /** The path of a search of homes. */
  readonly path: string
  /** The parameters of that search, each under its own name. */
  readonly parameters?: { readonly [name: string]: string } | undefined
}

/** Of `/tiles/{search}`. */
export interface TilesSearchParameters {
  /** A search as `/tiles` names it, the id of a saved search, or For_Sale, For_Rent, Sold for all homes. */
  readonly search: string
}

/** Of `/searches`. */
export type SearchesParameters = NoParameters

/** Of `/searches`. */
export interface SearchesMakeParameters {
  /** A name for people. */
  readonly label?: string | undefined
  /** The path of a search of this area that answers results page by page. */
  readonly path?: string | undefined
  /** Its parameters. */
  readonly parameters?: { readonly [name: string]: string } | undefined
  /** A search in plain English instead, as of `/search/byaiprompt`. */
  readonly sentence?: string | undefined
  /** The address of a results page instead, as of `/search/byurl`. */
  readonly url?: string | undefined
}

/** Of `/searches/{id}`. */
export interface SearchesShowParameters {
  /** The id, as `/searches` lists it. */
  readonly id: string
}

/** Of `/searches/{id}`. */
export interface SearchesChangeParameters {
  /** The id, as `/searches` lists it. */
  readonly id: string
  /** A name for people. */
  readonly label?: string | undefined
  /** The path of a search of this area that answers results page by page. */
  readonly path?: string | undefined
  /** Its parameters. */
  readonly parameters?: { readonly [name: string]: string } | undefined
  /** A search in plain English instead, as of `/search/byaiprompt`. */
  readonly sentence?: string | undefined
  /** The address of a results page instead, as of `/search/byurl`. */
  readonly url?: string | undefined
  /** A cursor up to which everything was seen; it never goes back. */
  readonly seen?: string | undefined
}

/** Of `/searches/{id}`. */
export interface SearchesEndParameters {
  /** The id, as `/searches` lists it. */
  readonly id: string
}

/** Of `/searches/{id}/feed`. */
export interface SearchesRenewFeedParameters {
  /** The id, as `/searches` lists it. */
  readonly id: string
}

/** Of `/searches/{id}/changes`. */
export interface SearchesChangesParameters {
  /** The id, as `/searches` lists it. */
  readonly id: string
  /** Where to begin: a cursor of an earlier answer, a day or a moment, or now. Without it: what the key has seen. */
  readonly since?: string | undefined
  /** The most changes in an answer. */
  readonly resultCount?: number | undefined
}

/** Of `/webhooks`. */
export type WebhooksParameters = NoParameters

/** Of `/webhooks`. */
export interface WebhooksMakeParameters {
  /** Where messages are posted. */
  readonly url: string
  /** The search to tell of; all searches of the key without it. */
  readonly searchId?: string | undefined
}

/** Of `/webhooks/{id}`. */
export interface WebhooksShowParameters {
  /** The id, as `/webhooks` lists it. */
  readonly id: string
}

/** Of `/webhooks/{id}`. */
export interface WebhooksChangeParameters {
  /** The id, as `/webhooks` lists it. */
  readonly id: string
  /** Where messages are posted from now on. */
  readonly url: string
}

/** Of `/webhooks/{id}`. */
export interface WebhooksEndParameters {
  /** The id, as `/webhooks` lists it. */
  readonly id: string
}

/** Of `/webhooks/{id}/secrets`. */
export interface WebhooksSecretsParameters {
  /** The id, as `/webhooks` lists it. */
  readonly id: string
}

/** Of `/webhooks/{id}/secrets`. */
export interface WebhooksRenewSecretParameters {
  /** The id, as `/webhooks` lists it. */
  readonly id: string
}

/** Of `/webhooks/{id}/test`. */
export interface WebhooksTestParameters {
  /** The id, as `/webhooks` lists it. */
  readonly id: string
}

/** Of `/search/bylocation`. */
export interface SearchByLocationParameters {
  /**
   * City, district ("District, City"), county or province, with or without Polish letters; up to 5, separated by
   * semicolons. Also read as address.
   */
  readonly location: string | readonly string[]
  /** Page of results, from 1; any page past the last is an empty list. */
  readonly page?: number | undefined
  /** Results per page. */
  readonly resultCount?: number | undefined
  /**
   * Order of the results. Default ranks by freshness, completeness, photos and exclusivity. Unknown values come
   * last; ties are in order of id. Also read as sort.
   */
  readonly sortOrder?:
    | 'Default'
    | 'Newest'
    | 'Price_Low_to_High'
    | 'Price_High_to_Low'
    | 'Area_Low_to_High'
    | 'Area_High_to_Low'
    | 'Price_Per_Meter_Low_to_High'
    | 'Price_Per_Meter_High_to_Low'
    | undefined
  /** For sale or for rent. */
  readonly searchType?: 'For_Sale' | 'For_Rent' | undefined
  /** Type of property. */
  readonly propertyType?:
    | 'Any'
    | 'Apartment'
    | 'House'
    | 'Plot'
    | 'Commercial'
    | 'Warehouse'
    | 'Room'
    | 'Garage'
    | 'Investment'
    | undefined
  /** New from a developer (Primary), or resale (Secondary). */
  readonly market?: 'Any' | 'Primary' | 'Secondary' | undefined
  /** Who is offering it. */
  readonly ownerType?: 'Any' | 'Private' | 'Agency' | 'Developer' | undefined
  /** Asking price, or monthly rent; offers with a hidden price are excluded. */
  readonly priceRange?: string | Range | undefined
  /** Area. */
  readonly areaRange?: string | Range | undefined
  /** Price per square metre. */
  readonly pricePerMeterRange?: string | Range | undefined
  /** Area of the plot. */
  readonly plotAreaRange?: string | Range | undefined
  /** Number of rooms. */
  readonly roomsRange?: string | Range | undefined
  /** Year built. Also read as minYearBuilt, maxYearBuilt, minBuildYear, maxBuildYear. */
  readonly yearBuiltRange?: string | Range | undefined
  /**
   * Types of building, separated by commas; the offer has one of them: Block, Tenement, House, Infill, Ribbon,
   * Apartment_Building, Loft, Detached, Semi_Detached, Terraced, Residence, Farm.
   */
  readonly buildingType?: string | readonly string[] | undefined
  /**
   * Floors, separated by commas; the offer is on one of them: Cellar, Ground, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
   * Above_10, Attic.
   */
  readonly floors?: string | readonly string[] | undefined
  /**
   * Building materials, separated by commas; the offer has one of them: Brick, Wood, Breezeblock, Hydroton,
   * Concrete_Plate, Concrete, Silikat, Cellular_Concrete, Reinforced_Concrete, Other.
   */
  readonly buildingMaterial?: string | readonly string[] | undefined
  /**
   * Types of heating, separated by commas; the offer has one of them: Urban, Gas, Electrical, Boiler_Room,
   * Tiled_Stove, Other.
   */
  readonly heating?: string | readonly string[] | undefined
  /**
   * Extras that the offer must all have, separated by commas: Balcony, Terrace, Garden, Garage, Basement, Lift,
   * Separate_Kitchen, Air_Conditioning, Two_Storey, Usable_Room, Non_Smokers_Only.
   */
  readonly extras?: string | readonly string[] | undefined
  /** Utilities that the offer must all have, separated by commas: Internet, Cable_TV, Phone. */
  readonly media?: string | readonly string[] | undefined
  /** First offered within this many days; 0 = today. */
  readonly daysSinceCreated?: number | undefined
  /** If true, only offers with photos. */
  readonly hasPhotos?: boolean | undefined
  /** If true, only offers with a video. */
  readonly hasVideo?: boolean | undefined
  /** If true, only offers with a 3D view. */
  readonly has3DView?: boolean | undefined
  /** If true, only offers with an open day. */
  readonly openDay?: boolean | undefined
  /** If true, only exclusive offers. */
  readonly exclusiveOffer?: boolean | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
}

/** Of `/changes/offers`. */
export interface ChangesOffersParameters {
  /**
   * Where to begin: a cursor of an earlier answer, a day or a moment, or now. Without it, all changes that are
   * kept.
   */
  readonly since?: string | undefined
  /**
   * Kinds of change, separated by commas; each event is of one of them: new, gone, back, price, status, facts,
   * history, withheld.
   */
  readonly kinds?: string | readonly string[] | undefined
  /** The most events in an answer. */
  readonly resultCount?: number | undefined
  /** Seconds to wait for an event where there is none yet; the answer comes as soon as there is one. */
  readonly wait?: number | undefined
  /** Only these places, named as in /search/bylocation. Also read as address. */
  readonly location?: string | undefined
  /** Only offers that are or were for sale, or for rent. */
  readonly searchType?: 'Any' | 'For_Sale' | 'For_Rent' | undefined
  /** Type of property. */
  readonly propertyType?:
    | 'Any'
    | 'Apartment'
    | 'House'
    | 'Plot'
    | 'Commercial'
    | 'Warehouse'
    | 'Room'
    | 'Garage'
    | 'Investment'
    | undefined
  /** New from a developer (Primary), or resale (Secondary). */
  readonly market?: 'Any' | 'Primary' | 'Secondary' | undefined
  /** Who is offering it. */
  readonly ownerType?: 'Any' | 'Private' | 'Agency' | 'Developer' | undefined
  /** Asking price, or monthly rent; offers with a hidden price are excluded. */
  readonly priceRange?: string | Range | undefined
  /** Area. */
  readonly areaRange?: string | Range | undefined
  /** Price per square metre. */
  readonly pricePerMeterRange?: string | Range | undefined
  /** Area of the plot. */
  readonly plotAreaRange?: string | Range | undefined
  /** Number of rooms. */
  readonly roomsRange?: string | Range | undefined
  /** Year built. Also read as minYearBuilt, maxYearBuilt, minBuildYear, maxBuildYear. */
  readonly yearBuiltRange?: string | Range | undefined
  /**
   * Types of building, separated by commas; the offer has one of them: Block, Tenement, House, Infill, Ribbon,
   * Apartment_Building, Loft, Detached, Semi_Detached, Terraced, Residence, Farm.
   */
  readonly buildingType?: string | readonly string[] | undefined
  /**
   * Floors, separated by commas; the offer is on one of them: Cellar, Ground, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
   * Above_10, Attic.
   */
  readonly floors?: string | readonly string[] | undefined
  /**
   * Building materials, separated by commas; the offer has one of them: Brick, Wood, Breezeblock, Hydroton,
   * Concrete_Plate, Concrete, Silikat, Cellular_Concrete, Reinforced_Concrete, Other.
   */
  readonly buildingMaterial?: string | readonly string[] | undefined
  /**
   * Types of heating, separated by commas; the offer has one of them: Urban, Gas, Electrical, Boiler_Room,
   * Tiled_Stove, Other.
   */
  readonly heating?: string | readonly string[] | undefined
  /**
   * Extras that the offer must all have, separated by commas: Balcony, Terrace, Garden, Garage, Basement, Lift,
   * Separate_Kitchen, Air_Conditioning, Two_Storey, Usable_Room, Non_Smokers_Only.
   */
  readonly extras?: string | readonly string[] | undefined
  /** Utilities that the offer must all have, separated by commas: Internet, Cable_TV, Phone. */
  readonly media?: string | readonly string[] | undefined
  /** First offered within this many days; 0 = today. */
  readonly daysSinceCreated?: number | undefined
  /** If true, only offers with photos. */
  readonly hasPhotos?: boolean | undefined
  /** If true, only offers with a video. */
  readonly hasVideo?: boolean | undefined
  /** If true, only offers with a 3D view. */
  readonly has3DView?: boolean | undefined
  /** If true, only offers with an open day. */
  readonly openDay?: boolean | undefined
  /** If true, only exclusive offers. */
  readonly exclusiveOffer?: boolean | undefined
}

/** Of `/search/exp/bydestination`. */
export interface SearchExpByDestinationParameters {
  /** City ("City, Country") or country; up to 5, separated by semicolons. */
  readonly searchDestinations: string | readonly string[]
  /** First day on which it may take place; requires checkOut. */
  readonly checkIn?: string | undefined
  /** Last day on which it may take place; requires checkIn. */
  readonly checkOut?: string | undefined
  /** Number of adults. A slot needs seats for all adults, children and infants; none at all is no condition. */
  readonly adults?: number | undefined
  /** Number of children. */
  readonly children?: number | undefined
  /** Number of infants; each takes a seat. */
  readonly infants?: number | undefined
  /**
   * Types of experience, separated by commas; it is of one of them: Art and culture, Food and drink, Nature and
   * outdoors, Sightseeing, Sports, Wellness, Entertainment, Animals.
   */
  readonly experienceType?: string | readonly string[] | undefined
  /**
   * Types of travelers, separated by commas; it suits one of them: Solo, Couples, Families, Friends, Groups,
   * Business.
   */
  readonly travelerType?: string | readonly string[] | undefined
  /** Minimum price per guest, in the currency of the experience. */
  readonly pricePerGuest_min?: number | undefined
  /** Maximum price per guest, in the currency of the experience. */
  readonly pricePerGuest_max?: number | undefined
  /** Minimum duration in hours, decimals allowed. */
  readonly minDuration?: number | undefined
  /** Maximum duration in hours, decimals allowed. */
  readonly maxDuration?: number | undefined
  /** Times of day, separated by commas; it takes place at one of them: morning, afternoon, evening. */
  readonly timeOfDay?: string | readonly string[] | undefined
  /** English names of languages, separated by commas; the host speaks one of them. */
  readonly hostLanguages?: string | readonly string[] | undefined
  /**
   * Accessibility features that it must all have, separated by commas: Step-free access, Wheelchair accessible,
   * Accessible parking, Accessible bathroom, Service animals welcome, Low sensory environment, Sign language.
   */
  readonly accessibilityFeatures?: string | readonly string[] | undefined
  /** The nextPageCursor of the previous page, with the same parameters; without it, the first page. */
  readonly nextPageCursor?: string | undefined
  /**
   * What is counted over all results, separated by commas: numbers, places, groups, and parameters whose values
   * are listed; `all` for whatever applies. It costs nothing beyond the search.
   */
  readonly facets?: string | readonly string[] | undefined
}

/** Of `/changes/experiences`. */
export interface ChangesExperiencesParameters {
  /**
   * Where to begin: a cursor of an earlier answer, a day or a moment, or now. Without it, all changes that are
   * kept.
   */
  readonly since?: string | undefined
  /**
   * Kinds of change, separated by commas; each event is of one of them: new, gone, back, price, status, facts,
   * history, withheld.
   */
  readonly kinds?: string | readonly string[] | undefined
  /** The most events in an answer. */
  readonly resultCount?: number | undefined
  /** Seconds to wait for an event where there is none yet; the answer comes as soon as there is one. */
  readonly wait?: number | undefined
  /** Only these places, named as in /search/exp/bydestination. */
  readonly searchDestinations?: string | undefined
  /** First day on which it may take place; requires checkOut. */
  readonly checkIn?: string | undefined
  /** Last day on which it may take place; requires checkIn. */
  readonly checkOut?: string | undefined
  /** Number of adults. A slot needs seats for all adults, children and infants; none at all is no condition. */
  readonly adults?: number | undefined
  /** Number of children. */
  readonly children?: number | undefined
  /** Number of infants; each takes a seat. */
  readonly infants?: number | undefined
  /**
   * Types of experience, separated by commas; it is of one of them: Art and culture, Food and drink, Nature and
   * outdoors, Sightseeing, Sports, Wellness, Entertainment, Animals.
   */
  readonly experienceType?: string | readonly string[] | undefined
  /**
   * Types of travelers, separated by commas; it suits one of them: Solo, Couples, Families, Friends, Groups,
   * Business.
   */
  readonly travelerType?: string | readonly string[] | undefined
  /** Minimum price per guest, in the currency of the experience. */
  readonly pricePerGuest_min?: number | undefined
  /** Maximum price per guest, in the currency of the experience. */
  readonly pricePerGuest_max?: number | undefined
  /** Minimum duration in hours, decimals allowed. */
  readonly minDuration?: number | undefined
  /** Maximum duration in hours, decimals allowed. */
  readonly maxDuration?: number | undefined
  /** Times of day, separated by commas; it takes place at one of them: morning, afternoon, evening. */
  readonly timeOfDay?: string | readonly string[] | undefined
  /** English names of languages, separated by commas; the host speaks one of them. */
  readonly hostLanguages?: string | readonly string[] | undefined
  /**
   * Accessibility features that it must all have, separated by commas: Step-free access, Wheelchair accessible,
   * Accessible parking, Accessible bathroom, Service animals welcome, Low sensory environment, Sign language.
   */
  readonly accessibilityFeatures?: string | readonly string[] | undefined
}
