import type { Map as MapLibre, StyleImageMetadata } from 'maplibre-gl'
import type { MapColors } from './map-colors.ts'

const SCALE = 2
const [WIDTH, HEIGHT, EDGE, ROUND] = [28, 24, 1.5, 7]

/** Adds the backgrounds of price pins. Only the middle stretches, so the corners stay round. */
export function putPinImages(map: MapLibre, colors: MapColors): void {
  for (const kind of ['sale', 'rent', 'sold'] as const) {
    const name = `pin-${kind}`
    const image = pill(colors[kind], colors.sheet)
    if (map.hasImage(name)) map.updateImage(name, image)
    else map.addImage(name, image, STRETCHED)
  }
}

const STRETCHED: Partial<StyleImageMetadata> = {
  pixelRatio: SCALE,
  stretchX: [[ROUND * SCALE + 2, (WIDTH - ROUND) * SCALE - 2]],
  stretchY: [[ROUND * SCALE + 2, (HEIGHT - ROUND) * SCALE - 2]],
  content: [EDGE * SCALE, EDGE * SCALE, (WIDTH - EDGE) * SCALE, (HEIGHT - EDGE) * SCALE],
}

function pill(fill: string, edge: string): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  const context = canvas.getContext('2d')
  if (context === null) return new ImageData(canvas.width, canvas.height)
  context.scale(SCALE, SCALE)
  context.beginPath()
  context.roundRect(EDGE / 2, EDGE / 2, WIDTH - EDGE, HEIGHT - EDGE, ROUND)
  context.fillStyle = fill
  context.fill()
  context.lineWidth = EDGE
  context.strokeStyle = edge
  context.stroke()
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
