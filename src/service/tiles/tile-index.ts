import type { Steps } from '../../catalog/engine/work.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import { HOME_TYPES } from '../../model/home.ts'
import { SALE_STATES, type SaleState } from '../../model/home-columns.ts'
import { LEAST_HOMES } from '../operations/least-homes.ts'
import { MARKETING_STATUSES } from '../rendering/cards/home-card.ts'
import { HOME_TYPE_NAMES } from '../rendering/listing-flags.ts'
import { type Cell, cellsOf, medianPrice } from './cells.ts'
import { HOME_BYTES, homesIn, NO_PRICE, type PlacedHomes } from './placed-homes.ts'
import { EXTENT, type PointFeature, vectorTile } from './vector-tile.ts'
import { type TilePlace, WORLD, ZOOM_MAX } from './world.ts'

/** From zoom `HOMES_FROM_ZOOM` on, a tile with at most this many homes shows single homes. */
export const HOMES_MAX = 512
export const HOMES_FROM_ZOOM = 10

/** Tiles with more homes than this take too long for one call, so they are made in advance with the index. */
const HOMES_AT_ONCE = 1 << 13

/** Bytes of an index besides its homes and tiles. */
const OVERHEAD_BYTES = 4096

/** `counts`: tiles show only counts of homes. These tiles are free, so they must not show single homes. */
export type Shows = 'homes' | 'counts'

/** The homes of a search, and its large tiles. */
export interface TileIndex {
  readonly homes: PlacedHomes
  readonly shows: Shows
  /** Tiles with more than `HOMES_AT_ONCE` homes, by `z/x/y`. */
  readonly large: ReadonlyMap<string, Uint8Array>
  readonly sizeBytes: number
}

/** Makes an index in steps, so that other work can run in between. */
export async function tileIndex(steps: Steps<PlacedHomes>, shows: Shows): Promise<TileIndex> {
  const homes = await inTurns(steps)
  const large = new Map<string, Uint8Array>()
  await inTurns(addLarge(homes, shows, { z: 0, x: 0, y: 0 }, large))
  let sizeBytes = OVERHEAD_BYTES + homes.zpids.length * HOME_BYTES
  for (const { byteLength } of large.values()) sizeBytes += byteLength + OVERHEAD_BYTES
  return { homes, shows, large, sizeBytes }
}

async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await nextSlot()
  }
}

function* addLarge(homes: PlacedHomes, shows: Shows, place: TilePlace, large: Map<string, Uint8Array>): Steps<void> {
  const [from, end] = homesIn(homes, place)
  if (end - from <= HOMES_AT_ONCE) return
  large.set(nameOf(place), Buffer.from(yield* tileOf(homes, shows, place)))
  yield
  if (place.z === ZOOM_MAX) return
  for (const below of tilesBelow(place)) yield* addLarge(homes, shows, below, large)
}

function tilesBelow({ z, x, y }: TilePlace): readonly TilePlace[] {
  return [0, 1, 2, 3].map((quarter) => ({ z: z + 1, x: 2 * x + (quarter & 1), y: 2 * y + (quarter >> 1) }))
}

function nameOf({ z, x, y }: TilePlace): string {
  return `${z}/${x}/${y}`
}

/** Returns a Mapbox Vector Tile; no bytes if the tile has no homes. */
export async function tileAt({ homes, shows, large }: TileIndex, place: TilePlace): Promise<Uint8Array> {
  return large.get(nameOf(place)) ?? inTurns(tileOf(homes, shows, place))
}

/**
 * Makes a tile. Each of its homes is a feature of the layer `homes`, or is counted by a feature of the layer `cells`.
 */
function* tileOf(homes: PlacedHomes, shows: Shows, place: TilePlace): Steps<Uint8Array> {
  const [from, end] = homesIn(homes, place)
  const isInCells = shows === 'counts' || place.z < HOMES_FROM_ZOOM || end - from > HOMES_MAX
  const cells = isInCells ? yield* cellsOf(homes, place.z, from, end) : []
  const crowded: PointFeature[] = []
  const alone: number[] = isInCells ? [] : Array.from({ length: end - from }, (_, i) => from + i)
  for (const cell of cells) {
    if (shows === 'homes' && cell.end - cell.from === 1) alone.push(cell.from)
    else crowded.push(cellFeature(homes, shows, place, cell))
    if (end - from > HOMES_AT_ONCE) yield
  }
  const { zpids } = homes
  alone.sort((one, other) => (zpids[one] as number) - (zpids[other] as number)) // at the same point, sorts homes by id
  return vectorTile({ homes: alone.map((at) => homeFeature(homes, place, at)), cells: crowded })
}

function cellFeature(homes: PlacedHomes, shows: Shows, place: TilePlace, cell: Cell): PointFeature {
  const priceMedian = medianPrice(homes, cell, shows === 'counts' ? LEAST_HOMES : 1)
  const properties = { count: cell.end - cell.from, priceMedian }
  return { ...within(place, cell), properties }
}

function homeFeature(homes: PlacedHomes, place: TilePlace, at: number): PointFeature {
  const id = homes.zpids[at] as number
  const price = homes.prices[at] === NO_PRICE ? undefined : homes.prices[at]
  const type = HOME_TYPES[homes.types[at] as number]
  const properties = { id, price, status: statusOf(homes, at), type: type && HOME_TYPE_NAMES[type].card }
  return { id, ...within(place, { x: homes.xs[at] as number, y: homes.ys[at] as number }), properties }
}

const STATUSES: Readonly<Record<SaleState, string>> = {
  active: MARKETING_STATUSES.Active,
  coming_soon: MARKETING_STATUSES.ComingSoon,
  backup: MARKETING_STATUSES.ActiveUnderContract,
  pending: MARKETING_STATUSES.Pending,
}

/** Returns the same `marketingStatus` as the home's search result. */
function statusOf({ listingClass, states }: PlacedHomes, at: number): string | undefined {
  if (listingClass === 'Sold') return MARKETING_STATUSES.Closed
  const state = SALE_STATES[states[at] as number]
  return state && STATUSES[state]
}

/** Converts a point from units of `WORLD` to units of a tile. */
function within({ z, x, y }: TilePlace, point: Pick<Cell, 'x' | 'y'>): Pick<PointFeature, 'x' | 'y'> {
  const scale = (2 ** z * EXTENT) / WORLD
  return { x: Math.floor(point.x * scale) - x * EXTENT, y: Math.floor(point.y * scale) - y * EXTENT }
}
