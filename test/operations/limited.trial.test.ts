import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import type { Query } from '../../src/catalog/ports/query.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { listingClassOf } from '../../src/model/home-columns.ts'
import { currentPrice } from '../../src/model/market-state.ts'
import { hearSearch } from '../../src/service/operations/heard-search.ts'
import { LIMITABLE, limitedContext, type SeenHomes } from '../../src/service/operations/limited.ts'
import { gatherSample } from '../sample/trial.ts'
import { call, operationAt } from './call.ts'
import { filled } from './filled.ts'
import { ABOUT_CHANGES, aboutBuilding, aboutHome, aboutMarket, aboutPlace, type Question } from './questions.ts'
import { WORDS } from './small-catalog.ts'

const REFUSAL = new Fault('key.limited', 'Not within the limit.')

/** Operations whose answers about a home do not depend on other homes. */
const ABOUT_ITSELF = ['/byzpid', '/pricehistory', '/taxinfo', '/propimages', '/climate', '/graph_charts']

const { records } = await gatherSample(400, 7)
const context = filled(records, WORDS)
const cities = Map.groupBy(records.home, ({ address }) => `${address.city}, ${address.state}`)
const [[city, inCity] = ['', []]] = [...cities].sort(([, one], [, other]) => other.length - one.length)

/** Returns the answer or the refusal of a call as text, without the values that were sent. */
async function textOf([path, parameters]: Question, within: Context): Promise<string> {
  let text: string
  try {
    text = JSON.stringify(await call(path, parameters, within))
  } catch (error) {
    if (!(error instanceof Fault) || error.status >= 500) throw error
    text = JSON.stringify({ detail: error.message, ...error.extras })
  }
  return Object.values(parameters).reduce((left, sent) => (sent.length < 12 ? left : left.replaceAll(sent, '')), text)
}

function isLimitable([path]: Question): boolean {
  return LIMITABLE.has(path)
}

/** Makes all limitable calls about all homes, and checks that no answer shows a home outside the limit. */
async function showsOnly(allowed: readonly Home[], seen: SeenHomes): Promise<Context> {
  const limited = await limitedContext(context, seen, () => REFUSAL)
  const inside = new Set(allowed.map(({ zpid }) => zpid))
  const outside = records.home.filter(({ zpid }) => !inside.has(zpid))
  assert.ok(inside.size > 3 && outside.length > 50, `${inside.size} inside, ${outside.length} outside`)
  const streets = new Set(allowed.map(({ address }) => address.streetAddress))
  const hidden = outside
    .map(({ address }) => address.streetAddress)
    .filter((street) => street !== '' && !streets.has(street))
  const questions = [
    ...[...allowed.slice(0, 30), ...outside.slice(0, 60)].flatMap(aboutHome),
    ...records.building.slice(0, 10).flatMap(aboutBuilding),
    ...aboutPlace(city),
    ...aboutPlace('USA'),
    ...aboutMarket(),
  ].filter(isLimitable)
  assert.deepEqual(new Set(questions.map(([path]) => path)), LIMITABLE)
  let shown = 0
  for (const question of questions) {
    const text = await textOf(question, limited)
    for (const [, zpid = ''] of text.matchAll(/"zpid":"?(\d+)/g)) {
      shown += 1
      assert.ok(inside.has(Number(zpid)), `${question[0]} ${JSON.stringify(question[1])} shows ${zpid}`)
    }
    const street = hidden.find((each) => text.includes(`"${each}`))
    assert.equal(street, undefined, `${question[0]} ${JSON.stringify(question[1])} shows ${street}`)
  }
  assert.ok(shown > 50)
  for (const { zpid } of outside.slice(0, 20))
    await assert.rejects(call('/pro/byzpid', { zpid: String(zpid) }, limited), /no property in this catalog has the id/)
  for (const { zpid } of allowed.slice(0, 10)) {
    for (const path of ABOUT_ITSELF) {
      const more = path === '/graph_charts' ? { which: 'zestimate_history', recent_first: 'True' } : {}
      const question: Question = [path, { [path === '/byzpid' ? 'zpid' : 'byzpid']: String(zpid), ...more }]
      assert.equal(await textOf(question, limited), await textOf(question, context), `${path} ${zpid}`)
    }
  }
  for (const listingStatus of ['For_Sale', 'For_Rent', 'Sold'] as const) {
    const bounds = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }
    const all = { ...bounds, listingStatus }
    const { resultsCount } = (await call('/search/bymapbounds', all, limited)) as {
      readonly resultsCount: { readonly ungroupedResultCount: number }
    } // every search answers this
    const hearing = { handling: 'normal', verb: 'test' } as const
    const { query } = await hearSearch({ path: '/search/bymapbounds', query: Object.entries(all) }, context, hearing)
    const { zpids } = await context.catalog.search('home').selectAll(query as Query, []) // a search of homes
    const expected = [...zpids].filter((zpid) => inside.has(zpid)).length
    assert.equal(resultsCount.ungroupedResultCount, expected, listingStatus)
  }
  return limited
}

suite('a caller who may see only some homes', () => {
  test('sees only homes in the places of the key, listed or not, with the same figures as other callers', async () => {
    await showsOnly(inCity, { places: [city] })
  })

  test('sees only the results of the search of the token', async () => {
    const parameters = { location: 'USA', listingStatus: 'Sold', listPriceRange: 'max:500000' }
    const cheap = records.home.filter(
      (home) => listingClassOf(home) === 'Sold' && (currentPrice(home) ?? Number.POSITIVE_INFINITY) <= 500_000,
    )
    await showsOnly(cheap, { search: { path: '/search/byaddress', parameters } })
  })

  test('sees only homes that are within both limits', async () => {
    const parameters = { location: 'USA', listingStatus: 'Sold' }
    const sold = inCity.filter((home) => listingClassOf(home) === 'Sold')
    await showsOnly(sold, { places: [city], search: { path: '/search/byaddress', parameters } })
  })

  test('is refused if a place of the key is unknown, and for past days and changes', async () => {
    const refused = (asked: Promise<unknown>) => assert.rejects(asked, (error) => error === REFUSAL)
    await refused(limitedContext(context, { places: ['Nowhere At All, ZZ'] }, () => REFUSAL))
    const limited = await limitedContext(context, { places: [city] }, () => REFUSAL)
    const [home] = inCity
    const zpid = String(home?.zpid)
    await refused(call('/pro/byzpid', { zpid, as_of: '2026-01-05' }, limited))
    await refused(call('/pro/byzpid', { zpid, changes: 'true' }, limited))
    await refused(call('/search/byaddress', { location: city, as_of: '2026-01-05' }, limited))
    for (const question of ABOUT_CHANGES.slice(0, 2)) await refused(call(...question, limited))
    for (const path of LIMITABLE) assert.equal(operationAt(path).area, 'A')
  })
})
