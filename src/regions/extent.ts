import type { Point } from '../model/home.ts'

/** Counts things and keeps the box and the middle of those that are located. */
export class Extent {
  /** All things, located or not. */
  count = 0
  located = 0
  #latitudeSum = 0
  #longitudeSum = 0
  #west = Infinity
  #south = Infinity
  #east = -Infinity
  #north = -Infinity

  add(point: Point | undefined): this {
    this.count++
    if (point === undefined) return this
    const { latitude, longitude } = point
    this.located++
    this.#latitudeSum += latitude
    this.#longitudeSum += longitude
    if (longitude < this.#west) this.#west = longitude
    if (longitude > this.#east) this.#east = longitude
    if (latitude < this.#south) this.#south = latitude
    if (latitude > this.#north) this.#north = latitude
    return this
  }

  /** Adds everything that another extent holds. */
  join(other: Extent): void {
    this.count += other.count
    this.located += other.located
    this.#latitudeSum += other.#latitudeSum
    this.#longitudeSum += other.#longitudeSum
    this.#west = Math.min(this.#west, other.#west)
    this.#south = Math.min(this.#south, other.#south)
    this.#east = Math.max(this.#east, other.#east)
    this.#north = Math.max(this.#north, other.#north)
  }

  /** Mean of the located things, to seven decimals, about a centimetre; NaN when none is located. */
  middle(): Point {
    return {
      latitude: rounded(this.#latitudeSum / this.located),
      longitude: rounded(this.#longitudeSum / this.located),
    }
  }

  /** Degrees; infinite when nothing is located. */
  box(): { west: number; south: number; east: number; north: number } {
    return { west: this.#west, south: this.#south, east: this.#east, north: this.#north }
  }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
