import 'maplibre-gl/dist/maplibre-gl.css'
import {
  type GeoJSONSource,
  type LngLatBoundsLike,
  Map as MapLibre,
  type MapSourceDataEvent,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { MapTiles } from '../../service/facts.ts'
import { colorsNow, followColors, type MapColors } from './map-colors.ts'
import { drawGround, followView } from './map-ground.ts'
import { putPinImages } from './map-images.ts'
import { askAgain, kindOf, matchesSeen, matchLayers, narrowMatches, putMatches } from './map-matches.ts'
import { calm, followPointer, type PointerEvents } from './map-pointer.ts'
import { clusterRadiusPx, layersOf, NAME_LAYERS, styleOf } from './map-style.ts'
import {
  type Around,
  type Bounds,
  boundsOfOutline,
  cornersOf,
  type MapPoint,
  type MapPosition,
  type Matches,
  type Outline,
  type Shape,
} from './shapes.ts'
import { coverView } from './tile-reach.ts'

setWorkerUrl(workerUrl)

const MAX_ZOOM = 17
/** Padding around fitted bounds, for pins and buttons. */
const MARGINS_PX = { top: 64, right: 56, bottom: 88, left: 48 }
const FIT_MAX_ZOOM = 14

/** Room for the text beside a point: half the text's width, and its full height. */
const SAYS_PX = { width: 130, height: 120 }

export interface MapEvents extends PointerEvents {
  /** Called when the map stops moving, with the number of visible homes from tiles. */
  onSeen(homeCount: number, bounds: Bounds): void
  /** Called when the person moves the map, not when the page does. */
  onMoved(bounds: Bounds, position: MapPosition): void
  onFailed(error: { readonly message: string }): void
}

/** A map on the page. Each drawing stays until a new drawing of its kind replaces it. */
export interface MapCanvas {
  readonly map: MapLibre
  bounds(): Bounds
  showPoints(points: readonly MapPoint[]): void
  showMatches(matches: Matches | undefined): void
  /** Shows only homes from tiles whose price is in the range; undefined shows all. */
  narrow(prices: readonly [min: string, max: string] | undefined): void
  showShape(shape: Shape | undefined): void
  /** Draws an outline, fits the map to it, and removes any drawn shape. */
  showOutline(outline: Outline): void
  /** Marks the place that was searched around, which is not a point itself. Undefined removes the mark. */
  mark(around: Around | undefined): void
  /** Highlights one point, even a point that is not on the map. */
  light(point: MapPoint | undefined): void
  fit(bounds: Bounds): void
  /**
   * Starts drawing a shape. `done` gets the shape, or undefined if drawing is canceled. Returns a function that stops
   * it.
   */
  draw(kind: Shape['kind'], done: (shape: Shape | undefined) => void): () => void
  remove(): void
}

export interface MapOptions {
  readonly container: HTMLElement
  readonly bounds: Bounds
  /** Initial position; takes precedence over the bounds. */
  readonly position: MapPosition | undefined
  readonly tiles: MapTiles | null
  /** Returns the headers of requests for tiles of homes. */
  readonly headersOf: (url: string) => Readonly<Record<string, string>>
  /** The page scrolls, so a wheel or one finger scrolls the page instead of the map. */
  readonly isInPage: boolean
}

export async function openMap(options: MapOptions, events: MapEvents): Promise<MapCanvas> {
  const { container, bounds, position, headersOf, isInPage } = options
  const tiles = options.tiles && (await reachable(options.tiles))
  const map = new MapLibre({
    container,
    style: styleOf(colorsBefore(), tiles),
    ...(position === undefined
      ? { bounds: boundsLike(bounds), fitBoundsOptions: { padding: MARGINS_PX, maxZoom: FIT_MAX_ZOOM } }
      : { center: [position.longitude, position.latitude], zoom: position.zoom }),
    maxZoom: MAX_ZOOM,
    transformRequest: (url) => ({ url, headers: { ...headersOf(url) } }),
    dragRotate: false,
    pitchWithRotate: false,
    renderWorldCopies: false,
    cooperativeGestures: isInPage,
    fadeDuration: 0, // a fading label would outlive its circle, which disappears at once
    attributionControl: { compact: true, customAttribution: 'Map: U.S. Census Bureau, Natural Earth' },
    // the title explains the keys, because the region around the map already has a name
    locale: { 'Map.Title': 'Arrow keys move the map, plus and minus zoom, Enter opens what is in the middle' },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left')
  const isAskedAgain = askAgain(map)
  map.on('error', (event) => isAskedAgain(event) || events.onFailed(event.error))
  followPointer(map, events)
  map.on('moveend', ({ originalEvent }) => {
    if (originalEvent !== undefined) events.onMoved(boundsIn(map), positionOf(map))
  })
  const tiled = firstTile(map)
  await map.once('load')
  putPinImages(map, colorsNow())
  const unfollow = followColors(() => recolor(map, tiles))
  const unprint = followPrint(map)
  drawGround(map).then(
    () => map.once('idle', () => recolor(map, tiles)),
    (error: Error) => events.onFailed(error),
  )
  followView(map)
  map.on('idle', () => {
    const homeCount = matchesSeen(map)
    container.dataset.matches = String(homeCount)
    events.onSeen(homeCount, boundsIn(map))
  })
  let isRemoved = false
  if (tiles) void tiled.then(() => isRemoved || followTiles(map, tiles))
  const remove = () => {
    isRemoved = true
    unfollow()
    unprint()
    map.remove()
  }
  return { ...drawing(map), remove }
}

/** Returns the colors before land is drawn. Until then, the map must not look like sea. */
function colorsBefore(): MapColors {
  const colors = colorsNow()
  return { ...colors, 'map-water': colors['map-land'] }
}

/** Returns tiles with addresses that the map can request. */
async function reachable(tiles: MapTiles): Promise<MapTiles> {
  if (tiles.zooms === null) return tiles
  const { archiveTiles } = await import('./map-archive.ts')
  return { ...tiles, url: archiveTiles(tiles.url) }
}

/** Resolves when the first tile arrives. Without any tile, the map keeps its own outlines. */
function firstTile(map: MapLibre): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ sourceId, tile }: MapSourceDataEvent) => {
      if (sourceId !== 'tiles' || tile === undefined) return
      map.off('sourcedata', look)
      resolve()
    }
    map.on('sourcedata', look)
  })
}

