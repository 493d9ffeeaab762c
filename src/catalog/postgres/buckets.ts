import type { Home } from '../../model/home.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { COUNTRY_KEY, regionKeysOf } from '../../regions/region-keys.ts'
import type { BoxNode, CircleNode, PolygonNode, QueryNode } from '../query.ts'
import { boxAround } from './circle.ts'
import { regionCode } from './columns.ts'

/**
 * Partitions of each table of searches. A set of them is one number, sixteen servers can share them, and the fullest
 * holds 8 in 100 of the people of the United States.
 */
export const BUCKETS = 16

/** All of them, as a set: a bit for each. */
export const EVERYWHERE = 2 ** BUCKETS - 1

/** The bucket of all homes of a county; without one, of all such homes of a state. */
export function bucketOf({ address }: Home): number {
  const { county, state } = regionKeysOf(address)
  return regionCode(county ?? state ?? COUNTRY_KEY) % BUCKETS
}

/** Which buckets have homes of a region, or in a cell: by `regionCode` and `cellAt`. */
export interface Whereabouts {
  bucketsOf(code: number): number
}

const CELLS_PER_DEGREE = 8
const COLUMNS = 360 * CELLS_PER_DEGREE + 1

/** Shapes over more cells than this, some 4° each way, are looked for everywhere. */
const CELLS_MAX = 1024

function columnAt(longitude: number): number {
  return Math.floor((longitude + 180) * CELLS_PER_DEGREE)
}

function rowAt(latitude: number): number {
  return Math.floor((latitude + 90) * CELLS_PER_DEGREE)
}

/** The code of the eighth of a degree that a point lies in: below zero, since those of regions are not. */
export function cellAt(latitude: number, longitude: number): number {
  return cellOf(rowAt(latitude), columnAt(longitude))
}

function cellOf(row: number, column: number): number {
  return -1 - row * COLUMNS - column
}

/** The buckets that can have homes for which all nodes hold. */
export function bucketsAsked(
  nodes: readonly QueryNode<SearchedNoun>[],
  where: Whereabouts,
  areasHeld: (shape: BoxNode | PolygonNode | CircleNode) => readonly string[],
): number {
  const inRegion = (key: string) => (key === COUNTRY_KEY ? EVERYWHERE : where.bucketsOf(regionCode(key)))
  const inRegions = (keys: readonly string[]) => keys.reduce((set, key) => set | inRegion(key), 0)
  const inShape = (shape: BoxNode | PolygonNode | CircleNode) =>
    inBox(boxOf(shape), where) | inRegions(areasHeld(shape))
  let buckets = EVERYWHERE
  for (const node of nodes) {
    if (node.kind === 'place') buckets &= inRegions(node.regions)
    else if (node.kind === 'homes' && node.zpids.length === 0) buckets = 0
    else if (node.kind === 'box' || node.kind === 'polygon' || node.kind === 'circle') buckets &= inShape(node)
    else if (node.kind === 'any')
      buckets &= node.alternatives.reduce((set, each) => set | bucketsAsked(each, where, areasHeld), 0)
  }
  return buckets
}

/** What a shape lies within; undefined for what is too large to have such a box. */
export function boxOf(shape: BoxNode | PolygonNode | CircleNode): BoxNode | undefined {
  if (shape.kind === 'box') return shape
  return shape.kind === 'circle' ? boxAround(shape) : boxOfRing(shape)
}

function boxOfRing({ points }: PolygonNode): BoxNode {
  const [latitudes, longitudes] = [points.map(([latitude]) => latitude), points.map(([, longitude]) => longitude)]
  return {
    kind: 'box',
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}

function inBox(box: BoxNode | undefined, where: Whereabouts): number {
  if (box === undefined) return EVERYWHERE
  const { west, south, east, north } = box
  if (west > east) return inBox({ ...box, east: 180 }, where) | inBox({ ...box, west: -180 }, where)
  const [firstRow, lastRow] = [rowAt(Math.max(-90, south)), rowAt(Math.min(90, north))]
  const [firstColumn, lastColumn] = [columnAt(Math.max(-180, west)), columnAt(Math.min(180, east))]
  if ((lastRow - firstRow + 1) * (lastColumn - firstColumn + 1) > CELLS_MAX) return EVERYWHERE
  let buckets = 0
  for (let row = firstRow; row <= lastRow; row++)
    for (let column = firstColumn; column <= lastColumn; column++) buckets |= where.bucketsOf(cellOf(row, column))
  return buckets
}

/** The numbers in a set of buckets, some of them twice: 1, 2, 4, 8 or 16, so that few texts of statements are made. */
export function paddedBuckets(set: number): readonly number[] {
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket).filter((bucket) => (set & (1 << bucket)) !== 0)
  const [first] = buckets
  if (first === undefined) return []
  const length = 2 ** Math.ceil(Math.log2(buckets.length))
  return Array.from({ length }, (_, i) => buckets[i] ?? first)
}
