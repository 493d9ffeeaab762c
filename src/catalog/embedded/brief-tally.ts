import type { HomeBrief } from '../../model/home-brief.ts'
import { packedBrief } from '../facts/packed-brief.ts'
import { piecesOf } from './search/pieces.ts'
import { TextTally } from './text-tally.ts'

/** Collects briefs in the order in which homes come. */
export class BriefTally {
  readonly #texts = new TextTally()

  add(home: HomeBrief): void {
    this.#texts.add(packedBrief(home))
  }

  /** The briefs with the rows in this order, in pieces, and where each begins. */
  inOrder(order: Uint32Array): { readonly pieces: Iterable<Uint8Array>; readonly briefStarts: Float64Array } {
    const briefs = Buffer.allocUnsafe(this.#texts.bytes)
    const briefStarts = new Float64Array(order.length + 1)
    order.forEach((added, row) => {
      const start = briefStarts[row] as number
      briefStarts[row + 1] = start + this.#texts.copy(added, briefs, start)
    })
    return { pieces: piecesOf(briefs), briefStarts }
  }
}
