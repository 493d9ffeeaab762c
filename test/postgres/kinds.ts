import type { AddressLookup } from '../../src/catalog/ports/address-lookup.ts'
import type { NearLookup } from '../../src/catalog/ports/near-lookup.ts'
import type { HomeSearch } from '../../src/catalog/ports/noun-search.ts'
import type { PlaceNode, PolygonNode, Query, QueryNode } from '../../src/catalog/ports/query.ts'
import type { RecordLookup } from '../../src/catalog/ports/record-lookup.ts'
import type { AddressEntry } from '../../src/model/address-entry.ts'
import type { Home, Point } from '../../src/model/home.ts'
import type { RegionType } from '../../src/model/region.ts'
import { addressEntry } from '../../src/places/addresses/address-book.ts'
import { addressLine } from '../../src/places/completion/address-line.ts'
import { regionKeysOf } from '../../src/places/regions/region-keys.ts'

/** The ports of a catalog that the queries use. */
export interface QueriedPorts {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  search(noun: 'home'): HomeSearch
}

/** The facts of a home that queries about it and its surroundings need. */
export interface KnownHome {
  readonly zpid: number
  readonly point: Point
  readonly mlsId: string
  readonly entry: AddressEntry
  region(type: RegionType): PlaceNode
}

/** Returns the facts of a home that queries need; undefined if a fact is missing. */
export function knownHome(home: Home): KnownHome | undefined {
  const { zpid, point, listing } = home
  const keys = regionKeysOf(home.address)
  const entry = addressEntry(home)
  if (point === undefined || listing?.mlsId === undefined || entry === undefined || keys.neighborhood === undefined)
    return
  return {
    zpid,
    point,
    mlsId: listing.mlsId,
    entry,
    region: (type) => ({ kind: 'place', regions: [keys[type] ?? ''] }),
  }
}

/** Returns the query for a typical page: 200 homes for sale, as maps and lists request them. */
export function pageQuery(nodes: readonly QueryNode[], change: Partial<Query> = {}): Query {
  const where = nodes.map((node, i) => ({ parameter: `p${i}`, node }))
  const page = { order: 'Newest', offset: 0, limit: 200, grouped: false, today: 20_759 } as const
  return { listingClass: 'For_Sale', where, ...page, ...change }
}

const PRICED: QueryNode = { kind: 'range', column: 'price', min: 200_000, max: 900_000, orMissing: false }
const ROOMS: QueryNode = { kind: 'range', column: 'bedrooms', min: 3, max: 4, orMissing: false }
const GARAGE: QueryNode = { kind: 'flags', all: ['garage'], some: [], none: [] }
const HOUSES: QueryNode = { kind: 'oneOf', column: 'homeType', values: ['SINGLE_FAMILY', 'TOWNHOUSE'] }
const WORDS: QueryNode = { kind: 'words', words: ['granite', 'pool'], phrases: [] }

function circle({ point }: KnownHome, radiusM: number): QueryNode {
  return { kind: 'circle', ...point, radiusM }
}

function box({ point: { latitude, longitude } }: KnownHome, degrees: number): QueryNode {
  const [south, north] = [latitude - degrees, latitude + degrees]
  return { kind: 'box', south, north, west: longitude - degrees, east: longitude + degrees }
}

/** Returns a star with twelve corners around a home. */
export function starRing({ point: { latitude, longitude } }: KnownHome, degrees: number): PolygonNode['points'] {
  return Array.from({ length: 12 }, (_, i) => {
    const [angle, reach] = [(i * Math.PI) / 6, degrees * (i % 2 === 0 ? 1 : 0.6)]
    return [latitude + Math.sin(angle) * reach, longitude + Math.cos(angle) * reach] as const
  })
}

function star(home: KnownHome, degrees: number): QueryNode {
  return { kind: 'polygon', points: starRing(home, degrees) }
}

/** Returns the first word of a street without its second letter, as a typo. */
function slipped({ street }: AddressEntry): string {
  const [word = ''] = street.split(' ')
  return word.slice(0, 1) + word.slice(2)
}

type QueryRun = (catalog: QueriedPorts, home: KnownHome) => Promise<unknown>

