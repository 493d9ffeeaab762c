import type { ComparableSale, Effects } from './appraisal.ts'
import { intervalsOf, type Margins, type MarginsByValue, marginsAt } from './conformal.ts'
import { readModel } from './estimator-bytes.ts'
import { type Forest, tell, tellWithMoves } from './forest.ts'
import { type FurtherFacts, NO_FACTS, PLACE_FACTS } from './further-facts.ts'
import { NEIGHBOUR_INPUTS } from './neighbour-inputs.ts'
import { levelOn } from './price-level.ts'
import { LOCATION_INPUTS, type Market, TREE_INPUTS, TreeRows } from './tree-row.ts'
import { aroundOf } from './weighing.ts'

/** What training leaves: everything that an estimate rests on, besides the home and the sales around it. */
export interface Model {
  /** It saw sales up to and including this day. */
  readonly day: number
  readonly firstDay: number
  readonly sales: number
  readonly market: Market
  /** Logarithm of the price, without the level of the market. */
  readonly values: Forest
  /** By how much that is wrong, on average: told from an `errorRow`. */
  readonly errors: Forest
  readonly margins: MarginsByValue
}

/** What moves an estimate: a factor on the value, in comparison with the middle of the market. */
export interface Reason {
  /** `location`, `salesNearby`, the name of a fact among `HOME_INPUTS`, or that of a further fact. */
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
  readonly #rows: TreeRows
  /** What each input is told as: those that say one thing are told as one. */
  readonly #reasons: readonly string[]

  constructor(model: Model) {
    this.#model = model
    this.#rows = new TreeRows(model.market)
    this.#reasons = [...TREE_INPUTS, ...model.market.further.map(({ name }) => name)].map(reasonOf)
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
   * The value of a home on a day, given by its `HOME_INPUTS`, the sales around it as `candidates.ts` has them, up to that
   * day and none of its own, and what else is known of it.
   */
  estimate(
    home: ArrayLike<number>,
    neighbours: readonly ComparableSale[],
    day: number,
    facts: FurtherFacts = NO_FACTS,
  ): Estimated {
    const { market, values, errors, margins } = this.#model
    const row = new Float32Array(this.#rows.width)
    this.#rows.write(home, (name) => facts.get(name), aroundOf(neighbours, day), day, row)
    const moves = new Float64Array(row.length)
    const told = tellWithMoves(values, row, moves)
    const value = Math.exp(told + levelOn(market.level, day))
    const expectedError = expectedErrorOf(errors, errorRow(row, told))
    const intervals = intervalsOf(value, expectedError, marginsAt(margins, told))
    return { value, ...intervals, reasons: reasonsOf(this.#reasons, moves) }
  }
}

/** Numbers by which an error is expected: what is seen of every home, and what it is told to be worth. */
export const ERROR_INPUTS = TREE_INPUTS.length + 1

/** @param told The logarithm of the value, without the level of the market. */
export function errorRow(row: Float32Array, told: number): Float32Array {
  const seen = new Float32Array(ERROR_INPUTS)
  seen.set(row.subarray(0, TREE_INPUTS.length))
  seen[TREE_INPUTS.length] = told
  return seen
}

export function expectedErrorOf(errors: Forest, row: Float32Array): number {
  return Math.max(LEAST_ERROR, tell(errors, row))
}

function reasonOf(input: string): string {
  if (isOneOf(LOCATION_INPUTS, input) || PLACE_FACTS.has(input)) return 'location'
  return isOneOf(NEIGHBOUR_INPUTS, input) ? 'salesNearby' : input
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

function reasonsOf(inputs: readonly string[], moves: Float64Array): Reason[] {
  const together = new Map<string, number>()
  for (const [i, input] of inputs.entries()) together.set(input, (together.get(input) ?? 0) + (moves[i] as number))
  return [...together]
    .filter(([, move]) => move !== 0)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, MAX_REASONS)
    .map(([input, move]) => ({ input, effect: Math.exp(move) }))
}
