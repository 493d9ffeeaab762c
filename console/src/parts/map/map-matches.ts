import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  MapGeoJSONFeature,
  Map as MapLibre,
} from 'maplibre-gl'
import { shortMoney, words } from '../format.ts'
import type { MapColors } from './map-colors.ts'
import { BOLD, dotPaint, pinLayout } from './map-style.ts'
import type { MapPoint, Matches } from './shapes.ts'

const SOURCE = 'matches'

export const MATCH_PINS = ['match-pins', 'match-dots'] as const
export const CELLS = 'cells'
const COUNTS = 'cell-counts'

/** Shows all homes of a search, drawn below the points. Replaces the homes of the previous search. */
export function putMatches(map: MapLibre, matches: Matches | undefined, colors: MapColors): void {
  for (const { id } of matchLayers(colors, 'sale')) if (map.getLayer(id)) map.removeLayer(id)
  if (map.getSource(SOURCE)) map.removeSource(SOURCE)
  if (matches === undefined) return
  const { url, maxZoom, kind } = matches
  map.addSource(SOURCE, { type: 'vector', tiles: [url], maxzoom: maxZoom })
  for (const layer of matchLayers(colors, kind)) map.addLayer(layer, 'dots')
}

/** Shows only homes in a price range. Cells count homes of all prices, so cells become faint. */
export function narrowMatches(map: MapLibre, prices: readonly [min: string, max: string] | undefined): void {
  if (map.getLayer(CELLS) === undefined) return
  const [min = '', max = ''] = prices ?? []
  const price = ['get', 'price'] as const
  const filter: FilterSpecification = [
    'all',
    ...(min === '' ? [] : [['>=', price, Number(min)] as const]),
    ...(max === '' ? [] : [['<=', price, Number(max)] as const]),
  ] as unknown as FilterSpecification // the type has no readonly arrays
  for (const layer of MATCH_PINS) map.setFilter(layer, prices && filter)
  map.setPaintProperty(CELLS, 'circle-opacity', prices === undefined ? CELL_OPACITY : CELL_OPACITY / 4)
  map.setPaintProperty(COUNTS, 'text-opacity', prices === undefined ? 1 : 1 / 4)
}

/** The status of tiles refused because the key's rate limit was exceeded. */
const TOO_FAST = 429
const PAUSE_MS = 1500

/** Retries tiles that the rate limit refused. The returned function says whether a map error is about such a tile. */
export function askAgain(map: MapLibre): (event: object) => boolean {
  const refused: TilePlace[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  map.once('remove', () => clearTimeout(timer))
  return (event) => {
    const { sourceId, tile, error } = event as TileError // other errors lack these fields
    if (sourceId !== SOURCE || tile === undefined || error?.status !== TOO_FAST) return false
    refused.push(tile.tileID.canonical)
    timer ??= setTimeout(() => {
      timer = undefined
      if (map.getSource(SOURCE)) map.refreshTiles(SOURCE, refused.splice(0))
    }, PAUSE_MS)
    return true
  }
}

interface TilePlace {
  readonly x: number
  readonly y: number
  readonly z: number
}

interface TileError {
  readonly sourceId?: string
  readonly tile?: { readonly tileID: { readonly canonical: TilePlace } }
  readonly error?: { readonly status?: number }
}

/** Counts the visible homes of tiles. */
export function matchesSeen(map: MapLibre): number {
  if (map.getLayer(CELLS) === undefined) return 0
  const bounds = map.getBounds() // a circle can overlap the view although its center is outside
  return map.queryRenderedFeatures({ layers: [CELLS, 'match-dots'] }).reduce((sum, { geometry, properties }) => {
    const [x = 0, y = 0] = geometry.type === 'Point' ? geometry.coordinates : []
    return bounds.contains([x, y]) ? sum + Number(properties.count ?? 1) : sum
  }, 0)
}

/** Converts a home from a tile to a point. */
export function pointOfMatch(
  { properties, geometry }: MapGeoJSONFeature,
  kind: MapPoint['kind'],
): MapPoint | undefined {
  if (geometry.type !== 'Point') return undefined
  const [longitude = 0, latitude = 0] = geometry.coordinates
  // the service writes these properties into tiles
  const { id, price, type } = properties as { id: number; price?: number; type?: string }
  const label = price === undefined ? '' : shortMoney(price)
  return { id: String(id), latitude, longitude, kind, label, says: type === undefined ? [] : [words(type)] }
}

const CELL_OPACITY = 0.9

/** Maximum radius of a count. The service keeps counts 25 pixels apart, so with its edge none covers another. */
const CELL_RADIUS_PX = 11.5

/** At lower zooms, a price would hide the homes around it. */
const PRICES_FROM_ZOOM = 8

/** Formats a number with up to three digits: `940`, `2.17K`, `269K`, `1.25M`. With two digits: `2.2K`, `1.3M`. */
function shortNumber(value: ExpressionSpecification, digits: 2 | 3 = 3): ExpressionSpecification {
  const inUnits = (unit: number, whole: number, name: string): ExpressionSpecification => [
    'concat',
    digits <= whole
      ? ['round', ['/', value, unit]]
      : ['number-format', ['/', value, unit], { 'max-fraction-digits': digits - whole }],
    name,
  ]
  const steps = [
    [1000, inUnits(1000, 1, 'K')],
    [10_000, inUnits(1000, 2, 'K')],
    [100_000, inUnits(1000, 3, 'K')],
    [999_500, inUnits(1e6, 1, 'M')],
    [1e7, inUnits(1e6, 2, 'M')],
    [1e8, inUnits(1e6, 3, 'M')],
  ] as const
  const labels = ['step', value, ['to-string', value], ...steps.flat()]
  return labels as ExpressionSpecification // the type requires a fixed number of steps
}

export function matchLayers(colors: MapColors, kind: MapPoint['kind']): LayerSpecification[] {
  return [
    {
      id: CELLS,
      type: 'circle',
      source: SOURCE,
      'source-layer': 'cells',
      paint: {
        'circle-color': colors[kind],
        'circle-radius': ['interpolate', ['linear'], ['log10', ['get', 'count']], 0, 5, 0.3, 9, 2, CELL_RADIUS_PX],
        'circle-opacity': CELL_OPACITY,
        'circle-stroke-width': 1,
        'circle-stroke-color': colors.sheet,
      },
    },
    {
      id: 'match-dots',
      type: 'circle',
      source: SOURCE,
      'source-layer': 'homes',
      paint: dotPaint(colors, colors[kind]),
    },
    {
      id: 'match-pins',
      type: 'symbol',
      minzoom: PRICES_FROM_ZOOM,
      source: SOURCE,
      'source-layer': 'homes',
      layout: pinLayout(['case', ['has', 'price'], ['concat', '$', shortNumber(['get', 'price'])], '–'], `pin-${kind}`),
      paint: { 'text-color': colors['on-pin'] },
    },
    {
      id: COUNTS,
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'cells',
      filter: ['>', ['get', 'count'], 1],
      layout: {
        'text-field': shortNumber(['get', 'count'], 2),
        'text-font': BOLD,
        'text-size': ['step', ['get', 'count'], 11, 1000, 9.5],
        'text-allow-overlap': true,
        'text-padding': 8, // keeps prices off the circle
      },
      paint: { 'text-color': colors['on-pin'] },
    },
  ]
}

/** The kind of the homes in the tiles. */
export function kindOf(map: MapLibre): MapPoint['kind'] {
  const { kind } = map.getContainer().dataset
  return kind === 'rent' || kind === 'sold' ? kind : 'sale'
}
