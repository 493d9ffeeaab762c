import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE_DAYS, soldHome } from '../../../test/sold-homes.ts'
import type { Home } from '../../model/home.ts'
import { BacktestTable } from '../../worth/estimator/backtest-table.ts'
import { ratioStudy } from '../../worth/estimator/ratio-study.ts'
import { ValueTally } from './value-tally.ts'

const HOMES = Array.from({ length: 4000 }, (_, i) => soldHome(i + 1))

function soldFor(home: Home, price: number): Home {
  const listing = home.listing && { ...home.listing, closePrice: price }
  return { ...home, ...(listing && { listing }), history: home.history.map((event) => ({ ...event, price })) }
}

/** Returns the median errors of estimates and of comparables, in percent, for sales that were not used for training. */
function errorsOf(homes: readonly Home[]): readonly number[] {
  const tally = new ValueTally()
  for (const home of homes) tally.add(home, 1)
  const backtest = tally.rows(assert.fail).find(([market, , , , , bytes]) => market === 'TX' && bytes.length > 0)?.[5]
  assert.ok(backtest)
  const { prices, estimates, comparables, lacks } = BacktestTable.of(backtest).columns
  const ofKnown = (values: Float32Array) => values.filter((_, i) => lacks[i] === 0)
  return [estimates, comparables].map(
    (values) => 100 * ratioStudy({ prices: ofKnown(prices), estimates: ofKnown(values) }).medianError,
  )
}

const CLEAN = errorsOf(HOMES)

/** Sets this price for all homes for which `isHit` is true. */
function polluted(price: number, isHit: (zpid: number) => boolean): readonly Home[] {
  return HOMES.map((home) => (isHit(home.zpid) ? soldFor(home, price) : home))
}

/** Allows errors to differ by half a point, because the market has a quarter fewer sales. */
function assertAsGood(errors: readonly number[]): void {
  for (const [i, error] of errors.entries())
    assert.ok(Math.abs(error - (CLEAN[i] ?? 0)) <= 0.5, `${errors.join()} % instead of ${CLEAN.join()} %`)
}

test('if a quarter of the sales are deeds for a dollar, errors of estimates and comparables change by at most half a point', () => {
  assertAsGood(errorsOf(polluted(1, (zpid) => zpid % 4 === 0)))
})

test('if a quarter of the homes are sold together, errors of estimates and comparables change by at most half a point', () => {
  const isOfPackage = (zpid: number) => ((zpid - 1) % SALE_DAYS) % 4 === 0 // all sales of every fourth day
  assertAsGood(errorsOf(polluted(4_500_000, isOfPackage)))
})
