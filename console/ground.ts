import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { merge } from 'topojson-client'
import type { GeometryCollection, MultiPolygon, Topology } from 'topojson-specification'

/**
 * Makes the map's lakes, rivers and built-up areas at build time, reduced to North America. A line of the result is
 * `kind|zoom|numbers`: the zoom from which the shape is shown, and its points in thousandths of a degree, each as the
 * difference to the point before it.
 */

type Point = readonly [longitude: number, latitude: number]

const AREA = { west: -170, south: 14, east: -52, north: 62 }

/** ZIP code areas are built up if at least this many people live on a square kilometer. */
const LEAST_PEOPLE = 350
/** Edge of a square of the grid in which people are counted. */
const STEP = 0.015
const WIDTH = Math.ceil((AREA.east - AREA.west) / STEP)
const HEIGHT = Math.ceil((AREA.north - AREA.south) / STEP)
const KM_PER_DEGREE = 111.2
/** Contours with fewer corners are too small to see. */
const LEAST_CORNERS = 8

export function groundLines(zips: readonly (readonly string[])[]): string {
  return [...waters('lakes'), ...waters('rivers'), ...builtUp(zips)].join('\n')
}

/** The files of waters that the build reads. */
interface Waters {
  readonly features: readonly {
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Point[])[] }
      | { readonly type: 'LineString'; readonly coordinates: readonly Point[] }
    readonly properties: { readonly min_zoom?: number }
  }[]
}

function waters(name: 'lakes' | 'rivers'): string[] {
  const { features } = read(`mapeo-offline-map/dist/${name}.json`) as Waters
  return features.flatMap(({ geometry, properties }) => {
    // the outline of a lake, without its islands
    const line = geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : geometry.coordinates
    return line.some(isInArea) ? [lineOf(name, properties.min_zoom ?? 0, line)] : []
  })
}

/** Reads a file of a package. */
function read(path: string): unknown {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8'))
}

function isInArea([x, y]: Point): boolean {
  return x > AREA.west && x < AREA.east && y > AREA.south && y < AREA.north
}

function lineOf(kind: string, zoom: number, points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0]
  const numbers = points.flatMap(([longitude, latitude]) => {
    const [x, y] = [Math.round(longitude * 1000), Math.round(latitude * 1000)]
    const moved = [x - lastX, y - lastY]
    ;[lastX, lastY] = [x, y]
    return moved
  })
  return `${kind}|${zoom}|${numbers.join(' ')}`
}

/** Returns the contours of the area on land in which many people live, without holes. */
function builtUp(zips: readonly (readonly string[])[]): string[] {
  const people = new Float32Array(WIDTH * HEIGHT)
  for (const [, , latitude, longitude, population, , , radius] of zips)
    spread(people, [Number(longitude), Number(latitude)], Number(population), Number(radius))
  clearSea(people)
  return contours(people).flatMap((ring) =>
    ring.length < LEAST_CORNERS || areaOf(ring) <= 0 ? [] : [lineOf('urban', 0, ring)],
  )
}

/** Adds the people of a ZIP code area to a grid of people per square kilometer, with a soft edge. */
function spread(people: Float32Array, [x, y]: Point, population: number, radiusKm: number): void {
  const deviation = Math.max(radiusKm, 1.2) * 0.7
  const peak = population / (2 * Math.PI * deviation ** 2)
  if (!isInArea([x, y]) || peak < LEAST_PEOPLE / 20) return
  const [kmPerColumn, kmPerRow] = [KM_PER_DEGREE * STEP * Math.cos((y * Math.PI) / 180), KM_PER_DEGREE * STEP]
  const [middle, row] = [(x - AREA.west) / STEP, (y - AREA.south) / STEP]
  const [across, along] = [(3 * deviation) / kmPerColumn, (3 * deviation) / kmPerRow]
  for (let j = Math.ceil(row - along); j <= row + along; j++) {
    for (let i = Math.ceil(middle - across); i <= middle + across; i++) {
      const distance = Math.hypot((i - middle) * kmPerColumn, (j - row) * kmPerRow)
      const at = j * WIDTH + i
      people[at] = (people[at] ?? 0) + peak * Math.exp(-(distance ** 2) / (2 * deviation ** 2))
    }
  }
}

