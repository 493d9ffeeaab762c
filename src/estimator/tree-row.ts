import type { ComparableSale } from './appraisal.ts'
import { HOME_INPUTS, inputAt, traitsIn } from './home-inputs.ts'
import { type Adjustment, NEIGHBOUR_INPUTS, writeNeighbourInputs } from './neighbour-inputs.ts'

/** Trees cut along axes, and prices rarely fall due north or east: the same place along the diagonals. */
const PLACE_INPUTS = ['northEast', 'northWest', 'fromMiddle'] as const

/** Every input that says where a home is. */
export const LOCATION_INPUTS = ['latitude', 'longitude', 'zipcode', ...PLACE_INPUTS] as const

/** Names of what trees see of a home, in order. */
export const TREE_INPUTS = [...HOME_INPUTS, ...PLACE_INPUTS, ...NEIGHBOUR_INPUTS] as const

const PLACE_START = HOME_INPUTS.length
const NEIGHBOUR_START = PLACE_START + PLACE_INPUTS.length

/** What a market knows before it sees a home. */
export interface Market extends Adjustment {
  readonly middle: { readonly latitude: number; readonly longitude: number }
}

/** Writes what trees see of a home as of a day. Training and serving both ask here. */
export function writeTreeRow(
  home: ArrayLike<number>,
  sales: readonly ComparableSale[],
  asOfDay: number,
  market: Market,
  row: Float32Array,
): void {
  for (let i = 0; i < HOME_INPUTS.length; i++) row[i] = home[i] ?? Number.NaN
  const { latitude, longitude } = market.middle
  const north = (home[inputAt('latitude')] ?? Number.NaN) - latitude
  const east = ((home[inputAt('longitude')] ?? Number.NaN) - longitude) * Math.cos((latitude * Math.PI) / 180)
  row[PLACE_START] = north + east
  row[PLACE_START + 1] = north - east
  row[PLACE_START + 2] = Math.sqrt(north * north + east * east)
  writeNeighbourInputs(traitsIn(home), sales, asOfDay, market, row, NEIGHBOUR_START)
}
