import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { inspect, isDeepStrictEqual } from 'node:util'
import { SEARCHED } from '../../src/catalog/facts/searched.ts'
import { openCatalog } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { NearLookup } from '../../src/catalog/ports/near-lookup.ts'
import type { HomeSearch } from '../../src/catalog/ports/noun-search.ts'
import type { Query } from '../../src/catalog/ports/query.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Home } from '../../src/model/home.ts'
import { type HomeColumnName, listingClassOf } from '../../src/model/home-columns.ts'
import { shownHome } from '../../src/model/shown-home.ts'
import { shownPage } from '../catalog/shown-page.ts'
import { trialCards } from '../catalog/trial.ts'
import { inChanges, writeInSegments } from '../catalog/write-in-segments.ts'
import { questionsOf, SEED } from '../long-run.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { columnNames, knownHome } from './known-record.ts'
import { naiveHolds, naiveHomeSearch, naiveNearest } from './naive.ts'
import { ODD_HOMES } from './odd-homes.ts'
import { RandomQueries } from './random-query.ts'

/** Number of segments besides the base segment. */
const ADDED = 3
/** The share of homes that are not in the base segment. */
const ADDED_SHARE = 0.2
const SAMPLE_HOMES = 5_000
/** Every fifth query has measures, because measures are slow in the oracle. */
const MEASURED = 5
/** Every twentieth home that is off the market is used. */
const OFF_MARKET_SHARE = 20

const COUNTED = [...(columnNames(SEARCHED.home) as HomeColumnName[]), 'zipcode' as const]

const { count, indices, areAll, again } = questionsOf('search/oracle', 30_000)

