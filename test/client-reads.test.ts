import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Home } from '../src/model/home.ts'
import { MARKET_MEASURES, seriesId } from '../src/model/market.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { call } from './operations/call.ts'
import { AGENTS, RICH, SCHOOLS } from './operations/made-homes.ts'
import { CARA, PAT } from './operations/made-people.ts'
import { smallContext, WORDS } from './operations/small-catalog.ts'

/** The parts of an operation's answer that a client program reads, and the types that the program can handle there. */
interface ClientReads {
  readonly client: string
  readonly operation: string
  readonly reads: Readonly<Record<string, string>>
  readonly required: readonly string[]
}

const RECORDS = JSON.parse(
  readFileSync(new URL('fixtures/client-reads.json', import.meta.url), 'utf8'),
) as readonly ClientReads[]

const PORTAL = 'Hearth'
/** A home with every fact, because it is not known how clients handle unknown facts. */
const RICH_NEIGHBOR: Home = { ...RICH, zpid: 2, address: { ...RICH.address, streetAddress: '1206 N Lamar Blvd' } }
/** A rental with every fact. Its agent has every fact, too, and has sold it before. */
const RICH_RENTAL: Home = {
  ...RICH,
  zpid: 4,
  address: { ...RICH.address, streetAddress: '1208 N Lamar Blvd' },
  listing: { ...RICH.listing, kind: 'lease', status: 'Active', listedBy: 'agent', listAgentId: CARA.agentId },
  history: RICH.history.map((event) => ({ ...event, sellerAgentId: CARA.agentId })),
}
/** Enough rentals to compute the number of rentals on offer. Published series do not contain this number. */
const RICH_RENTALS = Array.from({ length: 5 }, (_, at): Home => {
  const streetAddress = `${1208 + 2 * at} N Lamar Blvd`
  return { ...RICH_RENTAL, zpid: RICH_RENTAL.zpid + at, address: { ...RICH_RENTAL.address, streetAddress } }
})
const RICH_SOLD: Home = {
  ...RICH_NEIGHBOR,
  zpid: 3,
  listing: { kind: 'sale', status: 'Closed', closePrice: 900_000, closeDate: '2026-09-01', listedBy: 'agent' },
}
const context = smallContext(
  {
    homes: [RICH, RICH_NEIGHBOR, RICH_SOLD, ...RICH_RENTALS].map((home) => ({ ...home, lotId: `lot-${home.zpid}` })),
    schools: SCHOOLS.slice(0, 1),
    series: MARKET_MEASURES.map((measure) => ({
      seriesId: seriesId(measure, 'city/tx/austin'),
      source: 'test',
      measure,
      region: 'city/tx/austin',
      points: [
        ['2026-09-30', 1],
        ['2026-10-31', 2],
      ],
    })),
    agents: [CARA, ...AGENTS],
  },
  { ...WORDS, Portal: PORTAL, portal: PORTAL.toLowerCase() },
)

const ADDRESS = '1204 N Lamar Blvd, Austin, TX 78703'

/** A call of each operation, about the home with every fact. */
const RICH_CALLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/pro/byaddress': { propertyaddress: ADDRESS },
  '/byaddress': { propertyaddress: ADDRESS },
  '/pro/byzpid': { zpid: String(RICH.zpid) },
  '/byzpid': { zpid: String(RICH.zpid) },
  '/pro/byurl': { url: `https://portal.example/homedetails/x/${RICH.zpid}_zpid/` },
  '/byurl': { url: `https://portal.example/homedetails/x/${RICH.zpid}_zpid/` },
  '/autocomplete': { query: '1204 N Lamar' },
  '/graph_charts': { byaddress: ADDRESS, which: 'zestimate_history', recent_first: 'False' },
  '/ownerinfo': { byaddress: ADDRESS },
  '/climate': { byaddress: ADDRESS },
  '/pricehistory': { byaddress: ADDRESS },
  '/taxinfo': { byaddress: ADDRESS },
  '/propimages': { byaddress: ADDRESS },
  '/comparable_homes': { byaddress: ADDRESS },
  '/similar': { byzpid: ADDRESS },
  '/nearby': { byaddress: ADDRESS },
  '/agent/search': { location: 'Austin, TX', agentName: 'cara' },
  '/agent/details': { username: CARA.username },
  '/agent/for_sale': { encodedZuid: 'agent-ann' },
  '/agent/for_rent': { encodedZuid: CARA.agentId },
  '/agent/sold_properties': { encodedZuid: CARA.agentId },
  '/skip/byaddress': { street: RICH.address.streetAddress, citystatezip: 'Austin, TX 78703' },
  '/skip/detailsbyid': { peo_id: PAT.personId },
  '/search/byaddress': { location: 'Austin, TX', listingStatus: 'For_Sale' },
  '/search/bypolygon': { polygon: '30 -98,31 -98,31 -97,30 -97', listingStatus: 'For_Sale' },
  '/search/bycoordinates': { latitude: '30.29', longitude: '-97.77', radius: '1', listingStatus: 'For_Sale' },
  '/search/byurl': { url: 'https://portal.example/austin-tx/', page: '1' },
  '/search/bymls': { mlsid: 'HC1001' },
  '/housing_market': { search_query: 'Austin, TX', exclude_rentalMarketTrends: 'false' },
  '/rental_market': { search_query: 'Austin, TX' },
  '/current_mortgage_rates': {},
}

