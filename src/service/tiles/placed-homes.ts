import { sortByHalves } from '../../catalog/engine/radix.ts'
import type { Steps } from '../../catalog/engine/work.ts'
import type { HomeValues } from '../../catalog/ports/query.ts'
import type { ListingClass } from '../../model/home-columns.ts'
import { comesBefore, spread, type TilePlace, WORLD, worldX, worldY } from './world.ts'

/** Values that tiles are made from. */
export const TILE_VALUES = ['price', 'saleState', 'homeType', 'latitude', 'longitude'] as const

/** A price that is not known. No price is as high, so it comes last in every order. */
export const NO_PRICE = 0xffff_ffff

/** A code that is not known. */
export const NO_CODE = 0xff

/** Rows that take about a millisecond. */
const PORTION = 16_384

/**
 * Homes with a place in parallel arrays, in the order of `comesBefore`: those of a tile, or of a part of it, follow each
 * other.
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
  /** Homes without a place, which are in no tile. */
  readonly unplaced: number
  /** The box in degrees that holds all places; undefined without any. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number] | undefined
}

/** Bytes of memory that a home takes. */
export const HOME_BYTES = 8 + 4 + 4 + 4 + 1 + 1

/** Puts homes in order, a portion at a time. */
export function* placeHomes(
  listingClass: ListingClass,
  { zpids, values }: HomeValues<(typeof TILE_VALUES)[number]>,
): Steps<PlacedHomes> {
  const { latitude, longitude, price, saleState, homeType } = values
  const all = new Uint32Array(zpids.length)
  const [lower, upper] = [new Uint32Array(zpids.length), new Uint32Array(zpids.length)]
  let count = 0
  let [west, south, east, north] = [180, 90, -180, -90]
  for (let row = 0; row < zpids.length; row++) {
    if (row % PORTION === PORTION - 1) yield
    const [north1, east1] = [latitude[row] as number, longitude[row] as number]
    if (Number.isNaN(north1) || Number.isNaN(east1)) continue
    west = Math.min(west, east1)
    east = Math.max(east, east1)
    south = Math.min(south, north1)
    north = Math.max(north, north1)
    const [x, y] = [worldX(east1), worldY(north1)]
    lower[row] = (spread(y & 0xffff) << 1) | spread(x & 0xffff)
    upper[row] = (spread(y >>> 16) << 1) | spread(x >>> 16)
    all[count++] = row
  }
  const rows = all.subarray(0, count)
  yield* sortByHalves(rows, lower, upper)
  const homes = {
    listingClass,
    zpids: new Float64Array(count),
    xs: new Uint32Array(count),
    ys: new Uint32Array(count),
    prices: new Uint32Array(count),
    states: new Uint8Array(count),
    types: new Uint8Array(count),
    unplaced: zpids.length - count,
    bounds: count === 0 ? undefined : ([west, south, east, north] as const),
  }
  for (let at = 0; at < count; at++) {
    if (at % PORTION === PORTION - 1) yield
    const row = rows[at] as number
    homes.zpids[at] = zpids[row] as number
    homes.xs[at] = worldX(longitude[row] as number)
    homes.ys[at] = worldY(latitude[row] as number)
    homes.prices[at] = known(price[row] as number, NO_PRICE)
    homes.states[at] = known(saleState[row] as number, NO_CODE)
    homes.types[at] = known(homeType[row] as number, NO_CODE)
  }
  return homes
}

function known(value: number, missing: number): number {
  return Number.isNaN(value) ? missing : value
}

/** The homes of a tile: from one place in the order to before another. */
export function homesIn(homes: PlacedHomes, { z, x, y }: TilePlace): readonly [from: number, end: number] {
  const side = WORLD / 2 ** z
  const from = firstNotBefore(homes, x * side, y * side, 0)
  return [from, firstAfter(homes, (x + 1) * side - 1, (y + 1) * side - 1, from)]
}

function firstNotBefore({ xs, ys }: PlacedHomes, x: number, y: number, least: number): number {
  let [low, high] = [least, xs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comesBefore(xs[middle] as number, ys[middle] as number, x, y)) low = middle + 1
    else high = middle
  }
  return low
}

function firstAfter({ xs, ys }: PlacedHomes, x: number, y: number, least: number): number {
  let [low, high] = [least, xs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comesBefore(x, y, xs[middle] as number, ys[middle] as number)) high = middle
    else low = middle + 1
  }
  return low
}
