import assert from 'node:assert/strict'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { fixedClock } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import { AGENTS, OFFICES } from '../operations/made-homes.ts'
import { PEOPLE } from '../operations/made-people.ts'
import { oddHome } from '../search/odd-homes.ts'
import { oddOffer } from '../search/odd-records.ts'
import { asked, followed, type JsonPage, type JsonRow, refusal } from './asked.ts'
import { MadeCatalog } from './made-catalog.ts'

const HOMES = 120
const OFFERS = 20
/** As a number, this id is greater than the ids of homes. As a string, it sorts between them. */
const FIRST_OFFER = 10_500
const PAGE = 7
/** Maximum number of pages of a copy, so that an endless copy fails. */
const PAGES_MAX = 400
/** A page size greater than the number of rows written in a millisecond, because some clients continue by time. */
const MOMENTS_PAGE = 60
const COMMITS_MAX = 12
const FIRST_MS = Date.UTC(2026, 4, 1)

function home(zpid: number, listPrice: number): Home {
  return oddHome(zpid, {
    point: { latitude: 30, longitude: -97 },
    listing: { listPrice, photos: [{ url: `https://a.example/${zpid}` }, { url: `https://b.example/${zpid}` }] },
  })
}

suite('a copy made during imports', () => {
  let made: MadeCatalog
  /** Keys of records that no import has changed since the copy began. */
  let untouched: Set<string>
  let commits: number

  beforeEach(() => {
    made = new MadeCatalog()
    commits = 0
    // several commits, because all records of a commit have almost the same time
    for (let from = 0; from < HOMES; from += 30)
      made.write((writer) => {
        if (from === 0) for (const office of OFFICES) writer.put('office', office)
        if (from === 0) for (const agent of AGENTS) writer.put('agent', agent)
        for (let i = from; i < from + 30; i++) writer.put('home', home(1000 + i * 3, i))
        for (let i = 0; i < OFFERS && from === 30; i++) writer.put('offer', oddOffer(FIRST_OFFER + i, { price: i }))
      }, clockAt(from))
    untouched = new Set([
      ...Array.from({ length: HOMES }, (_, i) => String(1000 + i * 3)),
      ...Array.from({ length: OFFERS }, (_, i) => String(FIRST_OFFER + i)),
    ])
  })
  afterEach(() => made.remove())

  /** Changes, adds and removes some records before, at and after the position that a copy has reached. */
  async function commit(): Promise<void> {
    const n = commits++
    const [changed, removed] = [(n * 37) % HOMES, (n * 53 + 11) % HOMES].map((i) => 1000 + i * 3) as [number, number]
    made.write(
      (writer) => {
        writer.put('home', home(changed, 1_000_000 + n))
        writer.put('home', home(1001 + ((n * 29) % HOMES) * 3, n))
        if (removed !== changed) writer.remove('home', removed)
        writer.put('offer', oddOffer(FIRST_OFFER + (n % OFFERS), { price: 9000 + n }))
      },
      clockAt(1000 + n),
    )
    for (const key of [changed, removed, FIRST_OFFER + (n % OFFERS)]) untouched.delete(String(key))
    await made.refresh()
  }

  async function copied(
    begin: () => Promise<JsonPage>,
    goOn: (page: JsonPage) => Promise<JsonPage | undefined>,
    everyPages = 3,
  ): Promise<readonly JsonRow[]> {
    let page = await begin()
    const rows = [...page.value]
    for (let pages = 1; ; pages++) {
      assert.ok(pages < PAGES_MAX, 'it never ends')
      if (pages % everyPages === 0 && commits < COMMITS_MAX) await commit()
      const next = await goOn(page)
      if (next === undefined) break
      page = next
      rows.push(...page.value)
    }
    assert.ok(commits > 2, 'too little was changed meanwhile')
    return rows
  }

  const byLink = (page: JsonPage) => {
    const link = page['@odata.nextLink']
    return link === undefined ? Promise.resolve(undefined) : followed(made.context, link, PREFER)
  }
  const PREFER = { prefer: `odata.maxpagesize=${PAGE}` }

  function assertWhole(rows: readonly JsonRow[]): void {
    const counts = Map.groupBy(rows, (row) => String(row.ListingKey))
    for (const key of untouched) assert.equal(counts.get(key)?.length, 1, key)
  }

  test('by @odata.nextLink has each record that stayed exactly once', async () => {
    const rows = await copied(() => asked(made.context, '/Property', {}, PREFER), byLink)
    assertWhole(rows)
    const keys = rows.map((row) => row.ListingKey)
    assert.equal(new Set(keys).size, keys.length)
  })

  test('by @odata.nextLink has each picture of a record that stayed exactly once', async () => {
    const rows = await copied(() => asked(made.context, '/Media', {}, PREFER), byLink)
    const keys = rows.map((row) => row.MediaKey)
    assert.equal(new Set(keys).size, keys.length)
    const counts = Map.groupBy(rows, (row) => row.ResourceRecordKey)
    for (const key of untouched) if (Number(key) < FIRST_OFFER) assert.equal(counts.get(key)?.length, 2, key)
  })

  test('by @odata.nextLink filtered and ordered by time has each record that stayed, and changed ones again', async () => {
    const options = { $filter: 'ModificationTimestamp ge 2023-01-01T00:00:00Z', $orderby: 'ModificationTimestamp asc' }
    const rows = await copied(() => asked(made.context, '/Property', options, PREFER), byLink)
    assertWhole(rows)
    const moments = rows.map((row) => String(row.ModificationTimestamp))
    assert.deepEqual(moments, moments.toSorted())
  })

  test('by @odata.nextLink in the order of values has each record that stayed once', async () => {
    const options = { $orderby: 'ListPrice desc', $select: 'ListingKey,ListPrice' }
    assertWhole(await copied(() => asked(made.context, '/Property', options, PREFER), byLink))
  })

  for (const [direction, operator, first] of [
    ['asc', 'ge', '1970-01-01T00:00:00.000Z'],
    ['desc', 'le', '2027-01-01T00:00:00.000Z'],
  ] as const)
    test(`by times, ${direction === 'asc' ? 'oldest' : 'newest'} first, has each record that stayed`, async () => {
      let bound: string = first
      const ask = () =>
        asked(made.context, '/Property', {
          $top: String(MOMENTS_PAGE),
          $filter: `ModificationTimestamp ${operator} ${bound}`,
          $orderby: `ModificationTimestamp ${direction}`,
        })
      const rows = await copied(
        ask,
        async ({ value }) => {
          if (value.length === 0) return undefined
          const last = String(value.at(-1)?.ModificationTimestamp)
          const stepMs = last === bound ? (direction === 'asc' ? 1 : -1) : 0
          bound = new Date(Date.parse(last) + stepMs).toISOString()
          return ask()
        },
        1,
      )
      const keys = new Set(rows.map((row) => row.ListingKey))
      for (const key of untouched) assert.ok(keys.has(key), key)
    })

  test('by event numbers has the last state of each record, and reports deleted ones', async () => {
    const state = new Map<string, JsonRow>()
    let last = 0
    for (let polls = 0; polls < PAGES_MAX; polls++) {
      const { value: events } = await asked(made.context, '/EntityEvent', {
        $filter: `EntityEventSequence gt ${last} and ResourceName eq 'Property'`,
        $top: '20',
      })
      if (events.length === 0 && commits >= 10) break
      const keys = events.map((event) => String(event.ResourceRecordKey))
      const $filter = `ListingKey in (${keys.map((key) => `'${key}'`).join(',')})`
      const { value: rows } = keys.length === 0 ? { value: [] } : await asked(made.context, '/Property', { $filter })
      for (const key of keys) state.delete(key)
      for (const row of rows) state.set(String(row.ListingKey), row)
      last = Number(events.at(-1)?.EntityEventSequence ?? last)
      if (commits < 10) await commit()
    }
    const { value } = await asked(made.context, '/Property', { $top: '2000' })
    assert.deepEqual([...state.values()].sort(byKey), [...value].sort(byKey))
  })

  test('by $skip has each record that stayed, if nothing was removed during the copy', async () => {
    const rows: JsonRow[] = []
    for (let skip = 0; ; skip += 10) {
      const { value } = await asked(made.context, '/Property', { $top: '10', $skip: String(skip) })
      if (value.length === 0) break
      rows.push(...value)
      made.write((writer) => writer.put('home', home(1000, skip + 5_000_000)))
      await made.refresh()
    }
    assertWhole(rows)
    assert.equal(new Set(rows.map((row) => row.ListingKey)).size, rows.length)
  })

  test('a link of another key, another query or another catalog is a 410, and garbage a 400', async () => {
    const { context } = made
    const link = (await asked(context, '/Property', {}, PREFER))['@odata.nextLink'] ?? ''
    const codeOf = async (given: string, more = {}) => (await refusal(followed(made.context, given, more))).code
    assert.equal(await codeOf(link, { keyId: 'k2' }), 'odata.link_expired')
    assert.equal(await codeOf(link.replace('?', '?$filter=ListPrice%20gt%201&')), 'odata.link_expired')
    assert.equal(await codeOf(link.replace('/Property', '/Media')), 'odata.link_expired')
    const token = new URL(link).searchParams.get('$skiptoken') ?? ''
    assert.equal(await codeOf(link.replace(token, `${token.slice(0, 4)}AAAA${token.slice(8)}`)), 'odata.link_expired')
    for (const garbage of ['x', 'AAAAAAAAAAAAAAAAAAAA', '%00', token.slice(0, 14), `${token}x`, 'null'])
      assert.match(
        await codeOf(link.replace(token, garbage)),
        /^odata\.(malformed|link_expired)$/,
        `${garbage} is no token`,
      )
    for (const garbage of ['x', 'AAAAAAAAAAAAAAAAAAAA', 'null'])
      assert.equal(await codeOf(link.replace(token, garbage)), 'odata.malformed', garbage)
    made.replace((writer) => {
      for (let i = 0; i < 30; i++) writer.put('home', home(1000 + i, i))
    })
    await made.refresh()
    assert.equal(await codeOf(link), 'odata.link_expired')
  })

  test('a link is valid across imports and reopened catalogs', async () => {
    const link = (await asked(made.context, '/Property', {}, PREFER))['@odata.nextLink'] ?? ''
    const next = await followed(made.context, link, PREFER)
    await commit()
    assert.equal((await followed(made.context, link, PREFER)).value.length, next.value.length)
  })
})

