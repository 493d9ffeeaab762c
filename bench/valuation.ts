import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { type Estimated, Estimator } from '../src/worth/estimator/estimator.ts'
import { furtherFacts } from '../src/worth/estimator/further-facts.ts'
import { homeInputs } from '../src/worth/estimator/home-inputs.ts'
import { cityCode, LACKS } from '../src/worth/estimator/lack.ts'
import { IAAO_BOUNDS, type RatioStudy, ratioStudy } from '../src/worth/estimator/ratio-study.ts'
import type { SaleTable } from '../src/worth/estimator/sales.ts'
import { trainEstimator } from '../src/worth/estimator/train.ts'
import { candidatesOf } from '../src/worth/valuation/candidate-homes.ts'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { median } from './harness/timing.ts'
import { type Block, blocksOf, SALE_DEFAULTS, type Sale, saleTable, withSales } from './real-sales.ts'

/** Allowed ranges for estimates of the last fifth of the sales, by mapping. */
const REACHES: Readonly<Record<string, { readonly medianError: number; readonly within10: number }>> = {
  'king-county': { medianError: 7.7, within10: 60 },
  ames: { medianError: 6.3, within10: 60 },
}
const MAX_ESTIMATE_MS = 0.1
const SEED = 1

/** A sale with an estimate from earlier sales only. */
interface Appraised extends Sale {
  readonly estimated: Estimated
}

/** The times that training and estimating take, and the size of an estimator. */
interface Costs {
  readonly trainedMs: number[]
  readonly estimatedMs: number[]
  bytes: number
}

/**
 * Estimates each of a file's latest sales as of the day before the sale, in two ways: with an estimator that is trained
 * again before each block of days, and from nearby sales that the catalog finds. Options: those of `SALE_DEFAULTS`, and
 * `lack`, which names facts to hide in the estimated homes.
 */
export const run = bench({ ...SALE_DEFAULTS, lack: 'nothing' }, async (given, figures) => {
  const lack = (LACKS as readonly string[]).indexOf(given.lack)
  if (lack < 0) throw new RangeError(`--lack must be one of ${LACKS.join('; ')}; you sent "${given.lack}".`)
  await withSales(given, async ({ catalog, sales, held }) => {
    figures.add('sales', sales.length, '')
    figures.add('sales held back', held.length, '')
    const costs: Costs = { trainedMs: [], estimatedMs: [], bytes: 0 }
    const estimates: Appraised[] = []
    const table = saleTable(sales)
    for (const block of blocksOf(held, given.every))
      estimates.push(...(await estimateBlock(block, table, lack, catalog, costs)))
    figures.add('of which nothing could be told', held.length - estimates.length, '')
    const study = studyOf(estimates)
    addErrors(study, held.length, lack === 0 ? REACHES[given.mapping] : undefined, figures)
    addIntervals(study, estimates, figures)
    addCosts(costs, figures)
  })
})

async function estimateBlock(
  { knownBy, sales }: Block,
  table: SaleTable,
  lack: number,
  catalog: Catalog,
  costs: Costs,
): Promise<Appraised[]> {
  const start = process.cpuUsage()
  const { bytes, refused } = trainEstimator(table, { day: knownBy, seed: SEED })
  if (bytes === undefined) throw new RangeError(`Cannot train on the sales before those held back: ${refused}`)
  costs.trainedMs.push(process.cpuUsage(start).user / 1000)
  costs.bytes = bytes.length
  const estimator = Estimator.of(bytes)
  const estimates: Appraised[] = []
  for (const sale of sales) {
    const candidates = await candidatesOf('price', sale.home, lack, sale.day - 1, catalog)
    if (
      candidates === undefined ||
      !estimator.lacksOf(homeInputs(sale.home), cityCode(sale.home.address)).includes(lack)
    )
      continue
    const startMs = performance.now()
    const [inputs, facts] = [homeInputs(sale.home), furtherFacts(sale.home)]
    const estimated = estimator.estimate(inputs, candidates, sale.day - 1, facts, lack)
    costs.estimatedMs.push(performance.now() - startMs)
    estimates.push({ ...sale, estimated })
  }
  return estimates
}

