import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import type { JsonRow } from './asked.ts'
import { query } from './core-doors.ts'
import { DoorServer, type ODataAnswer } from './door-server.ts'
import { MadeCatalog } from './made-catalog.ts'
import { writeOddWorld } from './odd-world.ts'

const RUNS = 1500

const NAMES = ['Property', 'Member', 'Office', 'Media', 'OpenHouse', 'Lookup', 'EntityEvent', '$metadata', '$batch', '']
const FIELDS = [
  'ListPrice',
  'City',
  'Cooling',
  'Coordinates',
  'ModificationTimestamp',
  'EntityEventSequence',
  'Nothing',
]
const OPTIONS = [
  '$filter',
  '$select',
  '$orderby',
  '$expand',
  '$search',
  '$top',
  '$skip',
  '$count',
  '$format',
  '$skiptoken',
]
const PIECES = [
  FIELDS,
  ['eq', 'ne', 'gt', 'in', 'has', 'and', 'or', 'not', 'add', 'div', 'mod', '-', '(', ')', ',', '/', ':', ';', '='],
  ['null', 'true', 'INF', '-INF', 'NaN', '1e300', '-1', '0', '1.5', "'a'", "''", "'", '"', '2026-01-31', '10:00:00'],
  ['2026-01-31T00:00:00Z', "duration'P1D'", "geography'SRID=4326;POINT(-97 30)'", 'now()', 'mindatetime()', '()'],
  ['contains', 'startswith', 'geo.distance', 'substring', 'length', 'year', 'any(', 'all(x:', 'x', '$it', '$count'],
  ['ListAgent', 'Media', '*', 'asc', 'desc', '$filter=', '$top=1', 'AND', 'NOT', '\u0000', '\ud800', 'ł😀', '%', '+'],
].flat()
const HEADERS = {
  accept: [
    'application/json',
    'application/xml',
    '*/*',
    'text/plain',
    'nothing',
    'application/json;odata.metadata=full',
  ],
  prefer: ['odata.maxpagesize=1', 'maxpagesize=0', 'maxpagesize=-1', 'omit-values=nulls', 'respond-async', ',;="'],
  'odata-maxversion': ['4.0', '4.01', '3.0', 'x'],
  'odata-version': ['4.0', '2.0'],
  'if-none-match': ['*', '"x"'],
  'content-type': ['application/json', 'x'],
}

const piece = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string() })
const value = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(' '))
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const options = fc.array(
  fc.tuple(
    fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...OPTIONS) }, { weight: 1, arbitrary: fc.string() }),
    fc.oneof(value, fc.nat(3000).map(String)),
  ),
  { maxLength: 3 },
)
const key = fc.oneof(
  fc.constantFrom(
    "('7001')",
    '(7001)',
    "('a''b')",
    "(ListingKey='7001')",
    '()',
    "('",
    "('%2F')",
    '(99999999999999999999)',
  ),
  fc.string().map((text) => `(${encoded(text)})`),
)
const path = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.oneof(fc.constant(''), key),
    fc.array(
      fc.constantFrom('/', '//', '/Media', '/ListPrice', '/$count', '/$value', '/$ref', '/ListAgent', '/%', '/%ff'),
      {
        maxLength: 2,
      },
    ),
  )
  .map(([name, named, more]) => `/${name}${named}${more.join('')}`)
const headers = fc.record(
  Object.fromEntries(Object.entries(HEADERS).map(([name, values]) => [name, fc.constantFrom(...values)])),
  { requiredKeys: [] },
)

/** Checks that OData clients can read the answer, and that it is not an error of the service itself. */
function assertReadable({ status, headers: had, body, text }: ODataAnswer<JsonRow>, told: string): void {
  if (status === 304) return
  assert.ok(status === 200 || (status >= 400 && status < 500) || status === 501, `${told} is a ${status}: ${text}`)
  if (status === 200) {
    assert.match(String(had['odata-version']), /^4\.0/, told)
    return
  }
  assert.match(String(had['content-type']), /^application\/json/, told)
  const { code, message, details } = body.error as JsonRow
  assert.ok(typeof code === 'string' && typeof message === 'string' && message !== '', `${told}: ${text}`)
  if (status === 501) assert.equal(code, 'odata.unsupported', told)
  for (const detail of (details ?? []) as readonly JsonRow[])
    assert.ok(typeof detail.code === 'string' && typeof detail.message === 'string', `${told}: ${text}`)
}

