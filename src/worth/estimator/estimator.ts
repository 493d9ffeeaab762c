import type { Effects } from './appraisal.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { intervalsOf, type Margins, type MarginsByValue, marginsAt } from './conformal.ts'
import { type Forest, predict, predictWithMoves } from './forest.ts'
import { type FurtherFacts, NO_FACTS, PLACE_FACTS } from './further-facts.ts'
import { type HomeInput, inputAt } from './home-inputs.ts'
import { hide, lackBits, lacksIn } from './lack.ts'
import type { LearnedOffers } from './learned-offers.ts'
import { ERROR_INPUTS, type Model, type Part } from './model.ts'
import { readModel } from './model-bytes.ts'
import { NEIGHBOR_INPUTS } from './neighbor-inputs.ts'
import { levelOn } from './price-level.ts'
import { LOCATION_INPUTS, TREE_INPUTS, TreeRows } from './tree-row.ts'
import { aroundOf } from './weighing.ts'

/** An influence on an estimate. `effect` is a factor relative to the middle of the market: 1.1 is 10 % more. */
export interface Reason {
  /** `location`, `salesNearby`, or the name of an input or of a further fact. */
  readonly input: string
  readonly effect: number
}

/** A value in dollars, and the intervals that contain 80 % and 90 % of prices. */
export interface Estimated extends Margins {
  readonly value: number
  /** The strongest influences, strongest first. */
  readonly reasons: readonly Reason[]
}

/** Maximum number of influences to report. */
const MAX_REASONS = 6

/** Minimum expected error, because a smaller error would be luck. */
const MIN_ERROR = 0.01

/** The model for homes with the same unknown facts. */
interface LackModel {
  readonly part: Part
  readonly margins: MarginsByValue
  readonly rows: TreeRows
  /** For each input: the name under which it is reported. Inputs with the same meaning have the same name. */
  readonly reasons: readonly string[]
}

const NO_TREES = { inputs: new Uint8Array(), children: new Uint16Array() }

/** Estimates the values of homes in a market. */
export class Estimator {
  readonly #model: Model
  /** The models by index in `LACKS`. */
  readonly #lackModels: ReadonlyMap<number, LackModel>

  constructor(model: Model) {
    this.#model = model
    this.#lackModels = new Map(model.parts.toReversed().flatMap(lackModelsOf))
  }

  /** Throws a one-sentence `RangeError` if the bytes are not a stored estimator. */
  static of(bytes: Uint8Array): Estimator {
    return new Estimator(readModel(bytes))
  }

  /** The day of the newest sale used for training. */
  get day(): number {
    return this.#model.day
  }

  /** The day of the oldest sale used for training. */
  get firstDay(): number {
    return this.#model.firstDay
  }

  /** Number of sales used for training. */
  get sales(): number {
    return this.#model.sales
  }

  /** The effects for `appraise` that were fitted to the market. */
  get effects(): Effects {
    return this.#model.parts[0].market.effects
  }

  /**
   * The rental offers used for training, which are also compared with homes. Undefined for sale prices, because the
   * catalog can find sales.
   */
  get offers(): LearnedOffers | undefined {
    return this.#model.offers
  }

  /**
   * Returns the sets of unknown facts for which the home can be estimated (indexes of `LACKS`). The first is what is
   * really unknown; the others also ignore known facts.
   * @param city See `cityCode`.
   */
  lacksOf(home: ArrayLike<number>, city: number): readonly number[] {
    return lacksIn(lackBits(home, city)).filter((lack) => this.#lackModels.has(lack))
  }

  /** Whether an estimate without the facts `lack` depends on an input directly, not only through sales nearby. */
  dependsOn(input: HomeInput, lack: number): boolean {
    const { inputs, children } = this.#lackModels.get(lack)?.part.values ?? NO_TREES
    const index = inputAt(input)
    return inputs.some((each, node) => each === index && children[node] !== 0) // a leaf has no input
  }

  /**
   * Returns how much the market changed between two days: 1.1 for 10 % up. Computed from the sales used for training.
   */
  levelChange(fromDay: number, toDay: number): number {
    const { level } = this.#model.parts[0].market
    return Math.exp(levelOn(level, toDay) - levelOn(level, fromDay))
  }

  /**
   * Estimates the value of a home on a day.
   * @param home The home's `HOME_INPUTS`.
   * @param neighbors Sales near the home up to that day, without sales of the home itself; see `candidates.ts`.
   * @param lack The facts to ignore: one of the home's `lacksOf`.
   */
  estimate(
    home: ArrayLike<number>,
    neighbors: readonly ComparableSale[],
    day: number,
    facts: FurtherFacts = NO_FACTS,
    lack = 0,
  ): Estimated {
    const lackModel = this.#lackModels.get(lack)
    if (lackModel === undefined)
      throw new RangeError(`Cannot estimate a home with lack ${lack}: too few such homes were sold.`)
    const { market, values, errors } = lackModel.part
    const seen = Float32Array.from(home)
    hide(seen, lack)
    const row = new Float32Array(lackModel.rows.width)
    lackModel.rows.write(seen, (name) => facts.get(name), aroundOf(neighbors, day), day, row)
    const moves = new Float64Array(row.length)
    const prediction = predictWithMoves(values, row, moves)
    const value = Math.exp(prediction + levelOn(market.level, day))
    const expectedError = expectedErrorOf(errors, errorRow(row, prediction))
    const intervals = intervalsOf(value, expectedError, marginsAt(lackModel.margins, prediction))
    return { value, ...intervals, reasons: reasonsOf(lackModel.reasons, moves) }
  }
}

function lackModelsOf(part: Part): (readonly [lack: number, LackModel])[] {
  const rows = new TreeRows(part.market)
  const reasons = [...TREE_INPUTS, ...part.market.further.map(({ name }) => name)].map(reasonOf)
  return part.margins.flatMap((margins, lack) =>
    margins === null ? [] : [[lack, { part, margins, rows, reasons }] as const],
  )
}

/** @param estimate The logarithm of the estimate, minus the price level of the market. */
export function errorRow(row: Float32Array, estimate: number): Float32Array {
  const seen = new Float32Array(ERROR_INPUTS)
  seen.set(row.subarray(0, TREE_INPUTS.length))
  seen[TREE_INPUTS.length] = estimate
  return seen
}

export function expectedErrorOf(errors: Forest, row: Float32Array): number {
  return Math.max(MIN_ERROR, predict(errors, row))
}

function reasonOf(input: string): string {
  if (isOneOf(LOCATION_INPUTS, input) || PLACE_FACTS.has(input)) return 'location'
  return isOneOf(NEIGHBOR_INPUTS, input) ? 'salesNearby' : input
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
