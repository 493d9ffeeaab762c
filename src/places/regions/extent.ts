import type { Point } from '../../model/home.ts'

/**
 * Coordinates are added as whole numbers of about a centimeter, so that the order of additions does not change the sum.
 * The sums stay far below 2^53.
 */
const UNITS = 1e7

/** The counts and sums of an extent, as plain data. */
export type ExtentParts = Readonly<
  Pick<Extent, 'count' | 'located' | 'latitudeSum' | 'longitudeSum' | 'west' | 'south' | 'east' | 'north'>
>

/** Counts items, and computes the bounding box and the mean of their coordinates. */
export class Extent {
  /** How many items were added, with or without coordinates. */
  count = 0
  located = 0
  /** Sums of coordinates, in units of about a centimeter. */
  latitudeSum = 0
  longitudeSum = 0
  /** In degrees. Infinite if no item has coordinates. */
  west = Infinity
  south = Infinity
  east = -Infinity
  north = -Infinity

  add(point: Point | undefined): this {
    this.count++
    if (point === undefined) return this
    const { latitude, longitude } = point
    this.located++
    this.latitudeSum += Math.round(latitude * UNITS)
    this.longitudeSum += Math.round(longitude * UNITS)
    if (longitude < this.west) this.west = longitude
    if (longitude > this.east) this.east = longitude
    if (latitude < this.south) this.south = latitude
    if (latitude > this.north) this.north = latitude
    return this
  }

  /** Adds everything in another extent. */
  join(other: ExtentParts): void {
    this.count += other.count
    this.located += other.located
    this.latitudeSum += other.latitudeSum
    this.longitudeSum += other.longitudeSum
    this.west = Math.min(this.west, other.west)
    this.south = Math.min(this.south, other.south)
    this.east = Math.max(this.east, other.east)
    this.north = Math.max(this.north, other.north)
  }

  /** The mean coordinates, rounded to seven decimals (about a centimeter). NaN if no item has coordinates. */
  middle(): Point {
    return {
      latitude: Math.round(this.latitudeSum / this.located) / UNITS,
      longitude: Math.round(this.longitudeSum / this.located) / UNITS,
    }
  }

  /** In degrees. Infinite if no item has coordinates. */
  box(): { west: number; south: number; east: number; north: number } {
    return { west: this.west, south: this.south, east: this.east, north: this.north }
  }
}
