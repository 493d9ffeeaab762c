import assert from 'node:assert/strict'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import type { Agent } from '../src/model/agent.ts'
import type { Home } from '../src/model/home.ts'
import type { Person } from '../src/model/person.ts'
import type { Operation } from '../src/service/operations/operation.ts'

/** The records that example queries are about. Tests, benches and the OpenAPI documents use one query per operation. */

export interface ExampleRecords {
  /** A house with a walk score and a unique address. */
  readonly house: Home
  /** A home in a building. */
  readonly unit: Home
  /** A home for sale by an agent, with a listing number. */
  readonly listed: Home
  /** The agent of `listed`. */
  readonly agent: Agent
  /** The id of an agent who lists a home for rent. */
  readonly lettingAgent: string
  readonly person: Person
  /** The id of a company that owns homes. */
  readonly ownerId: string
}

type ExampleQuery = Readonly<Record<string, string>>

/** Queries about existing records, by path, for operations whose parameters have no usable examples. */
export const EXAMPLE_QUERIES: Readonly<Record<string, (examples: ExampleRecords) => ExampleQuery>> = {
  '/pro/byaddress': ({ house }) => ({ propertyaddress: line(house) }),
  '/byaddress': ({ house }) => ({ propertyaddress: line(house) }),
  '/pro/byzpid': ({ house }) => ({ zpid: String(house.zpid) }),
  '/byzpid': ({ house }) => ({ zpid: String(house.zpid) }),
  '/pro/byurl': ({ house }) => ({ url: urlOf(house) }),
  '/byurl': ({ house }) => ({ url: urlOf(house) }),
  '/autocomplete': ({ house }) => ({ query: house.address.city.slice(0, 3) }),
  '/apartment_details': ({ unit }) => ({ bylotid: unit.lotId ?? '' }),
  '/parcel': ({ house }) => ({ apn: house.parcelNumber ?? '', county: house.address.countyFips ?? '' }),
  '/lotid_from_address': ({ unit }) => ({ propertyaddress: line(unit) }),
  '/graph_charts': ({ house }) => ({ byzpid: String(house.zpid), which: 'zestimate_history', recent_first: 'True' }),
  '/ownerinfo': ({ listed }) => ({ byzpid: String(listed.zpid) }),
  '/climate': ({ house }) => ({ byaddress: line(house) }),
  '/walk_transit_bike': ({ house }) => ({ byaddress: line(house) }),
  '/pricehistory': ({ house }) => ({ byzpid: String(house.zpid) }),
  '/taxinfo': ({ house }) => ({ byurl: urlOf(house) }),
  '/propimages': ({ house }) => ({ byaddress: line(house) }),
  '/comparable_homes': ({ house }) => ({ byzpid: String(house.zpid) }),
  '/similar': ({ unit }) => ({ bylotid: unit.lotId ?? '' }),
  '/nearby': ({ house }) => ({ byurl: urlOf(house) }),
  '/agent/search': ({ listed }) => ({ location: cityOf(listed), isSelling: 'true' }),
  '/agent/details': ({ agent }) => ({ agent_link: `https://portal.example/profile/${agent.username}/` }),
  '/agent/for_sale': ({ agent }) => ({ encodedZuid: agent.agentId }),
  '/agent/for_rent': ({ lettingAgent }) => ({ encodedZuid: lettingAgent }),
  '/agent/sold_properties': ({ agent }) => ({ encodedZuid: agent.agentId }),
  '/skip/byaddress': ({
    person: {
      addresses: [address],
    },
  }) => ({
    street: address?.streetAddress ?? '',
    citystatezip: `${address?.city}, ${address?.state} ${address?.zipcode}`,
  }),
  '/skip/detailsbyid': ({ person }) => ({ peo_id: person.personId }),
  '/owner/search': () => ({ name: 'Sample Homes' }),
  '/owner/portfolio': ({ ownerId }) => ({ ownerId }),
  '/layers/feature': ({ house }) => ({ layer: 'districts', feature: house.layers?.[0]?.id ?? '98101' }),
  '/search/byaddress': ({ house }) => ({ location: cityOf(house), listingStatus: 'For_Sale' }),
  '/tiles': ({ house }) => ({ path: '/search/byaddress', location: cityOf(house), listingStatus: 'For_Sale' }),
  '/search/bypolygon': () => ({
    polygon: '24 -125,50 -125,50 -66,24 -66',
    listingStatus: 'For_Sale',
    explain: 'true',
  }),
  '/search/bycoordinates': ({ house: { point } }) => ({
    latitude: String(point?.latitude),
    longitude: String(point?.longitude),
    radius: '2.5',
    listingStatus: 'Sold',
    daysOnPortal: '7_days',
  }),
  '/search/bymapbounds': () => ({ ...COUNTRY, listingStatus: 'For_Sale' }),
  '/search/byaiprompt': ({ house }) => ({
    ai_search_prompt: `3+ bedrooms for sale in ${cityOf(house)}, cheapest first`,
  }),
  '/search/byurl': ({ house }) => ({ url: `https://portal.example/homes/${cityOf(house)}_rb/`, page: '1' }),
  '/search/bymls': ({ listed }) => ({ mlsid: listed.listing?.mlsId ?? '' }),
  '/housing_market': ({ house }) => ({
    search_query: cityOf(house),
    exclude_rentalMarketTrends: 'false',
    exclude_neighborhoods_zhvi: 'False',
  }),
  '/rental_market': ({ unit }) => ({
    search_query: unit.address.zipcode,
    bedrooom_type: '1_Bedroom',
    bedroom_type: '1_Bedroom',
  }),
  '/valuation/backtest': () => ({}),
  '/valuation/what_if': ({ house }) => ({ byzpid: String(house.zpid), bathroomsTotal: '3', conditionGrade: '4' }),
  '/current_mortgage_rates': () => ({}),
  '/search/plan': () => ({ ...COUNTRY, listingStatus: 'Sold', homeType: 'Houses,Townhomes' }),
  '/search/facets': () => ({ ...COUNTRY, listingStatus: 'For_Sale', facets: 'homeType,price,zipcode,priceByZipcode' }),
  '/search/bylocation': () => ({ location: 'Warszawa; Krakow', priceRange: 'min:1' }),
  '/search/exp/bydestination': () => ({
    searchDestinations: 'Rome; Japan',
    adults: '1',
    timeOfDay: 'morning,evening',
  }),
}

