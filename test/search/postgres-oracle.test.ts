import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import type { NearLookup } from '../../src/catalog/near-lookup.ts'
import type { HomeSearch } from '../../src/catalog/noun-search.ts'
import type { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { SEARCHED } from '../../src/catalog/searched.ts'
import type { Home } from '../../src/model/home.ts'
import type { HomeColumnName } from '../../src/model/home-columns.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { shownPage } from '../catalog/shown-page.ts'
import { trialCards } from '../catalog/trial.ts'
import { startServer, type TestServer, whyNoServer } from '../postgres/server.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { columnNames } from './known-record.ts'
import { naiveHomeSearch, naiveNearest } from './naive.ts'
import { ODD_HOMES } from './odd-homes.ts'
import { RandomQueries } from './random-query.ts'

const QUERIES = 300
const SAMPLE_HOMES = 600

const COUNTED = [...(columnNames(SEARCHED.home) as HomeColumnName[]), 'zipcode' as const]

/** `SEED=7 QUERY=123 npm test search/postgres-oracle` repeats the query that a failure has named. */
const seed = process.env.SEED === undefined ? randomInt(2 ** 31) : Number(process.env.SEED)
const only = process.env.QUERY === undefined ? undefined : Number(process.env.QUERY)
const count = Number(process.env.QUERIES ?? QUERIES)
const indices = only === undefined ? Array.from({ length: count }, (_, i) => i) : [only]

suite(`the catalogue on PostgreSQL and the oracle (SEED=${seed})`, { skip: await whyNoServer() }, () => {
  let server: TestServer
  let backend: PostgresBackend
  let catalog: PostgresCatalog
  let homes: readonly Home[]
  let oracle: HomeSearch
  let oracleNear: Pick<NearLookup, 'select'>
  let queries: RandomQueries<'home'>

  before(async () => {
    server = await startServer()
    backend = await PostgresBackend.on(server)
    const { records } = await gatherSample(SAMPLE_HOMES)
    homes = [...records.home, ...ODD_HOMES]
    const { agent: agents, office: offices, building: buildings } = records
    catalog = await backend.catalogWith((writer) => {
      for (const agent of agents) writer.put('agent', agent)
      for (const office of offices) writer.put('office', office)
      for (const building of buildings) writer.put('building', building)
      for (const home of homes) writer.put('home', home)
    })
    oracle = naiveHomeSearch(homes, trialCards, { agents, offices, buildings })
    oracleNear = naiveNearest(homes)
    queries = new RandomQueries(SEARCHED.home, homes, ODD_HOMES, Math.floor(TRIAL_NOW_MS / DAY_MS))
  })
  after(async () => {
    await catalog?.close()
    await backend?.close()
    await server?.remove()
  })

  const again = (index: number) => `Again: SEED=${seed} QUERY=${index} npm test search/postgres-oracle`

  test('give the same pages, cards and totals to random queries', async (context) => {
    let some = 0
    for (const index of indices) {
      const query = queries.query(seed, index)
      const page = await catalog.homes.page(query)
      assert.deepEqual(page, await oracle.page(query), again(index))
      if (page.total > 0) some++
      assert.deepEqual(shownPage(await catalog.homes.cards(query)), shownPage(await oracle.cards(query)), again(index))
    }
    context.diagnostic(`${some} queries found homes`)
    if (only === undefined) assert.ok(some > count / 2, 'the queries ask too little')
  })

  test('give the same removals and counts, and the same homes nearest to a point', async () => {
    for (const index of indices.slice(0, Math.ceil(count / 3))) {
      const query = queries.query(seed, index)
      assert.deepEqual(await catalog.homes.explain(query), await oracle.explain(query), again(index))
      const by = COUNTED[index % COUNTED.length] ?? 'zipcode'
      assert.deepEqual(await catalog.homes.countBy(query, by), await oracle.countBy(query, by), again(index))
      const point = homes[(index * 7919) % homes.length]?.point ?? { latitude: 0, longitude: 0 }
      const near = { listingClass: query.listingClass, where: query.where, limit: query.limit, point }
      assert.deepEqual(await catalog.near.select(near, COUNTED), await oracleNear.select(near, COUNTED), again(index))
    }
  })
})
