import type { Home } from '../../model/home.ts'
import { type HomeLayer, type LayerShape, PER_DEGREE, packedNumbers, unpackedPolygon } from '../../model/layer.ts'
import { shownHome } from '../../model/shown-home.ts'
import { BoxTree } from '../engine/box-tree.ts'
import { isWithinEdges } from '../engine/point-in-ring.ts'
import { borderOf } from '../engine/ring-border.ts'

/** Maximum number of corners of all prepared polygons together. A prepared corner takes about 100 bytes. */
const PREPARED_MAX = 3_000_000

/**
 * Only polygons with at least this many corners are prepared. Preparing a polygon takes as long as a hundred tests of a
 * point.
 */
const PREPARED_FROM = 1000

interface Part {
  readonly feature: HomeLayer
  /** The packed polygons of the layer. This polygon goes from `from` to `end`. */
  readonly numbers: Int32Array
  readonly from: number
  readonly end: number
}

/**
 * Finds the layer features that contain a point, edges included. Used only when a home is written or a layer changes,
 * because this is slow: a flood zone has a hundred thousand corners. Takes 8 bytes per corner. Large polygons are
 * prepared when a point first comes near them.
 */
class LayerIndex {
  readonly #parts: Part[] = []
  readonly #tree: BoxTree
  readonly #prepared = new Map<number, ReturnType<typeof borderOf>>()
  #corners = 0

  constructor(shapes: Iterable<LayerShape>) {
    const boxes: number[] = []
    for (const { layer, id, name, polygons } of shapes) {
      if (polygons === undefined) continue
      const numbers = packedNumbers(polygons)
      const feature = { layer, id, ...(name !== undefined && { name }) }
      for (let from = 0; from < numbers.length; ) {
        const { polygon, end } = unpackedPolygon(numbers, from)
        this.#parts.push({ feature, numbers, from, end })
        boxes.push(...boxOf(polygon[0] ?? []))
        from = end
      }
    }
    this.#tree = new BoxTree(Float64Array.from(boxes))
  }

  at(longitude: number, latitude: number): readonly HomeLayer[] {
    const features = new Set<HomeLayer>()
    this.#tree.at(longitude, latitude, (part) => {
      const { feature } = this.#parts[part] as Part // the tree contains one box per part
      if (!features.has(feature) && this.#holds(part, longitude, latitude)) features.add(feature)
    })
    return [...features].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  }

  #holds(part: number, longitude: number, latitude: number): boolean {
    const prepared = this.#prepared.get(part)
    if (prepared !== undefined) return prepared.has(longitude, latitude) === 1
    const { numbers, from, end } = this.#parts[part] as Part // the tree contains one box per part
    const corners = (end - from) / 2
    if (corners < PREPARED_FROM) return isWithinEdges(edgesAt(numbers, from, latitude), longitude, latitude)
    if (this.#corners + corners > PREPARED_MAX) {
      this.#prepared.clear()
      this.#corners = 0
    }
    const border = borderOf(unpackedPolygon(numbers, from).polygon)
    this.#prepared.set(part, border)
    this.#corners += corners
    return border.has(longitude, latitude) === 1
  }
}

/**
 * Returns the edges of a polygon that may cross a latitude, for `isWithinEdges`. Unpacking all edges would take ten
 * times as long.
 */
function edgesAt(numbers: Int32Array, from: number, latitude: number): Float64Array {
  const edges: number[] = []
  const [south, north] = [latitude * PER_DEGREE - 1, latitude * PER_DEGREE + 1]
  let at = from
  for (let rings = numbers[at++] as number; rings > 0; rings--) {
    const end = at + 1 + 2 * (numbers[at] as number)
    at++
    let [x, y] = [numbers[end - 2] as number, numbers[end - 1] as number]
    for (; at < end; at += 2) {
      const nextX = numbers[at] as number
      const nextY = numbers[at + 1] as number
      if (!((y < south && nextY < south) || (y > north && nextY > north))) {
        const [low, high] = y < nextY ? [[x, y], [nextX, nextY]] : [[nextX, nextY], [x, y]] // biome-ignore format: a line
        for (const number of [...(low ?? []), ...(high ?? [])]) edges.push(number / PER_DEGREE)
      }
      x = nextX
      y = nextY
    }
  }
  return Float64Array.from(edges)
}

function keyOf({ layer, id }: HomeLayer): string {
  return `${layer}/${id}`
}

function boxOf(ring: readonly number[]): readonly number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number]
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x, y] = [ring[i] as number, ring[i + 1] as number]
    if (x < box[0]) box[0] = x
    if (y < box[1]) box[1] = y
    if (x > box[2]) box[2] = x
    if (y > box[3]) box[3] = y
  }
  return box
}

/** The layers of a catalog that is being written. Reads the shapes when the first home needs them. */
export class StoredLayers {
  readonly #shapes: () => Iterable<LayerShape>
  #index: LayerIndex | undefined

  constructor(shapes: () => Iterable<LayerShape>) {
    this.#shapes = shapes
  }

  /** Call this after a shape was stored or removed. */
  forget(): void {
    this.#index = undefined
  }

  /**
   * Returns the features that contain a home, in order of layer and id. Empty for a home without coordinates. Also
   * empty if the address is withheld, because a small feature would reveal the address.
   */
  of(home: Home): readonly HomeLayer[] {
    const { point } = shownHome(home)
    if (point === undefined) return []
    this.#index ??= new LayerIndex(this.#shapes())
    return this.#index.at(point.longitude, point.latitude)
  }
}
