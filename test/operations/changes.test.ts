import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeKind } from '../../src/catalog/ports/change-log.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import type { Home, Listing } from '../../src/model/home.ts'
import { NaiveLog } from '../catalog/naive-log.ts'
import { call } from './call.ts'
import { AGENTS, HOMES, NOW_MS, RICH } from './made-homes.ts'
import { EXPERIENCES, OFFERS } from './made-portals.ts'
import { type Contents, smallContext } from './small-catalog.ts'

const MINUTE_MS = 60_000

interface ListedEvent {
  readonly record?: string
  readonly cursor: string
  readonly at: string
  readonly kinds: readonly ChangeKind[]
  readonly zpid?: number
  readonly id?: number
  readonly experienceId?: string
  readonly address?: { readonly streetAddress: string }
  readonly price?: number | null
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

interface Page {
  readonly events: readonly ListedEvent[]
  readonly next: string
  readonly upTo: string
  readonly more: boolean
}

/** Makes a catalog with the last state, and a change log of all states, which were committed one minute apart. */
function contextAfter(states: readonly Contents[]): Context {
  const [first = {}, ...later] = states.map(({ homes = [], offers = [], experiences = [], agents = [] }) => ({
    home: homes,
    offer: offers,
    experience: experiences,
    agent: agents,
  }))
  const log = new NaiveLog(first, NOW_MS)
  for (const [at, state] of later.entries()) log.commit(state, NOW_MS + (at + 1) * MINUTE_MS)
  const context = smallContext(states.at(-1))
  return { ...context, catalog: { ...context.catalog, log } }
}

async function changes(path: string, parameters: Readonly<Record<string, string>>, context: Context): Promise<Page> {
  return (await call(path, parameters, context)) as unknown as Page // other tests check the answer's shape
}

async function all(
  path: string,
  parameters: Readonly<Record<string, string>>,
  context: Context,
): Promise<ListedEvent[]> {
  const events: ListedEvent[] = []
  for (let since: Readonly<Record<string, string>> = {}; ; ) {
    const page = await changes(path, { ...parameters, ...since }, context)
    events.push(...page.events)
    if (!page.more) return events
    since = { since: page.next }
  }
}

function listed(home: Home, listPrice: number, more: Partial<Home> = {}): Home & { readonly listing: Listing } {
  const listing: Listing = { kind: 'sale', status: 'Active', listedBy: 'agent', ...home.listing, listPrice }
  return { ...home, ...more, listing }
}

const others = HOMES.filter(({ zpid }) => zpid !== RICH.zpid)

/** Makes a catalog in which the home with the most facts changes between states. */
function storyOf(...states: readonly (Home | undefined)[]): Context {
  return contextAfter(states.map((home) => ({ homes: home === undefined ? others : [...others, home] })))
}

test('an event has the time, the change and the home, and each changed key of documents', async () => {
  const context = storyOf(RICH, listed(RICH, 900_000, { facts: { ...RICH.facts, bedroomsTotal: 5, roof: 'Tile' } }))
  const { events, next, upTo, more } = await changes('/changes', {}, context)
  const [event] = events
  assert.deepEqual([events.length, more, next, upTo], [1, false, event?.cursor, event?.cursor])
  assert.deepEqual([event?.record, event?.zpid, event?.kinds], ['home', RICH.zpid, ['price', 'facts']])
  assert.equal(event?.address?.streetAddress, '1204 N Lamar Blvd')
  assert.equal(event?.price, 900_000)
  assert.ok(Math.abs(Date.parse(event?.at ?? '') - NOW_MS - MINUTE_MS) < MINUTE_MS)
  const byField = new Map(event?.changes.map(({ field, before, after }) => [field, [before, after]]))
  assert.deepEqual(byField.get('price'), [950_000, 900_000])
  assert.deepEqual(byField.get('bedrooms'), [4, 5])
  assert.deepEqual(byField.get('resoFacts.roofType') ?? byField.get('resoFacts.roof'), ['Metal', 'Tile'])
})

test('a change of each searchable column is an event', async () => {
  const changed: Home = {
    ...RICH,
    homeType: 'CONDO',
    facts: {
      ...RICH.facts,
      bedroomsTotal: 1,
      bathrooms: 1,
      livingArea: 1,
      lotSizeSquareFeet: 1,
      yearBuilt: 1901,
      associationFee: 1,
      parkingTotal: 1,
    },
    taxes: [],
  }
  const [event] = (await changes('/changes', {}, storyOf(RICH, changed))).events
  const fields = new Set(event?.changes.map(({ field }) => field))
  for (const field of [
    'homeType',
    'bedrooms',
    'bathrooms',
    'livingArea',
    'lotSize',
    'yearBuilt',
    'monthlyHoaFee',
    'taxAssessedValue',
    'resoFacts.parkingCapacity',
  ])
    assert.ok(fields.has(field), `${field} of ${[...fields].join(' ')}`)
})

test('homes that no search finds have events only if nothing is filtered', async () => {
  const { listing: _none, ...unlisted } = RICH
  const context = storyOf(unlisted, { ...unlisted, homeType: 'CONDO' })
  assert.deepEqual(
    (await all('/changes', {}, context)).map(({ kinds }) => kinds.join()),
    ['facts'],
  )
  for (const parameters of [{ location: 'Austin, TX' }, { listingStatus: 'For_Sale' }, { bed_min: '1' }])
    assert.deepEqual(await all('/changes', parameters as Readonly<Record<string, string>>, context), [])
})

test('kinds filter events, and pages of any length contain the same ones', async () => {
  const prices = [950_000, 940_000, 930_000, 930_000, 920_000].map((price) => listed(RICH, price))
  const context = storyOf(...prices, undefined, RICH)
  const whole = await all('/changes', {}, context)
  assert.deepEqual(
    whole.map(({ kinds }) => kinds.join()),
    ['price', 'price', 'price', 'gone', 'back'],
  )
  assert.deepEqual(await all('/changes', { resultCount: '2' }, context), whole)
  assert.deepEqual(await all('/changes', { kinds: 'gone, back', resultCount: '1' }, context), whole.slice(3))
  const behind = await changes('/changes', { since: whole[2]?.cursor ?? '' }, context)
  assert.deepEqual(behind.events, whole.slice(3))
  assert.deepEqual((await changes('/changes', { since: 'now' }, context)).events, [])
})

const SEARCHES: readonly [path: string, parameters: Readonly<Record<string, string>>][] = [
  ['/search/byaddress', { location: 'Austin, TX', listingStatus: 'For_Sale' }],
  ['/search/byaddress', { location: 'Austin, TX', listingStatus: 'Sold' }],
  ['/search/byaddress', { location: 'Austin, TX', listingStatus: 'For_Sale', listPriceRange: 'min:900000' }],
  ['/search/byaddress', { location: '78703', listingStatus: 'For_Sale', bed_min: '5' }],
  ['/search/bycoordinates', { latitude: '30.29', longitude: '-97.77', radius: '0.01', listingStatus: 'For_Sale' }],
  ['/search/bypolygon', { polygon: '30.28 -97.78,30.28 -97.76,30.30 -97.76,30.30 -97.78', listingStatus: 'For_Sale' }],
]

test('with a place and filters, exactly the events are listed whose home the search finds before or after', async () => {
  const moved = { ...RICH, point: { latitude: 40, longitude: -100 } }
  const sold = listed(RICH, 1)
  const states = [
    RICH,
    listed(RICH, 880_000),
    listed(RICH, 870_000, { facts: { ...RICH.facts, bedroomsTotal: 6 } }),
    moved,
    { ...sold, listing: { ...sold.listing, status: 'Closed' as const, closePrice: 800_000, closeDate: '2026-11-01' } },
    undefined,
  ]
  const context = storyOf(...states)
  for (const [path, parameters] of SEARCHES) {
    const isFound = await Promise.all(
      states.map(async (home) => {
        const answer = await call(path, parameters, smallContext({ homes: home === undefined ? [] : [home] }))
        return (answer as { resultsCount: { totalMatchingCount: number } }).resultsCount.totalMatchingCount > 0
      }),
    )
    const expected = states.slice(1).map((_, at) => isFound[at] || isFound[at + 1])
    const events = await all('/changes', parameters, context)
    const whole = await all('/changes', {}, context)
    assert.equal(whole.length, states.length - 1)
    assert.deepEqual(
      whole.map(({ cursor }) => events.some((event) => event.cursor === cursor)),
      expected,
      `${path} ${JSON.stringify(parameters)}`,
    )
  }
})

test('an address that must not be shown today is in no event, nor is its place, even if it was shown earlier', async () => {
  const hidden: Home = { ...listed(RICH, 930_000), address: { ...RICH.address, undisclosed: true } }
  const context = storyOf(RICH, listed(RICH, 940_000), hidden)
  const events = await all('/changes', {}, context)
  assert.deepEqual(
    events.map(({ kinds }) => kinds.join()),
    ['price', 'price,withheld'],
  )
  const text = JSON.stringify(events)
  for (const secret of ['Lamar', '30.29', RICH.parcelNumber ?? '']) assert.ok(!text.includes(secret), secret)
  const circle = { latitude: '30.29', longitude: '-97.77', radius: '0.05' }
  assert.deepEqual(await all('/changes', circle, context), [])
  assert.equal((await all('/changes', { location: 'Austin, TX' }, context)).length, 2)
})

test('a document lists the changes of its home on request, latest first', async () => {
  const context = storyOf(RICH, listed(RICH, 940_000), listed(RICH, 930_000))
  const document = async (parameters: Readonly<Record<string, string>>) =>
    (await call('/pro/byzpid', { zpid: String(RICH.zpid), ...parameters }, context)) as Partial<Record<string, unknown>>
  assert.deepEqual((await document({ changes: 'true' })).changes, (await all('/changes', {}, context)).toReversed())
  assert.ok(!('changes' in (await document({}))))
})

test('agents have events on request', async () => {
  const [agent, ...rest] = AGENTS
  assert.ok(agent)
  const context = contextAfter([
    { homes: HOMES, agents: AGENTS },
    { homes: [...others, listed(RICH, 5)], agents: [...rest, { ...agent, name: 'Another' }] },
  ])
  const recordsOf = async (records: string) => (await all('/changes', { records }, context)).map(({ record }) => record)
  assert.deepEqual(
    [await recordsOf('home'), await recordsOf('agent'), await recordsOf('home,agent')],
    [['home'], ['agent'], ['home', 'agent']],
  )
})

test('an incomplete area, several areas and a filter of no status are refused as in searches', async () => {
  const context = storyOf(RICH, listed(RICH, 5))
  const given: readonly Readonly<Record<string, string>>[] = [
    { latitude: '30' },
    { location: 'Austin, TX', polygon: '1 1,1 2,2 2' },
    { since: 'never' },
    { resultCount: '0' },
  ]
  for (const parameters of given)
    await assert.rejects(changes('/changes', parameters, context), { code: 'param.invalid' })
})

test('events of offers are filtered by place, price and kind', async () => {
  const [offer] = OFFERS.filter(({ price, hidePrice, goneSince }) => price !== undefined && !hidePrice && !goneSince)
  assert.ok(offer?.price)
  const cheaper = { ...offer, price: offer.price - 1 }
  const states = [[offer], [cheaper], [{ ...cheaper, goneSince: '2026-11-21' }], [cheaper], []]
  const context = contextAfter(states.map((offers) => ({ offers })))
  const here = { ...context, catalog: { ...context.catalog, search: smallContext({ offers: OFFERS }).catalog.search } }
  const kinds = async (parameters: Readonly<Record<string, string>>) =>
    (await all('/changes/offers', parameters, here)).map((event) => event.kinds.join())
  assert.deepEqual(await kinds({}), ['price', 'gone', 'back', 'gone'])
  assert.deepEqual(await kinds({ location: offer.province, searchType: offer.searchType }), [
    'price',
    'gone',
    'back',
    'gone',
  ])
  assert.deepEqual(await kinds({ priceRange: `min:${offer.price}` }), ['price'])
  assert.deepEqual(await kinds({ searchType: offer.searchType === 'For_Sale' ? 'For_Rent' : 'For_Sale' }), [])
  const [event] = (await changes('/changes/offers', { kinds: 'price' }, here)).events
  const price = event?.changes.find(({ field }) => field === 'price')
  assert.deepEqual([event?.id, price?.before, price?.after], [offer.offerId, offer.price, cheaper.price])
})

test('events of experiences are filtered by place and price', async () => {
  const [experience] = EXPERIENCES
  assert.ok(experience)
  const dearer = { ...experience, pricePerGuest: experience.pricePerGuest + 10 }
  const context = contextAfter([[experience], [dearer], []].map((experiences) => ({ experiences })))
  const search = smallContext({ experiences: EXPERIENCES }).catalog.search
  const here = { ...context, catalog: { ...context.catalog, search } }
  const events = await all('/changes/experiences', { searchDestinations: experience.country }, here)
  assert.deepEqual(
    events.map(({ kinds }) => kinds.join()),
    ['price', 'gone'],
  )
  const above = await all('/changes/experiences', { pricePerGuest_min: String(dearer.pricePerGuest) }, here)
  assert.equal(above.length, 2)
  assert.deepEqual(await all('/changes/experiences', { searchDestinations: 'Nowhere' }, here), [])
})

test('with before, the newest events come first, page by page, and a start before the stored changes is no error', async () => {
  const prices = [900_000, 890_000, 880_000, 870_000, 860_000]
  const context = storyOf(RICH, ...prices.map((price) => listed(RICH, price)))
  const oldestFirst = await all('/changes', {}, context)
  for (const since of ['', '2001-01-01', oldestFirst[1]?.cursor ?? '']) {
    const read: ListedEvent[] = []
    for (let before = 'now', more = true; more; ) {
      const page = await changes('/changes', { before, resultCount: '2', ...(since !== '' && { since }) }, context)
      assert.equal(page.upTo, oldestFirst.at(-1)?.cursor)
      read.push(...page.events)
      before = page.next
      more = page.more
    }
    const wanted = since.includes('.') ? oldestFirst.slice(2) : oldestFirst
    assert.deepEqual(read, wanted.toReversed(), since)
  }
})
