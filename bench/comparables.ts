import { appraise } from '../src/catalog/estimator/appraisal.ts'
import { CANDIDATE_DAYS } from '../src/catalog/estimator/candidates.ts'
import type { ComparableSale } from '../src/catalog/estimator/comparable-sale.ts'
import type { Adjustment } from '../src/catalog/estimator/neighbour-inputs.ts'
import { levelOn, type PriceLevel } from '../src/catalog/estimator/price-level.ts'
import { adjustmentOf } from '../src/catalog/estimator/train.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import type { Home } from '../src/model/home.ts'
import { candidatesOf, movedOn } from '../src/worth/valuation/comparables.ts'
import { valueIndexAt } from '../src/worth/valuation/value-index.ts'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { median } from './harness/timing.ts'
import { type Block, blocksOf, SALE_DEFAULTS, saleTable, withSales } from './real-sales.ts'

const MAX_MEDIAN_ERROR_PERCENT = 8.05
const MIN_WITHIN_TENTH_PERCENT = 48

/**
 * Holds back the sales of a file from a share of them on, in time, and tells the price of each from its comparables
 * alone, as /comparable_homes finds them on the day before the sale: with hand-set effects, with those fitted to the
 * sales before each block of days, and with the level of the market after the index, as they are served. Options are
 * those of `SALE_DEFAULTS`; parameters are chosen on what lies before the last fifth: `--from 0.6 --to 0.8`.
 */
export const run = bench(SALE_DEFAULTS, async (given, figures) => {
  await withSales(given, async ({ catalog, sales, held }) => {
    figures.add('sales', sales.length, '')
    figures.add('sales held back', held.length, '')
    const table = saleTable(sales)
    const blocks = blocksOf(held, given.every)
    await measure('hand-set effects', blocks, () => undefined, catalog, figures)
    const fitted = blocks.map(({ knownBy }) => adjustmentOf(table, knownBy))
    const effectsOnly = fitted.map((each) => each && { effects: each.effects })
    await measure('fitted effects', blocks, (nth) => effectsOnly[nth], catalog, figures)
    await measure('fitted effects and level', blocks, (nth) => fitted[nth], catalog, figures)
  })
})

/** Prices brought to a day, as /comparable_homes does: by the index of the catalogue, then by the level of the market. */
async function current(
  home: Home,
  sales: readonly ComparableSale[],
  asOfDay: number,
  level: PriceLevel | undefined,
  catalog: Catalog,
): Promise<readonly ComparableSale[]> {
  const index = await valueIndexAt(home.address, home.homeType, asOfDay - CANDIDATE_DAYS + 1, catalog)
  const levelChange = (from: number, to: number) => (level ? Math.exp(levelOn(level, to) - levelOn(level, from)) : 1)
  return movedOn(sales, asOfDay, index, { levelChange })
}

async function measure(
  name: 'hand-set effects' | 'fitted effects' | 'fitted effects and level',
  blocks: readonly Block[],
  /** For the nth block; without a level, prices follow the index of the catalogue alone. */
  adjustmentFor: (nth: number) => Partial<Adjustment> | undefined,
  catalog: Catalog,
  figures: Figures,
): Promise<void> {
  const errors: number[] = []
  const times: number[] = []
  let count = 0
  for (const [nth, { sales }] of blocks.entries()) {
    const { effects, level } = adjustmentFor(nth) ?? {}
    count += sales.length
    for (const { home, day, price } of sales) {
      const start = performance.now()
      const candidates = await candidatesOf('price', home, day - 1, catalog)
      const around = candidates && (await current(home, candidates.sales, day - 1, level, catalog))
      const value = candidates && around && appraise(candidates.traits, around, effects).value
      times.push(performance.now() - start)
      if (value !== undefined) errors.push(value / price - 1)
    }
  }
  const absolute = errors.map(Math.abs)
  const within = (most: number) => (100 * absolute.filter((error) => error <= most).length) / count
  const isFitted = name !== 'hand-set effects'
  figures.heading(name)
  figures.add(`${name}: nothing could be told`, count - errors.length, '')
  const [atMost, atLeast] = [MAX_MEDIAN_ERROR_PERCENT, MIN_WITHIN_TENTH_PERCENT]
  figures.add(`${name}: absolute error, median`, 100 * median(absolute), '%', isFitted ? { atMost } : undefined)
  figures.add(`${name}: within 10 %`, within(0.1), '%', isFitted ? { atLeast } : undefined)
  figures.add(`${name}: within 20 %`, within(0.2), '%')
  figures.add(`${name}: error with its sign, median`, 100 * median(errors), '%')
  figures.add(`${name}: time of one, median`, median(times), 'ms')
}
