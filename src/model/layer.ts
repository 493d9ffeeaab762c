import { foldText } from '../kit/names/name-key.ts'

/** A layer: polygons that the operator imported under a name. */
export interface Layer {
  /** Lower-case letters, digits, `-` and `_`. */
  readonly name: string
  readonly label: string
  readonly source?: string
  /** `YYYY-MM-DD` */
  readonly date?: string
  readonly features: number
  /** Ids and names of the first features, for suggestions when a request names an unknown feature. */
  readonly examples: readonly string[]
}

/** A feature of a layer that contains a home. */
export interface HomeLayer {
  readonly layer: string
  readonly id: string
  readonly name?: string
}

/** The type of place that a feature of a layer is. */
export const LAYER = 'layer'
const KEY = `${LAYER}/`

/** The key of a layer or of one of its features, among the places of homes. */
export function layerKey(layer: string, id?: string): string {
  return `${KEY}${layer}${id === undefined ? '' : `/${id}`}`
}

export function isLayerKey(place: string): boolean {
  return place.startsWith(KEY)
}

/**
 * Whether a key is a place of a type. Of a layer's keys, only features are places: the layer itself and names of
 * features (`nameId`) are not.
 */
export function isPlaceOf(type: string, key: string): boolean {
  if (!key.startsWith(`${type}/`)) return false
  const end = type === LAYER ? key.indexOf('/', KEY.length) : 0
  return end >= 0 && (type !== LAYER || key[end + 1] !== '=')
}

/** A feature as searches write it: `flood:AE`. */
export function featureLabel({ layer, id }: Pick<HomeLayer, 'layer' | 'id'>): string {
  return `${layer}:${id}`
}

/** The id that a name has among the features of a layer. A search for it finds all features with this name. */
export function nameId(name: string): string {
  return `=${foldText(name) || name.toLowerCase()}`
}

/** A feature of a layer. An entry without polygons is a name that several features may have; its id is the `nameId`. */
export interface LayerShape {
  readonly layer: string
  readonly id: string
  readonly name?: string
  /** Base64 of whole numbers, made by `packedPolygons`. */
  readonly polygons?: string
}

/** A ring as longitude, latitude, longitude, latitude, and so on. The first corner is not repeated at the end. */
export type LayerRing = readonly number[]

/** The outline of a polygon, followed by its holes. */
export type LayerPolygon = readonly LayerRing[]

/** Coordinates are stored as whole numbers. This many are one degree, so that steps are about a centimeter. */
export const PER_DEGREE = 1e7

/**
 * Packs polygons as base64 of whole numbers. Each polygon is its number of rings, then its rings; each ring is its
 * number of corners, then their coordinates.
 */
export function packedPolygons(polygons: readonly LayerPolygon[]): string {
  const length = polygons.flat().reduce((sum, ring) => sum + 1 + ring.length, polygons.length)
  const numbers = new Int32Array(length)
  let at = 0
  for (const rings of polygons) {
    numbers[at++] = rings.length
    for (const ring of rings) {
      numbers[at++] = ring.length / 2
      for (const degrees of ring) numbers[at++] = Math.round(degrees * PER_DEGREE)
    }
  }
  return Buffer.from(numbers.buffer).toString('base64')
}

export function packedNumbers(text: string): Int32Array {
  return new Int32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}

/** @param from Index of the polygon's first number. `end` in the result is the index of the next polygon. */
export function unpackedPolygon(numbers: Int32Array, from: number): { polygon: LayerPolygon; end: number } {
  let at = from
  const next = () => numbers[at++] as number
  const polygon = Array.from({ length: next() }, () => {
    return Array.from({ length: 2 * next() }, () => next() / PER_DEGREE)
  })
  return { polygon, end: at }
}

export function unpackedPolygons(text: string): readonly LayerPolygon[] {
  const numbers = packedNumbers(text)
  const polygons: LayerPolygon[] = []
  for (let at = 0; at < numbers.length; ) {
    const { polygon, end } = unpackedPolygon(numbers, at)
    polygons.push(polygon)
    at = end
  }
  return polygons
}
