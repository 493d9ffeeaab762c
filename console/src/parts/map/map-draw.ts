import type { Map as MapLibre } from 'maplibre-gl'
import { TerraDraw, TerraDrawCircleMode, TerraDrawPolygonMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { MapColors } from './map-colors.ts'
import { KeyShape } from './map-draw-keys.ts'
import { type Corner, circleIn, type Shape } from './shapes.ts'

interface DrawingCallbacks {
  /** Shows a shape while the keyboard draws it. Drawing with the pointer shows the shape by itself. */
  readonly show: (shape: Shape | undefined) => void
  readonly done: (shape: Shape | undefined) => void
}

/** Lets the person draw one shape by pointer or keyboard; Escape cancels. Returns a function that stops drawing. */
export function drawShape(
  map: MapLibre,
  kind: Shape['kind'],
  { accent, sheet }: MapColors,
  { show, done }: DrawingCallbacks,
): () => void {
  const [color, light] = [hex(accent), hex(sheet)]
  const shape = { fillColor: color, fillOpacity: 0.12, outlineColor: color, outlineWidth: 2 } as const
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
    modes: [
      new TerraDrawPolygonMode({
        styles: { ...shape, closingPointColor: light, closingPointOutlineColor: color, closingPointWidth: 6 },
      }),
      new TerraDrawCircleMode({ styles: shape }),
    ],
  })
  const container = map.getContainer()
  const byKeys = new KeyShape(map, kind)
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    delete container.dataset.drawing
    container.removeEventListener('keydown', press)
    map.keyboard.enable()
    draw.stop()
    show(undefined)
  }
  const finish = (drawn: Shape | undefined) => {
    end()
    done(drawn)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape') finish(undefined)
    else if (event.target !== map.getCanvas())
      return // buttons of the map handle their own keys
    else if (byKeys.take(event)) show(byKeys.shape)
    else if (key === 'Enter') finish(byKeys.shape)
    else return
    event.preventDefault()
  }
  draw.on('finish', (id) => {
    const geometry = draw.getSnapshotFeature(id)?.geometry
    if (geometry?.type !== 'Polygon') return
    const corners = (geometry.coordinates[0] ?? []).slice(0, -1).map(([x = 0, y = 0]): Corner => [y, x])
    // runs later, because the drawing must not be removed inside its own event
    setTimeout(() => finish(kind === 'circle' ? circleIn(corners) : { kind, corners }))
  })
  draw.start()
  draw.setMode(kind)
  container.dataset.drawing = kind
  container.addEventListener('keydown', press)
  map.keyboard.disable()
  map.getCanvas().focus()
  return end
}

/** Converts `rgb(1, 2, 3)` to `#010203`. */
function hex(color: string): `#${string}` {
  const parts = (color.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3)
  return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, '0')).join('')}`
}
