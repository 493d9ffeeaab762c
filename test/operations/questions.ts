import { ownersOf } from '../../src/catalog/owners/rows.ts'
import type { Agent } from '../../src/model/agent.ts'
import type { Building } from '../../src/model/building.ts'
import type { Home } from '../../src/model/home.ts'
import { LISTING_CLASSES, type ListingClass } from '../../src/model/home-columns.ts'
import type { Person } from '../../src/model/person.ts'
import { CHARTS } from '../../src/service/operations/graph-charts.ts'

/** A call: its path and parameters. The calls in this file request everything about a home, a place or a person. */
export type Question = readonly [path: string, parameters: Readonly<Record<string, string>>]

const OF_ONE_HOME = [
  '/ownerinfo',
  '/climate',
  '/walk_transit_bike',
  '/pricehistory',
  '/taxinfo',
  '/propimages',
  '/comparable_homes',
  '/similar',
  '/nearby',
]

export function aboutDocuments({ zpid }: Home): readonly Question[] {
  return [
    ['/pro/byzpid', { zpid: String(zpid) }],
    ['/byzpid', { zpid: String(zpid) }],
  ]
}

export function aboutHome(home: Home): readonly Question[] {
  const { zpid, address, listing, parcelNumber: apn = '' } = home
  const propertyaddress = `${address.streetAddress}, ${address.city}, ${address.state} ${address.zipcode}`
  const url = `https://portal.example/homedetails/x/${zpid}_zpid/`
  return [
    ...aboutDocuments(home),
    ['/pro/byaddress', { propertyaddress }],
    ['/byaddress', { propertyaddress }],
    ['/pro/byurl', { url }],
    ['/byurl', { url }],
    ['/autocomplete', { query: address.streetAddress }],
    ['/autocomplete', { query: address.city.slice(0, 4) }],
    ['/autocomplete', { query: apn.replaceAll('-', '') }],
    ['/parcel', { apn, county: address.countyFips ?? `${address.county}, ${address.state}` }],
    ['/lotid_from_address', { propertyaddress }],
    ...CHARTS.map((which): Question => ['/graph_charts', { byzpid: String(zpid), which, recent_first: 'True' }]),
    ['/valuation/what_if', { byzpid: String(zpid), bathroomsTotal: '3', livingArea: '2000' }],
    ...OF_ONE_HOME.map((path): Question => [path, { byzpid: String(zpid) }]),
    ['/search/bymls', { mlsid: listing?.mlsId ?? '' }],
    ['/search/byaddress', { location: propertyaddress, listingStatus: 'For_Sale' }],
  ]
}

export function aboutOwners(home: Home): readonly Question[] {
  return ownersOf(home).flatMap(({ ownerId, name }): readonly Question[] => [
    ['/owner/search', { name }],
    ['/owner/portfolio', { ownerId }],
  ])
}

export function aboutBuilding({ lotId, address, name }: Building): readonly Question[] {
  const { streetAddress, city, state, zipcode } = address
  return [
    ...['/apartment_details', '/similar', '/nearby'].map((path): Question => [path, { bylotid: lotId }]),
    ['/lotid_from_address', { propertyaddress: `${streetAddress}, ${city}, ${state} ${zipcode}` }],
    ['/autocomplete', { query: streetAddress }],
    ['/autocomplete', { query: name }],
  ]
}

export function aboutAgent({ agentId, username, name }: Agent): readonly Question[] {
  return [
    ['/agent/search', { agentName: name }],
    ['/agent/details', { username }],
    ...['/agent/for_sale', '/agent/for_rent', '/agent/sold_properties'].map(
      (path): Question => [path, { encodedZuid: agentId }],
    ),
  ]
}

export function aboutPerson({ personId, addresses: [address] }: Person): readonly Question[] {
  const street = address?.streetAddress ?? ''
  const citystatezip = `${address?.city}, ${address?.state} ${address?.zipcode}`
  return [
    ['/skip/detailsbyid', { peo_id: personId }],
    ['/skip/byaddress', { street, citystatezip }],
    ['/skip/byaddress', { street: `9${street}`, citystatezip }],
  ]
}

