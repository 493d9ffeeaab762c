import type { Home } from '../../model/home.ts'
import { addressEntry } from '../../places/addresses/address-book.ts'
import { completionLines } from '../../places/completion/completion-lines.ts'
import { FrontCoder } from '../engine/front-coded.ts'
import { grown } from '../engine/growing.ts'
import { piecesOf } from './search/pieces.ts'
import { TextTally } from './text-tally.ts'

/** Collects the completion lines of homes. */
export class LineTally {
  readonly #texts = new TextTally()
  /** For each completion line, the index of its home in order of arrival. */
  #homes: Uint32Array = new Uint32Array(1024)

  add(home: Home, number: number): void {
    const entry = addressEntry(home)
    if (entry === undefined) return
    for (const line of completionLines(entry)) {
      this.#homes = grown(this.#homes, this.#texts.count + 1)
      this.#homes[this.#texts.count] = number
      this.#texts.add(line)
    }
  }

  /**
   * Sorts the completion lines, and equal lines by the ids of their homes. Returns the front-coded lines and the row of
   * each line.
   *
   * @param order For each row, the index of its home in order of arrival.
   * @param ids For each row, the id of its home.
   */
  sorted(order: Uint32Array, ids: Float64Array) {
    const rowOf = new Uint32Array(order.length)
    order.forEach((number, row) => {
      rowOf[number] = row
    })
    const coder = new FrontCoder()
    const lineRows = new Uint32Array(this.#texts.count)
    let count = 0
    for (const bucket of this.#buckets()) {
      const lines = bucket.map((number) => ({
        text: this.#texts.at(number),
        row: rowOf[this.#homes[number] as number] as number,
      }))
      lines.sort((a, b) =>
        a.text < b.text ? -1 : a.text > b.text ? 1 : (ids[a.row] as number) - (ids[b.row] as number),
      )
      for (const { text, row } of lines) {
        coder.add(text)
        lineRows[count++] = row
      }
    }
    const { bytes, blocks } = coder.arrays()
    return { pieces: piecesOf(bytes), lineBlocks: blocks, lineRows }
  }

  /**
   * Returns the indexes of completion lines, grouped by the lines' first two characters, in order. Sorting all lines in
   * one array would need too many objects.
   */
  #buckets(): number[][] {
    const buckets = new Map<string, number[]>()
    for (let number = 0; number < this.#texts.count; number++) {
      const beginning = this.#texts.at(number).slice(0, 2)
      const bucket = buckets.get(beginning)
      if (bucket === undefined) buckets.set(beginning, [number])
      else bucket.push(number)
    }
    return [...buckets].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, numbers]) => numbers)
  }
}
