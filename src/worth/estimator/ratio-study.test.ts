import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type EstimatedSales, ratioStudy } from './ratio-study.ts'

function salesOf(pairs: readonly (readonly [estimate: number, price: number])[]): EstimatedSales {
  return { prices: pairs.map(([, price]) => price), estimates: pairs.map(([estimate]) => estimate) }
}

/** Examples from the Standard on Ratio Studies (2013): appraised value, sale price. */
const TABLE_1_1 = salesOf([
  [48_000, 138_000],
  [28_800, 59_250],
  [78_400, 157_500],
  [39_840, 74_400],
  [68_160, 114_900],
  [94_400, 159_000],
  [67_200, 111_900],
  [56_960, 93_000],
  [87_200, 138_720],
  [38_240, 59_700],
  [96_320, 146_400],
  [67_680, 99_000],
  [32_960, 47_400],
  [50_560, 70_500],
  [61_360, 78_000],
  [47_360, 60_000],
  [58_080, 69_000],
  [47_040, 55_500],
  [136_000, 154_500],
  [103_200, 109_500],
  [59_040, 60_000],
  [168_000, 168_000],
  [128_000, 124_500],
  [132_000, 127_500],
  [160_000, 150_000],
  [160_000, 141_000],
  [200_000, 171_900],
  [184_000, 157_500],
  [160_000, 129_600],
  [157_200, 126_000],
  [99_200, 77_700],
  [200_000, 153_000],
  [64_000, 48_750],
  [192_000, 144_000],
  [190_400, 141_000],
  [65_440, 48_000],
])
const TABLE_1_4 = salesOf([
  [87_200, 138_720],
  [38_240, 59_700],
  [96_320, 146_400],
  [68_610, 99_000],
  [32_960, 47_400],
  [50_560, 70_500],
  [61_360, 78_000],
  [47_360, 60_000],
  [56_580, 69_000],
  [47_040, 55_500],
  [136_000, 154_500],
  [98_000, 109_500],
  [56_000, 60_000],
  [159_100, 168_000],
  [128_000, 124_500],
  [132_000, 127_500],
  [160_000, 150_000],
])
/** The same ratios at all prices, except for one expensive home with a much lower estimate. */
const TABLE_D_2 = salesOf([
  [45_000, 50_000],
  [100_000, 100_000],
  [165_000, 150_000],
  [180_000, 200_000],
  [250_000, 250_000],
  [330_000, 300_000],
  [315_000, 350_000],
  [400_000, 400_000],
  [495_000, 450_000],
  [450_000, 500_000],
  [550_000, 550_000],
  [660_000, 600_000],
  [585_000, 650_000],
  [700_000, 700_000],
  [825_000, 750_000],
  [1_875_000, 2_500_000],
])

const anySale = fc.record({
  price: fc.integer({ min: 1000, max: 5_000_000 }),
  ratio: fc.double({ min: 0.3, max: 3, noNaN: true }),
  low: fc.double({ min: 0.5, max: 1, noNaN: true }),
  high: fc.double({ min: 1, max: 1.5, noNaN: true }),
})
const anySales = fc
  .array(anySale, { minLength: 1, maxLength: 60 })
  .map((sales) => sales.map((sale) => ({ ...sale, estimate: sale.price * sale.ratio })))

function close(actual: number, expected: number, tolerance = 1e-9): void {
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)), `${actual}, not ${expected}`)
}

test("the figures of the standard's examples are reproduced", () => {
  const first = ratioStudy(TABLE_1_1)
  assert.deepEqual(
    [first.sales, first.medianRatio.toFixed(3), first.cod.toFixed(1), first.prd.toFixed(2)],
    [36, '0.864', '29.8', '0.98'],
  )
  const fourth = ratioStudy(TABLE_1_4)
  assert.deepEqual(
    [fourth.sales, fourth.medianRatio.toFixed(2), fourth.cod.toFixed(1), fourth.prd.toFixed(2)],
    [17, '0.82', '14.5', '0.98'],
  )
  const outlier = ratioStudy(TABLE_D_2)
  assert.deepEqual([outlier.medianRatio, outlier.prd.toFixed(2), outlier.prb.toFixed(3)], [1, '1.06', '-0.011'])
})

test('the price-related bias of four homes matches the computation by hand', () => {
  // The median ratio is 1, so values are the means of price and estimate: 1, 2, 4, 8. Their logarithms are 0, 1, 2, 3.
  const ratios = [1.1, 1, 1, 0.9]
  const pairs = ratios.map((ratio, i) => {
    const price = (2 ** (i + 1) / (1 + ratio)) * 100_000
    return [price * ratio, price] as const
  })
  // Slope: (-1.5 × 0.1 + 1.5 × -0.1) / (1.5² + 0.5² + 0.5² + 1.5²) = -0.3 / 5
  close(ratioStudy(salesOf(pairs)).prb, -0.06)
})

