import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'

/** The data of a NearestIndex as flat arrays, which can be stored and opened unchanged. */
export interface NearestArrays {
  /** One id per point, a whole number below 2^53. */
  readonly ids: Float64Array
  /** In degrees. */
  readonly longitudes: Float64Array
  readonly latitudes: Float64Array
  readonly tree: ArrayBufferLike
}

interface NearPoint {
  readonly id: number
  readonly km: number
}

/** Above this, a distance plus its error may exceed half the Earth's circumference, so all points are searched. */
const UNBOUNDED_KM = 20_000

/** Finds the nearest points on the globe. */
export class NearestIndex {
  readonly arrays: NearestArrays
  readonly #tree: KDBush

  private constructor(arrays: NearestArrays, tree: KDBush) {
    this.arrays = arrays
    this.#tree = tree
  }

  /** Builds an index from three arrays of the same length. */
  static build(ids: Float64Array, longitudes: Float64Array, latitudes: Float64Array): NearestIndex {
    const tree = new KDBush(ids.length || 1)
    for (let slot = 0; slot < ids.length; slot++) tree.add(longitudes[slot] ?? 0, latitudes[slot] ?? 0)
    if (ids.length === 0) tree.add(0, 0) // an empty tree cannot be built, and `nearest` never searches this dummy
    tree.finish()
    return new NearestIndex({ ids, longitudes, latitudes, tree: tree.data }, tree)
  }

  static open(arrays: NearestArrays): NearestIndex {
    return new NearestIndex(arrays, KDBush.from(arrays.tree))
  }

  /** Returns ids of the nearest points, sorted by distance and id. `accepts` may reject a point by its array index. */
  nearest(longitude: number, latitude: number, limit: number, accepts?: (slot: number) => boolean): number[] {
    return this.near(longitude, latitude, limit, accepts).map(({ id }) => id)
  }

  /** Returns the nearest points with their distances. */
  near(longitude: number, latitude: number, limit: number, accepts?: (slot: number) => boolean): NearPoint[] {
    if (this.arrays.ids.length === 0 || limit <= 0) return []
    const kmTo = (slot: number) =>
      distance(longitude, latitude, this.arrays.longitudes[slot] ?? 0, this.arrays.latitudes[slot] ?? 0)
    const rows = around(this.#tree, longitude, latitude, limit + 1, Number.POSITIVE_INFINITY, accepts)
    const last = rows[Math.min(limit, rows.length) - 1]
    if (last === undefined) return []
    const lastKm = kmTo(last)
    // Points at the same place, such as apartments of a building, are equally far away. Fetches all points that are as
    // far away as the last point, so that the ids decide.
    const withinKm = lastKm < UNBOUNDED_KM ? lastKm * (1 + 1e-9) + 1e-6 : Number.POSITIVE_INFINITY
    const next = rows[limit]
    const isAll = next === undefined || kmTo(next) > withinKm
    return (isAll ? rows : around(this.#tree, longitude, latitude, Number.POSITIVE_INFINITY, withinKm, accepts))
      .map((slot) => ({ id: this.arrays.ids[slot] ?? 0, km: kmTo(slot) }))
      .sort(nearestFirst)
      .slice(0, limit)
  }
}

export function nearestFirst(a: NearPoint, b: NearPoint): number {
  return a.km - b.km || a.id - b.id
}
