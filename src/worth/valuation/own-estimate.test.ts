import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soldHome } from '../../../test/sold-homes.ts'
import type { ComparableSale } from '../estimator/comparable-sale.ts'
import type { Estimator } from '../estimator/estimator.ts'
import { traitsOf } from '../estimator/likeness.ts'
import { ownEstimate } from './own-estimate.ts'

test('a home with fewer than five comparable sales around has no estimate', () => {
  const estimated = { value: 500_000, low80: 450_000, high80: 550_000, low90: 400_000, high90: 600_000, reasons: [] }
  const estimator = { estimate: () => estimated, day: 16_000, sales: 900 } as unknown as Estimator // nothing else is used
  const sales = Array.from({ length: 5 }, (_, i): ComparableSale => {
    const home = soldHome(i + 2)
    return { zpid: home.zpid, traits: traitsOf(home), price: 500_000, distanceM: 100, daysAgo: 9, marketFactor: 1 }
  })
  const home = soldHome(1)
  assert.equal(ownEstimate(home, 16_001, estimator, sales.slice(1), 0), undefined)
  assert.equal(ownEstimate(home, 16_001, estimator, sales, 0)?.value, 500_000)
})
