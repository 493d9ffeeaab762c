import { type NearestArrays, NearestIndex } from '../../engine/nearest.ts'
import type { Home } from '../../model/home.ts'

/** Gathers where homes are, in arrays that grow by doubling, for the index of nearest homes. */
export class PointTally {
  #count = 0
  #ids = new Float64Array(1024)
  #longitudes = new Float64Array(1024)
  #latitudes = new Float64Array(1024)

  add(home: Home): void {
    if (!home.point) return
    if (this.#count === this.#ids.length) this.#grow()
    this.#ids[this.#count] = home.zpid
    this.#longitudes[this.#count] = home.point.longitude
    this.#latitudes[this.#count] = home.point.latitude
    this.#count++
  }

  index(): NearestIndex {
    return NearestIndex.build(
      this.#ids.slice(0, this.#count),
      this.#longitudes.slice(0, this.#count),
      this.#latitudes.slice(0, this.#count),
    )
  }

  #grow(): void {
    this.#ids = doubled(this.#ids)
    this.#longitudes = doubled(this.#longitudes)
    this.#latitudes = doubled(this.#latitudes)
  }
}

function doubled(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2)
  larger.set(array)
  return larger
}

/** Names of the stored arrays of the nearest-home index. */
export const NEAREST_ARRAYS = ['nearest.ids', 'nearest.longitudes', 'nearest.latitudes', 'nearest.tree'] as const

export function bytesOf(arrays: NearestArrays): readonly Uint8Array[] {
  return [arrays.ids, arrays.longitudes, arrays.latitudes, new Uint8Array(arrays.tree)].map(
    (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
  )
}

/** Stored bytes may lie at any offset; typed arrays and the tree need memory of their own. */
export function openNearest(stored: readonly Uint8Array[]): NearestIndex {
  const [ids, longitudes, latitudes, tree] = stored.map((bytes) => bytes.slice().buffer)
  if (!ids || !longitudes || !latitudes || !tree) throw new Error('the nearest-home index is not complete')
  return NearestIndex.open({
    ids: new Float64Array(ids),
    longitudes: new Float64Array(longitudes),
    latitudes: new Float64Array(latitudes),
    tree,
  })
}
