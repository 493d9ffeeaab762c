/** In degrees. West is greater than east where it crosses the date line. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export type Corner = readonly [latitude: number, longitude: number]

/** An area that was drawn, or that is searched. */
export type Shape =
  | { readonly kind: 'polygon'; readonly corners: readonly Corner[] }
  | { readonly kind: 'circle'; readonly center: Corner; readonly radiusMiles: number }

/** Polygons, each an outer ring and its holes, of longitudes and latitudes. */
export type Outline = readonly (readonly (readonly (readonly [longitude: number, latitude: number])[])[])[]

/** One thing on the map. */
export interface MapPoint {
  readonly id: string
  readonly latitude: number
  readonly longitude: number
  /** On its pin, such as a short price. */
  readonly label: string
  /** Colours the pin. */
  readonly kind: 'sale' | 'rent' | 'sold'
  /** The lines that are shown while it is pointed at. */
  readonly says: readonly string[]
  /** It is drawn over tiles that have it, too. */
  readonly isMarked?: true
}

/** Homes as vector tiles, with the layers that the service describes: single ones, and cells in which many are counted. */
export interface Matches {
  /** An address with {z}, {x} and {y}. */
  readonly url: string
  readonly maxZoom: number
  readonly kind: MapPoint['kind']
}

/** The place that the points of a map lie around. */
export interface Around {
  readonly latitude: number
  readonly longitude: number
  /** The name of the place. */
  readonly says: string
}

/** The middle of a map in degrees, and its zoom. */
export interface MapPosition {
  readonly latitude: number
  readonly longitude: number
  readonly zoom: number
}

/** The states that are drawn side by side. */
export const WHOLE_COUNTRY: Bounds = { west: -125, south: 24.4, east: -66.9, north: 49.4 }

const KM_PER_DEGREE = 111.195
const KM_PER_MILE = 1.609344
const CIRCLE_CORNERS = 72

/** The smallest bounds that hold all points; undefined without any. */
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

/** Returns the corners of a shape; a circle has enough of them to look round. */
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

/** Back from the outline of a circle that was drawn. */
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
