import type { ComparableSale, Effects } from './appraisal.ts'
import { intervalsOf, type Margins } from './conformal.ts'
import { readModel } from './estimator-bytes.ts'
import { type Forest, tell, tellWithMoves } from './forest.ts'
import { NEIGHBOUR_INPUTS } from './neighbour-inputs.ts'
import { levelOn } from './price-level.ts'
import { LOCATION_INPUTS, type Market, TREE_INPUTS, writeTreeRow } from './tree-row.ts'

/** What training leaves: everything that an estimate rests on, besides the home and the sales around it. */
export interface Model {
  /** It saw sales up to and including this day. */
  readonly day: number
  readonly firstDay: number
  readonly sales: number
  readonly market: Market
  /** Logarithm of the price, without the level of the market. */
  readonly values: Forest
  /** By how much that is wrong, on average. */
  readonly errors: Forest
  readonly margins: Margins
}

/** What moves an estimate: a factor on the value, in comparison with the middle of the market. */
export interface Reason {
  /** `location`, `salesNearby`, or the name of a fact among `HOME_INPUTS`. */
  readonly input: string
  readonly effect: number
}

/** A value in dollars, and the ends of the intervals that hold 80 and 90 % of prices. */
export interface Estimated extends Margins {
  readonly value: number
  /** What moves the value most, in descending order. */
  readonly reasons: readonly Reason[]
}

/** The number of reasons told. */
const MAX_REASONS = 6

/** A smaller error than this is luck. */
const LEAST_ERROR = 0.01

/** Tells what homes of a market are worth. */
export class Estimator {
  readonly #model: Model

  constructor(model: Model) {
    this.#model = model
  }

  /** Throws a `RangeError` with one sentence for bytes that were not written by training. */
  static of(bytes: Uint8Array): Estimator {
    return new Estimator(readModel(bytes))
  }

  /** It was trained with sales up to and including this day. */
  get day(): number {
    return this.#model.day
  }

  /** The day of the oldest sale that it was trained with. */
  get firstDay(): number {
    return this.#model.firstDay
  }

  /** How many sales it was trained with. */
  get sales(): number {
    return this.#model.sales
  }

  /** The effects for `appraise` that were fitted to the market. */
  get effects(): Effects {
    return this.#model.market.effects
  }

  /** A home of the market that was worth 1 on one day was worth this much on another, by the sales it was trained with. */
  levelChange(fromDay: number, toDay: number): number {
    const { level } = this.#model.market
    return Math.exp(levelOn(level, toDay) - levelOn(level, fromDay))
  }

  /**
   * The value of a home on a day, given by its `HOME_INPUTS` and the sales around it as `candidates.ts` has them, up to
   * that day and none of its own.
   */
  estimate(home: ArrayLike<number>, neighbours: readonly ComparableSale[], day: number): Estimated {
    const { market, values, errors, margins } = this.#model
    const row = new Float32Array(TREE_INPUTS.length)
    writeTreeRow(home, neighbours, day, market, row)
    const moves = new Float64Array(TREE_INPUTS.length)
    const value = Math.exp(tellWithMoves(values, row, moves) + levelOn(market.level, day))
    const expectedError = expectedErrorOf(errors, row)
    return { value, ...intervalsOf(value, expectedError, margins), reasons: reasonsOf(moves) }
  }
}

export function expectedErrorOf(errors: Forest, row: Float32Array): number {
  return Math.max(LEAST_ERROR, tell(errors, row))
}

/** Inputs that say one thing are told as one. */
const REASONS: readonly string[] = TREE_INPUTS.map((input) => {
  if (isOneOf(LOCATION_INPUTS, input)) return 'location'
  return isOneOf(NEIGHBOUR_INPUTS, input) ? 'salesNearby' : input
})

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

function reasonsOf(moves: Float64Array): Reason[] {
  const together = new Map<string, number>()
  for (const [i, input] of REASONS.entries()) together.set(input, (together.get(input) ?? 0) + (moves[i] as number))
  return [...together]
    .filter(([, move]) => move !== 0)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, MAX_REASONS)
    .map(([input, move]) => ({ input, effect: Math.exp(move) }))
}
