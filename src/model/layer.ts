import { foldText } from '../kit/names/name-key.ts'

/** A map layer: polygons imported by the operator under one name. */
export interface Layer {
  /** Lower-case letters, digits, `-` and `_`. */
  readonly name: string
  readonly label: string
  readonly source?: string
  /** `YYYY-MM-DD` */
  readonly date?: string
  readonly features: number
  /** Some ids and names to suggest if a request contains an unknown id or name. */
  readonly examples: readonly string[]
}

/** A feature of a layer that contains a home. */
export interface HomeLayer {
  readonly layer: string
  readonly id: string
  readonly name?: string
}

/** The place type of layers and their features. */
export const LAYER = 'layer'
const KEY = `${LAYER}/`

/** Key of a layer or feature among places. */
export function layerKey(layer: string, id?: string): string {
  return `${KEY}${layer}${id === undefined ? '' : `/${id}`}`
}

export function isLayerKey(place: string): boolean {
  return place.startsWith(KEY)
}

/**
 * Whether a key belongs to a place of this type. A layer's features are places; the layer and names of features
 * (`nameId`) are not.
 */
export function isPlaceOf(type: string, key: string): boolean {
  if (!key.startsWith(`${type}/`)) return false
  const end = type === LAYER ? key.indexOf('/', KEY.length) : 0
  return end >= 0 && (type !== LAYER || key[end + 1] !== '=')
}

/** Returns the label of a feature in searches, such as `flood:AE`. */
export function featureLabel({ layer, id }: Pick<HomeLayer, 'layer' | 'id'>): string {
  return `${layer}:${id}`
}

/** Id that stands for all features of a layer with this name. */
export function nameId(name: string): string {
  return `=${foldText(name) || name.toLowerCase()}`
}

/** A stored feature. An entry without polygons stands for all features with one name; its id is the `nameId`. */
export interface LayerShape {
  readonly layer: string
  readonly id: string
  readonly name?: string
  /** Whole numbers in base64; see `packedPolygons`. */
  readonly polygons?: string
}

/** Alternating longitudes and latitudes. The first corner is not repeated at the end. */
export type LayerRing = readonly number[]

/** The outline, then its holes. */
export type LayerPolygon = readonly LayerRing[]

/** Coordinates are stored as whole numbers of 1e-7 degrees, about a centimeter. */
export const PER_DEGREE = 1e7

/**
 * Packs polygons into whole numbers in base64: per polygon the number of rings, per ring the number of corners and
 * their coordinates.
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

/** @param from Index of the polygon's first number. `end` is the index of the next polygon. */
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
