import { ownersOf } from '../../src/catalog/owners/rows.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { Point } from '../../src/model/home.ts'
import { LISTING_CLASSES } from '../../src/model/home-columns.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { exampleQueryOf, exampleRecords } from '../example-queries.ts'
import {
  ABOUT_CHANGES,
  aboutAgent,
  aboutHome,
  aboutMarket,
  aboutPlace,
  type Question,
} from '../operations/questions.ts'
import { HOMES, JOINED_RECORD, SIDES, type Story } from './two-catalogs.ts'

/** A request to any endpoint. */
export interface DoorRequest {
  readonly url: string
  readonly method?: string
  readonly body?: object
}

/**
 * Returns the requests of someone who looks for homes with withheld addresses: to all operations and endpoints, about
 * all places where these homes may be.
 */
export async function questionsAbout(story: Story, catalog: Catalog): Promise<readonly DoorRequest[]> {
  const examples = await exampleRecords(catalog)
  const asked = [
    ...ofOperations(story),
    ...OPERATIONS.map((each): Question => [each.path, exampleQueryOf(each, examples)]),
  ]
  const plain = asked.map(([path, query]): DoorRequest => ({ url: urlOf(path, query) }))
  const all = [...plain, ...ofOData(story), ...ofTools(story), ...ofTiles(story), ...ofPictures()]
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

export function urlOf(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query).toString()}`
}

const IDS = [...Object.values(HOMES), JOINED_RECORD]

export function pointsOf({ hiddenOf }: Story): readonly Point[] {
  return SIDES.flatMap((side) => [...IDS, HOMES.withheld + 50].map((zpid) => hiddenOf(side, zpid).point))
}

const DAYS = ['2027-01-10', '2027-01-11', '2026-12-20', '2026-06-01']

function ofOperations(story: Story): readonly Question[] {
  const { near, hiddenOf } = story
  const { city, state, zipcode, county, neighborhood } = near.address
  const hidden = SIDES.flatMap((side) => IDS.map((zpid) => ({ zpid, ...hiddenOf(side, zpid) })))
  const homes = hidden.map(({ zpid, street, point, parcelNumber }) => ({
    ...near,
    zpid,
    point,
    parcelNumber,
    address: { ...near.address, streetAddress: street },
    listing: { ...near.listing, mlsId: `ST${zpid}` },
  }))
  const names = [...new Set(hidden.map(({ place }) => place))]
  const places = [
    zipcode,
    '59001',
    `${city}, ${state}`,
    'Absarokee, MT',
    `${county} County, ${state}`,
    'Stillwater County, MT',
    near.address.state,
    'Montana',
    ...[...names, neighborhood ?? city].map((name) => `${name}, ${city}, ${state}`),
  ]
  const about = homes.flatMap(aboutHome)
  const documents = about.filter(([path]) => /^\/(pro\/)?by/.test(path))
  return [
    ...about,
    ...documents.flatMap(dated),
    ...documents
      .filter(([path]) => path.startsWith('/pro'))
      .map(([path, query]): Question => [path, { ...query, changes: 'true' }]),
    ...places.flatMap(aboutPlace),
    ...places
      .flatMap((location) =>
        LISTING_CLASSES.map((listingStatus): Question => ['/search/byaddress', { location, listingStatus }]),
      )
      .flatMap(dated),
    ...places.flatMap((name) =>
      [zipcode, name].flatMap((text) =>
        [3, 4, 5].map((end): Question => ['/autocomplete', { query: text.slice(0, end), totals: 'true' }]),
      ),
    ),
    ...aboutMarket(),
    ...aboutAgent({ agentId: near.listing.listAgentId ?? '', username: '', name: '' }),
    ...ABOUT_CHANGES,
    ...places.map((location): Question => ['/changes', { location, resultCount: '200' }]),
    ...names.map(
      (keywords): Question => [
        '/search/byaddress',
        { location: `${city}, ${state}`, listingStatus: 'For_Sale', keywords },
      ],
    ),
    ['/layers', {}],
    ...hidden.map(({ owner }): Question => ['/owner/search', { name: owner }]),
    ...['SECRET', 'SECRET HOLLOW', 'LLC'].map((name): Question => ['/owner/search', { name }]),
    ...hidden.flatMap(({ owner: name }) => {
      const owners = ownersOf({ owner: { name, address: 'PO BOX 700, TX' }, address: near.address })
      return owners.map(({ ownerId }): Question => ['/owner/portfolio', { ownerId }])
    }),
    ...LISTING_CLASSES.map(
      (listingStatus): Question => ['/search/facets', { location: `${city}, ${state}`, listingStatus, facets: 'all' }],
    ),
    ...pointsOf(story).flatMap(aroundPoint),
  ]
}

function dated([path, query]: Question): readonly Question[] {
  return DAYS.map((as_of) => [path, { ...query, as_of }])
}

function aroundPoint({ latitude, longitude }: Point): readonly Question[] {
  const at = { latitude: String(latitude), longitude: String(longitude) }
  const [south, north, west, east] = [latitude - 5e-4, latitude + 5e-4, longitude - 5e-4, longitude + 5e-4].map(String)
  const polygon = `${south} ${west},${south} ${east},${north} ${east},${north} ${west}`
  const box = {
    southLatitude: south ?? '',
    northLatitude: north ?? '',
    westLongitude: west ?? '',
    eastLongitude: east ?? '',
  }
  return [
    ...LISTING_CLASSES.flatMap((listingStatus): Question[] => [
      ['/search/bycoordinates', { ...at, radius: '0.02', listingStatus, explain: 'true' }],
      ['/search/bycoordinates', { ...at, radius: '30', listingStatus, facets: 'all' }],
      ['/search/bycoordinates', { ...at, radius: '30', listingStatus, hasLien: 'true' }],
      ['/search/bycoordinates', { ...at, radius: '30', listingStatus, permitSince: '2010-01-01' }],
      ['/search/bycoordinates', { ...at, radius: '30', listingStatus, ownedYears: 'min:1' }],
      ['/search/bycoordinates', { ...at, radius: '30', listingStatus, equityPercent: 'max:100' }],
      ['/search/bypolygon', { polygon, listingStatus }],
      ['/search/bymapbounds', { ...box, listingStatus }],
    ]),
    ['/search/bycoordinates', { ...at, radius: '0.05', listingStatus: 'For_Sale', as_of: DAYS[1] ?? '' }],
    ['/changes', { ...at, radius: '0.05' }],
    ['/changes', { polygon }],
    ['/changes', box],
  ]
}

function ofOData(story: Story): readonly DoorRequest[] {
  const ids = IDS.join(',')
  const hidden = SIDES.flatMap((side) => IDS.map((zpid) => story.hiddenOf(side, zpid)))
  const filters = [
    `ListingKey in (${IDS.map((id) => `'${id}'`).join(',')})`,
    `PostalCode eq '${story.near.address.zipcode}'`,
    `PostalCode eq '59001'`,
    ...hidden.flatMap(({ street, parcelNumber, censusTract, place, sourceKey, point }) => [
      `UnparsedAddress eq '${street}'`,
      `StreetName eq '${street.slice(5)}'`,
      `ParcelNumber eq '${parcelNumber}'`,
      `CensusTract eq '${censusTract}'`,
      `SubdivisionName eq '${place} Estates'`,
      `SourceSystemKey eq '${sourceKey}'`,
      `geo.distance(Coordinates, geography'POINT(${point.longitude} ${point.latitude})') lt 50`,
    ]),
  ]
  const paths = [
    '/$metadata',
    '/Property?$count=true&$top=200',
    ...filters.map((filter) => `/Property?$count=true&$filter=${encodeURIComponent(filter)}`),
    ...IDS.map((id) => `/Property('${id}')`),
    `/Property?$filter=${encodeURIComponent('ModificationTimestamp gt 2020-01-01T00:00:00Z')}&$orderby=ModificationTimestamp&$top=200`,
    '/Property?$orderby=Longitude&$top=50',
    '/Media?$top=50',
    '/OpenHouse?$top=50',
    '/Lookup?$top=1000',
    '/EntityEvent?$top=200',
    `/Property?$search=${encodeURIComponent('"Secret Hollow"')}&ids=${ids}`,
  ]
  return paths.map((path) => ({ url: `/odata${path}` }))
}

function ofTools(story: Story): readonly DoorRequest[] {
  const { near, hiddenOf } = story
  const place = `${near.address.city}, ${near.address.state}`
  const calls: readonly (readonly [name: string, given: object])[] = [
    ...IDS.flatMap((id) => [
      ['home_details', { id: String(id) }] as const,
      [
        'home_details',
        { id: String(id), include: ['climate', 'photos', 'similar', 'nearby', 'price_history', 'taxes'] },
      ] as const,
      ['fetch', { id: String(id) }] as const,
      ['comparables_and_value', { id: String(id) }] as const,
      ['monthly_cost', { id: String(id) }] as const,
    ]),
    ...SIDES.flatMap((side) => IDS.map((id) => ['search', { query: hiddenOf(side, id).street }] as const)),
    ...[near.address.zipcode, '59001', place, 'Hollow Heights', 'Ridge Heights'].flatMap((query) => [
      ['find_place', { query }] as const,
      ['search', { query }] as const,
      ['search_homes', { kind: 'for_sale', place: query }] as const,
      ['summarize', { kind: 'for_sale', place: query }] as const,
      ['market', { place: query }] as const,
      ['rents', { place: query }] as const,
    ]),
    ['whats_new', {}],
    ['whats_new', { place }],
    ['agents', { place }],
    ['owners', { name: 'SECRET' }],
  ]
  return calls.map(([name, given], id) => ({
    url: '/mcp',
    method: 'POST',
    body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } },
  }))
}

function ofTiles(story: Story): readonly DoorRequest[] {
  const tiles = ['for_sale', 'for_rent', 'sold'].flatMap((search) =>
    pointsOf(story).flatMap((point) => [4, 10, 15, 18].map((z) => `/tiles/${search}/${tileAt(point, z)}`)),
  )
  return [...tiles, '/tiles/for_sale', '/tiles/sold', '/tiles/for_rent'].map((url) => ({ url }))
}

function tileAt({ latitude, longitude }: Point, z: number): string {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const x = (longitude + 180) / 360
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return [z, Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)].join('/')
}

function ofPictures(): readonly DoorRequest[] {
  return IDS.map((id) => ({ url: `/media/home/${id}/1-1536.svg` }))
}
