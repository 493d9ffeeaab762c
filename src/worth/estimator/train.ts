import { Random } from '../../kit/algorithms/random.ts'
import type { BacktestTable } from './backtest-table.ts'
import { BLOCKS, backtestOf, type Held, type HoldingBack, heldBack, intervalModel, LEAST_HELD } from './held-back.ts'
import { HeldOffers } from './held-offers.ts'
import { hasLack, LACKS, lacksIn } from './lack.ts'
import { MarketSales, MIN_SALES, range } from './market-sales.ts'
import type { Part } from './model.ts'
import { bytesOf } from './model-bytes.ts'
import { lackBitsOf, rowsOf, type Sales, type SaleTable } from './sales.ts'

export interface Training {
  /** Only sales up to and including this day are used. */
  readonly day: number
  readonly seed: number
  /** Trees of the estimator; fewer make it smaller and less exact. Few sales grow fewer in any case. */
  readonly trees?: number
  /** Maximum number of sales to learn from. */
  readonly most?: number
  /** False if nobody reads it: then only the newest sales are held back, for the intervals. */
  readonly backtest?: boolean
}

/** An estimator and its results on sales held back from it; or, in a sentence, the reason why there is none. */
export type Trained =
  | { readonly bytes: Uint8Array; readonly backtest: BacktestTable; readonly refused?: undefined }
  | { readonly refused: string; readonly bytes?: undefined }

const TOO_FEW_DAYS =
  'All sales are of too few days: none could be held back of those that an estimate rests on, to say how far it is off.'

/**
 * Maximum number of rows that trees learn from, spread evenly over the sales of the last days, or over older ones where
 * these are few.
 */
const MAX_ROWS = 25_000
const MAX_ROWS_OF_BLOCK = 7000
const TREES = 300

/** Share of the trees in models of blocks, which then take a third of the time. */
const BLOCK_TREES_SHARE = 0.35

/**
 * The part for homes of which less is known takes a fifth of the time: one model for all lacks, which learns from sales
 * in which each is hidden in turn.
 */
const OF_LESS = { most: 7000, trees: 100 } as const
/** A lack of this share of the sales is told by those that have it. */
const OWN_SHARE = 0.1

const HELD_OF_LESS = { blocks: 2, most: 3000, trees: 50, mostHeld: 2000 } as const

/** Trains an estimator on the sales of a market. The same sales and seed make the same bytes. */
export function trainEstimator(table: SaleTable, training: Training): Trained {
  const { day, seed, trees = TREES, most = MAX_ROWS, backtest = true } = training
  const sales = table.upTo(day)
  const bits = lackBitsOf(sales)
  const lack = leastLack(bits)
  const sized = rowsWith(sales, bits, lack ?? 0)
  if (lack === undefined)
    return { refused: `There are ${sized.size} sales with price, place and size: an estimate takes ${MIN_SALES}.` }
  const onlyLack = {
    learnt: new Uint8Array(sized.size).fill(lack),
    heldBack: new Uint8Array(sized.size).fill(1 << lack),
  }
  const holding = {
    blocks: backtest ? BLOCKS : 1,
    most: Math.min(most, MAX_ROWS_OF_BLOCK),
    trees: Math.ceil(BLOCK_TREES_SHARE * trees),
  }
  const first = trainPart(
    new MarketSales(sized, onlyLack, seed),
    holding,
    { most: Math.min(most, MAX_ROWS), trees },
    seed,
  )
  if (first === undefined) return { refused: TOO_FEW_DAYS }
  const less = new MarketSales(sales, { learnt: hiddenIn(bits, lack, seed), heldBack: toldOf(bits, lack) }, seed)
  const ofLess = { ...OF_LESS, trees: Math.min(trees, OF_LESS.trees) }
  const further = trainPart(less, backtest ? HELD_OF_LESS : { ...HELD_OF_LESS, blocks: 1 }, ofLess, seed)
  const parts: readonly [Part, ...Part[]] = further === undefined ? [first.part] : [first.part, further.part]
  const offers = table.of === 'rent' ? HeldOffers.of(sales, day) : undefined
  const model = { day, firstDay: sized.days[0] ?? day, sales: sized.size, parts, ...(offers && { offers }) }
  const toldOfFirst = backtestOf(first.held, seed)
  return { bytes: bytesOf(model), backtest: further ? toldOfFirst.with(backtestOf(further.held, seed)) : toldOfFirst }
}

/** Returns the least lack of enough sales of known size; undefined if there is none. */
function leastLack(bits: Uint8Array): number | undefined {
  return [0, 2, 4].find((lack) => bits.reduce((count, of) => count + Number(hasLack(of, lack)), 0) >= MIN_SALES)
}

/** The sales that can be seen with a lack. */
function rowsWith(sales: Sales, bits: Uint8Array, lack: number): Sales {
  return rowsOf(
    sales,
    range(0, sales.size).filter((row) => hasLack(bits[row] as number, lack)),
  )
}

/**
 * A lack for each sale, other than the one that the first part estimates with, unless there is no other. Half of those
 * that lack more of their own keep it, so that what lacks most often teaches most.
 */
function hiddenIn(bits: Uint8Array, first: number, seed: number): Uint8Array {
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
 * The bits of the lacks with which each sale is told, other than that of the first part. Where enough homes lack
 * something of their own, they alone tell how far off estimates of such homes are.
 */
function toldOf(bits: Uint8Array, first: number): Uint8Array {
  const own = bits.map((of) => lacksIn(of)[0] ?? first)
  const isOften = LACKS.map((_, lack) => own.filter((each) => each === lack).length > OWN_SHARE * own.length)
  return bits.map((of, row) =>
    lacksIn(of)
      .filter((lack) => lack !== first && (own[row] === lack || isOften[lack] === false))
      .reduce((told, lack) => told | (1 << lack), 0),
  )
}

/** Returns undefined where too few sales could be held back. */
function trainPart(
  market: MarketSales,
  holding: HoldingBack,
  { most, trees }: { readonly most: number; readonly trees: number },
  seed: number,
): { readonly part: Part; readonly held: Held } | undefined {
  const held = heldBack(market, holding)
  if (held.rows.length < LEAST_HELD) return undefined
  const { market: known, values } = market.learn(market.sales.size, most, trees)
  return { part: { market: known, values, ...intervalModel(held, held.rows.length, known.level, seed) }, held }
}
