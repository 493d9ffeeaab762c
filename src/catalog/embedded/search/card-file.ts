import { Damage } from '../../../kit/algorithms/row-sum.ts'
import { Recent } from '../../../kit/base/recent.ts'
import { bufferOf, STORED_BYTES } from './pieces.ts'

/** Maximum number of cached chunks: 64 MB, enough for most pages of a city. */
const CACHED_MAX = 1024

/**
 * Reads cards that are only in the file, as in the first seconds after a large catalog is opened. A chunk is read and
 * checked when a page needs it; the most recently used chunks are cached.
 */
export class CardFile {
  readonly #pieceAt: (number: number) => Uint8Array
  readonly #cachedPieces = new Recent<number, Buffer>(CACHED_MAX)
  #reads = 0

  /** @param pieceAt Throws Damage if a chunk is missing or fails its checksum. */
  constructor(pieceAt: (number: number) => Uint8Array) {
    this.#pieceAt = pieceAt
  }

  /** Number of pieces read so far. */
  get reads(): number {
    return this.#reads
  }

  /** A part of the concatenated cards. */
  text(start: number, end: number): string {
    const parts: Buffer[] = []
    for (let from = start; from < end; ) {
      const number = Math.floor(from / STORED_BYTES)
      const offset = from - number * STORED_BYTES
      const part = this.#piece(number).subarray(offset, offset + end - from)
      if (part.length === 0) throw new Damage(`piece ${number} of the cards ends too early`)
      parts.push(part)
      from += part.length
    }
    return Buffer.concat(parts).toString()
  }

  #piece(number: number): Buffer {
    return this.#cachedPieces.of(number, () => {
      this.#reads++
      return bufferOf(this.#pieceAt(number))
    })
  }
}