suite('data that must not be shown', () => {
  const SECRET = '13 Hidden Lane'

  test('the street of an undisclosed address, an estimate that its listing forbids and the people of public records are absent', async () => {
    const made = MadeCatalog.holding((writer) => {
      const hidden = oddHome(1, {
        point: { latitude: 30.123456, longitude: -97.123456 },
        address: { streetAddress: SECRET, undisclosed: true, censusTract: '48453001234' },
        listing: { description: 'A home.' },
      })
      writer.put('home', { ...hidden, sourceKey: SECRET, parcelNumber: SECRET })
      const estimate = { value: 777_123, low: 700_001, high: 800_001, asOf: '2026-05-01' }
      for (const person of PEOPLE) writer.put('person', person)
      for (const agent of AGENTS) writer.put('agent', agent)
      writer.put('home', { ...oddHome(2, { listing: { noValuation: true } }), estimate })
    })
    try {
      for (const resource of ['Property', 'EntityEvent', 'Lookup', 'Member']) {
        const text = JSON.stringify(await asked(made.context, `/${resource}`))
        for (const secret of [
          SECRET,
          'Hidden',
          '30.123456',
          '97.123456',
          '48453001234',
          '777123',
          ...PEOPLE.map(({ name }) => name),
        ])
          assert.ok(!text.includes(secret), `${resource} tells ${secret}`)
      }
      for (const $filter of ["contains(UnparsedAddress,'Hidden')", 'Latitude gt 0', "startswith(StreetNumber,'13')"]) {
        const answer = await asked(made.context, '/Property', { $filter }).catch(() => ({ value: [] }))
        assert.deepEqual(answer.value, [], $filter)
      }
      assert.deepEqual((await asked(made.context, '/Property', { $search: 'Hidden' })).value, [])
    } finally {
      made.remove()
    }
  })

  test('metadata name only fields that some record has, and no people if there are none', async () => {
    const made = MadeCatalog.holding((writer) => writer.put('home', oddHome(1)))
    try {
      const metadata = await asked<Record<string, Record<string, object>>>(made.context, '/$metadata', {
        $format: 'json',
      })
      const { Container: _container, ...types } = metadata['org.reso.metadata'] ?? {}
      assert.deepEqual(Object.keys(types), ['Property', 'Lookup', 'EntityEvent'])
      for (const absent of ['LivingArea', 'Cooling', 'ListAgentKey', 'ClosePrice', 'Media', 'Coordinates'])
        assert.ok(!(absent in (types.Property ?? {})), absent)
    } finally {
      made.remove()
    }
  })
})

function clockAt(n: number) {
  return fixedClock(FIRST_MS + n * 1000)
}

function byKey(one: JsonRow, other: JsonRow): number {
  return String(one.ListingKey) < String(other.ListingKey) ? -1 : 1
}
