import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import type { PropertyPage, PropertyQuery, PropertySearch } from '../../src/catalog/ports/property-search.ts'
import { nextDown, nextUp } from '../../src/doors/odata/reading/nodes.ts'
import { listingClassOf } from '../../src/model/home-columns.ts'
import { searchTexts, wordsOf } from '../../src/model/search-text.ts'
import { HOMES } from '../operations/made-homes.ts'
import { OFFERS } from '../operations/made-portals.ts'
import { smallContext } from '../operations/small-catalog.ts'
import { asked, refusal, textOf } from './asked.ts'

/** Makes a context whose search of properties is modified. */
function searchedBy(change: (search: PropertySearch) => Partial<PropertySearch>): Context {
  const context = smallContext({ homes: HOMES, offers: OFFERS })
  const { properties } = context.catalog
  return { ...context, catalog: { ...context.catalog, properties: { ...properties, ...change(properties) } } }
}

const keysOf = async (context: Context, options: Readonly<Record<string, string>>) =>
  (await asked(context, '/Property', { $select: 'ListingKey', $top: '2000', ...options })).value.map(({ ListingKey }) =>
    textOf(ListingKey),
  )

/** Makes a page whose first record has changed since it was indexed. */
function outdated(page: PropertyPage): PropertyPage {
  const [first, ...others] = page.hits
  return { ...page, hits: first === undefined ? [] : [{ ...first, modifiedUs: first.modifiedUs - 1000 }, ...others] }
}

test('a page is searched again if a record changes before it is read, and is a 503 if that never ends', async () => {
  for (const outdatedTimes of [0, 1, 2, 3]) {
    let searches = 0
    const context = searchedBy(({ page }) => ({
      page: async (query) => (searches++ < outdatedTimes ? outdated(await page(query)) : page(query)),
    }))
    const answer = keysOf(context, { $filter: "City eq 'Austin'" })
    if (outdatedTimes < 3)
      assert.deepEqual(
        await answer,
        await keysOf(
          searchedBy(() => ({})),
          { $filter: "City eq 'Austin'" },
        ),
      )
    else {
      const { code, extras } = await refusal(answer)
      assert.deepEqual([code, extras.retryAfterS], ['server.busy', 2])
    }
    assert.equal(searches, Math.min(3, outdatedTimes + 1))
  }
})

test('texts that an import adds between two reads are also matched', async () => {
  let looks = 0
  const context = searchedBy(({ values }) => ({
    values: async (column) => (looks++ === 0 ? [] : values(column)),
  }))
  const all = searchedBy(() => ({}))
  const filter = { $filter: "startswith(City,'A')" }
  assert.deepEqual(await keysOf(context, filter), await keysOf(all, filter))
})

test('a page with more records than one read has all of them, in order', async () => {
  const keys = await keysOf(
    searchedBy(() => ({})),
    {},
  )
  assert.ok(keys.length > 400)
  assert.deepEqual(keys, keys.toSorted())
})

test('a filter that no record can match runs no search', async () => {
  const context = searchedBy(() => ({ page: () => assert.fail('searched') }))
  for (const filter of ['false', 'null', 'ListPrice gt INF', 'YearBuilt in (NaN)', "City eq 'x' and City eq 'y'"])
    assert.deepEqual(await keysOf(context, { $filter: filter }), [], filter)
})

test('any query is one search', async () => {
  const queries: PropertyQuery[] = []
  const context = searchedBy(({ page }) => ({
    page: (query) => {
      queries.push(query)
      return page(query)
    },
  }))
  const $filter = "(tolower(City) eq 'austin' or ListPrice ge 5) and not contains(City,'Z') and ListPrice lt 9000000"
  await asked(context, '/Property', {
    $filter,
    $orderby: 'ListPrice desc,ListingKey',
    $count: 'true',
    $skip: '2',
    $top: '3',
  })
  assert.equal(queries.length, 1)
  const { order, offset, limit, isCounted, where } = queries[0] as PropertyQuery
  assert.deepEqual(
    { order, offset, limit, isCounted },
    {
      order: [{ column: 'ListPrice', isDescending: true }],
      offset: 2,
      limit: 3,
      isCounted: true,
    },
  )
  assert.deepEqual(where.at(-1), { kind: 'range', column: 'ListPrice', min: -Infinity, max: nextDown(9_000_000) })
})

