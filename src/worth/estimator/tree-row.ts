import { type FurtherInput, writeFurther } from './further-inputs.ts'
import { HOME_INPUTS, inputAt, traitsIn } from './home-inputs.ts'
import { TRAIT_NUMBERS, writeTraits } from './likeness.ts'
import { type Adjustment, NEIGHBOR_INPUTS, NeighborInputs } from './neighbor-inputs.ts'
import type { SalesAround } from './weighing.ts'

/**
 * Further inputs for the location. A tree splits along one input, but prices rarely change exactly to the north or
 * east. So trees also get the diagonals.
 */
const PLACE_INPUTS = ['northEast', 'northWest', 'fromMiddle'] as const

/** All inputs that say where a home is. */
export const LOCATION_INPUTS = ['latitude', 'longitude', 'zipcode', ...PLACE_INPUTS] as const

/** All inputs of trees that every home has, in order. Further facts of the market follow. */
export const TREE_INPUTS = [...HOME_INPUTS, ...PLACE_INPUTS, ...NEIGHBOR_INPUTS] as const

const PLACE_START = HOME_INPUTS.length
const NEIGHBOR_START = PLACE_START + PLACE_INPUTS.length

/** What is known about a market before a home is estimated. */
export interface Market extends Adjustment {
  readonly middle: { readonly latitude: number; readonly longitude: number }
  readonly further: readonly FurtherInput[]
}

/** Writes the tree inputs of homes as of a day, both for training and for estimates. */
export class TreeRows {
  readonly width: number
  readonly #middle: Market['middle']
  readonly #further: Market['further']
  readonly #neighbors: NeighborInputs
  readonly #own = new Float64Array(TRAIT_NUMBERS)

  constructor(market: Market) {
    this.width = TREE_INPUTS.length + market.further.length
    this.#middle = market.middle
    this.#further = market.further
    this.#neighbors = new NeighborInputs(market)
  }

  /** @param factOf Returns a further fact of the home; NaN or undefined if the fact is unknown. */
  write(
    home: ArrayLike<number>,
    factOf: (name: string) => number | undefined,
    around: SalesAround,
    asOfDay: number,
    row: Float32Array,
  ): void {
    for (let i = 0; i < HOME_INPUTS.length; i++) row[i] = home[i] ?? Number.NaN
    const { latitude, longitude } = this.#middle
    const north = (home[inputAt('latitude')] ?? Number.NaN) - latitude
    const east = ((home[inputAt('longitude')] ?? Number.NaN) - longitude) * Math.cos((latitude * Math.PI) / 180)
    row[PLACE_START] = north + east
    row[PLACE_START + 1] = north - east
    row[PLACE_START + 2] = Math.sqrt(north * north + east * east)
    writeTraits(traitsIn(home), this.#own, 0)
    this.#neighbors.write(this.#own, 0, around, asOfDay, row, NEIGHBOR_START)
    writeFurther(this.#further, factOf, row, TREE_INPUTS.length)
  }
}
