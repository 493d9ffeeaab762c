import type { HomeBrief } from '../../model/home-brief.ts'
import { packedBrief } from '../facts/packed-brief.ts'
import { ARRAY_PIECE_BYTES, filledPieces } from './search/pieces.ts'
import { TextTally } from './text-tally.ts'

/** Collects the facts that result rows show (`HomeBrief`), in the order in which homes arrive. */
export class BriefTally {
  readonly #texts = new TextTally()

  add(home: HomeBrief): void {
    this.#texts.add(packedBrief(home))
  }

  /** Returns the byte offset of each home's facts if homes are stored in `order`, then the end of the last facts. */
  startsInOrder(order: Uint32Array): Float64Array {
    const starts = new Float64Array(order.length + 1)
    order.forEach((added, row) => {
      starts[row + 1] = (starts[row] as number) + this.#texts.bytesOf(added)
    })
    return starts
  }

  /** Yields the facts of the homes in `order`, in chunks. A single copy would double the memory in use. */
  inOrder(order: Uint32Array): Generator<Uint8Array> {
    return filledPieces(order, (text, target, at, from) => this.#texts.copy(text, target, at, from), ARRAY_PIECE_BYTES)
  }
}
