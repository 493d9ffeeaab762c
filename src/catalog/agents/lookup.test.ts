import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { agentQuery } from '../../../test/catalog/contract/agent-lookup.ts'
import { Random } from '../../../test/engine/random.ts'
import { agentReader, checkTerms } from '../embedded/agents.ts'
import { CATALOG_SCHEMA } from '../embedded/schema.ts'
import { agentLookup } from './lookup.ts'

const TERMS = ['trait/top', 'region/state/tx', 'name/ann', 'language/english']

test('a search of many agents gives the same result in several statements as in one', async () => {
  const random = new Random(1)
  const run = agentReader(withAgents(random))
  const inBatches = (batch: number) =>
    agentLookup({
      query: async <Row extends object>(text: string, values: readonly unknown[]) =>
        run(text, values) as readonly Row[],
      deals: 'agent_deal',
      regions: 'place_region',
      record: async () => undefined,
      batch,
      check: (ids, query) => checkTerms(run, ids, query),
    })
  for (const regions of [[], ['state/tx']])
    for (const nameWords of [[], ['an']])
      for (const soldFor of [undefined, { min: 3, max: 6 }])
        for (const offset of [0, 4, 100]) {
          const query = agentQuery({ regions, nameWords, offset, limit: 7, ...(soldFor && { soldFor }) })
          const whole = await inBatches(1000).page(query)
          for (const batch of [1, 3, 10]) assert.deepEqual(await inBatches(batch).page(query), whole)
        }
})

test('damage is detected if an agent is found because of a damaged row', () => {
  const run = () => [{ agent: 'a', term: 'region/state/tx' }]
  checkTerms(run, ['a'], agentQuery({ regions: ['state/tx'] }))
  for (const change of [{ regions: ['state/ny'] }, { nameWords: ['ann'] }, { languages: ['german'] }])
    assert.throws(() => checkTerms(run, ['a'], agentQuery(change)), { name: 'Damage' })
})

function withAgents(random: Random): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(CATALOG_SCHEMA)
  const agents = database.prepare(`INSERT INTO agent (id, record, sum) VALUES (?, '', 0)`)
  const terms = database.prepare('INSERT INTO agent_term (term, agent) VALUES (?, ?)')
  const deals = database.prepare('INSERT INTO agent_deal VALUES (?, ?, 1, ?, NULL, ?, 1, 0)')
  for (let n = 0; n < 40; n++) {
    const id = `agent ${n}`
    agents.run(id)
    for (const term of TERMS) if (random.next() < 0.6) terms.run(term, id)
    for (let sale = random.whole(0, 4); sale > 0; sale--)
      deals.run(id, random.whole(0, 4), (20_000 - random.whole(0, 500)) * 86_400_000, random.whole(0, 9))
  }
  return database
}
