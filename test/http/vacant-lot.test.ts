import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Home } from '../../src/model/home.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { rowsOf } from '../mcp/world.ts'
import { NOW_MS, RICH } from '../operations/made-homes.ts'
import { serveKept } from './kept-service.ts'

const LOT: Home = {
  zpid: 1200,
  source: 'hill-country-mls',
  sourceKey: 'HC-1200',
  address: RICH.address,
  ...(RICH.point && { point: RICH.point }),
  homeType: 'LOT',
  facts: { lotSizeSquareFeet: 8000 },
  listing: {
    kind: 'sale',
    status: 'Active',
    listPrice: 300_000,
    onMarketMs: NOW_MS,
    listedBy: 'agent',
    listAgentId: 'agent-ann',
  },
  history: [],
  taxes: [],
}

/** Returns every number of bedrooms or bathrooms in an answer. */
function counted(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(?:bed(?:room)?s|bath(?:room)?s)/i.test(key) ? [inner] : counted(inner),
  )
}

test('a vacant lot has unknown bedrooms and bathrooms in every answer', async (context) => {
  const { call, commit, tool } = await serveKept(context, { operations: OPERATIONS })
  commit([LOT])
  const url = encodeURIComponent('https://portal.example/austin-tx/')
  for (const path of [
    '/agent/for_sale?encodedZuid=agent-ann',
    '/byzpid?zpid=1200',
    '/pro/byzpid?zpid=1200',
    '/search/byaddress?query=Austin,%20TX&listingStatus=For_Sale',
    `/search/byurl?url=${url}&page=1`,
  ]) {
    const { status, body } = await call('GET', path)
    const values = counted(body)
    assert.equal(status, 200, path)
    assert.deepEqual(new Set(values), new Set([null]), path)
    assert.doesNotMatch(JSON.stringify(body), /\b0 (?:bd|ba|bed|bath)/i, path)
  }
  commit([LOT, RICH]) // the second home has all fields, since the resource leaves out fields that no home has
  const property = await call('GET', '/odata/Property?$filter=ListPrice%20eq%20300000')
  assert.equal(property.body.value.length, 1)
  assert.deepEqual(new Set(counted(property.body)), new Set([null]))
  commit([LOT])
  const { body } = await call('GET', '/search/byaddress?location=Austin,%20TX')
  const [{ property: card }] = body.searchResults
  assert.deepEqual([card.zpid, counted(card)], [LOT.zpid, []])
  for (const [name, args] of [
    ['search_homes', { kind: 'for_sale', place: 'Austin, TX' }],
    ['home_details', { id: '1200' }],
    ['agents', { agent: 'ann', list: 'for_sale' }],
  ] as const) {
    const { data, text } = await tool(name, args)
    assert.match(text, /1200/, `${name}: ${text}`)
    const tables = Object.values(data).filter((value) => Object.hasOwn(Object(value), 'columns'))
    const rooms = tables.flatMap(rowsOf).flatMap(({ beds, baths }) => [beds ?? null, baths ?? null])
    assert.deepEqual(new Set([null, ...rooms, ...counted(data)]), new Set([null]), name)
  }
})
