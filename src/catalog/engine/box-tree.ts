import { hilbertDistance } from './hilbert.ts'

/** Number of boxes under each box of the next level. */
const SPANNED = 16

/** Numbers per box: west, south, east and north. */
const BOX = 4

/** Finds the boxes that contain a point. Immutable. Takes a fifth more memory than the boxes themselves. */
export class BoxTree {
  /**
   * The first level has the original boxes in order of the Hilbert curve. The last level has a single box around all
   * boxes.
   */
  readonly #levels: readonly Float64Array[]
  readonly #items: Uint32Array

  /** @param boxes West, south, east and north of each box, in degrees. */
  constructor(boxes: Float64Array) {
    const count = boxes.length / BOX
    const along = Float64Array.from({ length: count }, (_, i) => {
      const [west = 0, south = 0, east = 0, north = 0] = boxes.subarray(i * BOX, (i + 1) * BOX)
      return hilbertDistance((west + east) / 2, (south + north) / 2)
    })
    this.#items = Uint32Array.from({ length: count }, (_, i) => i).sort(
      (one, other) => (along[one] as number) - (along[other] as number),
    )
    const leaves = new Float64Array(boxes.length)
    this.#items.forEach((item, i) => {
      leaves.set(boxes.subarray(item * BOX, (item + 1) * BOX), i * BOX)
    })
    const levels: Float64Array[] = [leaves]
    for (let last: Float64Array = leaves; last.length > BOX; levels.push(last)) last = spanning(last)
    this.#levels = levels
  }

  /** Calls `visit` with the number of each box around the point, in any order. Points on an edge are inside. */
  at(x: number, y: number, visit: (item: number) => void): void {
    if (this.#items.length > 0) this.#visit(this.#levels.length - 1, 0, 1, x, y, visit)
  }

  #visit(level: number, from: number, end: number, x: number, y: number, visit: (item: number) => void): void {
    const boxes = this.#levels[level] as Float64Array // every level has an array
    for (let i = from; i < end; i++) {
      const at = i * BOX
      if (x < (boxes[at] as number) || y < (boxes[at + 1] as number)) continue
      if (x > (boxes[at + 2] as number) || y > (boxes[at + 3] as number)) continue
      if (level === 0) visit(this.#items[i] as number)
      else {
        const below = (this.#levels[level - 1] as Float64Array).length / BOX
        this.#visit(level - 1, i * SPANNED, Math.min(below, (i + 1) * SPANNED), x, y, visit)
      }
    }
  }
}

function spanning(boxes: Float64Array): Float64Array {
  const count = Math.ceil(boxes.length / BOX / SPANNED)
  const spans = new Float64Array(count * BOX)
  for (let i = 0; i < count; i++) {
    const own = boxes.subarray(i * SPANNED * BOX, (i + 1) * SPANNED * BOX)
    const span = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = 0; at < own.length; at++) {
      const side = at % BOX
      span[side] = (side < 2 ? Math.min : Math.max)(span[side] as number, own[at] as number)
    }
    spans.set(span, i * BOX)
  }
  return spans
}
