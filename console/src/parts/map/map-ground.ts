import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { feature, merge, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import outlinesUrl from 'us-atlas/counties-10m.json?url'
import worldUrl from 'world-atlas/countries-50m.json?url'

type Outlines = Topology<{
  counties: GeometryCollection<{ name: string }>
  states: GeometryCollection<{ name: string }>
}>

type Label = GeoJSON.Feature<GeoJSON.Point>

/** The zoom from which ZIP codes are loaded and shown. */
const ZIPS_FROM_ZOOM = 9.5

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>

/** ISO numbers of the United States and its territories, which get more detailed outlines than other countries. */
const NEARER: ReadonlySet<string> = new Set(['840', '630', '316', '850', '016', '580'])
const NEAREST = '840'

let outlined: Promise<Ground> | undefined
let abroad: Promise<Abroad> | undefined

interface Abroad {
  readonly land: GeoJSON.FeatureCollection
  readonly borders: GeoJSON.MultiLineString
  /** The border with the United States. It covers the gap between two sets of outlines that do not match exactly. */
  readonly seam: GeoJSON.MultiLineString
  readonly names: readonly Label[]
}

interface Ground {
  readonly land: GeoJSON.MultiPolygon
  readonly counties: GeoJSON.MultiLineString
  readonly states: GeoJSON.MultiLineString
  readonly names: readonly Label[]
}

/** Draws land, waters, built-up areas, borders and names. All maps share one download of them. */
export async function drawGround(map: MapLibre): Promise<void> {
  await Promise.all([drawStates(map), drawAbroad(map), drawShapes(map)])
}

/** Draws lakes, rivers and built-up areas. */
async function drawShapes(map: MapLibre): Promise<void> {
  const { shapes } = await import('./map-shapes.ts')
  for (const kind of ['lakes', 'rivers', 'urban'] as const)
    put(map, kind, { type: 'FeatureCollection', features: shapesIn(shapes, kind) })
}

/** Parses lines of `kind|zoom|numbers`. The numbers are differences between points, in thousandths of a degree. */
function shapesIn(lines: string, kind: 'lakes' | 'rivers' | 'urban'): GeoJSON.Feature[] {
  return lines.split('\n').flatMap((line): GeoJSON.Feature[] => {
    const [name, zoom, numbers = ''] = line.split('|')
    if (name !== kind) return []
    const points: GeoJSON.Position[] = []
    let [x, y] = [0, 0]
    const moved = numbers.split(' ').map(Number)
    for (let i = 0; i < moved.length; i += 2) {
      x += moved[i] ?? 0
      y += moved[i + 1] ?? 0
      points.push([x / 1000, y / 1000])
    }
    const geometry: GeoJSON.Geometry =
      kind === 'rivers' ? { type: 'LineString', coordinates: points } : { type: 'Polygon', coordinates: [points] }
    return [{ type: 'Feature', properties: { zoom: Number(zoom) }, geometry }]
  })
}

async function drawAbroad(map: MapLibre): Promise<void> {
  abroad ??= loadAbroad().catch((error: unknown) => {
    abroad = undefined
    throw error
  })
  const { land, borders, seam, names } = await abroad
  put(map, 'abroad', land)
  put(map, 'borders', { type: 'Feature', properties: {}, geometry: borders })
  put(map, 'seam', { type: 'Feature', properties: {}, geometry: seam })
  put(map, 'countries', { type: 'FeatureCollection', features: [...names] })
}

async function drawStates(map: MapLibre): Promise<void> {
  outlined ??= loadGround().catch((error: unknown) => {
    outlined = undefined
    throw error
  })
  const { land, counties, states, names } = await outlined
  put(map, 'land', { type: 'Feature', properties: {}, geometry: land })
  put(map, 'counties', { type: 'Feature', properties: {}, geometry: counties })
  put(map, 'states', { type: 'Feature', properties: {}, geometry: states })
  put(map, 'names', { type: 'FeatureCollection', features: [...names] })
}

/** Loads and shows ZIP codes once the map is close enough. */
export function followView(map: MapLibre): void {
  let hasZips = false
  const look = () => {
    if (hasZips || map.getZoom() < ZIPS_FROM_ZOOM) return
    hasZips = true
    import('./map-zips.ts').then(
      ({ zips }) => put(map, 'zips', { type: 'FeatureCollection', features: labelsIn(zips, 'zip') }),
      () => {
        hasZips = false
      },
    )
  }
  map.on('moveend', look)
  look()
}

async function loadGround(): Promise<Ground> {
  const [outlines, { counties, places }] = await Promise.all([load<Outlines>(outlinesUrl), import('./map-places.ts')])
  const { objects } = outlines
  return {
    land: merge(outlines, objects.states.geometries as Parameters<typeof merge>[1]), // states are polygons
    counties: mesh(outlines, objects.counties, (one, other) => one !== other),
    states: mesh(outlines, objects.states),
    names: [
      ...largestIn(feature(outlines, outlines.objects.states).features, 'state'),
      ...labelsIn(counties, 'county'),
      ...labelsIn(places, 'town'),
    ],
  }
}

function isNearest({ id }: { id?: string | number | undefined }): boolean {
  return String(id) === NEAREST
}

async function loadAbroad(): Promise<Abroad> {
  const world = await load<World>(worldUrl)
  const { countries } = world.objects
  const others = feature(world, countries).features.filter(({ id }) => !NEARER.has(String(id)))
  return {
    land: { type: 'FeatureCollection', features: others.map(whole) },
    borders: mesh(world, countries, (one, other) => one !== other && !isNearest(one) && !isNearest(other)),
    seam: mesh(world, countries, (one, other) => one !== other && (isNearest(one) || isNearest(other))),
    names: largestIn(others, 'country'),
  }
}

/** Lets a shape that crosses the date line continue beyond 180 degrees instead of wrapping around. */
function whole(shape: GeoJSON.Feature): GeoJSON.Feature {
  const { geometry } = shape
  if (geometry.type === 'Polygon')
    return { ...shape, geometry: { ...geometry, coordinates: geometry.coordinates.map(wholeRing) } }
  if (geometry.type !== 'MultiPolygon') return shape
  return { ...shape, geometry: { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(wholeRing)) } }
}

