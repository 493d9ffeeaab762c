/** Bounds in degrees. West is greater than east if the bounds cross the date line. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export type Corner = readonly [latitude: number, longitude: number]

/** A drawn or searched area. */
export type Shape =
  | { readonly kind: 'polygon'; readonly corners: readonly Corner[] }
  | { readonly kind: 'circle'; readonly center: Corner; readonly radiusMiles: number }

/** Polygons, each with an outer ring and its holes, as longitudes and latitudes. */
export type Outline = readonly (readonly (readonly (readonly [longitude: number, latitude: number])[])[])[]

/** A home or another thing on the map. */
export interface MapPoint {
  readonly id: string
  readonly latitude: number
  readonly longitude: number
  /** The text on the pin, such as a short price. */
  readonly label: string
  /** Sets the color of the pin. */
  readonly kind: 'sale' | 'rent' | 'sold'
  /** Lines shown while the pointer is on the point. */
  readonly says: readonly string[]
  /** The point is drawn above the tiles, even if a tile contains the same home. */
  readonly isMarked?: true
}

/** Vector tiles with two layers, which the service describes: single homes, and cells that count their homes. */
export interface Matches {
  /** A URL template with {z}, {x} and {y}. */
  readonly url: string
  readonly maxZoom: number
  readonly kind: MapPoint['kind']
}

/** The place that was searched around. */
export interface Around {
  readonly latitude: number
  readonly longitude: number
  readonly says: string
}

/** The center of a map in degrees, and its zoom. */
export interface MapPosition {
  readonly latitude: number
  readonly longitude: number
  readonly zoom: number
}

/** Bounds of the contiguous United States. */
export const WHOLE_COUNTRY: Bounds = { west: -125, south: 24.4, east: -66.9, north: 49.4 }

const KM_PER_DEGREE = 111.195
const KM_PER_MILE = 1.609344
const CIRCLE_CORNERS = 72

/** Returns the smallest bounds that contain all points; undefined without points. */
export function boundsOf(points: readonly { readonly latitude: number; readonly longitude: number }[]) {
  let bounds: Bounds | undefined
  for (const { latitude, longitude } of points) {
    bounds = {
      west: Math.min(bounds?.west ?? longitude, longitude),
      south: Math.min(bounds?.south ?? latitude, latitude),
      east: Math.max(bounds?.east ?? longitude, longitude),
      north: Math.max(bounds?.north ?? latitude, latitude),
    }
  }
  return bounds
}

export function boundsOfShape(shape: Shape): Bounds | undefined {
  return boundsOf(cornersOf(shape).map(([latitude, longitude]) => ({ latitude, longitude })))
}

export function boundsOfOutline(outline: Outline): Bounds | undefined {
  return boundsOf(outline.flat(2).map(([longitude, latitude]) => ({ latitude, longitude })))
}

/** Returns the corners of a shape. A circle becomes a polygon with enough corners to look round. */
export function cornersOf(shape: Shape): readonly Corner[] {
  if (shape.kind === 'polygon') return shape.corners
  const [latitude, longitude] = shape.center
  const north = (shape.radiusMiles * KM_PER_MILE) / KM_PER_DEGREE
  const east = north / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)
  return Array.from({ length: CIRCLE_CORNERS }, (_, step) => {
    const turn = (step / CIRCLE_CORNERS) * 2 * Math.PI
    return [latitude + north * Math.sin(turn), longitude + east * Math.cos(turn)] as const
  })
}

/** Converts the drawn outline of a circle back to a circle. */
export function circleIn(outline: readonly Corner[]): Shape {
  const { west, south, east, north } = boundsOf(outline.map(([latitude, longitude]) => ({ latitude, longitude }))) ?? {
    west: 0,
    south: 0,
    east: 0,
    north: 0,
  }
  const radiusMiles = (((north - south) / 2) * KM_PER_DEGREE) / KM_PER_MILE
  return { kind: 'circle', center: [(south + north) / 2, (west + east) / 2], radiusMiles }
}
