/** Number of units along a tile's side. */
export const EXTENT = 4096

/** A point in a tile, in units of `EXTENT`, and its properties. Undefined properties are left out. */
export interface PointFeature {
  readonly id?: number
  readonly x: number
  readonly y: number
  readonly properties: Readonly<Record<string, string | number | undefined>>
}

/** Points by the name of their layer. Layers without points are left out. */
export type PointLayers = Readonly<Record<string, readonly PointFeature[]>>

/** Wire types of fields in the Mapbox Vector Tile Specification 2.1. */
const VARINT = 0
const DOUBLE = 1
const BYTES = 2
const TILE_LAYER = tag(3, BYTES)
const LAYER = { version: tag(15, VARINT), name: tag(1, BYTES), feature: tag(2, BYTES), key: tag(3, BYTES) } as const
const [LAYER_VALUE, LAYER_EXTENT] = [tag(4, BYTES), tag(5, VARINT)]
const FEATURE = { id: tag(1, VARINT), tags: tag(2, BYTES), type: tag(3, VARINT), geometry: tag(4, BYTES) } as const
const VALUE = { text: tag(1, BYTES), double: tag(3, DOUBLE), whole: tag(5, VARINT) } as const
const VERSION = 2
const POINT = 1
/** The command that moves to one point. */
const MOVE_TO_ONE = (1 << 3) | 1

function tag(field: number, how: number): number {
  return (field << 3) | how
}

/** Writes points as a Mapbox Vector Tile. Equal layers have equal bytes. */
export function vectorTile(layers: PointLayers): Uint8Array {
  const tile = new Bytes()
  for (const [name, features] of Object.entries(layers)) {
    if (features.length > 0) tile.part(TILE_LAYER, layerOf(name, features))
  }
  return tile.written
}

function layerOf(name: string, features: readonly PointFeature[]): Uint8Array {
  const layer = new Bytes()
  const keys = new Map<string, number>()
  const values = new Map<string | number, number>()
  layer.number(LAYER.version, VERSION)
  layer.text(LAYER.name, name)
  const feature = new Bytes()
  const list = new Bytes()
  for (const { id, x, y, properties } of features) {
    feature.clear()
    if (id !== undefined) feature.number(FEATURE.id, id)
    list.clear()
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined) continue
      list.varint(placeIn(keys, key))
      list.varint(placeIn(values, value))
    }
    feature.part(FEATURE.tags, list.written)
    feature.number(FEATURE.type, POINT)
    list.clear()
    list.varint(MOVE_TO_ONE)
    list.varint(x * 2) // zigzag encoding, for a number of at least 0
    list.varint(y * 2)
    feature.part(FEATURE.geometry, list.written)
    layer.part(LAYER.feature, feature.written)
  }
  for (const key of keys.keys()) layer.text(LAYER.key, key)
  for (const value of values.keys()) layer.part(LAYER_VALUE, encoded(value))
  layer.number(LAYER_EXTENT, EXTENT)
  return layer.written
}

function placeIn<T>(places: Map<T, number>, item: T): number {
  const place = places.get(item) ?? places.size
  if (place === places.size) places.set(item, place)
  return place
}

function encoded(value: string | number): Uint8Array {
  const bytes = new Bytes()
  if (typeof value === 'string') bytes.text(VALUE.text, value)
  else if (Number.isSafeInteger(value) && value >= 0) bytes.number(VALUE.whole, value)
  else bytes.double(VALUE.double, value)
  return bytes.written
}

/** Writes a Protocol Buffers message, field by field. */
class Bytes {
  #bytes = Buffer.allocUnsafe(256)
  #end = 0

  /** The bytes written so far, as a view that is valid until the next write. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#end)
  }

  clear(): void {
    this.#end = 0
  }

  /** Writes a number up to `Number.MAX_SAFE_INTEGER`, seven bits per byte, lowest bits first. */
  varint(value: number): void {
    this.#need(8)
    let rest = value
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 0x80)) this.#bytes[this.#end++] = (rest % 0x80) | 0x80
    for (; rest > 0x7f; rest >>= 7) this.#bytes[this.#end++] = (rest & 0x7f) | 0x80
    this.#bytes[this.#end++] = rest
  }

  number(field: number, value: number): void {
    this.varint(field)
    this.varint(value)
  }

  double(field: number, value: number): void {
    this.varint(field)
    this.#need(8)
    this.#end = this.#bytes.writeDoubleLE(value, this.#end)
  }

  text(field: number, value: string): void {
    this.part(field, Buffer.from(value))
  }

  part(field: number, bytes: Uint8Array): void {
    this.varint(field)
    this.varint(bytes.length)
    this.#need(bytes.length)
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  #need(more: number): void {
    if (this.#end + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + more))
    larger.set(this.written)
    this.#bytes = larger
  }
}
