import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Home } from '../../src/model/home.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { serveKept } from '../http/kept-service.ts'
import { COMING_SOON, HOMES, RICH } from '../operations/made-homes.ts'
import { rowsOf } from './world.ts'

/** Tools over the small made-up catalog, called as AI agents call them. */
function agent(context: TestContext) {
  return serveKept(context, { operations: OPERATIONS, plan: { areas: ['A', 'B', 'C'] } })
}

const AUSTIN = { kind: 'for_sale', place: 'Austin, TX' }

test('a down payment of 20% is that share of the price of each home', async (context) => {
  const { tool } = await agent(context)
  const finds = async (payment_max: number, given: object) => {
    const { data } = await tool('search_homes', { ...AUSTIN, payment_max, ...given })
    return { isFound: rowsOf(data.results).some(({ id }) => id === `${RICH.zpid}`), applied: data.applied }
  }
  const dollars = (RICH.listing?.listPrice ?? 0) * 0.2
  let changed = 0
  for (let payment = 4000; payment <= 9000; payment += 500) {
    const share = await finds(payment, { down_payment: '20%' })
    assert.equal(share.isFound, (await finds(payment, { down_payment: `${dollars}` })).isFound, String(payment))
    assert.ok(share.applied.some(({ words }: { words: string }) => words === '20% paid down'))
    if (share.isFound !== (await finds(payment, {})).isFound) changed += 1
  }
  assert.ok(changed > 0)
})

test('a place that is not found costs an agent nothing', async (context) => {
  const { tool, access } = await agent(context)
  const place = 'Nowhereville'
  const calls = {
    search_homes: { kind: 'sold', place },
    summarize: { homes: { kind: 'for_sale', place } },
    whats_new: { homes: { kind: 'for_sale', place }, since: 'now' },
    market: { place },
    rents: { place },
    agents: { place },
    offers_abroad: { kind: 'for_sale', place },
    experiences: { place },
    search: { query: 'houses for sale in Nowhereville' },
  }
  for (const [name, args] of Object.entries(calls)) {
    const { text } = await tool(name, args)
    assert.match(text, /Nowhereville/, name)
    assert.equal((await access.balance()).remaining, 100, `${name}: ${text}`)
  }
})

const CONDO: Home = {
  ...COMING_SOON,
  listing: { kind: 'sale', listedBy: 'agent', status: 'Active', listPrice: 310_000 },
}

test('a summary of one type of home counts only that type', async (context) => {
  const { tool, commit } = await agent(context)
  commit([...HOMES.filter(({ zpid }) => zpid !== CONDO.zpid), CONDO])
  const typesOf = async (given: object) => {
    const { data } = await tool('summarize', { homes: { ...AUSTIN, ...given } })
    return [data.total, rowsOf(data.types).map(({ type, results }) => [type, results])]
  }
  assert.deepEqual(await typesOf({ home_types: ['condo'] }), [1, [['Condos/Co-ops', 1]]])
  const [total, types] = await typesOf({})
  assert.ok(total > 1 && types.length > 1, JSON.stringify(types))
})

test('a search that finds nothing says how many homes it finds without each of its filters', async (context) => {
  const { tool } = await agent(context)
  const total = async (filters: object) => (await tool('search_homes', { ...AUSTIN, ...filters })).data.total
  const [bedrooms, price] = [{ bedrooms_min: 4 }, { price_max: 800_000 }]
  const { data } = await tool('search_homes', { ...AUSTIN, ...bedrooms, ...price })
  assert.equal(data.total, 0)
  const expected = { bedrooms_min: await total(price), price: await total(bedrooms) }
  assert.ok(expected.bedrooms_min > 0 && expected.price > 0)
  assert.deepEqual(Object.fromEntries(rowsOf(data.total_without).map(({ filter, total }) => [filter, total])), expected)
})
