import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../../test/catalog/contract/records.ts'
import { bytesOfRows } from '../../catalog/facts/changed-facts.ts'
import { openFacts } from '../../catalog/facts/fact-bytes.ts'
import { homeFacts } from '../../catalog/facts/home-facts.ts'
import { observe } from './observed.ts'
import { salePrice } from './sale-figures.ts'

test('deeds for less than a thousand dollars are no sales of a market', async () => {
  const prices = [1, 10, 999, 1000, 400_000]
  const rows = prices.flatMap((price, i) => {
    const history = [{ date: `2026-03-${10 + i}`, event: 'Sold', price, source: 'deeds' } as const]
    return homeFacts({ ...home(i + 1), homeType: 'SINGLE_FAMILY', history }).sales
  })
  const facts = openFacts('sales', bytesOfRows('sales', rows))
  const { values } = await observe([facts], salePrice(-1), 0, 40_000)
  assert.deepEqual(values, [1000, 400_000])
})
