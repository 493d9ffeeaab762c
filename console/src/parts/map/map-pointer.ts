import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibre, PointLike } from 'maplibre-gl'
import { CELLS, kindOf, MATCH_PINS, pointOfMatch } from './map-matches.ts'
import { PIN_LAYERS } from './map-style.ts'
import type { MapPoint } from './shapes.ts'

export interface PointerEvents {
  /** Called with the clicked points: several if they share one position, none after a click beside all points. */
  onPoints(points: readonly MapPoint[], isShifted: boolean): void
  /**
   * Called when a cluster that zooming cannot split is clicked: it holds one home, or the map is at its maximum zoom.
   */
  onCount(): void
  /** Called with the point under the pointer; undefined if there is none. */
  onPointed(point: MapPoint | undefined): void
}

const TOUCHED = [...PIN_LAYERS, 'clusters', ...MATCH_PINS, CELLS]

/** With the key Enter, what is this close to the middle of the map counts as clicked. */
const CENTER_PX = 12

/** Zoom levels that a click on a cell adds. */
const CELL_ZOOMS = 2

export function followPointer(map: MapLibre, events: PointerEvents): void {
  let pointed: string | undefined
  const point = (to: MapPoint | undefined) => {
    if (to?.id === pointed) return
    pointed = to?.id
    events.onPointed(to)
  }
  const isDrawing = () => map.getContainer().dataset.drawing !== undefined
  const under = (at: PointLike | [PointLike, PointLike]) => {
    const layers = TOUCHED.filter((layer) => map.getLayer(layer) !== undefined)
    return isDrawing() ? [] : map.queryRenderedFeatures(at, { layers })
  }
  map.on('mousemove', (event) => {
    const [pin] = under(event.point)
    if (!isDrawing()) map.getCanvas().style.cursor = pin ? 'pointer' : ''
    point(pin && pointOf(map, pin))
  })
  map.on('mouseout', () => point(undefined))
  const click = (pins: readonly MapGeoJSONFeature[], originalEvent: MouseEvent | KeyboardEvent) => {
    const [pin] = pins
    const clicked = pin && pointOf(map, pin)
    if (clicked !== undefined) {
      const here = pins
        // a point without a price becomes NaN
        .toSorted((one, other) => Number(one.properties.price) - Number(other.properties.price))
        .flatMap((each) => pointOf(map, each) ?? [])
        .filter(({ latitude, longitude }) => latitude === clicked.latitude && longitude === clicked.longitude)
      // removes duplicates: a pin and the dot below it are the same point
      const byId = new Map(here.map((one) => [one.id, one]))
      events.onPoints([...byId.values()], originalEvent.shiftKey)
    } else if (pin?.layer.id === CELLS && (pin.properties.count === 1 || map.getZoom() >= map.getMaxZoom())) {
      events.onCount()
    } else if (pin?.geometry.type === 'Point') void open(map, pin, pin.geometry, originalEvent)
    else events.onPoints([], false)
  }
  map.on('click', (event) => {
    if (!isDrawing()) click(under(event.point), event.originalEvent)
  })
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || isDrawing()) return
    const { x, y } = map.project(map.getCenter())
    click(under([[x - CENTER_PX, y - CENTER_PX], [x + CENTER_PX, y + CENTER_PX]]), event) // biome-ignore format: a box
  })
}

/** Returns the point for a feature of the map; undefined for clusters and cells. */
function pointOf(map: MapLibre, feature: MapGeoJSONFeature): MapPoint | undefined {
  const { properties, geometry, layer } = feature
  if (geometry.type !== 'Point' || properties.id === undefined) return undefined
  if (layer.id.startsWith('match-')) return pointOfMatch(feature, kindOf(map))
  // `points` wrote these properties
  const { id, label, kind } = properties as Pick<MapPoint, 'id' | 'label' | 'kind'>
  const [longitude = 0, latitude = 0] = geometry.coordinates
  return { id, label, kind, latitude, longitude, says: [] }
}

/** Zooms in until a cluster splits, or a cell splits into smaller cells. */
async function open(
  map: MapLibre,
  { properties }: MapGeoJSONFeature,
  { coordinates }: GeoJSON.Point,
  originalEvent: MouseEvent | KeyboardEvent,
) {
  const cluster: unknown = properties.cluster_id
  const points = map.getSource<GeoJSONSource>('points')
  const apart = typeof cluster === 'number' ? await points?.getClusterExpansionZoom(cluster) : undefined
  const [x = 0, y = 0] = coordinates
  const zoom = (apart ?? map.getZoom() + CELL_ZOOMS) + 0.5
  map.easeTo({ center: [x, y], zoom, duration: calm(400) }, { originalEvent })
}

export function calm(ms: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms
}
