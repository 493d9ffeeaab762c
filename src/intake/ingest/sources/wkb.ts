import { Box, DEPTH_MAX, type Polygons, type Spot } from './geometry.ts'

/** Types in well-known binary (WKB): a point, lists of points, lists of rings, and compound shapes. */
const POINT = 1
const LINES: ReadonlySet<number> = new Set([2, 8])
const AREAS: ReadonlySet<number> = new Set([3, 17])
const COLLECTIONS: ReadonlySet<number> = new Set([4, 5, 6, 7, 9, 10, 11, 12, 15, 16])

/** PostGIS and older programs mark further dimensions in the high bits of the type. ISO adds thousands. */
const [Z_BIT, M_BIT, SRID_BIT, KIND_BITS] = [0x80000000, 0x40000000, 0x20000000, 0x0fffffff]

/** A shape's location and polygons. */
export interface Outline extends Partial<Spot> {
  readonly polygons: Polygons
}

/** Returns the location and polygons of a shape in WKB. Throws if it is damaged or of an unknown type. */
export function outlineOfWkb(bytes: Uint8Array): Outline {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const box = new Box()
  const polygons: number[][][] = []
  let ring: number[] = []
  let at = 0
  const shape = (depth: number): void => {
    const isLittle = view.getUint8(at) === 1
    const count = () => {
      at += 4
      return view.getUint32(at - 4, isLittle)
    }
    at += 1
    const type = count()
    if (type & SRID_BIT) at += 4
    const plain = type & KIND_BITS
    const kind = plain % 1000
    const thousands = Math.floor(plain / 1000)
    const isHigh = (type & Z_BIT) !== 0 || thousands === 1 || thousands === 3
    const isMeasured = (type & M_BIT) !== 0 || thousands === 2 || thousands === 3
    const bytesOfPoint = 16 + (isHigh ? 8 : 0) + (isMeasured ? 8 : 0)
    const point = () => {
      const [x, y] = [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)]
      box.add(x, y)
      ring.push(x, y)
      at += bytesOfPoint
    }
    const line = () => {
      ring = []
      for (let left = count(); left > 0; left--) point()
      return ring
    }
    const area = () => {
      const rings: number[][] = []
      for (let left = count(); left > 0; left--) rings.push(line())
      polygons.push(rings)
    }
    if (kind === POINT) point()
    else if (LINES.has(kind)) line()
    else if (AREAS.has(kind)) area()
    else if (COLLECTIONS.has(kind) && depth < DEPTH_MAX) for (let left = count(); left > 0; left--) shape(depth + 1)
    else throw new Error(`a shape of the kind ${kind}`)
  }
  shape(0)
  return { ...box.middle, polygons }
}
