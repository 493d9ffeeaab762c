/** Length of the world's side in Web Mercator, from the north-west corner. A unit is less than a centimeter. */
export const WORLD = 2 ** 32

/** The deepest zoom, at which tiles are narrower than a house. */
export const ZOOM_MAX = 22

/** A tile by its address: `x` counts from west to east, `y` from north to south. */
export interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

export function worldX(longitude: number): number {
  return inWorld((longitude / 360 + 0.5) * WORLD)
}

/** Converts a latitude. Latitudes beyond the square map move to its edge, so that every place is in a tile. */
export function worldY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return inWorld((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD)
}

function inWorld(units: number): number {
  return Math.max(0, Math.min(WORLD - 1, Math.floor(units)))
}

/**
 * Whether point a comes before point b on the Z-order curve, on which the points of every tile are contiguous. The
 * highest bit that differs decides; if it is the same in x and y, y decides.
 */
export function comesBefore(ax: number, ay: number, bx: number, by: number): boolean {
  const dx = (ax ^ bx) >>> 0
  const dy = (ay ^ by) >>> 0
  return dy < dx && dy < (dx ^ dy) >>> 0 ? ax < bx : ay < by
}

/** Spreads the bits of a 16-bit number, with a zero before each bit. */
export function spread(bits: number): number {
  let wide = bits
  wide = (wide | (wide << 8)) & 0x00ff_00ff
  wide = (wide | (wide << 4)) & 0x0f0f_0f0f
  wide = (wide | (wide << 2)) & 0x3333_3333
  return (wide | (wide << 1)) & 0x5555_5555
}