function studyOf(estimates: readonly Appraised[]): RatioStudy {
  return ratioStudy({
    prices: estimates.map(({ price }) => price),
    estimates: estimates.map(({ estimated }) => estimated.value),
    intervals: [
      interval(0.8, estimates, ({ low80, high80 }) => [low80, high80]),
      interval(0.9, estimates, ({ low90, high90 }) => [low90, high90]),
    ],
  })
}

function interval(
  promised: number,
  estimates: readonly Appraised[],
  ends: (of: Estimated) => readonly [number, number],
) {
  return {
    promised,
    lows: estimates.map(({ estimated }) => ends(estimated)[0]),
    highs: estimates.map(({ estimated }) => ends(estimated)[1]),
  }
}

/** @param held Number of sales to be estimated. A sale without an estimate counts as outside of every bound. */
function addErrors(
  study: RatioStudy,
  held: number,
  reach: (typeof REACHES)[string] | undefined,
  figures: Figures,
): void {
  const within = (share: number) => (100 * share * study.sales) / held
  figures.heading('errors')
  figures.add('absolute error, median', 100 * study.medianError, '%', reach && { atMost: reach.medianError })
  figures.add('within 10 %', within(study.within10), '%', reach && { atLeast: reach.within10 })
  figures.add('within 20 %', within(study.within20), '%')
  figures.add('error with its sign, median', 100 * study.signedMedianError, '%')
  figures.add('COD', study.cod, '', { atMost: IAAO_BOUNDS.cod })
  figures.add('PRD', study.prd, '', { atLeast: IAAO_BOUNDS.prd.low, atMost: IAAO_BOUNDS.prd.high })
  figures.add('PRB', study.prb, '', { atLeast: IAAO_BOUNDS.prb.low, atMost: IAAO_BOUNDS.prb.high })
}

function addIntervals({ coverage, fifths }: RatioStudy, estimates: readonly Appraised[], figures: Figures): void {
  figures.heading('prices within the intervals')
  for (const { promised, covered } of coverage)
    figures.add(`${100 * promised} % interval`, 100 * covered, '%', around(promised))
  figures.heading('by fifth of the estimates, the lowest first: what is known before the sale')
  const byEstimate = estimates.toSorted((one, other) => one.estimated.value - other.estimated.value)
  for (const nth of [0, 1, 2, 3, 4]) {
    const part = byEstimate.slice(
      Math.floor((nth * estimates.length) / 5),
      Math.floor(((nth + 1) * estimates.length) / 5),
    )
    for (const { promised, covered } of studyOf(part).coverage)
      figures.add(`estimates, fifth ${nth + 1}: ${100 * promised} % interval`, 100 * covered, '%', around(promised))
  }
  // Most sales in the lowest fifth are far below the prices of similar homes. Estimated ranges usually miss them.
  figures.heading('by fifth of the prices, the lowest first: known after the sale only')
  const columns = [
    { name: 'from', unit: '$' },
    { name: 'median error', unit: '%' },
    { name: '80 % interval', unit: '%' },
    { name: '90 % interval', unit: '%' },
  ]
  const rows = fifths.map(({ lowestPrice, medianError, coverage: of }, i) => ({
    name: `fifth ${i + 1}`,
    values: [lowestPrice, 100 * medianError, ...of.map(({ covered }) => 100 * covered)],
  }))
  figures.table(columns, rows)
}

/**
 * Returns the allowed range for the share of sales that an estimated range contains: two percentage points around what
 * it promises.
 */
function around(promised: number) {
  return { atLeast: 100 * promised - 2, atMost: 100 * promised + 2 }
}

function addCosts({ trainedMs, estimatedMs, bytes }: Costs, figures: Figures): void {
  figures.heading('costs')
  figures.add('training with its backtest, processor time, median', median(trainedMs) / 1000, 's')
  figures.add('an estimate beside its comparables, median', median(estimatedMs), 'ms', { atMost: MAX_ESTIMATE_MS })
  figures.add('bytes of an estimator', bytes / 1000, 'KB')
}
