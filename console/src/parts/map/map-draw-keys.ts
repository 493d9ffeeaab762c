import type { Map as MapLibre } from 'maplibre-gl'
import { type Corner, circleIn, type Shape } from './shapes.ts'

/** Pixels per key press, the smallest side, and the initial size as a share of the view. */
const [STEP_PX, LEAST_PX, FIRST_SHARE] = [16, 24, 0.5]

/** Direction of each arrow key. The key moves the center; with Shift, it changes width or height. */
const MOVES: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * A box or circle drawn by keyboard. The first key shows it in the center of the view. Arrow keys then move it, Shift
 * with arrow keys resizes it, and Enter finishes.
 */
export class KeyShape {
  readonly #map: MapLibre
  readonly #kind: Shape['kind']
  #box: { x: number; y: number; width: number; height: number } | undefined

  constructor(map: MapLibre, kind: Shape['kind']) {
    this.#map = map
    this.#kind = kind
  }

  /** Undefined before the first key press. */
  get shape(): Shape | undefined {
    if (this.#box === undefined) return undefined
    const { x, y, width, height } = this.#box
    const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2]
    const points = [[left, bottom], [left, top], [right, top], [right, bottom]] as const // biome-ignore format: a line
    const corners = points.map((point): Corner => {
      const { lat, lng } = this.#map.unproject([...point])
      return [lat, lng]
    })
    return this.#kind === 'circle' ? circleIn(corners) : { kind: 'polygon', corners }
  }

  /** Handles a key. Returns false for keys without a function here. */
  take({ key, shiftKey }: KeyboardEvent): boolean {
    const [right, down] = MOVES[key] ?? []
    if (right === undefined || down === undefined) {
      if (key !== 'Enter' || this.#box !== undefined) return false
      this.#begin()
      return true
    }
    if (this.#box === undefined) this.#begin()
    else this.#change(right * STEP_PX, down * STEP_PX, shiftKey)
    return true
  }

  #begin(): void {
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const side = Math.min(clientWidth, clientHeight) * FIRST_SHARE
    const isRound = this.#kind === 'circle'
    const width = isRound ? side : clientWidth * FIRST_SHARE
    this.#box = { x: clientWidth / 2, y: clientHeight / 2, width, height: isRound ? side : clientHeight * FIRST_SHARE }
  }

  #change(rightPx: number, downPx: number, isSize: boolean): void {
    const { x, y, width, height } = this.#box ?? { x: 0, y: 0, width: 0, height: 0 }
    const { clientWidth, clientHeight } = this.#map.getContainer()
    if (!isSize) {
      this.#box = { x: within(x + rightPx, 0, clientWidth), y: within(y + downPx, 0, clientHeight), width, height }
      return
    }
    const isRound = this.#kind === 'circle'
    const wide = within(width + 2 * (isRound ? rightPx - downPx : rightPx), LEAST_PX, 2 * clientWidth)
    const high = isRound ? wide : within(height - 2 * downPx, LEAST_PX, 2 * clientHeight)
    this.#box = { x, y, width: wide, height: high }
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