test('$search finds listed homes by words, phrases and operators', async () => {
  const context = searchedBy(() => ({}))
  const texts = HOMES.filter((home) => listingClassOf(home) !== undefined).map((home) => ({
    key: String(home.zpid),
    words: searchTexts(home).map((text) => ` ${wordsOf(text).join(' ')} `),
  }))
  const has = (part: string) => (words: readonly string[]) => words.some((text) => text.includes(` ${part} `))
  const [first = ''] = texts[0]?.words ?? []
  const [one = '', two = '', three = ''] = first.trim().split(' ')
  const phrase = `${one} ${two}`
  const searches: readonly (readonly [string, (words: readonly string[]) => boolean])[] = [
    [one, has(one)],
    [`"${phrase}"`, has(phrase)],
    [`"${two} ${one}"`, has(`${two} ${one}`)],
    [`${one} ${three}`, (words) => has(one)(words) && has(three)(words)],
    [`NOT ${one}`, (words) => !has(one)(words)],
    [
      `NOT (${one} OR "${phrase}") OR ${three}`,
      (words) => !(has(one)(words) || has(phrase)(words)) || has(three)(words),
    ],
    ['"…"', () => false],
    ['NOT "…"', () => true],
  ]
  for (const [$search, fits] of searches) {
    const expected = texts.filter(({ words }) => fits(words)).map(({ key }) => key)
    assert.deepEqual(await keysOf(context, { $search }), expected.sort(), $search)
  }
  assert.ok(texts.some(({ words }) => has(one)(words)) && texts.some(({ words }) => !has(one)(words)))
})

test('unsupported terms are refused with the supported ones', async () => {
  const context = searchedBy(() => ({}))
  const refusals: readonly (readonly [filter: string, code: string, sentence: RegExp])[] = [
    [
      "UnparsedAddress eq 'x'",
      'odata.malformed',
      /cannot be filtered by UnparsedAddress\. Allowed: City and ListingKey/,
    ],
    ["contains(PublicRemarks,'x')", 'odata.malformed', /PublicRemarks\. Allowed: .*\$search/],
    ["contains(ListingId,'x')", 'odata.malformed', /ListingId can be compared only with eq, ne and in/],
    ["ListingId gt 'x'", 'odata.malformed', /ListingId can be compared only with eq, ne and in/],
    ["ListPrice eq 'x'", 'odata.malformed', /ListPrice must be compared with a number .*, not with a text/],
    ["Coordinates eq geography'POINT(1 2)'", 'odata.malformed', /use geo.distance or geo.intersects/],
    ["View eq 'x'", 'odata.malformed', /View is a list: write View\/any/],
    ["City/any(x:x eq 'y')", 'odata.malformed', /City is not a list/],
    ['City', 'odata.malformed', /This must be a condition/],
    ['ListPrice add 5 gt 3', 'odata.unsupported', /"add": use a comparison of a field with a value/],
    ['year(CloseDate) eq 2020', 'odata.unsupported', /"year" is not supported here/],
    ["substring(City,1) eq 'x'", 'odata.unsupported', /"substring" is not supported here/],
    ['City eq StateOrProvince', 'odata.unsupported', /Two fields cannot be compared/],
    ['contains(City,StateOrProvince)', 'odata.unsupported', /two fields/],
    ['Media/any(m:m/Order eq 1)', 'odata.unsupported', /"Media" cannot be searched/],
    ['View/any(v:City eq v)', 'odata.unsupported', /"City" is not supported inside any/],
    ['View/$count gt 1', 'odata.unsupported', /"View\/\$count" cannot be searched/],
    [
      "geo.distance(Coordinates,geography'POINT(1 2)') gt 5",
      'odata.unsupported',
      /write geo.distance|use geo.distance/,
    ],
  ]
  for (const [$filter, code, sentence] of refusals) {
    const { code: given, message } = await refusal(keysOf(context, { $filter }))
    assert.equal(given, code, $filter)
    assert.match(message, sentence, $filter)
  }
  for (const [$orderby, sentence] of [
    ['UnparsedAddress', /cannot be sorted by UnparsedAddress\. Allowed: City and ListingKey/],
    ['PropertySubType', /cannot be sorted by PropertySubType/],
    ['Nothing', /no field "Nothing"/],
  ] as const)
    assert.match((await refusal(keysOf(context, { $orderby }))).message, sentence)
})

test('no double is between a number and the next double', () => {
  for (const value of [0, -0, 1, -1, 0.1, 500_000, 2 ** 53, -(2 ** 53), 1e300, Number.MIN_VALUE, -1e-300]) {
    const [up, down] = [nextUp(value), nextDown(value)]
    assert.ok(down < value && value < up, String(value))
    assert.ok(Math.abs(value) < 1e-290 || [value, up].includes((value + up) / 2), String(value))
  }
  assert.equal(nextUp(Number.MAX_VALUE), Number.POSITIVE_INFINITY)
  assert.equal(nextDown(Number.POSITIVE_INFINITY), Number.MAX_VALUE)
})
