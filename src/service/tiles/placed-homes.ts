import { sortByHalves } from '../../catalog/engine/radix.ts'
import type { Steps } from '../../catalog/engine/work.ts'
import type { HomeValues } from '../../catalog/ports/query.ts'
import { firstPlace } from '../../kit/algorithms/sorted.ts'
import type { ListingClass } from '../../model/home-columns.ts'
import { comesBefore, spread, type TilePlace, WORLD, worldX, worldY } from './world.ts'

/** The columns that tiles are made from. */
export const TILE_VALUES = ['price', 'saleState', 'homeType', 'latitude', 'longitude'] as const

/** Stands for an unknown price. It is above all real prices, so unknown prices sort last. */
export const NO_PRICE = 0xffff_ffff

export const NO_CODE = 0xff

/** Number of rows processed in one step, which takes about a millisecond. */
const PORTION = 16_384

/**
 * Homes with a known place, as parallel arrays in the order of `comesBefore`. In this order, the homes of a tile are
 * contiguous.
 */
export interface PlacedHomes {
  readonly listingClass: ListingClass
  readonly zpids: Float64Array
  /** In units of `WORLD`. */
  readonly xs: Uint32Array
  readonly ys: Uint32Array
  readonly prices: Uint32Array
  readonly states: Uint8Array
  readonly types: Uint8Array
  /** Number of homes without a known place, which no tile shows. */
  readonly unplaced: number
  /** The bounding box of all homes in degrees; undefined if no home has a place. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number] | undefined
}

export const HOME_BYTES = 8 + 4 + 4 + 4 + 1 + 1

type Values = HomeValues<(typeof TILE_VALUES)[number]>

/** Sorts homes by place, in steps. */
export function* placeHomes(listingClass: ListingClass, { zpids, values }: Values): Steps<PlacedHomes> {
  const places = new Places(zpids.length)
  for (let row = 0; row < zpids.length; row += PORTION) {
    places.add(values, row, Math.min(zpids.length, row + PORTION))
    if (zpids.length > PORTION) yield
  }
  const rows = places.rows.subarray(0, places.count)
  yield* sortByHalves(rows, places.lower, places.upper)
  const homes = {
    listingClass,
    zpids: new Float64Array(rows.length),
    xs: new Uint32Array(rows.length),
    ys: new Uint32Array(rows.length),
    prices: new Uint32Array(rows.length),
    states: new Uint8Array(rows.length),
    types: new Uint8Array(rows.length),
    unplaced: zpids.length - rows.length,
    bounds: rows.length === 0 ? undefined : places.bounds,
  }
  for (let at = 0; at < rows.length; at += PORTION) {
    fill(homes, { zpids, values, places }, rows, at, Math.min(rows.length, at + PORTION))
    if (rows.length > PORTION) yield
  }
  return homes
}

/** The rows with a known place. The sort key interleaves the bits of x and y. */
class Places {
  readonly rows: Uint32Array
  readonly xs: Uint32Array
  readonly ys: Uint32Array
  readonly lower: Uint32Array
  readonly upper: Uint32Array
  count = 0
  #west = 180
  #south = 90
  #east = -180
  #north = -90

  constructor(rows: number) {
    this.rows = new Uint32Array(rows)
    this.xs = new Uint32Array(rows)
    this.ys = new Uint32Array(rows)
    this.lower = new Uint32Array(rows)
    this.upper = new Uint32Array(rows)
  }

  get bounds(): readonly [west: number, south: number, east: number, north: number] {
    return [this.#west, this.#south, this.#east, this.#north]
  }

  add({ latitude, longitude }: Values['values'], from: number, end: number): void {
    for (let row = from; row < end; row++) {
      const [north, east] = [latitude[row] as number, longitude[row] as number]
      if (Number.isNaN(north) || Number.isNaN(east)) continue
      this.#west = Math.min(this.#west, east)
      this.#east = Math.max(this.#east, east)
      this.#south = Math.min(this.#south, north)
      this.#north = Math.max(this.#north, north)
      const [x, y] = [worldX(east), worldY(north)]
      this.xs[row] = x
      this.ys[row] = y
      this.lower[row] = (spread(y & 0xffff) << 1) | spread(x & 0xffff)
      this.upper[row] = (spread(y >>> 16) << 1) | spread(x >>> 16)
      this.rows[this.count++] = row
    }
  }
}

/** Fills in the homes of the rows from `from` to `end - 1`. */
function fill(
  homes: PlacedHomes,
  {
    zpids,
    values,
    places,
  }: { readonly zpids: Float64Array; readonly values: Values['values']; readonly places: Places },
  rows: Uint32Array,
  from: number,
  end: number,
): void {
  const { price, saleState, homeType } = values
  const { xs, ys } = places
  for (let at = from; at < end; at++) {
    const row = rows[at] as number
    homes.zpids[at] = zpids[row] as number
    homes.xs[at] = xs[row] as number
    homes.ys[at] = ys[row] as number
    homes.prices[at] = known(price[row] as number, NO_PRICE)
    homes.states[at] = known(saleState[row] as number, NO_CODE)
    homes.types[at] = known(homeType[row] as number, NO_CODE)
  }
}

function known(value: number, missing: number): number {
  return Number.isNaN(value) ? missing : value
}

export function homesIn(homes: PlacedHomes, { z, x, y }: TilePlace): readonly [from: number, end: number] {
  const side = WORLD / 2 ** z
  const [lastX, lastY] = [(x + 1) * side - 1, (y + 1) * side - 1]
  const isFrom = (at: number) => !comesBefore(homes.xs[at] as number, homes.ys[at] as number, x * side, y * side)
  const isAfter = (at: number) => comesBefore(lastX, lastY, homes.xs[at] as number, homes.ys[at] as number)
  const from = firstPlace(0, homes.xs.length, isFrom)
  return [from, firstPlace(from, homes.xs.length, isAfter)]
}
