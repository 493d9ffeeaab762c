import { foldText } from '../kit/names/name-key.ts'

/** A map layer: polygons that the operator imported under one name. */
export interface Layer {
  /** Lower-case letters, digits, `-` and `_`. */
  readonly name: string
  readonly label: string
  readonly source?: string
  /** `YYYY-MM-DD` */
  readonly date?: string
  readonly features: number
  /** Ids and names of the first features. They are suggested if a request names an unknown feature. */
  readonly examples: readonly string[]
}

/** A feature of a layer that contains a home. */
export interface HomeLayer {
  readonly layer: string
  readonly id: string
  readonly name?: string
}

/** The type of a layer's features, among the types of places. */
export const LAYER = 'layer'
const KEY = `${LAYER}/`

/** The place key of a layer, or of one of its features. */
export function layerKey(layer: string, id?: string): string {
  return `${KEY}${layer}${id === undefined ? '' : `/${id}`}`
}

export function isLayerKey(place: string): boolean {
  return place.startsWith(KEY)
}

/**
 * Returns whether a key is a place of a type. The features of a layer are places. The layer itself and names of
 * features (`nameId`) have keys too, but are not places.
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

/** The id for all features of a layer that have this name. */
export function nameId(name: string): string {
  return `=${foldText(name) || name.toLowerCase()}`
}

/**
 * A feature of a layer, as it is stored. An entry without polygons stands for all features with one name; its id is the
 * `nameId`.
 */
export interface LayerShape {
  readonly layer: string
  readonly id: string
  readonly name?: string
  /** The polygons as `packedPolygons` writes them: whole numbers in base64. */
  readonly polygons?: string
}

/** A ring as longitude, latitude, longitude, latitude, and so on. The first corner is not repeated at the end. */
export type LayerRing = readonly number[]

/** The outline of a polygon, followed by its holes. */
export type LayerPolygon = readonly LayerRing[]

/** Coordinates are stored as whole numbers: this many per degree, so that one step is about a centimeter. */
export const PER_DEGREE = 1e7

/**
 * Packs polygons into whole numbers in base64. Each polygon is written as the count of its rings, followed by the
 * rings. Each ring is written as the count of its corners, followed by the coordinates of the corners.
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
