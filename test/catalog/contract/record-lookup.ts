import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packedBrief } from '../../../src/catalog/facts/packed-brief.ts'
import { type ClimateScore, climateScoreId } from '../../../src/model/market.ts'
import type { CatalogWith } from '../catalog-with.ts'
import { building, home, listed } from './records.ts'

function climate(area: Pick<ClimateScore, 'resolution' | 'areaId' | 'peril' | 'name'>): ClimateScore {
  const scale = { score: 1, scaleMin: 0, scaleMax: 1, unit: 'points', vintage: '2025', explanation: 'More is worse.' }
  return { scoreId: climateScoreId(area), source: 'test', ...area, ...scale }
}

/** Tests the promises of `RecordLookup`. */
export function recordContract(catalogWith: CatalogWith<'records'>): void {
  test('a record that was put is found unchanged by its id, and no other id finds anything', async () => {
    const catalog = await catalogWith((writer) => {
      writer.put('home', home(1))
      writer.put('building', building)
    })
    assert.deepEqual(await catalog.records.get('home', 1), home(1))
    assert.deepEqual(await catalog.records.get('building', 'b-1'), building)
    assert.equal(await catalog.records.get('home', 2), undefined)
    assert.equal(await catalog.records.get('home', 2 ** 53), undefined)
    assert.equal(await catalog.records.get('agent', 'b-1'), undefined)
    catalog.close()
  })

  test('records that are requested at the same time are each found, and ids that no record can have find nothing', async () => {
    const catalog = await catalogWith((writer) => {
      writer.put('home', home(1))
      writer.put('home', home(2))
      writer.put('agent', { agentId: 'ann', username: 'ann', name: 'Ann' })
    })
    const homes = [2, 1.5, 1, Number.NaN, 1e300, 2].map((zpid) => catalog.records.get('home', zpid))
    const agents = ['bob', 'an\0n', 'ann', ''].map((id) => catalog.records.get('agent', id))
    assert.deepEqual(
      (await Promise.all(homes)).map((found) => found?.zpid),
      [2, undefined, 1, undefined, undefined, 2],
    )
    assert.deepEqual(
      (await Promise.all(agents)).map((found) => found?.name),
      [undefined, undefined, 'Ann', undefined],
    )
    catalog.close()
  })

  test('a HomeBrief leaves out history, taxes, estimate, interest and most facts; a HomeOutline has estimate and interest', async () => {
    const talkative = 'Say ,"history":[ and "facts":{ and }'
    const facts = { yearBuilt: 1950, bathrooms: 2.5, livingArea: 1e3, bedroomsTotal: 0 }
    const last = { estimate: { value: 1, history: [['2020-01', 1]] }, interest: { pageViews: 1 } } as const
    const {
      history: _history,
      taxes: _taxes,
      ...brief
    } = listed(1, { description: talkative, virtualTourUrl: 'https://tour.example' })
    const catalog = await catalogWith((writer) => {
      writer.put('home', {
        ...brief,
        facts: { other: { history: talkative, facts: talkative }, ...facts, basement: 'none' },
        history: [{ date: '2020-01-01', event: 'Sold', price: 1, source: 'test' }],
        taxes: [{ year: 2020 }],
        ...last,
      })
      writer.put('home', home(2, { facts: { cooling: [] } }))
      writer.put('home', home(3, { facts: {} }))
    })
    const [third, first, second] = await catalog.records.briefs([3, 9, 1, 2])
    assert.equal(first && packedBrief({ ...brief, ...first }), packedBrief({ ...brief, facts }))
    assert.ok(first && !('history' in first) && !('taxes' in first))
    const knownFacts: unknown = JSON.parse(JSON.stringify([first, second, third].map((each) => each?.facts)))
    assert.deepEqual(knownFacts, [facts, {}, {}])
    assert.deepEqual(await catalog.records.briefs([]), [])
    assert.deepEqual(await catalog.records.outline(1), { ...brief, facts, ...last })
    assert.deepEqual((await catalog.records.outline(3))?.facts, {})
    assert.equal(await catalog.records.outline(9), undefined)
    catalog.close()
  })

  test('all climate scores of an area are found, but not those of areas whose ids only begin in the same way', async () => {
    const of = (resolution: ClimateScore['resolution'], areaId: string, name: string) =>
      climate({ resolution, areaId, name, peril: 'flood' })
    const scores = [
      of('county', '53033', 'b/2'),
      of('county', '53033', 'a'),
      of('tract', '53033000100', 'a'),
      of('parcel', '53033', 'ÿ'),
      of('county', '5303', 'a'),
      of('county', '53034', 'a'),
    ]
    const catalog = await catalogWith((writer) => {
      for (const score of scores) writer.put('climate', score)
    })
    const county = { resolution: 'county', areaId: '53033' } as const
    const parcel = { resolution: 'parcel', areaId: '53033' } as const
    assert.deepEqual(await catalog.records.climateOf([county]), [scores[1], scores[0]])
    assert.deepEqual(await catalog.records.climateOf([parcel, county]), [scores[3], scores[1], scores[0]])
    assert.deepEqual(await catalog.records.climateOf([{ ...county, areaId: '' }]), [])
    assert.deepEqual(await catalog.records.climateOf([]), [])
    catalog.close()
  })

  test('the latest rate of each product is the rate with the latest date', async () => {
    const catalog = await catalogWith((writer) => {
      for (const [product, date, rate] of [
        ['30_Year', '2026-01-08', 6.1],
        ['30_Year', '2026-01-01', 6.3],
        ['15_Year', '2025-12-01', 5],
      ] as const) {
        writer.put('rate', { rateId: `${product}/${date}`, source: 'test', product, date, rate })
      }
    })
    assert.deepEqual(
      (await catalog.records.latestRates()).map(({ product, rate }) => [product, rate]),
      [
        ['15_Year', 5],
        ['30_Year', 6.1],
      ],
    )
    catalog.close()
  })
}
