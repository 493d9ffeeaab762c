import { dayOf } from '../../src/kit/base/clock.ts'
import type { Point } from '../../src/model/home.ts'
import { LISTING_CLASSES } from '../../src/model/home-columns.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { askedSearch, tokenOf } from '../../src/service/tiles/tile-search.ts'
import { WORLD, worldX, worldY } from '../../src/service/tiles/world.ts'
import { type ExampleRecords, exampleQueryOf } from '../example-queries.ts'

export interface ComparedCall {
  readonly area: 'A' | 'B' | 'C'
  readonly path: string
}

type Query = Readonly<Record<string, string>>

/** One filter or sort order of each kind, added to every search by place. */
const HOME_VARIANTS: readonly Query[] = [
  { listingStatus: 'For_Rent' },
  { listingStatus: 'Sold' },
  { listingStatus: 'For_Sale', bed_min: '3', bath_min: '2' },
  { listingStatus: 'For_Sale', priceRange: 'min:100000,max:900000' },
  { listingStatus: 'For_Sale', homeType: 'Houses,Townhomes' },
  { listingStatus: 'For_Sale', keywords: 'garden' },
  { listingStatus: 'For_Sale', sortOrder: 'Price_High_to_Low' },
  { listingStatus: 'Sold', sortOrder: 'Newest', page: '2' },
  { listingStatus: 'Sold', explain: 'true', daysOnPortal: '30_days' },
  { listingStatus: 'For_Rent', explain: 'true', bed_min: '2', bed_max: '3', listPriceRange: 'max:1' },
  { listingStatus: 'For_Sale', bed_min: 'many' },
]

const COUNTRY: Query = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }

const LARGE_HOMES: Query = { ...COUNTRY, listingStatus: 'Sold', bed_min: '3' }

const PLACES: readonly Query[] = [
  { listingStatus: 'Sold', location: 'Texas' },
  { listingStatus: 'Sold', location: 'FL' },
  { listingStatus: 'For_Sale', location: 'Nowhere Springs, TX' },
  { listingStatus: 'For_Rent', location: 'Los Angeles, CA; Florida' },
]

const OFFER_VARIANTS: readonly Query[] = [
  { location: 'Warszawa' },
  { location: 'Polska' },
  { location: 'Krakow', priceRange: 'min:1000,max:1000000' },
  { location: 'mazowieckie' },
]

const EXPERIENCE_VARIANTS: readonly Query[] = [
  { searchDestinations: 'Italy' },
  { searchDestinations: 'Paris', adults: '2' },
  { searchDestinations: 'Spain; Tokyo', timeOfDay: 'Evening' },
]

const TYPED = ['s', 'san', 'New ', '1', '12 ', '3', '78', 'Flordia', 'texsa', 'main st', 'houston, tx', '']

/** Returns about 200 calls of all operations, for a sample. */
export function comparedCalls(examples: ExampleRecords): readonly ComparedCall[] {
  const { house, unit, listed, agent } = examples
  const calls: ComparedCall[] = OPERATIONS.map((operation) =>
    callOf(operation.path, exampleQueryOf(operation, examples)),
  )
  const around = { latitude: String(house.point?.latitude), longitude: String(house.point?.longitude) }
  const city = { location: `${house.address.city}, ${house.address.state}` }
  for (const variant of HOME_VARIANTS) {
    calls.push(callOf('/search/bymapbounds', { ...COUNTRY, ...variant }))
    calls.push(callOf('/search/byaddress', { ...city, ...variant }))
    calls.push(callOf('/search/bycoordinates', { ...around, radius: '40', ...variant }))
    calls.push(callOf('/search/bypolygon', { polygon: '24 -125,50 -125,50 -66,24 -66', ...variant }))
    calls.push(callOf('/search/plan', { ...COUNTRY, ...variant }))
    calls.push(callOf('/search/facets', { ...city, ...variant }))
  }
  for (const place of PLACES) calls.push(callOf('/search/byaddress', place))
  for (const variant of OFFER_VARIANTS) calls.push(callOf('/search/bylocation', { ...variant, facets: 'all' }))
  for (const variant of EXPERIENCE_VARIANTS)
    calls.push(callOf('/search/exp/bydestination', { ...variant, facets: 'all' }))
  for (const typed of TYPED) calls.push(callOf('/autocomplete', { query: typed, totals: 'true' }))
  for (const { zpid } of [house, unit, listed])
    for (const path of BY_ZPID) calls.push(callOf(path, { byzpid: String(zpid) }))
  for (const path of ['/pro/byzpid', '/byzpid']) {
    for (const zpid of [unit.zpid, listed.zpid, 1]) calls.push(callOf(path, { zpid: String(zpid) }))
  }
  for (const path of ['/agent/for_sale', '/agent/for_rent', '/agent/sold_properties'])
    for (const encodedZuid of [agent.agentId, examples.lettingAgent, 'nobody'])
      calls.push(callOf(path, { encodedZuid }))
  for (const location of ['Texas', 'Miami, FL', '10001', 'Nowhere', 'Kent', String(agent.city)])
    calls.push(callOf('/agent/search', { location }), callOf('/housing_market', { search_query: location }))
  const as_of = dayOf(listed.listing?.onMarketMs ?? 0)
  for (const operation of OPERATIONS.filter(({ parameters }) => parameters.as_of !== undefined))
    calls.push(callOf(operation.path, { ...exampleQueryOf(operation, examples), as_of }))
  for (const variant of HOME_VARIANTS) calls.push(callOf('/search/bymapbounds', { ...COUNTRY, ...variant, as_of }))
  for (const location of [house.address.zipcode, 'California'])
    calls.push(callOf('/rental_market', { search_query: location, bedroom_type: 'All', zipcode_rents: 'true' }))
  for (const search of [...LISTING_CLASSES, tokenOf(askedSearch('/search/bymapbounds', LARGE_HOMES, 'normal'), 'none')])
    for (const place of tilesAround(house.point)) calls.push(callOf(`/tiles/${search}/${place}`, {}))
  return calls
}

/** Returns the tiles that contain a point, from the deepest zoom to the widest. */
function tilesAround(point: Point | undefined): readonly string[] {
  const { latitude, longitude } = point ?? { latitude: 0, longitude: 0 }
  return [16, 12, 9, 6, 3, 0].map((zoom) => {
    const [x, y] = [worldX(longitude), worldY(latitude)].map((units) => Math.floor((units / WORLD) * 2 ** zoom))
    return `${zoom}/${x}/${y}`
  })
}

const BY_ZPID = [
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

function callOf(path: string, query: Query): ComparedCall {
  const area = path === '/search/bylocation' ? 'B' : path.startsWith('/search/exp/') ? 'C' : 'A'
  return { area, path: `${path}?${new URLSearchParams(query).toString()}` }
}
