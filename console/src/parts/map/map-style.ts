import type {
  CircleLayerSpecification,
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import type { MapTiles } from '../../service/facts.ts'
import type { MapColors } from './map-colors.ts'
import { vectorLayers } from './map-vector.ts'

export const PIN_LAYERS = ['pins', 'dots'] as const

/** Layers with the names of the outlines. They are hidden when tiles bring their own names. */
export const NAME_LAYERS = ['zips', 'county-names', 'towns', 'country-names', 'state-names'] as const

const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

/** The style has no glyph file, so the browser's own fonts draw all labels. */
const PLAIN = ['system-ui']
/** MapLibre takes the font weight from the first name, so "Bold" need not be a real font. */
export const BOLD = ['Bold', 'system-ui']

/** Up to `MANY` points, only overlapping pins are clustered. Above that, all points within `NEAR_PX` are. */
const [MANY, NEAR_PX, OVERLAP_PX] = [150, 44, 32]
const LAST_CLUSTER_ZOOM = 12

export function styleOf(colors: MapColors, tiles: MapTiles | null): StyleSpecification {
  return { version: 8, sources: sourcesOf(tiles), layers: layersOf(colors, tiles) }
}

export function clusterRadiusPx(count: number): number {
  return count > MANY ? NEAR_PX : OVERLAP_PX
}

function sourcesOf(tiles: MapTiles | null): Record<string, SourceSpecification> {
  const empty = { type: 'geojson', data: NOTHING } as const
  return {
    abroad: empty,
    seam: empty,
    borders: empty,
    countries: empty,
    land: empty,
    counties: empty,
    states: empty,
    names: empty,
    zips: empty,
    urban: empty,
    lakes: empty,
    rivers: empty,
    shape: empty,
    points: {
      ...empty,
      cluster: true,
      clusterRadius: NEAR_PX,
      clusterMaxZoom: LAST_CLUSTER_ZOOM,
    },
    ...(tiles && { tiles: tileSource(tiles) }),
  }
}

function tileSource({ kind, url, attribution, zooms, bounds }: MapTiles): SourceSpecification {
  const [minzoom, maxzoom] = zooms ?? []
  const reach = {
    ...(minzoom !== undefined && { minzoom }),
    ...(maxzoom !== undefined && { maxzoom }),
    ...(bounds && { bounds: [...bounds] as [number, number, number, number] }), // MapLibre requires a mutable copy
  }
  return { type: kind, tiles: [url], attribution, ...(kind === 'raster' && { tileSize: 256 }), ...reach }
}

/** All layers. The outlines lie below the tiles, so without tiles the map still has a background. */
export function layersOf(colors: MapColors, tiles: MapTiles | null): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colors['map-water'] } },
    {
      id: 'abroad',
      type: 'fill',
      source: 'abroad',
      paint: { 'fill-color': colors['map-abroad'], 'fill-antialias': false },
    },
    {
      id: 'seam',
      type: 'line',
      source: 'seam',
      paint: {
        'line-color': colors['map-abroad'],
        'line-width': ['interpolate', ['exponential', 2], ['zoom'], 3, 1, 10, 90],
      },
    },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors['map-land'], 'fill-antialias': false } },
    ...ground(colors),
    ...names(colors),
    ...(tiles?.kind === 'raster' ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
    ...(tiles?.kind === 'vector' ? vectorLayers(colors, PLAIN) : []),
    ...shape(colors),
    ...points(colors),
  ]
}

function ground(colors: MapColors): LayerSpecification[] {
  return [
    {
      id: 'urban',
      type: 'fill',
      source: 'urban',
      paint: {
        'fill-color': colors['map-urban'],
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 10, 1, 13, 0.4],
      },
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'rivers',
      filter: ['<=', ['get', 'zoom'], ['zoom']],
      paint: {
        'line-color': colors['map-water'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.8, 7, 1.6, 10, 3],
      },
    },
    { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': colors['map-water'] } },
    {
      id: 'counties',
      type: 'line',
      source: 'counties',
      minzoom: 4.5,
      paint: {
        'line-color': colors['map-county'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.4, 9, 1, 13, 1.6],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 4.5, 0, 6, 1],
      },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: {
        'line-color': colors['map-state'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 8, 1.4],
      },
      layout: { 'line-join': 'round' },
    },
    {
      id: 'states',
      type: 'line',
      source: 'states',
      paint: {
        'line-color': colors['map-state'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 8, 1.6, 13, 2.4],
      },
      layout: { 'line-join': 'round' },
    },
  ]
}

