import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home, listed } from '../../../test/catalog/contract/records.ts'
import { bytesOfRows } from '../../catalog/facts/changed-facts.ts'
import { openFacts } from '../../catalog/facts/fact-bytes.ts'
import { homeFacts } from '../../catalog/facts/home-facts.ts'
import type { Setting } from './figure.ts'
import { SALE_KINDS } from './home-kinds.ts'
import { observe } from './observed-values.ts'
import { computedSales, salePrice } from './sale-figures.ts'

test('deeds for less than a thousand dollars are not sales of a market', async () => {
  const prices = [1, 10, 999, 1000, 400_000]
  const rows = prices.flatMap((price, i) => {
    const history = [{ date: `2026-03-${10 + i}`, event: 'Sold', price, source: 'deeds' } as const]
    return homeFacts({ ...home(i + 1), homeType: 'SINGLE_FAMILY', history }).sales
  })
  const facts = openFacts('sales', bytesOfRows('sales', rows))
  const { values } = await observe([facts], salePrice(-1), 0, 40_000)
  assert.deepEqual(values, [1000, 400_000])
})

test('a market has as many homes for sale as a search for homes for sale shows', async () => {
  const statuses = ['Active', 'Active', 'ComingSoon', 'ActiveUnderContract', 'Pending'] as const
  const rows = statuses.flatMap((status, i) => {
    const offered = listed(i + 1, { status, listPrice: 100_000 * (i + 1) })
    return homeFacts({ ...offered, homeType: 'SINGLE_FAMILY' }).sales
  })
  const facts = openFacts('sales', bytesOfRows('sales', rows))
  const setting = { today: 20_000, names: { computed: 'counted' } } as Setting // nothing else is read
  const { for_sale_inventory: inventory } = await computedSales([facts], SALE_KINDS.All_Homes, setting)
  assert.equal(inventory.value, 2)
})