/** Returns calls about the place with this name. The place need not exist. */
export function aboutPlace(place: string): readonly Question[] {
  const all = { exclude_rentalMarketTrends: 'False', exclude_neighborhoods_zhvi: 'False' }
  return [
    ['/autocomplete', { query: place, totals: 'true' }],
    ['/housing_market', { search_query: place }],
    ['/housing_market', { search_query: place, ...all }],
    ['/housing_market', { search_query: place, home_type: 'Condo', ...all }],
    ['/rental_market', { search_query: place }],
    ['/rental_market', { search_query: place, bedrooom_type: '1_Bedroom', zipcode_rents: 'true' }],
    ['/valuation/backtest', { search_query: place }],
    ['/valuation/backtest', { search_query: place, kind: 'Rent' }],
    ['/agent/search', { location: place }],
    ...LISTING_CLASSES.flatMap((listingStatus): Question[] => [
      ['/search/byaddress', { location: place, listingStatus, explain: 'true' }],
      ['/search/byaddress', { location: `${place}; Nowhere At All, ZZ`, listingStatus, page: '6' }],
      ['/search/plan', { location: place, listingStatus }],
      ['/search/facets', { location: place, listingStatus }],
    ]),
  ]
}

const COUNTRY = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }
const MIDDLE = { latitude: '38', longitude: '-96' }

/** The part of a results page's URL that stands for the listing class. */
const URL_PATHS: Readonly<Record<ListingClass, string>> = { For_Sale: 'homes', For_Rent: 'rentals', Sold: 'sold' }

/** Returns searches for everything that is on the market or sold, in every order, on several pages. */
export function aboutMarket(): readonly Question[] {
  return [
    ['/current_mortgage_rates', {}],
    ...LISTING_CLASSES.flatMap((listingStatus): Question[] => [
      ...['1', '2', '5', '9'].map((page): Question => ['/search/bymapbounds', { ...COUNTRY, listingStatus, page }]),
      ...['Newest', 'Price_Low_to_High', 'Price_High_to_Low'].map(
        (sortOrder): Question => ['/search/bymapbounds', { ...COUNTRY, listingStatus, sortOrder }],
      ),
      ['/search/bymapbounds', { ...COUNTRY, listingStatus, part: 'price:none', facets: 'all' }],
      ['/search/bypolygon', { polygon: '24 -125,50 -125,50 -66,24 -66', listingStatus, explain: 'true' }],
      ['/search/bycoordinates', { ...MIDDLE, radius: '500', listingStatus, bed_min: '2', explain: 'true' }],
      ['/search/bycoordinates', { latitude: '0', longitude: '0', radius: '1', listingStatus }],
      ['/search/plan', { ...COUNTRY, listingStatus }],
      ...['1', '2', '21'].map(
        (page): Question => ['/search/byurl', { url: pageUrl(listingStatus), page, facets: 'all' }],
      ),
    ]),
    ['/search/byaiprompt', { ai_search_prompt: 'newest 3 bed houses with a pool in Texas, near xyzzy' }],
    ['/search/byaiprompt', { ai_search_prompt: 'pet friendly rentals under $3k in Nowhere At All', facets: 'all' }],
    ['/search/byurl', { url: 'https://portal.example/nowhere-at-all-zz/?searchQueryState=%7B%22x%22%3A1%7D&y=2' }],
  ]
}

/** Returns the URL of a results page that shows the whole map. */
function pageUrl(listingStatus: ListingClass): string {
  const mapBounds = { west: -125, east: -66, south: 24, north: 50 }
  const filterState = { beds: { min: 0 }, price: { max: 90_000_000 }, unheardOf: { value: true } }
  const state = encodeURIComponent(JSON.stringify({ mapBounds, filterState, pagination: {} }))
  return `https://portal.example/${URL_PATHS[listingStatus]}/?searchQueryState=${state}`
}

/** Calls about changes of records of every type. */
export const ABOUT_CHANGES: readonly Question[] = [
  ['/changes', { resultCount: '200' }],
  ['/changes', { records: 'home,agent', kinds: 'price,status,gone' }],
  ['/changes/offers', {}],
  ['/changes/experiences', {}],
]
