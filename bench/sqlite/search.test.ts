import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { dayNumber } from '../../src/base/clock.ts'
import type { HomeSearch } from '../../src/catalog/noun-search.ts'
import { openWriter } from '../../src/catalog/open.ts'
import type { CircleNode, QueryNode } from '../../src/catalog/query.ts'
import { SEARCHED } from '../../src/catalog/searched.ts'
import type { Point } from '../../src/model/home.ts'
import { searchPoint } from '../../src/model/home-columns.ts'
import { cardsText } from '../../test/catalog/shown-page.ts'
import { trialCards } from '../../test/catalog/trial.ts'
import { gatherSample, TRIAL_NOW_MS } from '../../test/sample/trial.ts'
import { naiveHomeSearch } from '../../test/search/naive.ts'
import { ODD_HOMES } from '../../test/search/odd-homes.ts'
import { RandomQueries } from '../../test/search/random-query.ts'
import { haversineM } from '../../test/search/shapes.ts'
import { ListingReader } from '../sql/listings.ts'
import { SqliteLoader } from './load.ts'
import { SqliteSearch } from './search.ts'

const SAMPLE_HOMES = 1000
const QUERIES = 1000
const TODAY = dayNumber(TRIAL_NOW_MS)

/** Samples, which the databases are filled from, have coordinates for every home; what shapes find without is not in SQL. */
const PLACED_HOMES = ODD_HOMES.filter((home) => searchPoint(home) !== undefined)

function circlesIn(nodes: readonly QueryNode[]): CircleNode[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'any') return circlesIn(node.alternatives.flat())
    return node.kind === 'circle' ? [node] : []
  })
}

const seed = process.env.SEED === undefined ? randomInt(2 ** 31) : Number(process.env.SEED)

suite(`SQLite and the oracle (SEED=${seed})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-bench-'))
  let search: SqliteSearch
  let oracle: HomeSearch
  let queries: RandomQueries<'home'>
  let points: readonly Point[]

  before(async () => {
    const { records } = await gatherSample(SAMPLE_HOMES)
    const homes = [...records.home, ...PLACED_HOMES]
    const { agent: agents, office: offices, building: buildings } = records
    const writer = openWriter({
      dataDir: folder,
      kind: 'sample',
      replace: true,
      cards: trialCards,
      newCatalogId: () => '0'.repeat(16),
    })
    for (const agent of agents) writer.put('agent', agent)
    for (const office of offices) writer.put('office', office)
    for (const building of buildings) writer.put('building', building)
    for (const home of homes) writer.put('home', home)
    writer.commit()
    const reader = new ListingReader(folder, trialCards, TODAY)
    const loader = new SqliteLoader(join(folder, 'listings.sqlite'))
    for (const listing of reader.listings()) loader.add(listing)
    for (const building of reader.buildings()) loader.addBuilding(building)
    loader.end()
    reader.close()
    search = new SqliteSearch(join(folder, 'listings.sqlite'), trialCards)
    oracle = naiveHomeSearch(homes, trialCards, { agents, offices, buildings })
    points = homes.flatMap(({ point }) => point ?? [])
    queries = new RandomQueries(SEARCHED.home, homes, PLACED_HOMES, TODAY)
  })

  after(() => {
    search.close()
    rmSync(folder, { recursive: true })
  })

  /** A rim that runs through a home is a matter of the last digit, which SQL does not promise. */
  const hasHomeOnRim = (circle: CircleNode) =>
    points.some((point) => Math.abs(haversineM(point, circle) - circle.radiusM) < 0.001)

  test('answer random queries with the same totals and the same bytes of cards', async () => {
    for (let index = 0; index < QUERIES; index++) {
      const query = { ...queries.query(seed, index), today: TODAY }
      if (circlesIn(query.where.map(({ node }) => node)).some(hasHomeOnRim)) continue
      const page = await oracle.cards(query)
      const { total, ungrouped } = page
      const found = search.searchCards(query)
      const which = `SEED=${seed}, query ${index}: ${JSON.stringify(query)}`
      assert.deepEqual([found.total, found.ungrouped], [total, query.grouped ? ungrouped : total], which)
      assert.equal(Buffer.from(found.cards).toString(), cardsText(page), which)
    }
  })
})
