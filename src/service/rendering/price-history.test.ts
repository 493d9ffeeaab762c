import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import type { HistoryEvent, Listing } from '../../model/home.ts'
import { latestPriceChange, priceHistory } from './price-history.ts'
import { lastAssessed, taxHistory } from './tax-history.ts'

const HISTORY: readonly HistoryEvent[] = [
  { date: '2014-05-02', event: 'Sold', price: 400_000, source: 'county' },
  { date: '2018-01-01', event: 'Listed for rent', price: 2000, rental: true, source: 'MLS' },
  { date: '2019-01-01', event: 'Price change', price: 1900, rental: true, source: 'MLS' },
  { date: '2020-02-02', event: 'Listing removed', source: 'MLS' },
  { date: '2024-06-01', event: 'Listed for sale', price: 600_000, source: 'MLS' },
  { date: '2024-07-01', event: 'Price change', price: 570_000, source: 'MLS' },
]
const WORDS = { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin: '' }
const FOR_SALE: Listing = { kind: 'sale', status: 'Active', listedBy: 'agent' }

test('the price history is newest first', () => {
  const shown = priceHistory(home(1, { history: HISTORY }), new Map(), WORDS)
  assert.deepEqual(
    shown.map(({ date }) => date),
    HISTORY.map(({ date }) => date).toReversed(),
  )
  assert.equal(shown.at(-1)?.time, Date.UTC(2014, 4, 2))
})

test('a price is compared with the previous price of the same kind, skipping events without one', () => {
  const shown = priceHistory(home(1, { history: HISTORY }), new Map(), WORDS)
  assert.deepEqual(shown.map(({ priceChangeRate }) => priceChangeRate).toReversed(), [0, 0, -0.05, 0, 0.5, -0.05])
})

test('an event names the agents that the catalog has', () => {
  const sold: HistoryEvent = {
    ...HISTORY[0],
    date: '2014-05-02',
    event: 'Sold',
    source: 'MLS',
    buyerAgentId: 'ann',
    sellerAgentId: 'gone',
  }
  const agents = new Map([['ann', { agentId: 'ann', username: 'ann', name: 'Ann Agent' }]])
  const [shown] = priceHistory(home(1, { history: [sold] }), agents, WORDS)
  assert.deepEqual(shown?.buyerAgent, { photo: null, profileUrl: '/profile/ann/', name: 'Ann Agent' })
  assert.equal(shown?.sellerAgent, null)
})

test('the price change of a listing is relative to the previous price since the home came on the market', () => {
  assert.deepEqual(latestPriceChange(home(1, { history: HISTORY, listing: FOR_SALE })), {
    changeUsd: -30_000,
    date: '2024-07-01',
  })
  assert.equal(latestPriceChange(home(1, { history: HISTORY.slice(0, 5), listing: FOR_SALE })), undefined)
  assert.deepEqual(latestPriceChange(home(1, { history: HISTORY, listing: { ...FOR_SALE, kind: 'lease' } })), {
    changeUsd: -100,
    date: '2019-01-01',
  })
})

test('a home off the market has no price change', () => {
  for (const listing of [undefined, { ...FOR_SALE, status: 'Closed' }, { ...FOR_SALE, status: 'Expired' }] as const) {
    assert.equal(latestPriceChange(home(1, { history: HISTORY, ...(listing && { listing }) })), undefined)
  }
})

test('the tax history is newest first, with growth from the year before and a time within the year in every time zone', () => {
  const shown = taxHistory(
    home(1, {
      taxes: [
        { year: 2022, taxPaid: 5000, assessedValue: 250_000 },
        { year: 2023, taxPaid: 5500 },
      ],
    }),
  )
  assert.deepEqual(shown, [
    { time: Date.UTC(2023, 6, 1), taxPaid: 5500, taxIncreaseRate: 0.1, value: 0, valueIncreaseRate: 0 },
    { time: Date.UTC(2022, 6, 1), taxPaid: 5000, taxIncreaseRate: 0, value: 250_000, valueIncreaseRate: 0 },
  ])
})

test('an assessment without a year is the last one if no other has a year, and is not in the tax history', () => {
  const undated = { assessedValue: 90_000 }
  assert.equal(lastAssessed(home(1, { taxes: [undated] })), undated)
  assert.deepEqual(taxHistory(home(1, { taxes: [undated] })), [])
  const dated = { year: 2023, assessedValue: 100_000 }
  assert.equal(lastAssessed(home(1, { taxes: [undated, dated] })), dated)
})
