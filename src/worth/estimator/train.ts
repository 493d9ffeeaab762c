import { Random } from '../../kit/algorithms/random.ts'
import type { BacktestTable } from './backtest-table.ts'
import {
  BLOCKS,
  backtestOf,
  type HeldBackSales,
  type HoldBackOptions,
  heldBack,
  intervalModel,
  LEAST_HELD,
} from './held-back.ts'
import { hasLack, LACKS, lacksIn } from './lack.ts'
import { LearnedOffers } from './learned-offers.ts'
import { MarketSales, MIN_SALES, range } from './market-sales.ts'
import type { Part } from './model.ts'
import { bytesOf } from './model-bytes.ts'
import { lackBitsOf, rowsOf, type Sales, type SaleTable } from './sales.ts'

export interface Training {
  /** Sales after this day are ignored. */
  readonly day: number
  readonly seed: number
  /**
   * Number of trees. Fewer trees make the estimator smaller and less exact. Markets with few sales always have fewer.
   */
  readonly trees?: number
  /** Maximum number of sales to train on. */
  readonly most?: number
  /** False if nobody needs the backtest. Then fewer sales are held back, only for the intervals. */
  readonly backtest?: boolean
}

/** An estimator with its backtest, or a sentence that says why there is no estimator. */
export type TrainingResult =
  | { readonly bytes: Uint8Array; readonly backtest: BacktestTable; readonly refused?: undefined }
  | { readonly refused: string; readonly bytes?: undefined }

const TOO_FEW_DAYS = 'The sales are from too few days to hold some back for a test.'

/** Maximum number of sales to train on, spread evenly over three years, or over more years if there are too few. */
const MAX_ROWS = 25_000
const MAX_ROWS_OF_BLOCK = 7000
const TREES = 300

/**
 * Models that only estimate held-back sales have this share of the trees, which cuts their training time to a third.
 */
const BLOCK_TREES_SHARE = 0.35

/**
 * The model for all homes with more unknown facts. It is trained on sales with different facts ignored. This takes a
 * fifth of the training time.
 */
const OF_LESS = { most: 7000, trees: 100 } as const
/**
 * If more than this share of sales lack certain facts, the error of estimates without these facts comes from these
 * sales only.
 */
const OWN_SHARE = 0.1

const HELD_OF_LESS = { blocks: 2, most: 3000, trees: 50, mostHeld: 2000 } as const

/** Trains an estimator on the sales of a market. The same sales and seed give the same bytes. */
export function trainEstimator(table: SaleTable, training: Training): TrainingResult {
  const { day, seed, trees = TREES, most = MAX_ROWS, backtest = true } = training
  const sales = table.upTo(day)
  const bits = lackBitsOf(sales)
  const lack = leastLack(bits)
  const sized = rowsWith(sales, bits, lack ?? 0)
  if (lack === undefined)
    return {
      refused: `There are ${sized.size} sales with price, place and size: an estimator needs at least ${MIN_SALES}.`,
    }
  const onlyLack = {
    learned: new Uint8Array(sized.size).fill(lack),
    heldBack: new Uint8Array(sized.size).fill(1 << lack),
  }
  const holdBack = {
    blocks: backtest ? BLOCKS : 1,
    most: Math.min(most, MAX_ROWS_OF_BLOCK),
    trees: Math.ceil(BLOCK_TREES_SHARE * trees),
  }
  const first = trainPart(
    new MarketSales(sized, onlyLack, seed),
    holdBack,
    { most: Math.min(most, MAX_ROWS), trees },
    seed,
  )
  if (first === undefined) return { refused: TOO_FEW_DAYS }
  const less = new MarketSales(
    sales,
    { learned: learnedLacksOf(bits, lack, seed), heldBack: heldBackLacksOf(bits, lack) },
    seed,
  )
  const ofLess = { ...OF_LESS, trees: Math.min(trees, OF_LESS.trees) }
  const further = trainPart(less, backtest ? HELD_OF_LESS : { ...HELD_OF_LESS, blocks: 1 }, ofLess, seed)
  const parts: readonly [Part, ...Part[]] = further === undefined ? [first.part] : [first.part, further.part]
  const offers = table.of === 'rent' ? LearnedOffers.of(sales, day) : undefined
  const model = { day, firstDay: sized.days[0] ?? day, sales: sized.size, parts, ...(offers && { offers }) }
  const firstBacktest = backtestOf(first.heldSales, seed)
  return {
    bytes: bytesOf(model),
    backtest: further ? firstBacktest.with(backtestOf(further.heldSales, seed)) : firstBacktest,
  }
}

/**
 * Returns the first location in `PLACES_KNOWN` that is known for enough sales of known size, as an index of `LACKS`.
 */
function leastLack(bits: Uint8Array): number | undefined {
  return [0, 2, 4].find((lack) => bits.reduce((count, of) => count + Number(hasLack(of, lack)), 0) >= MIN_SALES)
}

/** Returns the sales for which everything except the facts of `lack` is known. */
function rowsWith(sales: Sales, bits: Uint8Array, lack: number): Sales {
  return rowsOf(
    sales,
    range(0, sales.size).filter((row) => hasLack(bits[row] as number, lack)),
  )
}

/**
 * Chooses at random which facts to ignore for each sale. Avoids the set `first`, for which there is a model already. If
 * the sale has other unknown facts, chooses these half of the time, so that the most frequent case is learned best.
 */
function learnedLacksOf(bits: Uint8Array, first: number, seed: number): Uint8Array {
  const random = new Random(seed, 'lacks')
  return bits.map((of) => {
    const lacks = lacksIn(of)
    const others = lacks.filter((lack) => lack !== first)
    const [luck, nth] = [random.unit(), random.unit()]
    const own = lacks[0] === first || luck < 0.5 ? undefined : lacks[0]
    return own ?? others[Math.floor(nth * others.length)] ?? first
  })
}

/**
 * Returns, for each held-back sale, the sets of facts to ignore when estimating it, as bits. Leaves out the set
 * `first`. If enough sales really lack a set of facts, only these sales are estimated without it.
 */
function heldBackLacksOf(bits: Uint8Array, first: number): Uint8Array {
  const own = bits.map((of) => lacksIn(of)[0] ?? first)
  const isOften = LACKS.map((_, lack) => own.filter((each) => each === lack).length > OWN_SHARE * own.length)
  return bits.map((of, row) =>
    lacksIn(of)
      .filter((lack) => lack !== first && (own[row] === lack || isOften[lack] === false))
      .reduce((lackBits, lack) => lackBits | (1 << lack), 0),
  )
}

/** Undefined if too few sales could be held back. */
function trainPart(
  market: MarketSales,
  holdBack: HoldBackOptions,
  { most, trees }: { readonly most: number; readonly trees: number },
  seed: number,
): { readonly part: Part; readonly heldSales: HeldBackSales } | undefined {
  const heldSales = heldBack(market, holdBack)
  if (heldSales.rows.length < LEAST_HELD) return undefined
  const { market: known, values } = market.learn(market.sales.size, most, trees)
  return {
    part: { market: known, values, ...intervalModel(heldSales, heldSales.rows.length, known.level, seed) },
    heldSales,
  }
}