/** Removes people from the squares outside the outlines of the states. */
function clearSea(people: Float32Array): void {
  const outlines = read('us-atlas/counties-10m.json') as Topology<{ states: GeometryCollection }>
  const land = merge(outlines, outlines.objects.states.geometries as MultiPolygon[]) // states are polygons
  /** For each row of the grid, the columns at which it crosses the coast. */
  const crossed: number[][] = Array.from({ length: HEIGHT }, () => [])
  for (const ring of land.coordinates.flat()) {
    ring.forEach(([x1 = 0, y1 = 0], i) => {
      const [x2 = 0, y2 = 0] = ring[i + 1] ?? []
      if (i === ring.length - 1) return
      const [from, to] = [y1, y2].map((y) => (y - AREA.south) / STEP).toSorted((a, b) => a - b) as [number, number]
      for (let row = Math.max(0, Math.ceil(from)); row < to; row++)
        crossed[row]?.push((x1 + ((row * STEP + AREA.south - y1) / (y2 - y1)) * (x2 - x1) - AREA.west) / STEP)
    })
  }
  for (const [row, columns] of crossed.entries()) {
    const coasts = [0, ...columns.toSorted((a, b) => a - b), WIDTH]
    for (let i = 0; i < coasts.length; i += 2)
      people.fill(0, row * WIDTH + Math.ceil(coasts[i] ?? 0), row * WIDTH + Math.ceil(coasts[i + 1] ?? WIDTH))
  }
}

/** A piece of a contour within one square of the grid. */
interface Piece {
  readonly point: Point
  /** The edge at which the next piece begins. */
  readonly to: string
}

/** Follows the edges between squares above and below the limit (marching squares), with the inside on the left. */
function contours(people: Float32Array): Point[][] {
  const isIn = (at: number) => (people[at] ?? 0) >= LEAST_PEOPLE
  const pieces = new Map<string, Piece>()
  for (let at = 0; at + WIDTH + 1 < people.length; at++) {
    const corners = [at, at + 1, at + WIDTH + 1, at + WIDTH] // counterclockwise
    const inside = Number(isIn(at)) + Number(isIn(at + 1)) + Number(isIn(at + WIDTH + 1)) + Number(isIn(at + WIDTH))
    if (inside === 0 || inside === 4) continue
    const edges = corners.map((one, i) => [one, corners[(i + 1) % 4] ?? at] as const)
    for (const [i, [one, other]] of edges.entries()) {
      if (!isIn(one) || isIn(other)) continue
      // the contour leaves the square at the next edge that leads inside
      const [last, first] = [1, 2, 3].map((turn) => edges[(i + turn) % 4] ?? [at, at]).find(([, to]) => isIn(to)) ?? []
      pieces.set(`${other} ${one}`, { point: crossing(people, one, other), to: `${last} ${first}` })
    }
  }
  return ringsIn(pieces)
}

/** Returns the point between two neighbors in the grid at which the number of people crosses the limit. */
function crossing(people: Float32Array, one: number, other: number): Point {
  const [a, b] = [people[one] ?? 0, people[other] ?? 0]
  const share = (LEAST_PEOPLE - a) / (b - a)
  const [x, y] = [one % WIDTH, Math.floor(one / WIDTH)]
  const [east, north] = [x + share * ((other % WIDTH) - x), y + share * (Math.floor(other / WIDTH) - y)]
  return [AREA.west + east * STEP, AREA.south + north * STEP]
}

/** Joins pieces into closed rings. */
function ringsIn(pieces: Map<string, Piece>): Point[][] {
  const rings: Point[][] = []
  for (const start of pieces.keys()) {
    const ring: Point[] = []
    for (let at = start, piece = pieces.get(at); piece !== undefined; piece = pieces.get(at)) {
      ring.push(piece.point)
      pieces.delete(at)
      at = piece.to
    }
    rings.push([...ring, ...ring.slice(0, 1)])
  }
  return rings
}

/** Twice the area of a ring: negative if it runs clockwise, as around a hole. */
function areaOf(ring: readonly Point[]): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
}
