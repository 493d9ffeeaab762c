import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Home } from '../../src/model/home.ts'
import { call } from './call.ts'
import { HOMES, RICH } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

const VALUED: Home = {
  ...RICH,
  zpid: 4001,
  sourceKey: 'HC-4001',
  estimate: { value: 7_654_321, rent: 76_543, lowPercent: 3, highPercent: 4, history: [['2026-01', 7_654_000]] },
}
const UNVALUED: Home = { ...VALUED, ...(VALUED.listing && { listing: { ...VALUED.listing, noValuation: true } }) }

/** Matches the estimates, and an insurance cost that was computed from an estimate. */
const TELLING = /7654\d{3}|76543\b|32148/

const OF_HOME = [
  ['/pro/byzpid', { zpid: '4001' }],
  ['/byzpid', { zpid: '4001' }],
  ['/comparable_homes', { byzpid: '4001' }],
  ['/similar', { byzpid: '4001' }],
  ['/nearby', { byzpid: '1008' }],
  ['/search/byaddress', { location: 'Austin, TX', listingStatus: 'For_Sale' }],
  ['/search/byurl', { url: 'https://portal.example/homes/Austin,-TX_rb/', page: '1' }],
  ['/graph_charts', { byzpid: '4001', which: 'zestimate_history', recent_first: 'True' }],
  ['/graph_charts', { byzpid: '4001', which: 'zestimate_percent_change', recent_first: 'True' }],
  ['/graph_charts', { byzpid: '4001', which: 'rent_zestimate_history', recent_first: 'True' }],
] as const

async function answersFor(home: Home): Promise<string[]> {
  const context = smallContext({ homes: [...HOMES, home] })
  return Promise.all(OF_HOME.map(async ([path, query]) => JSON.stringify(await call(path, query, context))))
}

test('no answer shows the value of a home whose listing forbids it, while answers about another home do', async () => {
  const [told, untold] = await Promise.all([answersFor(VALUED), answersFor(UNVALUED)])
  const telling = OF_HOME.filter((_, i) => TELLING.test(told[i] ?? '')).map(([path]) => path)
  assert.deepEqual(
    [...new Set(telling)],
    ['/pro/byzpid', '/byzpid', '/comparable_homes', '/search/byaddress', '/search/byurl', '/graph_charts'],
  )
  for (const [i, [path]] of OF_HOME.entries()) assert.doesNotMatch(untold[i] ?? '', TELLING, path)
})

test('a home is not valued by nearby sales, and its past values are not charted, if its listing forbids it', async () => {
  for (const [home, isValued] of [
    [VALUED, true],
    [UNVALUED, false],
  ] as const) {
    const context = smallContext({ homes: [...HOMES, home] })
    const { valuation } = (await call('/comparable_homes', { byzpid: '4001' }, context)) as {
      valuation: { value: number | null }
    }
    assert.equal(valuation.value !== null, isValued)
    const query = { byzpid: '4001', which: 'zestimate_history', recent_first: 'True' }
    const { DataPoints } = (await call('/graph_charts', query, context)) as {
      DataPoints: { homeValueChartData: { points: unknown[] }[] }
    }
    assert.equal((DataPoints.homeValueChartData[0]?.points.length ?? 0) > 0, isValued)
  }
})