/**
 * Returns the query for an operation: an id if the operation needs a home, otherwise the examples of its required
 * parameters.
 */
export function exampleQueryOf({ path, parameters }: Operation, examples: ExampleRecords): ExampleQuery {
  const query = EXAMPLE_QUERIES[path]
  if (query !== undefined) return query(examples)
  if ('byzpid' in parameters) return { byzpid: String(examples.house.zpid) }
  const required = Object.entries(parameters).filter(([, parameter]) => parameter.required)
  return Object.fromEntries(required.map(([name, { shape }]) => [name, shape.example]))
}

/** Finds records for example queries in a sample catalog. */
export async function exampleRecords(catalog: Catalog): Promise<ExampleRecords> {
  const [region] = catalog.regions()
  assert(region !== undefined)
  const zpids = await catalog.near.homes(region.point, 500)
  const homes = (await Promise.all(zpids.map((zpid) => catalog.records.get('home', zpid)))).filter(
    (home) => home !== undefined,
  )
  const shown = homes.filter(({ address }) => address.undisclosed === undefined)
  const house = shown.find(({ lotId, facts }) => lotId === undefined && facts.walkScore !== undefined)
  const unit = shown.find(({ lotId }) => lotId !== undefined)
  const listed = homes.find(({ listing }) => listing?.status === 'Active' && listing.mlsId && !listing.conditions)
  assert(house?.point !== undefined && unit !== undefined && listed !== undefined)
  const lettingAgent = homes.find(
    ({ listing }) => listing?.kind === 'lease' && listing.status === 'Active' && listing.listAgentId,
  )?.listing?.listAgentId
  assert(lettingAgent !== undefined)
  const agent = await catalog.records.get('agent', listed.listing?.listAgentId ?? '')
  const person = await catalog.records.get('person', 'p1m1')
  const { owners } = await catalog.owners.page({ words: ['sample', 'homes'], offset: 0, limit: 1 })
  const [owner] = owners
  assert(agent !== undefined && person !== undefined && owner !== undefined)
  return { house, unit, listed, agent, lettingAgent, person, ownerId: owner.ownerId }
}

function cityOf({ address: { city, state } }: Home): string {
  return `${city}, ${state}`
}

const COUNTRY = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }

function line({ address: { streetAddress, city, state, zipcode } }: Home): string {
  return `${streetAddress}, ${city}, ${state} ${zipcode}`
}

function urlOf({ zpid }: Home): string {
  return `https://portal.example/homedetails/x/${zpid}_zpid/`
}
