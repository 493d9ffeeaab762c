import { type JsonRow, textOf } from './asked.ts'

/** A value: null, a string, a number, a flag, a time in microseconds, a point, or a list of strings. */
export type Naive = null | string | number | boolean | NaivePoint | readonly string[]

export interface NaivePoint {
  readonly longitude: number
  readonly latitude: number
}

/** Reads a value of a row's JSON, according to its type. */
export function naiveValue(row: JsonRow, name: string, type: string): Naive {
  const value = row[name] ?? null
  if (value === null) return null
  if (type === 'Edm.DateTimeOffset') return momentUs(textOf(value))
  if (type !== 'Edm.GeographyPoint') return value as Naive // the JSON of all other types is the value
  const [longitude = 0, latitude = 0] = (value as { readonly coordinates: readonly number[] }).coordinates
  return { longitude, latitude }
}

/** Returns the microseconds since 1970 of a UTC time with up to six decimals. */
export function momentUs(text: string): number {
  const [, whole = '', fraction = ''] = /^([^.Z]*)(?:\.(\d+))?Z$/.exec(text) ?? []
  return Date.parse(`${whole}Z`) * 1000 + Number(fraction.padEnd(6, '0'))
}

export const COMPARE: Readonly<Record<string, (one: Naive, other: Naive) => boolean>> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  gt: (one, other) => one !== null && other !== null && one > other,
  ge: (one, other) => one !== null && other !== null && one >= other,
  lt: (one, other) => one !== null && other !== null && one < other,
  le: (one, other) => one !== null && other !== null && one <= other,
}

/** "and" of three truth values: false if any is false, otherwise null if any is null. */
export function allOf(values: readonly Naive[]): Naive {
  if (values.includes(false)) return false
  return values.includes(null) ? null : true
}

export function anyOf(values: readonly Naive[]): Naive {
  if (values.includes(true)) return true
  return values.includes(null) ? null : false
}

export function notOf(value: Naive): Naive {
  return value === null ? null : value !== true
}

const EARTH_RADIUS_M = 6_371_008.8

/** Returns the distance in meters, by the angle between two directions from the center of the earth. */
export function metersBetween(one: NaivePoint, other: NaivePoint): number {
  const [a, b] = [directionOf(one), directionOf(other)]
  const chord = Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, chord / 2))
}

function directionOf({ longitude, latitude }: NaivePoint) {
  const [east, north] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180]
  return { x: Math.cos(north) * Math.cos(east), y: Math.cos(north) * Math.sin(east), z: Math.sin(north) }
}

/** Whether a point is in a triangle: it is on the same side of all edges, and on no edge. */
export function isInTriangle(point: NaivePoint, [a, b, c]: readonly [NaivePoint, NaivePoint, NaivePoint]): boolean {
  const side = (from: NaivePoint, to: NaivePoint) =>
    (to.longitude - from.longitude) * (point.latitude - from.latitude) -
    (to.latitude - from.latitude) * (point.longitude - from.longitude)
  const sides = [side(a, b), side(b, c), side(c, a)]
  return sides.every((one) => one > 0) || sides.every((one) => one < 0)
}

/** Compares two values in ascending order; null comes first. */
export function inOrder(one: Naive, other: Naive): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return one < other ? -1 : 1
}
