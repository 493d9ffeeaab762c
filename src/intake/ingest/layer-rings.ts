import type { LayerPolygon, LayerRing } from '../../model/layer.ts'
import type { Unproject } from './sources/projection.ts'

/** How a feature was repaired. */
export type Repair = 'closed' | 'turned' | 'left out' | 'crossing'

/** Coordinates are compared as multiples of 1e-7 degrees, about a centimeter. */
const PARTS = 1e7

const CORNERS_MIN = 3

/** Thrown if a feature cannot be used. The message says why. */
export class UnusableFeature extends Error {}

/**
 * Returns a feature's polygons in degrees, without repeated last corners, outlines counter-clockwise and holes
 * clockwise. Rings that cross themselves stay unchanged: the even-odd rule decides what is inside.
 */
export function mendedPolygons(
  polygons: readonly LayerPolygon[],
  unproject: Unproject | undefined,
  mends: Set<Repair>,
): readonly LayerPolygon[] {
  const made = polygons.flatMap((rings) => {
    const [outline, ...holes] = rings.map((ring) => openRing(ring, unproject, mends))
    if (outline === undefined) return []
    const kept = [outline, ...holes.filter((hole) => hole !== undefined)]
    return [kept.map((ring, i) => turned(ring, i === 0, mends))]
  })
  if (made.some(crosses)) mends.add('crossing')
  return made
}

/** Removes the repeated last corner. Returns undefined if the ring encloses no area. */
function openRing(ring: LayerRing, unproject: Unproject | undefined, mends: Set<Repair>): LayerRing | undefined {
  const isClosed = ring[0] === ring.at(-2) && ring[1] === ring.at(-1)
  if (!isClosed) mends.add('closed')
  const corners: number[] = []
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x, y] = placeOf(ring[i] as number, ring[i + 1] as number, unproject)
    if (x !== corners.at(-2) || y !== corners.at(-1)) corners.push(x, y)
  }
  while (corners.length > 2 && corners[0] === corners.at(-2) && corners[1] === corners.at(-1)) corners.length -= 2
  if (corners.length >= 2 * CORNERS_MIN) return corners
  mends.add('left out')
  return undefined
}

function placeOf(x: number, y: number, unproject: Unproject | undefined): readonly [number, number] {
  const spot = unproject ? unproject(x, y) : { x, y }
  const isNumber = Number.isFinite(x) && Number.isFinite(y) // JSON has null instead of NaN
  if (spot === undefined || !isNumber || !(Math.abs(spot.x) <= 180 && Math.abs(spot.y) <= 90))
    throw new UnusableFeature('one of its corners is not a place on earth')
  return [Math.round(spot.x * PARTS) / PARTS, Math.round(spot.y * PARTS) / PARTS]
}

function turned(ring: LayerRing, isOutline: boolean, mends: Set<Repair>): LayerRing {
  if (areaOf(ring) >= 0 === isOutline) return ring
  mends.add('turned')
  return ring.map((_, i) => ring[(ring.length - i + 2 * (i % 2)) % ring.length] as number)
}

/** Twice the area in square degrees. Negative if the ring runs clockwise. */
function areaOf(ring: LayerRing): number {
  let area = 0
  let [x, y] = [ring.at(-2) as number, ring.at(-1) as number]
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[i] as number, ring[i + 1] as number]
    area += x * nextY - nextX * y
    ;[x, y] = [nextX, nextY]
  }
  return area
}

/**
 * Builds polygons from outlines and holes in any order and direction. A ring inside an odd number of others is a hole
 * in the smallest of them.
 */
export function nestedPolygons(rings: readonly LayerRing[]): readonly LayerPolygon[] {
  const sorted = rings
    .filter((ring) => ring.length >= 2 * CORNERS_MIN)
    .map((ring) => ({ ring, area: Math.abs(areaOf(ring)), box: boxOf(ring), depth: 0, holes: [] as LayerRing[] }))
    .sort((one, other) => other.area - one.area)
  for (const [i, inner] of sorted.entries()) {
    const around = sorted
      .slice(0, i)
      .filter(({ ring, box }) => isBoxWithin(inner.box, box) && isWithin(inner.ring, ring))
    inner.depth = around.length
    if (inner.depth % 2 === 1) around.at(-1)?.holes.push(inner.ring)
  }
  return sorted.filter(({ depth }) => depth % 2 === 0).map(({ ring, holes }) => [ring, ...holes])
}

type Box = readonly [west: number, south: number, east: number, north: number]

function boxOf(ring: LayerRing): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i] as number)
    east = Math.max(east, ring[i] as number)
    south = Math.min(south, ring[i + 1] as number)
    north = Math.max(north, ring[i + 1] as number)
  }
  return [west, south, east, north]
}

function isBoxWithin(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

/** Rings may touch at corners, so test three corners and let the majority decide. */
function isWithin(inner: LayerRing, outer: LayerRing): boolean {
  const corners = inner.length / 2
  const tried = [0, Math.floor(corners / 3), Math.floor((2 * corners) / 3)]
  return tried.filter((at) => isInside(outer, inner[2 * at] as number, inner[2 * at + 1] as number)).length >= 2
}

function isInside(ring: LayerRing, x: number, y: number): boolean {
  let is = false
  let [lastX, lastY] = [ring.at(-2) as number, ring.at(-1) as number]
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[i] as number, ring[i + 1] as number]
    if (lastY > y !== nextY > y && x < lastX + ((y - lastY) / (nextY - lastY)) * (nextX - lastX)) is = !is
    ;[lastX, lastY] = [nextX, nextY]
  }
  return is
}

/** An edge: x and y of its lower end, then x and y of its upper end. */
type Edge = readonly [number, number, number, number]

/** Whether two edges cross. Touching edges do not cross. */
function crosses(rings: LayerPolygon): boolean {
  const edges = rings.flatMap(edgesOf).sort((one, other) => one[1] - other[1])
  let active: Edge[] = []
  for (const edge of edges) {
    active = active.filter((other) => other[3] >= edge[1])
    if (active.some((other) => isCrossed(edge, other))) return true
    active.push(edge)
  }
  return false
}

function edgesOf(ring: LayerRing): Edge[] {
  const edges: Edge[] = []
  let [x, y] = [ring.at(-2) as number, ring.at(-1) as number]
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[i] as number, ring[i + 1] as number]
    edges.push(y <= nextY ? [x, y, nextX, nextY] : [nextX, nextY, x, y])
    ;[x, y] = [nextX, nextY]
  }
  return edges
}

function isCrossed(one: Edge, other: Edge): boolean {
  if (Math.max(one[0], one[2]) < Math.min(other[0], other[2])) return false
  if (Math.max(other[0], other[2]) < Math.min(one[0], one[2])) return false
  const [a, b] = [turnTo(one, other[0], other[1]), turnTo(one, other[2], other[3])]
  const [c, d] = [turnTo(other, one[0], one[1]), turnTo(other, one[2], one[3])]
  return a * b < 0 && c * d < 0
}

/** Positive on one side of the edge, negative on the other, 0 on the edge. */
function turnTo([lowX, lowY, highX, highY]: Edge, x: number, y: number): number {
  return partsOf(highX - lowX) * partsOf(y - lowY) - partsOf(highY - lowY) * partsOf(x - lowX)
}

function partsOf(degrees: number): number {
  return Math.round(degrees * PARTS)
}
