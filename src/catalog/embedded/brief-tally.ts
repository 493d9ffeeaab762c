import type { HomeBrief } from '../../model/home-brief.ts'
import { grown } from '../engine/growing.ts'
import { packedBrief } from '../facts/packed-brief.ts'
import { piecesOf } from './search/pieces.ts'

/** Collects briefs in the order in which homes come. */
export class BriefTally {
  #bytes = Buffer.allocUnsafe(1 << 20)
  #ends: Float64Array = new Float64Array(1024)
  #count = 0
  #used = 0

  add(home: HomeBrief): void {
    const brief = packedBrief(home)
    const room = this.#used + brief.length * 3 // UTF-8 takes at most three bytes per UTF-16 code unit
    if (room > this.#bytes.length) this.#grow(room)
    this.#used += this.#bytes.write(brief, this.#used)
    this.#ends = grown(this.#ends, this.#count + 1)
    this.#ends[this.#count++] = this.#used
  }

  /** The briefs with the rows in this order, in pieces, and where each begins. */
  inOrder(order: Uint32Array): { readonly pieces: Iterable<Uint8Array>; readonly briefStarts: Float64Array } {
    const briefs = Buffer.allocUnsafe(this.#used)
    const briefStarts = new Float64Array(order.length + 1)
    order.forEach((added, row) => {
      const from = added === 0 ? 0 : this.#ends[added - 1]
      const start = briefStarts[row] as number
      briefStarts[row + 1] = start + this.#bytes.copy(briefs, start, from, this.#ends[added])
    })
    return { pieces: piecesOf(briefs), briefStarts }
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafe(Math.max(bytes, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#used)
    this.#bytes = larger
  }
}