test('errors, shares and dispersion of five sales match the computation by hand', () => {
  const study = ratioStudy(
    salesOf([
      [105_000, 100_000],
      [180_000, 200_000],
      [363_000, 300_000],
      [400_000, 400_000],
      [600_000, 500_000],
    ]),
  )
  // Ratios: 1.05, 0.9, 1.21, 1, 1.2
  close(study.medianError, 0.1)
  close(study.signedMedianError, 0.05)
  assert.deepEqual([study.within5, study.within10, study.within20], [0.4, 0.6, 0.8])
  close(study.cod, (100 * (0 + 0.15 + 0.16 + 0.05 + 0.15)) / 5 / 1.05)
  close(study.prd, 5.36 / 5 / (1648 / 1500))
})

test('coverage counts the ends of an interval, overall and in each fifth of prices', () => {
  const prices = Array.from({ length: 10 }, (_, i) => (i + 1) * 100_000)
  const lows = prices.map((price, i) => (i === 0 ? price + 1 : price))
  const highs = prices.map((price, i) => (i === 9 ? price - 1 : price))
  const { coverage, fifths } = ratioStudy({ prices, estimates: prices, intervals: [{ promised: 0.9, lows, highs }] })
  assert.deepEqual(coverage, [{ promised: 0.9, covered: 0.8 }])
  assert.deepEqual(
    fifths.map((fifth) => [fifth.sales, fifth.lowestPrice, fifth.highestPrice, fifth.coverage[0]?.covered]),
    [
      [2, 100_000, 200_000, 0.5],
      [2, 300_000, 400_000, 1],
      [2, 500_000, 600_000, 1],
      [2, 700_000, 800_000, 1],
      [2, 900_000, 1_000_000, 0.5],
    ],
  )
})

test('no sales give no figures, and one sale gives only the figures that it determines', () => {
  const none = ratioStudy({ prices: [], estimates: [] })
  assert.deepEqual([none.sales, none.excluded, none.fifths], [0, 0, []])
  for (const figure of [none.medianError, none.within10, none.cod, none.prd, none.prb]) assert.ok(Number.isNaN(figure))
  const one = ratioStudy(salesOf([[110_000, 100_000]]))
  close(one.medianError, 0.1)
  assert.deepEqual([one.sales, one.within10, one.cod, one.prd], [1, 1, 0, 1])
  assert.ok(Number.isNaN(one.prb))
})

test('sales of one price are in one fifth, and sales of one value have no price-related bias', () => {
  const study = ratioStudy(salesOf(Array.from({ length: 20 }, () => [99_000, 100_000])))
  assert.deepEqual([study.fifths.length, study.fifths[0]?.sales, study.cod], [1, 20, 0])
  close(study.prd, 1)
  assert.ok(Number.isNaN(study.prb))
})

test('sales without a price or an estimate are left out and counted', () => {
  const wrong = salesOf([
    [100_000, 0],
    [0, 100_000],
    [Number.NaN, 100_000],
    [100_000, Number.NaN],
    [Number.POSITIVE_INFINITY, 100_000],
    [-5, 100_000],
    [105_000, 100_000],
  ])
  const study = ratioStudy(wrong)
  assert.deepEqual([study.sales, study.excluded, study.within5], [1, 6, 1])
})

test('figures of any sales equal a plain computation', () => {
  fc.assert(
    fc.property(anySales, (sales) => {
      const prices = sales.map(({ price }) => price)
      const lows = sales.map(({ price, low, ratio }) => price * low * ratio)
      const highs = sales.map(({ price, high, ratio }) => price * high * ratio)
      const estimates = sales.map(({ estimate }) => estimate)
      const study = ratioStudy({ prices, estimates, intervals: [{ promised: 0.8, lows, highs }] })
      const ratios = sales.map(({ price, estimate }) => estimate / price)
      const sorted = ratios.toSorted((a, b) => a - b)
      const half = (sorted.length - 1) / 2
      const middle = ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2
      const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
      close(study.medianRatio, middle)
      close(study.cod, (meanOf(ratios.map((ratio) => Math.abs(ratio - middle))) / middle) * 100)
      close(study.prd, meanOf(ratios) / (meanOf(estimates) / meanOf(prices)))
      const x = sales.map(({ price, estimate }) => Math.log(0.5 * price + (0.5 * estimate) / middle) / Math.log(2))
      const y = ratios.map((ratio) => (ratio - middle) / middle)
      const cov = meanOf(x.map((each, i) => each * (y[i] ?? 0))) - meanOf(x) * meanOf(y)
      const variance = meanOf(x.map((each) => each * each)) - meanOf(x) ** 2
      if (variance > 1e-3) close(study.prb, cov / variance, 1e-6)
      const covered = sales.filter((_, i) => (lows[i] ?? 0) <= (prices[i] ?? 0) && (highs[i] ?? 0) >= (prices[i] ?? 0))
      close(study.coverage[0]?.covered ?? Number.NaN, covered.length / sales.length)
      assert.equal(
        study.fifths.reduce((count, fifth) => count + fifth.sales, 0),
        sales.length,
      )
      for (const [i, fifth] of study.fifths.entries())
        assert.ok(i === 0 || fifth.lowestPrice > (study.fifths[i - 1]?.highestPrice ?? 0))
    }),
  )
})
