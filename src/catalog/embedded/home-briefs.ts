import type { HomeBrief } from '../../model/home-brief.ts'
import { grown } from '../engine/growing.ts'
import { packedBrief, unpackedBrief } from '../facts/packed-brief.ts'
import type { HomeRows } from './home-rows.ts'
import { bufferOf } from './search/card-file.ts'
import { piecesOf } from './search/pieces.ts'
import { hasBit } from './segments.ts'

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

/** The briefs of a segment's homes, in shared memory. */
export interface BriefParts extends Pick<HomeRows, 'ids' | 'byId' | 'briefStarts'> {
  readonly briefs: Uint8Array
  /** A bit for each home that was replaced or removed since; undefined while there are none. */
  readonly removed: Uint32Array | undefined
}

/** Finds what rows show of homes, without reading the file. */
export class HomeBriefs {
  readonly #segments: readonly (BriefParts & { readonly text: Buffer })[]

  constructor(segments: readonly BriefParts[]) {
    this.#segments = segments.map((segment) => ({ ...segment, text: bufferOf(segment.briefs) }))
  }

  /** Undefined for an id that no home has, and for that of a record joined to a home. */
  of(zpid: number): HomeBrief | undefined {
    for (const { ids, byId, removed, briefStarts, text } of this.#segments) {
      const row = rowWithId(zpid, ids, byId)
      if (row === undefined || hasBit(removed, row)) continue
      return unpackedBrief(zpid, text.toString('utf8', briefStarts[row], briefStarts[row + 1]))
    }
    return undefined
  }
}

function rowWithId(id: number, ids: Float64Array, byId: Uint32Array): number | undefined {
  let [low, high] = [0, byId.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[byId[middle] as number] as number) < id) low = middle + 1
    else high = middle
  }
  const row = byId[low]
  return row !== undefined && ids[row] === id ? row : undefined
}
