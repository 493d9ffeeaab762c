import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentQuery } from '../../../src/catalog/ports/agents.ts'
import type { CatalogWith } from '../catalog-with.ts'
import { listed } from './records.ts'

export function agentQuery(change: Partial<AgentQuery>): AgentQuery {
  const nothing = { regions: [], nameWords: [], traits: [], specialties: [], languages: [] }
  return { ...nothing, today: 20_000, offset: 0, limit: 10, ...change }
}

/** Tests the promises of `AgentLookup`. */
export function agentContract(catalogWith: CatalogWith<'agents'>): void {
  test('agents have the figures that follow from homes, and a search finds the agents who meet all conditions', async () => {
    const catalog = await catalogWith((writer) => {
      writer.put('home', listed(1, { listAgentId: 'b', onMarketMs: 5, listPrice: 1 }))
      writer.put('home', listed(2, { listAgentId: 'b', coListAgentId: 'a', onMarketMs: 9, listPrice: 1 }))
      const sale = { status: 'Closed', closeDate: '2024-10-03', closePrice: 70, buyerAgentId: 'a' } as const
      writer.put('home', listed(3, { ...sale, listAgentId: 'nobody' })) // day 19,999
      writer.put('agent', { agentId: 'a', username: 'Ann', name: 'Ann Árbor', languages: ['polish'] })
      writer.put('agent', {
        agentId: 'b',
        username: 'bob',
        name: 'Bob',
        isTopAgent: true,
        city: 'Dallas',
        state: 'TX',
      })
    })
    const all = { offset: 0, limit: 9 }
    assert.deepEqual(await catalog.agents.figuresOf('b', 20_000), {
      forSale: 2,
      forRent: 0,
      sales: 0,
      lastYear: { sales: 0 },
    })
    assert.deepEqual(await catalog.agents.listingsOf('b', 'sale', all), [2, 1])
    assert.deepEqual(await catalog.agents.listingsOf('b', 'lease', all), [])
    assert.deepEqual(await catalog.agents.citiesOf('b'), ['city/tx/austin'])
    const sale = { zpid: 3, date: '2024-10-03', price: 70, side: 'Buyer' }
    assert.deepEqual(await catalog.agents.salesOf('a', all), [sale])
    assert.equal(await catalog.agents.figuresOf('nobody', 20_000), undefined)
    assert.deepEqual(await catalog.agents.salesOf('nobody', all), [])
    assert.deepEqual(await catalog.agents.listingsOf('aa', 'sale', all), []) // the agent with id "a" has listings
    assert.equal((await catalog.agents.named('ANN'))?.agentId, 'a')
    const idsFor = async (change: Partial<AgentQuery>) => (await catalog.agents.page(agentQuery(change))).agentIds
    assert.deepEqual(await idsFor({}), ['b', 'a'])
    assert.deepEqual(await catalog.agents.page(agentQuery({ offset: 1, limit: 5 })), { total: 2, agentIds: ['a'] })
    assert.deepEqual(await idsFor({ regions: ['city/tx/dallas'] }), ['b'])
    const counts = await catalog.agents.countsIn(['state/tx', 'city/tx/dallas', 'city/tx/none'])
    assert.deepEqual(Object.fromEntries(counts), { 'state/tx': 2, 'city/tx/dallas': 1 })
    assert.deepEqual(await idsFor({ regions: ['city/tx/austin', 'zipcode/78704'], nameWords: ['arb'] }), ['a'])
    const many = Array.from({ length: 300 }, () => 'arb')
    assert.deepEqual(await idsFor({ nameWords: many }), ['a'])
    assert.deepEqual(await idsFor({ nameWords: [...many, 'zzz'] }), [])
    assert.deepEqual(await idsFor({ languages: ['english', 'german'] }), ['b'])
    assert.deepEqual(await idsFor({ traits: ['forBuyers'], soldFor: { min: 70, max: 70 } }), ['a'])
    assert.deepEqual(await idsFor({ soldFor: { min: 70, max: 70 }, today: 19_998 }), [])
    assert.deepEqual(await idsFor({ soldFor: { min: 70, max: 70 }, today: 19_999 + 366 }), [])
    assert.deepEqual(await idsFor({ specialties: ['rentals'] }), [])
    catalog.close()
  })
}
