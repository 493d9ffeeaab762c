import { greatCircleM } from '../../../catalog/engine/great-circle.ts'
import type { Point } from '../../../model/home.ts'

/** Corners of a ring; the last one may repeat the first. */
export type Ring = readonly Point[]

const NUMBER = String.raw`-?\d+(?:\.\d+)?`
const POINT = new RegExp(String.raw`^POINT\s*\(\s*(${NUMBER})\s+(${NUMBER})\s*\)$`, 'i')
const POLYGON = /^POLYGON\s*\(\s*(\(.*\))\s*\)$/i
const CORNER = new RegExp(String.raw`^(${NUMBER})\s+(${NUMBER})$`)

/** The place of a well-known text such as `POINT(-97.7 30.2)`, longitude first; undefined for any other text. */
export function pointIn(text: string): Point | undefined {
  const [, longitude, latitude] = POINT.exec(text) ?? []
  return longitude === undefined ? undefined : onEarth(Number(longitude), Number(latitude))
}

/** The rings of a well-known text such as `POLYGON((…))`, the outer one first; undefined for any other text. */
export function ringsIn(text: string): readonly Ring[] | undefined {
  const [, inside] = POLYGON.exec(text) ?? []
  if (inside === undefined) return undefined
  const rings = inside
    .slice(1, -1)
    .split(/\)\s*,\s*\(/)
    .map(ringIn)
  return rings.every((ring) => ring !== undefined) ? rings : undefined
}

function ringIn(text: string): Ring | undefined {
  const corners = text.split(',').map((corner) => {
    const [, longitude, latitude] = CORNER.exec(corner.trim()) ?? []
    return longitude === undefined ? undefined : onEarth(Number(longitude), Number(latitude))
  })
  return corners.length >= 3 && corners.every((corner) => corner !== undefined) ? corners : undefined
}

function onEarth(longitude: number, latitude: number): Point | undefined {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { longitude, latitude } : undefined
}

export function distanceM(one: Point, other: Point): number {
  return greatCircleM(one.longitude, one.latitude, other.longitude, other.latitude)
}

/** Even-odd rule over all rings, so that inner ones are holes; edges are straight in degrees. */
export function isInside({ longitude, latitude }: Point, rings: readonly Ring[]): boolean {
  let inside = false
  for (const ring of rings) {
    let before = ring.at(-1) as Point // a ring has corners
    for (const corner of ring) {
      const isCrossed = corner.latitude > latitude !== before.latitude > latitude
      if (isCrossed) {
        const share = (latitude - corner.latitude) / (before.latitude - corner.latitude)
        if (longitude < corner.longitude + share * (before.longitude - corner.longitude)) inside = !inside
      }
      before = corner
    }
  }
  return inside
}
