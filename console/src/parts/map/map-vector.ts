import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapColors } from './map-colors.ts'

/**
 * Layers for vector tiles in the colors of the console, for the schemas of Protomaps and OpenMapTiles. Layers that the
 * tiles lack draw nothing.
 */
export function vectorLayers(colors: MapColors, font: readonly string[]): LayerSpecification[] {
  return [...grounds(colors), ...roads(colors), ...borders(colors), ...labels(colors, font)]
}

const KIND: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], '']
const NAME: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name'], '']

const GREEN = ['park', 'national_park', 'nature_reserve', 'forest', 'wood', 'grass', 'grassland', 'garden', 'cemetery']

function kindIn(kinds: readonly string[]): FilterSpecification {
  return ['in', KIND, ['literal', [...kinds]]]
}

function grounds(colors: MapColors): LayerSpecification[] {
  const green = { 'fill-color': colors['map-park'] }
  return [
    fill('earth', { 'fill-color': colors['map-land'] }),
    fill('landcover', green, kindIn(GREEN)),
    fill('landuse', green, kindIn(GREEN)),
    fill('park', green),
    fill('water', { 'fill-color': colors['map-water'] }, ['==', ['geometry-type'], 'Polygon']),
    {
      ...line('waterway'),
      paint: { 'line-color': colors['map-water'], 'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 16, 4] },
    },
    { ...fill('buildings', { 'fill-color': colors['map-urban'] }), minzoom: 13 },
    { ...fill('building', { 'fill-color': colors['map-urban'] }), minzoom: 13 },
  ]
}

function fill(
  name: string,
  paint: { 'fill-color': string; 'fill-opacity'?: number },
  filter?: FilterSpecification,
): LayerSpecification {
  const layer = { id: `tiles-${name}`, type: 'fill', source: 'tiles', 'source-layer': name, paint } as const
  return filter === undefined ? layer : { ...layer, filter }
}

function line(name: string, part = '') {
  return {
    id: `tiles-${name}${part}`,
    type: 'line',
    source: 'tiles',
    'source-layer': name,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
  } as const
}

/** Kinds of roads: the zoom from which they are drawn, their width at that zoom, and their width at zoom 16. */
const ROADS = [
  { part: '-minor', kinds: ['minor_road', 'minor', 'service', 'residential', 'track'], from: 12, widths: [0.5, 5] },
  { part: '-middle', kinds: ['medium_road', 'secondary', 'tertiary'], from: 9, widths: [0.5, 8] },
  { part: '-major', kinds: ['major_road', 'primary', 'trunk'], from: 6, widths: [0.6, 11] },
  { part: '-highway', kinds: ['highway', 'motorway'], from: 4, widths: [0.7, 14] },
] as const

function roads(colors: MapColors): LayerSpecification[] {
  return ['roads', 'transportation'].flatMap((name) => [
    ...ROADS.map(
      ({ part, kinds, from, widths: [thin, wide] }): LayerSpecification => ({
        ...line(name, part),
        minzoom: from,
        filter: kindIn(kinds),
        paint: {
          'line-color': colors[from <= 6 ? 'map-state' : 'map-county'],
          'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], from, thin, 16, wide],
          'line-opacity': 0.75,
        },
      }),
    ),
    {
      ...line(name, '-rail'),
      minzoom: 11,
      filter: kindIn(['rail', 'transit']),
      paint: { 'line-color': colors['map-text-soft'], 'line-width': 1, 'line-dasharray': [4, 3] },
    },
  ])
}

function borders(colors: MapColors): LayerSpecification[] {
  return ['boundaries', 'boundary'].map((name) => ({
    ...line(name),
    paint: { 'line-color': colors['map-state'], 'line-width': 1, 'line-dasharray': [3, 2] },
  }))
}

function labels(colors: MapColors, font: readonly string[]): LayerSpecification[] {
  const paint = {
    'text-color': colors['map-text'],
    'text-halo-color': colors['map-halo'],
    'text-halo-width': 1.4,
  }
  const streets = ['roads', 'transportation_name'].map(
    (name): LayerSpecification => ({
      id: `tiles-${name}-names`,
      type: 'symbol',
      source: 'tiles',
      'source-layer': name,
      minzoom: 14,
      layout: { 'symbol-placement': 'line', 'text-field': NAME, 'text-font': [...font], 'text-size': 11 },
      paint: { ...paint, 'text-color': colors['map-text-soft'] },
    }),
  )
  const places = ['places', 'place'].map(
    (name): LayerSpecification => ({
      id: `tiles-${name}-names`,
      type: 'symbol',
      source: 'tiles',
      'source-layer': name,
      layout: {
        'text-field': NAME,
        'text-font': [...font],
        'text-size': ['match', KIND, ['country', 'region', 'state', 'city', 'locality'], 14, 'town', 13, 11],
        'text-max-width': 8,
      },
      paint,
    }),
  )
  return [...streets, ...places]
}
