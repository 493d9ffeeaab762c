import type { Corners } from '../../../catalog/ports/query.ts'
import type { Point } from '../../../model/home.ts'

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[-+]?\d+)?`
const POINT = new RegExp(String.raw`^POINT\s*\(\s*(${NUMBER})\s+(${NUMBER})\s*\)$`, 'i')
const POLYGON = /^POLYGON\s*\(\s*(\(.*\))\s*\)$/i
const CORNER = new RegExp(String.raw`^(${NUMBER})\s+(${NUMBER})$`, 'i')

/** Parses a well-known text such as `POINT(-97.7 30.2)`, with the longitude first; undefined if it is invalid. */
export function pointIn(text: string): Point | undefined {
  const [, longitude, latitude] = POINT.exec(text) ?? []
  return longitude === undefined ? undefined : onEarth(Number(longitude), Number(latitude))
}

/** Parses a well-known text such as `POLYGON((…))` into rings, the outer ring first; undefined if it is invalid. */
export function ringsIn(text: string): readonly [outer: Corners, ...holes: Corners[]] | undefined {
  const [, inside] = POLYGON.exec(text) ?? []
  if (inside === undefined) return undefined
  const [outer, ...holes] = inside
    .slice(1, -1)
    .split(/\)\s*,\s*\(/)
    .map(ringIn)
  return outer !== undefined && holes.every((hole) => hole !== undefined) ? [outer, ...holes] : undefined
}

function ringIn(text: string): Corners | undefined {
  const corners = text.split(',').map((corner): Corners[number] | undefined => {
    const [, longitude, latitude] = CORNER.exec(corner.trim()) ?? []
    const point = longitude === undefined ? undefined : onEarth(Number(longitude), Number(latitude))
    return point && [point.latitude, point.longitude]
  })
  return corners.length >= 3 && corners.every((corner) => corner !== undefined) ? corners : undefined
}

function onEarth(longitude: number, latitude: number): Point | undefined {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { longitude, latitude } : undefined
}
