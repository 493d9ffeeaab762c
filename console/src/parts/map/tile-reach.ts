import type { Bounds } from './shapes.ts'

/** The zooms and the area that tiles cover according to their description. */
interface Reach {
  readonly kind: 'raster' | 'vector'
  readonly zooms: readonly [least: number, most: number] | null
  readonly bounds?: readonly [west: number, south: number, east: number, north: number] | null
}

/**
 * Whether tiles cover the whole view, according to their description. Above the last zoom, the map enlarges tiles;
 * below the first zoom, tiles are missing. Raster tiles have 256 pixels, so they are requested one zoom level deeper.
 */
export function coverView({ kind, zooms, bounds }: Reach, view: Bounds, zoom: number): boolean {
  const level = kind === 'raster' ? Math.round(zoom + 1) : Math.floor(zoom)
  if (zooms !== null && level < zooms[0]) return false
  if (!bounds) return true
  const [west, south, east, north] = bounds
  return view.west >= west && view.south >= south && view.east <= east && view.north <= north
}
