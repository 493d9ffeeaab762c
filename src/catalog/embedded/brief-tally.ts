import type { HomeBrief } from '../../model/home-brief.ts'
import { packedBrief } from '../facts/packed-brief.ts'
import { ARRAY_PIECE_BYTES } from './search/pieces.ts'
import { TextTally } from './text-tally.ts'

/** Collects briefs in the order in which homes come. */
export class BriefTally {
  readonly #texts = new TextTally()

  add(home: HomeBrief): void {
    this.#texts.add(packedBrief(home))
  }

  /** Returns the byte offset of each brief, with briefs in this order, and the end of the last brief. */
  startsInOrder(order: Uint32Array): Float64Array {
    const starts = new Float64Array(order.length + 1)
    order.forEach((added, row) => {
      starts[row + 1] = (starts[row] as number) + this.#texts.bytesOf(added)
    })
    return starts
  }

  /** Yields the briefs in this order, in pieces. One copy of all briefs would double the memory in use. */
  *inOrder(order: Uint32Array): Generator<Uint8Array> {
    let piece = Buffer.allocUnsafe(ARRAY_PIECE_BYTES)
    let used = 0
    for (const added of order) {
      let copied = this.#texts.copy(added, piece, used) // as much as fits
      used += copied
      while (used === piece.length) {
        yield piece
        piece = Buffer.allocUnsafe(ARRAY_PIECE_BYTES) // the receiver may keep the last piece
        used = this.#texts.copy(added, piece, 0, copied)
        copied += used
      }
    }
    if (used > 0) yield piece.subarray(0, used)
  }
}