/** Hides the names of the outlines while tiles cover the view, because tiles bring their own names. */
function followTiles(map: MapLibre, tiles: MapTiles): void {
  const { dataset } = map.getContainer()
  const look = () => {
    const isTiled = coverView(tiles, boundsIn(map), map.getZoom())
    if (isTiled === (dataset.tiled !== undefined)) return
    if (isTiled) dataset.tiled = ''
    else delete dataset.tiled
    for (const layer of NAME_LAYERS) map.setLayoutProperty(layer, 'visibility', isTiled ? 'none' : 'visible')
  }
  map.on('moveend', look)
  look()
}

function drawing(map: MapLibre): Omit<MapCanvas, 'remove'> {
  let lit: Marker | undefined
  let marked: Marker | undefined
  const showShape = (shape: Shape | undefined) => void source(map, 'shape')?.setData(featureOf(shape))
  return {
    map,
    bounds: () => boundsIn(map),
    showPoints: (points) => {
      const shown = source(map, 'points')
      void shown?.setClusterOptions({ cluster: true, clusterRadius: clusterRadiusPx(points.length) })
      void shown?.setData(featuresOf(points))
      void map.once('idle', () => {
        map.getContainer().dataset.drawn = String(points.length)
      })
    },
    showMatches: (matches) => {
      putMatches(map, matches, colorsNow())
      map.getContainer().dataset.kind = matches?.kind ?? ''
    },
    narrow: (prices) => narrowMatches(map, prices),
    showShape,
    showOutline: (outline) => {
      // MapLibre requires a mutable copy
      const coordinates = structuredClone(outline) as unknown as GeoJSON.Position[][][]
      void source(map, 'shape')?.setData(collectionOf({ type: 'MultiPolygon', coordinates }))
      const bounds = boundsOfOutline(outline)
      if (bounds) map.fitBounds(boundsLike(bounds), { padding: MARGINS_PX, duration: calm(500) })
    },
    mark: (around) => {
      marked?.remove()
      marked = around && aroundMarker(around).addTo(map)
    },
    light: (point) => {
      lit?.remove()
      lit = point && litMarker(map, point).addTo(map)
    },
    fit: (bounds) =>
      map.fitBounds(boundsLike(bounds), { padding: MARGINS_PX, maxZoom: FIT_MAX_ZOOM, duration: calm(500) }),
    draw: (kind, done) => {
      let isOver = false
      const opening = import('./map-draw.ts').then(({ drawShape }) =>
        isOver ? undefined : drawShape(map, kind, colorsNow(), { show: showShape, done }),
      )
      return () => {
        isOver = true
        void opening.then((end) => end?.())
      }
    },
  }
}