suite(`the embedded catalog and the oracle (SEED=${SEED})`, () => {
  let dataDirs: readonly string[]
  let homes: readonly Home[]
  /** Two catalogs with the same homes: one has a single segment, the other several. */
  let catalogs: readonly [Catalog, Catalog]
  let oracle: HomeSearch
  let oracleNear: Pick<NearLookup, 'select'>
  let queries: RandomQueries<'home'>

  before(async () => {
    dataDirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'plat-oracle-')))
    const { records } = await gatherSample(SAMPLE_HOMES)
    const sampled = records.home.filter((home, i) => listingClassOf(home) !== undefined || i % OFF_MARKET_SHARE === 0)
    homes = [...sampled, ...ODD_HOMES]
    const { agent: agents, office: offices, building: buildings } = records
    const random = new Random(SEED, 'segments')
    const drawn = { added: ADDED, share: ADDED_SHARE, draw: () => random.unit() }
    const [base = [], ...added] = inChanges(homes, drawn, ({ zpid }, like) => ({ ...like, zpid }))
    const writeAll = (all: readonly Home[]) => (writer: CatalogWriter) => {
      for (const agent of agents) writer.put('agent', agent)
      for (const office of offices) writer.put('office', office)
      for (const building of buildings) writer.put('building', building)
      for (const home of all) writer.put('home', home)
    }
    const change = (changed: readonly Home[]) => (writer: CatalogWriter) => {
      for (const home of changed) writer.put('home', home)
    }
    const [whole, divided] = dataDirs as [string, string] // both folders were made above
    writeInSegments(whole, trialCards, ['home'], [writeAll(homes)])
    writeInSegments(divided, trialCards, ['home'], [writeAll(base), ...added.map(change)])
    catalogs = [openCatalog(whole, silentLog, trialCards), openCatalog(divided, silentLog, trialCards)]
    oracle = naiveHomeSearch(homes.map(shownHome), trialCards, { agents, offices, buildings })
    oracleNear = naiveNearest(homes.map(shownHome))
    queries = new RandomQueries(SEARCHED.home, homes, ODD_HOMES, Math.floor(TRIAL_NOW_MS / DAY_MS))
  })
  after(() => {
    for (const catalog of catalogs) catalog.close()
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true })
  })

  /**
   * Each catalog gets every second group of three queries. With alternating queries, each catalog would count by only
   * half of the columns.
   */
  const catalogFor = (index: number) => catalogs[Math.floor(index / 3) % 2] as Catalog // there are two catalogs

  /**
   * Sends a query to a catalog and to the oracle. If the answers differ, the error shows the query, and the command
   * that repeats it.
   */
  async function agree<T>(
    query: Query,
    index: number,
    run: (search: HomeSearch, near: Pick<NearLookup, 'select'>) => Promise<T>,
  ): Promise<T> {
    const catalog = catalogFor(index)
    const [found, expected] = await Promise.all([run(catalog.search('home'), catalog.near), run(oracle, oracleNear)])
    if (!isDeepStrictEqual(found, expected)) throw new Error(difference(query, index, found, expected))
    return found
  }

  test(`give the same totals and the same page to ${count} random queries`, async (context) => {
    let [some, grouped, full] = [0, 0, 0]
    for (const index of indices) {
      const query = queries.query(SEED, index)
      const { total, hits } = await agree(query, index, (search) => search.page(query))
      if (total > 0) some++
      if (hits.some(({ kind }) => kind === 'building')) grouped++
      if (hits.length === query.limit) full++
    }
    context.diagnostic(`${some} queries found homes, ${grouped} pages had buildings, ${full} were full`)
    if (!areAll) return
    assert.ok(some > count / 2 && full > count / 5 && grouped > count / 50, 'the queries find too little')
  })

  test('give the same homes nearest to a point, with the same values, distances and flags', async () => {
    for (const index of indices.slice(0, Math.ceil(count / 20))) {
      const query = queries.query(SEED, index)
      const { listingClass, where, limit } = query
      const point = homes[(index * 7919) % homes.length]?.point ?? { latitude: 0, longitude: 0 }
      const near = {
        listingClass,
        where,
        limit,
        point,
        ...(index % 2 === 1 && { withinM: 10 ** (3 + (index % 5) / 2) }),
      }
      await agree(query, index, (_search, nearest) => nearest.select(near, COUNTED))
    }
  })

  test('give the same results, measures and counts, and exclude the same numbers of homes by each condition', async () => {
    for (const index of indices.slice(0, Math.ceil(count / 20))) {
      const query = index % MEASURED === 0 ? queries.measured(SEED, index) : queries.query(SEED, index)
      await agree(query, index, async (search) => shownPage(await search.cards(query)))
      await agree(query, index, (search) => search.explain(query))
      const by = COUNTED[index % COUNTED.length] ?? 'zipcode'
      await agree(query, index, (search) => search.countBy(query, by))
    }
  })

  test('find the same homes by the number of a multiple listing service', async () => {
    const listed = homes.map(shownHome).filter((home) => knownHome(home).listingClass !== undefined)
    const among = naiveHomeSearch(listed)
    const sampled = listed.flatMap(({ listing }) => listing?.mlsId ?? []).filter((_, i) => i % 20 === 0)
    for (const mlsId of [...sampled, 'ab-12', ' AB-12 ', 'AB', 'nothing like it', '']) {
      const expected = await among.homesWithMlsId(mlsId)
      for (const catalog of catalogs)
        assert.deepEqual(await catalog.search('home').homesWithMlsId(mlsId), expected, mlsId)
    }
  })

  test('return no home whose stored record fails a condition', async () => {
    for (const index of indices.slice(-Math.ceil(count / 20))) {
      const query = queries.query(SEED, index)
      const catalog = catalogFor(index)
      const { hits } = await catalog.search('home').page(query)
      const zpids = hits.flatMap((hit) => (hit.kind === 'home' ? [hit.zpid] : hit.units.map(({ zpid }) => zpid)))
      for (const zpid of zpids) {
        const home = await catalog.records.get('home', zpid)
        assert.ok(home && listingClassOf(home) === query.listingClass, again(index))
        const failed = query.where.filter(({ node }) => !naiveHolds(home, node))
        assert.equal(failed.length, 0, `home ${zpid} fails ${inspect(failed, { depth: null })}. ${again(index)}`)
      }
    }
  })
})

const MAX_SHOWN = 4_000

function difference(query: Query, index: number, found: unknown, expected: unknown): string {
  const at = firstDifference(found, expected)
  const shown = inspect(query, { depth: null, maxArrayLength: 60, breakLength: 120 }).slice(0, MAX_SHOWN)
  return `Not as the oracle says${at}\nThe query: ${shown}\n${again(index)}`
}

/** Describes the first difference between two answers. */
function firstDifference(found: unknown, expected: unknown, path = ''): string {
  if (typeof found !== 'object' || typeof expected !== 'object' || found === null || expected === null) {
    return `, at ${path || 'its value'}: found ${inspect(found)}, expected ${inspect(expected)}.`
  }
  const [one, other] = [found, expected] as Record<string, unknown>[] // objects can be read by key
  const keys = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  for (const key of keys) {
    if (!isDeepStrictEqual(one?.[key], other?.[key])) return firstDifference(one?.[key], other?.[key], `${path}/${key}`)
  }
  return '.'
}
