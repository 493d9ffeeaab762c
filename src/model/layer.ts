import { foldText } from '../kit/names/name-key.ts'

/** A layer: polygons that the operator brought under a name. */
export interface Layer {
  /** Lower-case letters, digits, `-` and `_`. */
  readonly name: string
  readonly label: string
  readonly source?: string
  /** YYYY-MM-DD */
  readonly date?: string
  readonly features: number
  /** Ids and names of its first features, which a refusal of another one compares. */
  readonly examples: readonly string[]
}

/** A feature of a layer that a home lies in. */
export interface HomeLayer {
  readonly layer: string
  readonly id: string
  readonly name?: string
}

/** The type of place that a feature of a layer is. */
export const LAYER = 'layer'
const KEY = `${LAYER}/`

/** The key of a layer, or of one of its features, among the places of homes. */
export function layerKey(layer: string, id?: string): string {
  return `${KEY}${layer}${id === undefined ? '' : `/${id}`}`
}

export function isLayerKey(place: string): boolean {
  return place.startsWith(KEY)
}

/** Whether a key is that of a place of a type; of layers only features are places, and no names of theirs. */
export function isPlaceOf(type: string, key: string): boolean {
  if (!key.startsWith(`${type}/`)) return false
  const end = type === LAYER ? key.indexOf('/', KEY.length) : 0
  return end >= 0 && (type !== LAYER || key[end + 1] !== '=')
}

/** A feature as searches name it: `flood:AE`. */
export function featureLabel({ layer, id }: Pick<HomeLayer, 'layer' | 'id'>): string {
  return `${layer}:${id}`
}

/** The id that stands for a name among those of features: all that have it are found by it. */
export function nameId(name: string): string {
  return `=${foldText(name) || name.toLowerCase()}`
}

/** A feature of a layer; or, without polygons, a name that some of its features have, by its `nameId`. */
export interface LayerShape {
  readonly layer: string
  readonly id: string
  readonly name?: string
  /** Base64 of whole numbers, as `packedPolygons` makes them. */
  readonly polygons?: string
}

/** A ring as longitude, latitude, longitude, latitude, …, open: the first corner is not repeated. */
export type LayerRing = readonly number[]

/** The outline of a polygon, and its holes. */
export type LayerPolygon = readonly LayerRing[]

/** Coordinates are stored as whole numbers of this many to a degree, which are a centimetre apart. */
export const PER_DEGREE = 1e7

/** Each polygon is the number of its rings, and each ring the number of its corners and their coordinates. */
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

/** @param from Where the polygon begins; `end` is where the next one does. */
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
