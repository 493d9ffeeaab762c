import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'

/** What a NearestIndex rests on: flat arrays that can be stored and opened as they are. */
export interface NearestArrays {
  /** One id a point: a whole number below 2^53. */
  readonly ids: Float64Array
  /** Degrees. */
  readonly longitudes: Float64Array
  readonly latitudes: Float64Array
  readonly tree: ArrayBufferLike
}

/** Near the opposite side of the globe a bound a little above a distance may be beyond it, where it bounds wrongly. */
const UNBOUNDED_KM = 20_000

/** The nearest points on the globe. */
export class NearestIndex {
  readonly arrays: NearestArrays
  readonly #tree: KDBush

  private constructor(arrays: NearestArrays, tree: KDBush) {
    this.arrays = arrays
    this.#tree = tree
  }

  /** From three arrays of one length. */
  static build(ids: Float64Array, longitudes: Float64Array, latitudes: Float64Array): NearestIndex {
    const tree = new KDBush(ids.length || 1)
    for (let slot = 0; slot < ids.length; slot++) tree.add(longitudes[slot] ?? 0, latitudes[slot] ?? 0)
    if (ids.length === 0) tree.add(0, 0) // an empty tree cannot be built; `nearest` never asks it
    tree.finish()
    return new NearestIndex({ ids, longitudes, latitudes, tree: tree.data }, tree)
  }

  static open(arrays: NearestArrays): NearestIndex {
    return new NearestIndex(arrays, KDBush.from(arrays.tree))
  }

  /** Ids of the nearest points, or of the nearest of those whose places in the arrays are accepted; nearest first, ties by id. */
  nearest(longitude: number, latitude: number, limit: number, accepts?: (slot: number) => boolean): number[] {
    if (this.arrays.ids.length === 0 || limit <= 0) return []
    const kmTo = (slot: number) =>
      distance(longitude, latitude, this.arrays.longitudes[slot] ?? 0, this.arrays.latitudes[slot] ?? 0)
    const last = around(this.#tree, longitude, latitude, limit, Number.POSITIVE_INFINITY, accepts).at(-1)
    if (last === undefined) return []
    const lastKm = kmTo(last)
    // Points at one place (the flats of a house) tie: all at the last distance are fetched, so that ids decide.
    const withinKm = lastKm < UNBOUNDED_KM ? lastKm * (1 + 1e-9) + 1e-6 : Number.POSITIVE_INFINITY
    return around(this.#tree, longitude, latitude, Number.POSITIVE_INFINITY, withinKm, accepts)
      .map((slot) => ({ id: this.arrays.ids[slot] ?? 0, km: kmTo(slot) }))
      .sort((a, b) => a.km - b.km || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => id)
  }
}
