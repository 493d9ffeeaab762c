import type { DatabaseSync } from 'node:sqlite'
import { allocate } from '../../engine/column.ts'
import { grown } from '../../engine/growing.ts'
import { type NearestArrays, NearestIndex } from '../../engine/nearest.ts'
import type { Home, Point } from '../../model/home.ts'
import { searchPoint } from '../../model/home-columns.ts'
import { arrayReader } from './arrays.ts'

/** Where homes are, and which home represents each place. */
export class HomePoints {
  readonly #index: NearestIndex
  /** 1 for homes that represent a place; see `placesNear`. */
  readonly #places: Uint8Array

  constructor(index: NearestIndex, places: Uint8Array) {
    this.#index = index
    this.#places = places
  }

  homesNear({ longitude, latitude }: Point, limit: number): number[] {
    return this.#index.nearest(longitude, latitude, limit)
  }

  placesNear({ longitude, latitude }: Point, limit: number): number[] {
    return this.#index.nearest(longitude, latitude, limit, (slot) => this.#places[slot] === 1)
  }

  /** The index's arrays as bytes, in the order of POINT_ARRAYS. */
  bytes(): readonly Uint8Array[] {
    const { ids, longitudes, latitudes, tree }: NearestArrays = this.#index.arrays
    return [ids, longitudes, latitudes, new Uint8Array(tree), this.#places].map(
      (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    )
  }
}

/** Names of the stored arrays. */
export const POINT_ARRAYS = [
  'nearest.ids',
  'nearest.longitudes',
  'nearest.latitudes',
  'nearest.tree',
  'nearest.places',
] as const

/** Reads the stored arrays, in the order of POINT_ARRAYS, into shared memory. */
export function readHomePoints(database: DatabaseSync): readonly ArrayBufferLike[] {
  const read = arrayReader(database)
  return POINT_ARRAYS.map((name) => {
    const stored = read(name)
    const shared = allocate('u8', stored.length)
    shared.set(stored)
    return shared.buffer
  })
}

/** Opens what `readHomePoints` read; no arrays mean a catalogue without homes. */
export function openHomePoints([ids, longitudes, latitudes, tree, places]: readonly ArrayBufferLike[]): HomePoints {
  if (!ids || !longitudes || !latitudes || !tree || !places) return new PointTally().points()
  const index = NearestIndex.open({
    ids: new Float64Array(ids),
    longitudes: new Float64Array(longitudes),
    latitudes: new Float64Array(latitudes),
    tree,
  })
  return new HomePoints(index, new Uint8Array(places))
}

/** Collects coordinates of homes in arrays that grow by doubling. */
export class PointTally {
  #count = 0
  #ids = new Float64Array(1024)
  #longitudes = new Float64Array(1024)
  #latitudes = new Float64Array(1024)
  #places = new Uint8Array(1024)
  /** Slot of the unit that represents each building. */
  readonly #buildings = new Map<string, number>()

  add(home: Home): void {
    if (!home.point) return
    const slot = this.#count++
    this.#ids = grown(this.#ids, this.#count)
    this.#longitudes = grown(this.#longitudes, this.#count)
    this.#latitudes = grown(this.#latitudes, this.#count)
    this.#places = grown(this.#places, this.#count)
    this.#ids[slot] = home.zpid
    this.#longitudes[slot] = home.point.longitude
    this.#latitudes[slot] = home.point.latitude
    if (searchPoint(home) !== undefined) this.#setPlace(slot, home)
  }

  points(): HomePoints {
    const index = NearestIndex.build(
      this.#ids.slice(0, this.#count),
      this.#longitudes.slice(0, this.#count),
      this.#latitudes.slice(0, this.#count),
    )
    return new HomePoints(index, this.#places.slice(0, this.#count))
  }

  /** The unit with the lowest id represents its building. */
  #setPlace(slot: number, { zpid, lotId }: Home): void {
    const before = lotId === undefined ? undefined : this.#buildings.get(lotId)
    if (before !== undefined && (this.#ids[before] as number) < zpid) return
    if (before !== undefined) this.#places[before] = 0
    if (lotId !== undefined) this.#buildings.set(lotId, slot)
    this.#places[slot] = 1
  }
}