function recolor(map: MapLibre, tiles: MapTiles | null): void {
  const colors = colorsNow()
  putPinImages(map, colors)
  for (const { id, paint = {} } of [...layersOf(colors, tiles), ...matchLayers(colors, kindOf(map))]) {
    if (map.getLayer(id) === undefined) continue
    // `paint` has only names of the layer's own properties
    for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name as 'fill-color', value)
  }
}

function aroundMarker({ latitude, longitude, says }: Around): Marker {
  const element = document.createElement('div')
  element.className = 'map-around'
  element.title = says
  return new Marker({ element, anchor: 'center' }).setLngLat([longitude, latitude])
}

/** Marks a point with its text. The text is placed so that it stays within the map. */
function litMarker(map: MapLibre, { label, kind, says, longitude, latitude }: MapPoint): Marker {
  const element = document.createElement('div')
  const { x, y } = map.project([longitude, latitude])
  const { clientWidth, clientHeight } = map.getContainer()
  const side = x < SAYS_PX.width ? 'at-left' : x > clientWidth - SAYS_PX.width ? 'at-right' : ''
  element.className = `map-lit ${kind} ${side} ${y > clientHeight - SAYS_PX.height ? 'at-bottom' : ''}`
  const pin = document.createElement('strong')
  pin.textContent = label
  element.append(pin)
  if (says.length > 0) {
    const text = document.createElement('span')
    text.textContent = says.join('\n')
    element.append(text)
  }
  return new Marker({ element, anchor: 'center' }).setLngLat([longitude, latitude])
}

function featuresOf(points: readonly MapPoint[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map(({ id, latitude, longitude, label, kind }, order) => ({
      type: 'Feature',
      properties: { id, label, kind, order },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

function featureOf(shape: Shape | undefined): GeoJSON.FeatureCollection {
  if (shape === undefined) return { type: 'FeatureCollection', features: [] }
  const corners = cornersOf(shape).map(([latitude, longitude]) => [longitude, latitude])
  const ring = [...corners, ...corners.slice(0, 1)]
  return collectionOf({ type: 'Polygon', coordinates: [ring] })
}

function collectionOf(geometry: GeoJSON.Geometry): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }
}

function source(map: MapLibre, name: string): GeoJSONSource | undefined {
  return map.getSource<GeoJSONSource>(name)
}

/** While the page is printed, replaces the map by a picture: a WebGL canvas prints empty. */
function followPrint(map: MapLibre): () => void {
  const picture = document.createElement('canvas')
  picture.className = 'map-picture'
  const begin = () => {
    const drawn = map.redraw().getCanvas()
    picture.width = drawn.width
    picture.height = drawn.height
    picture.getContext('2d')?.drawImage(drawn, 0, 0)
    map.getContainer().append(picture)
  }
  const end = () => picture.remove()
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

function positionOf(map: MapLibre): MapPosition {
  const { lat, lng } = map.getCenter()
  return { latitude: lat, longitude: lng, zoom: map.getZoom() }
}

function boundsIn(map: MapLibre): Bounds {
  const bounds = map.getBounds()
  return {
    west: Math.max(bounds.getWest(), -180),
    south: bounds.getSouth(),
    east: Math.min(bounds.getEast(), 180),
    north: bounds.getNorth(),
  }
}

function boundsLike({ west, south, east, north }: Bounds): LngLatBoundsLike {
  return [west, south, east < west ? east + 360 : east, north]
}