function cards(query: (home: KnownHome) => Query): QueryRun {
  return (catalog, home) => catalog.search('home').cards(query(home))
}

/** Every kind of query that operations send to a catalog of homes. */
export const KINDS: Readonly<Record<string, QueryRun>> = {
  'homes of a city': cards((home) => pageQuery([home.region('city')])),
  'homes of a ZIP': cards((home) => pageQuery([home.region('zipcode')])),
  'homes of a neighborhood': cards((home) => pageQuery([home.region('neighborhood')])),
  'homes of a county by price, the fifth page': cards((home) =>
    pageQuery([home.region('county')], { order: 'PriceAscending', limit: 40, offset: 160 }),
  ),
  'homes of a metro after a zpid': cards((home) => pageQuery([home.region('metro')], { limit: 40, after: home.zpid })),
  'homes of a state with five filters': cards((home) =>
    pageQuery([home.region('state'), PRICED, ROOMS, GARAGE, HOUSES]),
  ),
  'rentals of a city by building': cards((home) =>
    pageQuery([home.region('city')], { listingClass: 'For_Rent', grouped: true }),
  ),
  'sold homes in a polygon': cards((home) => pageQuery([star(home, 0.05)], { listingClass: 'Sold' })),
  'homes in a wide polygon': cards((home) => pageQuery([star(home, 1.5)])),
  'homes in a circle': cards((home) => pageQuery([circle(home, 3000)])),
  'homes in a box': cards((home) => pageQuery([box(home, 0.05)])),
  'homes with words in a city': cards((home) => pageQuery([home.region('city'), WORDS])),
  'homes with words anywhere': cards(() => pageQuery([WORDS], { limit: 40 })),
  'homes by zpid': cards(({ zpid }) => pageQuery([{ kind: 'homes', zpids: [zpid, zpid + 1, zpid + 2] }])),
  'homes with a number of the listing': (catalog, { mlsId }) => catalog.search('home').homesWithMlsId(mlsId),
  'homes of a city by ZIP': (catalog, home) =>
    catalog
      .search('home')
      .countBy({ listingClass: 'For_Sale', where: pageQuery([home.region('city')]).where }, 'zipcode'),
  'what each filter removes from a city': (catalog, home) =>
    catalog.search('home').explain(pageQuery([home.region('city'), PRICED, ROOMS])),
  'nearest homes': (catalog, { point }) => catalog.near.homes(point, 5),
  'nearest places to live': (catalog, { point }) => catalog.near.places(point, 5),
  'nearest listings with three or four rooms': (catalog, { point }) =>
    catalog.near.select({ ...pageQuery([ROOMS]), point, limit: 20, withinM: 20_000 }, ['price', 'livingArea']),
  'a record by zpid': (catalog, { zpid }) => catalog.records.get('home', zpid),
  'twenty records by zpid': (catalog, { zpid }) =>
    catalog.records.briefs(Array.from({ length: 20 }, (_, i) => zpid + i)),
  'an address': (catalog, { entry }) => catalog.addresses.addressesAt(entry.houseNumber, entry.street),
  'an address on a street': (catalog, { entry }) =>
    catalog.addresses.addressesOn(entry.street, [entry.houseNumber], [entry.city], [entry.zipcode]),
  'streets with a beginning': (catalog, { entry }) =>
    catalog.addresses.streetsBeginning(entry.houseNumber, entry.street.slice(0, 3), 10),
  'addresses with a beginning': (catalog, { entry }) =>
    catalog.addresses.addressesBeginning(addressLine(entry).slice(0, 8), 10),
  'the line after a text': (catalog, { entry }) => catalog.addresses.addressLineFrom(addressLine(entry).slice(0, 5)),
  'words one slip away': (catalog, { entry }) => catalog.addresses.wordsOneSlipAway(slipped(entry)),
  'beginnings one slip away': (catalog, { entry }) => catalog.addresses.beginningsOneSlipAway(slipped(entry)),
  'people at an address': (catalog, { entry }) => catalog.addresses.peopleAt(entry.houseNumber, entry.street),
}