function wholeRing(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  let turns = 0
  const made = ring.map(([x = 0, y = 0], i) => {
    const [before = x] = ring[i - 1] ?? []
    if (Math.abs(x - before) > 180) turns += x < before ? 1 : -1
    return [x + turns * 360, y]
  })
  return turns === 0 ? made : ring // a ring around a pole stays as it is, because its continuation would not close
}

/** Loads a file of this build. */
async function load<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The map outlines could not be loaded (status ${response.status}).`)
  return (await response.json()) as T
}

/** Parses lines of `name|latitude|longitude|people`. */
function labelsIn(lines: string, kind: string): Label[] {
  return lines.split('\n').map((line) => {
    const [name = '', latitude, longitude, people] = line.split('|')
    return label(name, kind, Number(longitude), Number(latitude), Number(people ?? 0))
  })
}

/** Places each name in the center of its shape's largest part. */
function largestIn(shapes: readonly GeoJSON.Feature<GeoJSON.Geometry, { name: string }>[], kind: string): Label[] {
  return shapes.flatMap(({ geometry, properties: { name } }) => {
    const polygons =
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : []
    const [largest] = polygons.map(([ring = []]) => middleOf(ring)).sort((one, other) => other.size - one.size)
    return largest === undefined ? [] : [label(name, kind, largest.x, largest.y, largest.size)]
  })
}

function label(name: string, kind: string, longitude: number, latitude: number, people: number): Label {
  return {
    type: 'Feature',
    properties: { name, kind, people },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }
}

/** The centroid of a ring, and its area in square degrees. */
function middleOf(ring: readonly GeoJSON.Position[]): { x: number; y: number; size: number } {
  let [twice, x, y] = [0, 0, 0]
  ring.forEach(([x1 = 0, y1 = 0], i) => {
    const [x2 = 0, y2 = 0] = ring[(i + 1) % ring.length] ?? []
    const cross = x1 * y2 - x2 * y1
    twice += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  })
  return { x: x / (3 * twice), y: y / (3 * twice), size: Math.abs(twice / 2) }
}

function put(map: MapLibre, source: string, data: GeoJSON.GeoJSON): void {
  void map.getSource<GeoJSONSource>(source)?.setData(data)
}
