import type { Effects } from './appraisal.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { intervalsOf, type Margins, type MarginsByValue, marginsAt } from './conformal.ts'
import { type Forest, tell, tellWithMoves } from './forest.ts'
import { type FurtherFacts, NO_FACTS, PLACE_FACTS } from './further-facts.ts'
import type { HeldOffers } from './held-offers.ts'
import { type HomeInput, inputAt } from './home-inputs.ts'
import { hide, lackBits, lacksIn } from './lack.ts'
import { ERROR_INPUTS, type Model, type Part } from './model.ts'
import { readModel } from './model-bytes.ts'
import { NEIGHBOUR_INPUTS } from './neighbour-inputs.ts'
import { levelOn } from './price-level.ts'
import { LOCATION_INPUTS, TREE_INPUTS, TreeRows } from './tree-row.ts'
import { aroundOf } from './weighing.ts'

/** One cause of an estimate: a factor on the value, in comparison with the middle of the market. */
export interface Reason {
  /** Is `location`, `salesNearby`, the name of a fact among `HOME_INPUTS`, or that of a further fact. */
  readonly input: string
  readonly effect: number
}

/** A value in dollars, and the ends of the intervals that hold 80 and 90 % of prices. */
export interface Estimated extends Margins {
  readonly value: number
  /** Lists the strongest reasons, in descending order. */
  readonly reasons: readonly Reason[]
}

/** Number of reasons that an estimate gives. */
const MAX_REASONS = 6

/** A smaller error than this is luck. */
const MIN_ERROR = 0.01

/** The part of a model that estimates homes with a lack. */
interface Telling {
  readonly part: Part
  readonly margins: MarginsByValue
  readonly rows: TreeRows
  /** The reason that each input is shown as: inputs that mean the same are shown as one. */
  readonly reasons: readonly string[]
}

const NO_TREES = { inputs: new Uint8Array(), children: new Uint16Array() }

/** Estimates what homes of a market are worth. */
export class Estimator {
  readonly #model: Model
  /** Maps each lack with which homes can be estimated. */
  readonly #tellings: ReadonlyMap<number, Telling>

  constructor(model: Model) {
    this.#model = model
    this.#tellings = new Map(model.parts.toReversed().flatMap(tellingsOf))
  }

  /** Throws a `RangeError` with one sentence for bytes that were not written by training. */
  static of(bytes: Uint8Array): Estimator {
    return new Estimator(readModel(bytes))
  }

  /** The last day whose sales it was trained with. */
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
    return this.#model.parts[0].market.effects
  }

  /** The offers that it learnt from and that serve as neighbours; undefined for sales, which a catalogue finds. */
  get offers(): HeldOffers | undefined {
    return this.#model.offers
  }

  /**
   * The lacks with which a home may be estimated, the most telling first: its own, or those in which more is hidden.
   * @param city See `cityCode`.
   */
  lacksOf(home: ArrayLike<number>, city: number): readonly number[] {
    return lacksIn(lackBits(home, city)).filter((lack) => this.#tellings.has(lack))
  }

  /** Whether the value of homes with a lack depends on an input by itself, beside what it tells of the sales around. */
  looksAt(input: HomeInput, lack: number): boolean {
    const { inputs, children } = this.#tellings.get(lack)?.part.values ?? NO_TREES
    const index = inputAt(input)
    return inputs.some((each, node) => each === index && children[node] !== 0) // a leaf has no input
  }

  /** Returns the ratio of the market's prices on `toDay` to those on `fromDay`, from the sales that trained it. */
  levelChange(fromDay: number, toDay: number): number {
    const { level } = this.#model.parts[0].market
    return Math.exp(levelOn(level, toDay) - levelOn(level, fromDay))
  }

  /**
   * Estimates the value of a home on a day. The home is given by its `HOME_INPUTS`, the sales around it (chosen as in
   * `candidates.ts`, up to that day and none of its own), its further facts, and one of its `lacksOf`.
   */
  estimate(
    home: ArrayLike<number>,
    neighbours: readonly ComparableSale[],
    day: number,
    facts: FurtherFacts = NO_FACTS,
    lack = 0,
  ): Estimated {
    const telling = this.#tellings.get(lack)
    if (telling === undefined) throw new RangeError(`Cannot estimate a home with lack ${lack}: too few such were sold.`)
    const { market, values, errors } = telling.part
    const seen = Float32Array.from(home)
    hide(seen, lack)
    const row = new Float32Array(telling.rows.width)
    telling.rows.write(seen, (name) => facts.get(name), aroundOf(neighbours, day), day, row)
    const moves = new Float64Array(row.length)
    const prediction = tellWithMoves(values, row, moves)
    const value = Math.exp(prediction + levelOn(market.level, day))
    const expectedError = expectedErrorOf(errors, errorRow(row, prediction))
    const intervals = intervalsOf(value, expectedError, marginsAt(telling.margins, prediction))
    return { value, ...intervals, reasons: reasonsOf(telling.reasons, moves) }
  }
}

function tellingsOf(part: Part): (readonly [lack: number, Telling])[] {
  const rows = new TreeRows(part.market)
  const reasons = [...TREE_INPUTS, ...part.market.further.map(({ name }) => name)].map(reasonOf)
  return part.margins.flatMap((margins, lack) =>
    margins === null ? [] : [[lack, { part, margins, rows, reasons }] as const],
  )
}

/** @param estimate The logarithm of the estimate, without the level of the market. */
export function errorRow(row: Float32Array, estimate: number): Float32Array {
  const seen = new Float32Array(ERROR_INPUTS)
  seen.set(row.subarray(0, TREE_INPUTS.length))
  seen[TREE_INPUTS.length] = estimate
  return seen
}

export function expectedErrorOf(errors: Forest, row: Float32Array): number {
  return Math.max(MIN_ERROR, tell(errors, row))
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
