import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Home } from '../../src/model/home.ts'
import { trialCards } from '../catalog/trial.ts'
import { Random } from '../engine/random.ts'
import { type Gathered, gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { agentQuery, withHistories } from './answers-about-homes.ts'
import { naiveAgentRecord, naiveAgents, naiveFigures } from './naive-agents.ts'

const HOMES = 600
const QUERIES = 300
const TODAY = Math.floor(TRIAL_NOW_MS / 86_400_000)

const dataDir = mkdtempSync(join(tmpdir(), 'plat-agents-'))
after(() => rmSync(dataDir, { recursive: true }))
let records: Gathered
let catalog: Catalog

before(async () => {
  const sample = (await gatherSample(HOMES)).records
  const agentIds = sample.agent.map(({ agentId }) => agentId)
  records = { ...sample, home: withHistories(sample.home, agentIds) }
  const writer = openWriter({
    dataDir,
    kind: 'sample',
    replace: false,
    cards: trialCards,
    newCatalogId: () => '0'.repeat(16),
  })
  const agents = [...records.agent]
  for (const home of records.home) {
    const agent = agents.pop() // put in the middle of the homes, because imports may have any order
    if (agent) writer.put('agent', agent)
    writer.put('home', home)
  }
  for (const agent of agents) writer.put('agent', agent)
  writer.commit()
  catalog = openCatalog(dataDir, silentLog, trialCards)
})
after(() => catalog.close())

const EVERYTHING = { offset: 0, limit: 10_000 }

async function assertKnown(from: Catalog, agentId: string, homes: readonly Home[]): Promise<void> {
  const record = naiveAgentRecord(homes, agentId)
  for (const today of [TODAY, TODAY - 500]) {
    assert.deepEqual(await from.agents.figuresOf(agentId, today), naiveFigures(record, today))
  }
  assert.deepEqual(await from.agents.salesOf(agentId, EVERYTHING), record.sales)
  assert.deepEqual(await from.agents.salesOf(agentId, { offset: 2, limit: 3 }), record.sales.slice(2, 5))
  for (const [kind, zpids] of [
    ['sale', record.forSale],
    ['lease', record.forRent],
  ] as const) {
    assert.deepEqual(await from.agents.listingsOf(agentId, kind, EVERYTHING), zpids)
    assert.deepEqual(await from.agents.listingsOf(agentId, kind, { offset: 1, limit: 2 }), zpids.slice(1, 3))
    assert.deepEqual(await from.agents.listingsOf(agentId, kind, { offset: 900, limit: 2 }), [])
  }
  assert.deepEqual(await from.agents.citiesOf(agentId), record.cities)
}

test('the figures of every agent equal a count over the plain homes', async () => {
  for (const { agentId, username } of records.agent) {
    await assertKnown(catalog, agentId, records.home)
    assert.equal((await catalog.agents.named(username.toUpperCase()))?.agentId, agentId)
  }
  assert.equal(await catalog.agents.figuresOf('nobody-known', TODAY), undefined)
  assert.deepEqual(await catalog.agents.listingsOf('nobody-known', 'sale', EVERYTHING), [])
  assert.deepEqual(await catalog.agents.salesOf('nobody-known', EVERYTHING), [])
  assert.equal(await catalog.agents.named('nobody-known'), undefined)
})

test('a search for agents returns the same agents in the same order as a test of every agent and every home', async () => {
  const random = new Random(11)
  const naivePage = naiveAgents(records.home, records.agent)
  let answered = 0
  for (let at = 0; at < QUERIES; at++) {
    const query = agentQuery({ homes: records.home, agents: records.agent, today: TODAY, random })
    const page = await catalog.agents.page(query)
    assert.deepEqual(page, naivePage(query), JSON.stringify(query))
    answered += Number(page.agentIds.length > 0)
  }
  assert.ok(answered > QUERIES / 4, `only ${answered} queries found an agent`)
})

test('figures of agents change with a home that is put again, and with the record of an agent', async () => {
  const [home] = records.home.filter(({ listing }) => listing?.kind === 'sale' && listing.status === 'Active')
  const [agent, other] = records.agent
  assert(home?.listing !== undefined && agent !== undefined && other !== undefined)
  const changed: Home = { ...home, listing: { ...home.listing, listAgentId: agent.agentId } }
  const writer = openWriter({
    dataDir,
    kind: 'sample',
    replace: false,
    cards: trialCards,
    newCatalogId: () => '1'.repeat(16),
  })
  writer.put('home', changed)
  writer.put('agent', { ...other, username: 'new-name', languages: [] })
  writer.commit()
  const again = openCatalog(dataDir, silentLog, trialCards)
  const homes = records.home.map((one) => (one === home ? changed : one))
  for (const { agentId } of records.agent) {
    await assertKnown(again, agentId, homes)
  }
  assert.equal((await again.agents.named('new-name'))?.agentId, other.agentId)
  assert.equal(await again.agents.named(other.username), undefined)
  again.close()
})
