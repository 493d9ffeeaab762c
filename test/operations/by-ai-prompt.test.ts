import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { call } from './call.ts'
import { smallContext } from './small-catalog.ts'

interface Body {
  readonly resultsCount: { readonly totalMatchingCount: number }
  readonly pagesInfo: { readonly currentPage: number }
  readonly locations: readonly { readonly query: string; found: boolean }[]
  readonly applied: readonly { readonly words: string; readonly parameter: string; readonly value: string }[]
  readonly dropped: readonly { readonly words: string; readonly why: string }[]
  readonly ambiguous: readonly { readonly words: string; readonly why: string }[]
  readonly searchResults: readonly { readonly property: Pick<Home, 'zpid'> }[]
}

const context = smallContext()

async function ask(sentence: string, others: Readonly<Record<string, string>> = {}): Promise<Body> {
  return (await call('/search/byaiprompt', { ai_search_prompt: sentence, ...others }, context)) as Body
}

async function refusalOf(sentence: string): Promise<string> {
  try {
    await ask(sentence)
  } catch (fault) {
    assert(fault instanceof Fault)
    assert.equal(fault.code, 'param.invalid')
    return fault.message
  }
  throw new Error(`${sentence} is not refused`)
}

suite('a sentence has the same answer as the search by address that it means', () => {
  const AUSTIN = { location: 'Austin, TX' }
  for (const [sentence, asked] of [
    ['houses for sale in Austin, TX', { listingStatus: 'For_Sale', homeType: 'Houses' }],
    [
      '4 bedrooms or more for sale in Austin, TX with a pool',
      { listingStatus: 'For_Sale', bed_min: '4', otherAmenities: 'Must have pool' },
    ],
    ['rentals in Austin, TX under $2,000 a month', { listingStatus: 'For_Rent', listPriceRange: 'max:2000' }],
    ['homes sold in Austin, TX in the last 12 months', { listingStatus: 'Sold', soldInLast: '12_months' }],
    ['cheapest homes for sale in Austin, TX', { listingStatus: 'For_Sale', sortOrder: 'Price_Low_to_High' }],
    ['for sale in Austin, TX, page 2', { listingStatus: 'For_Sale', page: '2' }],
  ] as const) {
    test(sentence, async () => {
      const { applied, dropped, ambiguous, ...body } = await ask(sentence)
      assert.deepEqual(body, await call('/search/byaddress', { ...AUSTIN, ...asked }, context))
      assert.ok(applied.length > 1)
      assert.deepEqual([dropped, ambiguous], [[], []])
    })
  }
})

test('a sentence may require more bedrooms than the parameter allows', async () => {
  const four = await ask('4 bedroom homes for sale in Austin')
  assert.ok(four.resultsCount.totalMatchingCount > 0)
  assert.equal((await ask('6 bedroom homes for sale in Austin')).resultsCount.totalMatchingCount, 0)
  const { applied } = await ask('6 bedroom homes for sale in Austin')
  const ends = applied.filter(({ parameter }) => parameter.startsWith('bed_'))
  assert.deepEqual(
    ends.map(({ value }) => value),
    ['6', '6'],
  )
})

test('parameters take precedence over the sentence, which is reported', async () => {
  const body = await ask('newest homes for sale in Austin, page 7', {
    sortOrder: 'Price_High_to_Low',
    page: '1',
    keywords: 'lamar',
  })
  assert.equal(body.pagesInfo.currentPage, 1)
  assert.deepEqual(
    body.dropped.map(({ words }) => words),
    ['newest', 'page 7'],
  )
  const same = { location: 'Austin', listingStatus: 'For_Sale', sortOrder: 'Price_High_to_Low', keywords: 'lamar' }
  const expected = (await call('/search/byaddress', same, context)) as Body
  assert.ok(expected.searchResults.length > 0)
  assert.deepEqual(body.searchResults, expected.searchResults)
})

test('conditions for other listings are reported as without effect, and the rest applies', async () => {
  const { dropped, applied } = await ask('homes for sale in Austin that allow cats')
  assert.deepEqual(
    dropped.map(({ words, why }) => [words, why]),
    [['allow cats', 'pets applies to For_Rent, not to For_Sale.']],
  )
  assert.ok(applied.some(({ parameter }) => parameter === 'location'))
})

test('a place that the catalog lacks is an empty answer that says so', async () => {
  const body = await ask('houses for sale in Timbuktu')
  assert.deepEqual(body.searchResults, [])
  assert.deepEqual(
    body.locations.map(({ query, found }) => [query, found]),
    [['Timbuktu', false]],
  )
})

test('a sentence without a place, or about two kinds of listings, is refused with the allowed forms', async () => {
  assert.match(
    await refusalOf('3 bed house with a pool'),
    /^ai_search_prompt must name a place, as in ".*; you sent "3 bed/,
  )
  assert.match(await refusalOf('houses to rent or buy in Austin'), /"to rent" and "buy" are different searches/)
})

test('the word for the portal appears in the applied conditions', async () => {
  const { applied } = await ask('homes for sale in Austin listed in the last 7 days')
  assert.ok(applied.some(({ parameter, value }) => parameter === 'daysOnPortal' && value === '7_days'))
})