/** Calls about a home for rent, of operations that RICH_CALLS also calls. */
const OTHER_CALLS: typeof RICH_CALLS = { '/ownerinfo': { byzpid: String(RICH_RENTAL.zpid) } }

/** Paths that some clients read although they are not guaranteed: error messages, and keys that a client only tries. */
const NOT_PROMISED: ReadonlySet<string> = new Set([
  'error',
  'detail',
  '/autocomplete message',
  '/byaddress homeStatus',
  '/byaddress property.zestimate',
  '/byaddress rentZestimate',
  '/pro/byaddress propertyDetails.rentalZestimate',
  '/pro/byaddress propertyDetails.responsivePhotosOriginalRatio[]',
  '/pro/byaddress propertyDetails.url',
  '/search/byaddress Results[]',
  '/search/byaddress searchResults[].property.media.allPropertyPhotos.large[]',
  '/search/bycoordinates address',
  '/search/bycoordinates resultsCount.totalPages',
  '/search/bycoordinates searchResult.address',
  '/search/bycoordinates searchResults[].property.homeType',
  '/skip/byaddress PropertyDetails',
])

const built = new Set(OPERATIONS.map(({ path }) => path))

for (const { client, operation, reads, required } of RECORDS.filter((record) => built.has(record.operation))) {
  test(`client ${client} finds in ${operation} what it reads`, async () => {
    const calls = [RICH_CALLS[operation] ?? {}, OTHER_CALLS[operation] ?? []].flat()
    const answers = await Promise.all(calls.map((parameters) => call(operation, parameters, context)))
    for (const [written, types] of Object.entries(reads)) {
      if (NOT_PROMISED.has(written) || NOT_PROMISED.has(`${operation} ${written}`)) continue
      const reaching = answers.filter((answer) => reaches(answer, named(written)))
      assert.ok(reaching.length > 0, `${written}: its parent is null in every answer`)
      const values = reaching.flatMap((answer) => valuesAt(answer, named(written), types))
      if (required.includes(written)) assert.ok(values.length > 0 && values.every((value) => value != null), written)
      for (const value of values) assert.ok(fits(value, types), `${written}: ${JSON.stringify(value)} is not ${types}`)
    }
  })
}

test('every operation that a client program reads has a call in RICH_CALLS', () => {
  for (const path of built) {
    const isRead = RECORDS.some((record) => record.operation === path)
    assert.equal(isRead && RICH_CALLS[path] === undefined, false, path)
  }
})

test('reads that the interface does not guarantee occur in some client, and no successful answer has a key error', async () => {
  const written = new Set(
    RECORDS.flatMap(({ operation, reads }) => Object.keys(reads).map((key) => `${operation} ${key}`)),
  )
  for (const read of NOT_PROMISED) {
    assert.ok(written.has(read) || [...written].some((key) => key.endsWith(` ${read}`)), read)
  }
  for (const [path, parameters] of Object.entries(RICH_CALLS)) {
    assert.equal(Object.hasOwn(await call(path, parameters, context), 'error'), false, path)
  }
})

function named(written: string): string {
  return written.replaceAll('{Portal}', PORTAL).replaceAll('{portal}', PORTAL.toLowerCase())
}

/**
 * Returns the values at a path such as `a.b[].c`, `a[0].b` or `a[]['Blank Key']`. A missing key gives `undefined`. A
 * path that ends in `[]` returns the list itself if the client reads an array, otherwise the list's entries.
 */
function valuesAt(answer: unknown, written: string, types: string): unknown[] {
  const path = types.split('|').includes('array') ? written.replace(/\[\]$/, '') : written
  const steps = path.split(/\.|(?=\[)/).filter((step) => step !== '')
  return steps.reduce<unknown[]>((values, step) => values.flatMap((value) => stepInto(value, step)), [answer])
}

/** Returns whether no value along the path is null. */
function reaches(answer: unknown, written: string): boolean {
  const keys = written.split('.')
  const parents = keys.slice(1).map((_, at) => keys.slice(0, at + 1).join('.'))
  return parents.every((parent) => !valuesAt(answer, parent, '').includes(null))
}

function stepInto(value: unknown, step: string): unknown[] {
  const key = /^\['(.+)'\]$/.exec(step)?.[1] ?? step
  if (step === '[]') return Array.isArray(value) ? value : [undefined]
  const index = /^\[(\d+)\]$/.exec(step)?.[1]
  if (index !== undefined) return [Array.isArray(value) ? value[Number(index)] : undefined]
  const holder = typeof value === 'object' && value !== null ? value : {}
  return [(holder as Readonly<Record<string, unknown>>)[key]] // objects can be read by key
}

function fits(value: unknown, types: string): boolean {
  return types.split('|').some((type) => {
    if (type === 'array') return Array.isArray(value)
    if (type === 'null') return value === null
    if (type === 'any') return value != null
    return type === typeof value && value !== null
  })
}