suite('hostile calls', () => {
  let made: MadeCatalog
  let door: DoorServer

  before(() => {
    made = MadeCatalog.holding(writeOddWorld)
    door = new DoorServer(made.context)
  })
  after(() => {
    door.close()
    made.remove()
  })

  const refused = async (address: string, status: number, pattern: RegExp) => {
    const answer = await door.ask<JsonRow>(address)
    assertReadable(answer, address.slice(0, 200))
    assert.deepEqual([answer.status, pattern.test(answer.text)], [status, true], answer.text.slice(0, 300))
  }

  test('random paths, options and headers never make the service fail, and refusals have the form of OData', async () => {
    await fc.assert(
      fc.asyncProperty(path, options, headers, async (asked, given, sent) => {
        const text = given.map(([name, one]) => `${encoded(name).replace('%24', '$')}=${encoded(one)}`).join('&')
        const address = `${asked}${text === '' ? '' : `?${text}`}`
        assertReadable(await door.ask<JsonRow>(address, sent), address)
      }),
      { numRuns: RUNS },
    )
  })

  test('invalid UTF-8 and incomplete escapes are refused', async () => {
    for (const address of ['/Property?$filter=%', '/Property?$filter=%ff', '/Property?%zz=1', "/Property('%')", '/%ff'])
      assertReadable(await door.ask<JsonRow>(address), address)
  })

  test('nesting is refused from one level above the limit', async () => {
    const nested = (levels: number) => `${'('.repeat(levels)}true${')'.repeat(levels)}`
    assert.equal((await door.ask(`/Property?${query({ $filter: nested(100), $top: 1 })}`)).status, 200)
    await refused(`/Property?${query({ $filter: nested(101) })}`, 400, /nested at most 100 levels deep/)
    await refused(
      `/Property?${query({ $filter: `${'not '.repeat(5000)}true` })}`,
      400,
      /nested at most 100 levels deep/,
    )
    await refused(`/Property?${query({ $search: `${'NOT '.repeat(2000)}a` })}`, 400, /nested at most 100 levels deep/)
  })

  test('a list after in is refused from one value above the limit', async () => {
    const items = (count: number) => `YearBuilt in (${Array.from({ length: count }, (_, i) => i).join(',')})`
    assert.equal((await door.ask(`/Property?${query({ $filter: items(1000) })}`)).status, 200)
    await refused(`/Property?${query({ $filter: items(1001) })}`, 400, /1,001 items/)
  })

  test('terms are refused from one above the limit', async () => {
    const terms = (count: number, joint: string) => Array.from({ length: count }, () => 'true').join(joint)
    for (const joint of [' or ', ' and ']) {
      assert.equal((await door.ask(`/Property?${query({ $filter: terms(100, joint), $top: 1 })}`)).status, 200)
      await refused(`/Property?${query({ $filter: terms(101, joint) })}`, 400, /101 terms/)
    }
  })

  test('fields of $orderby are refused from one above the limit', async () => {
    const fields = (count: number) => Array.from({ length: count }, () => 'ListPrice').join(',')
    assert.equal((await door.ask(`/Property?${query({ $orderby: fields(5), $top: 1 })}`)).status, 200)
    await refused(
      `/Property?${query({ $orderby: fields(6) })}`,
      400,
      /\$orderby has 6 fields, but at most 5 are allowed/,
    )
  })

  test('ten thousand terms are refused, in every option', async () => {
    const many = (text: string, joint: string) => Array.from({ length: 10_000 }, () => text).join(joint)
    for (const [option, text] of [
      ['$filter', many('a', ' or ')],
      ['$filter', many('a eq', ' ')],
      ['$filter', `contains(${many('1', ',')})`],
      ['$orderby', many('ListPrice', ',')],
      ['$select', many('Nothing', ',')],
      ['$search', many('a', ' ')],
      ['$expand', many('Media', ',')],
      ['$expand', many('Media($expand=Media', '').slice(0, 20_000)],
    ] as const) {
      const answer = await door.ask<JsonRow>(`/Property?${option}=${encodeURIComponent(text).replaceAll('%20', '+')}`)
      assertReadable(answer, `${option}=${text.slice(0, 30)}`)
      assert.ok(answer.status >= 400, `${option}=${text.slice(0, 30)} is a ${answer.status}`)
    }
  })

  test('nested expansions are refused from one level above the limit', async () => {
    await refused('/Property?$expand=ListAgent($expand=Office($expand=Nothing($expand=Nothing)))', 400, /./)
  })

  test('a link is refused to another caller, and so is a forged token', async () => {
    const page = await door.page('/Property?$top=20', { prefer: 'odata.maxpagesize=5' })
    const link = page['@odata.nextLink'] ?? ''
    assert.equal((await door.ask(link)).status, 200)
    await refused(link.replace('$top=20', '$top=21'), 410, /odata\.link_expired/)
    await refused('/Property?$skiptoken=x', 400, /nextLink/)
  })
})