function names(colors: MapColors): LayerSpecification[] {
  const halo = { 'text-halo-color': colors['map-halo'], 'text-halo-width': 1.4 }
  return [
    {
      id: 'zips',
      type: 'symbol',
      source: 'zips',
      minzoom: 10,
      layout: { 'text-field': ['get', 'name'], 'text-font': PLAIN, 'text-size': 11, 'text-letter-spacing': 0.06 },
      paint: { 'text-color': colors['map-text-soft'], ...halo },
    },
    {
      id: 'county-names',
      type: 'symbol',
      source: 'names',
      minzoom: 7.5,
      maxzoom: 10,
      filter: ['==', ['get', 'kind'], 'county'],
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': PLAIN,
        'text-size': 10,
        'text-letter-spacing': 0.14,
        'text-max-width': 8,
      },
      paint: { 'text-color': colors['map-text-soft'], ...halo },
    },
    {
      id: 'towns',
      type: 'symbol',
      source: 'names',
      minzoom: 4,
      filter: [
        'all',
        ['==', ['get', 'kind'], 'town'],
        ['>=', ['get', 'people'], ['step', ['zoom'], 600000, 5, 250000, 6, 100000, 7, 40000, 8, 15000, 9, 5000, 10, 0]],
      ],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': PLAIN,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          11,
          9,
          ['step', ['get', 'people'], 11, 50000, 13, 300000, 16],
          13,
          ['step', ['get', 'people'], 13, 50000, 16, 300000, 19],
        ],
        'text-max-width': 8,
        'symbol-sort-key': ['-', 0, ['get', 'people']],
      },
      paint: { 'text-color': colors['map-text'], ...halo },
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: 'countries',
      maxzoom: 8,
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': PLAIN,
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 9, 6, 14],
        'text-letter-spacing': 0.12,
        'text-max-width': 7,
        'symbol-sort-key': ['-', 0, ['get', 'people']],
      },
      paint: { 'text-color': colors['map-text-soft'], ...halo },
    },
    {
      id: 'state-names',
      type: 'symbol',
      source: 'names',
      maxzoom: 6.5,
      filter: ['==', ['get', 'kind'], 'state'],
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': PLAIN,
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 9, 6, 13],
        'text-letter-spacing': 0.12,
        'text-max-width': 7,
      },
      paint: { 'text-color': colors['map-text-soft'], ...halo },
    },
  ]
}

function shape(colors: MapColors): LayerSpecification[] {
  return [
    { id: 'shape', type: 'fill', source: 'shape', paint: { 'fill-color': colors.accent, 'fill-opacity': 0.08 } },
    {
      id: 'shape-edge',
      type: 'line',
      source: 'shape',
      paint: { 'line-color': colors.accent, 'line-width': 2, 'line-dasharray': [3, 1.5] },
    },
  ]
}

/** Every point has a dot. A price appears if there is room. */
function points(colors: MapColors): LayerSpecification[] {
  return [
    {
      id: 'dots',
      type: 'circle',
      source: 'points',
      filter: ['!', ['has', 'point_count']],
      paint: dotPaint(colors, ['match', ['get', 'kind'], 'rent', colors.rent, 'sold', colors.sold, colors.sale]),
    },
    {
      id: 'clusters',
      type: 'circle',
      source: 'points',
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': colors.accent,
        'circle-radius': ['interpolate', ['linear'], ['log10', ['get', 'point_count']], 0, 11, 1, 13, 2, 16, 4, 20],
        'circle-stroke-width': 3,
        'circle-stroke-color': colors.accent,
        'circle-stroke-opacity': 0.25,
      },
    },
    {
      id: 'pins',
      type: 'symbol',
      source: 'points',
      filter: ['all', ['!', ['has', 'point_count']], ['!=', ['get', 'label'], '']],
      layout: {
        ...pinLayout(['get', 'label'], ['concat', 'pin-', ['get', 'kind']]),
        'symbol-sort-key': ['get', 'order'],
      },
      paint: { 'text-color': colors['on-pin'] },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'points',
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': BOLD,
        'text-size': 12,
        'text-allow-overlap': true,
        'text-padding': 8, // keeps prices off the circle
      },
      paint: { 'text-color': colors['on-accent'] },
    },
  ]
}

/** Layout of a price label. Its background grows with the text. */
export function pinLayout(
  label: ExpressionSpecification,
  image: ExpressionSpecification | string,
): NonNullable<SymbolLayerSpecification['layout']> {
  return {
    'icon-image': image,
    'icon-text-fit': 'both',
    'icon-text-fit-padding': [2, 7, 2, 7],
    'text-field': label,
    'text-font': BOLD,
    'text-size': 12,
  }
}

export function dotPaint(
  colors: MapColors,
  color: ExpressionSpecification | string,
): NonNullable<CircleLayerSpecification['paint']> {
  return {
    'circle-color': color,
    'circle-radius': 5,
    'circle-stroke-width': 1.5,
    'circle-stroke-color': colors.sheet,
  }
}
