import { Damage } from '../../../kit/algorithms/row-sum.ts'
import { Recent } from '../../../kit/base/recent.ts'
import { bufferOf, STORED_BYTES } from './pieces.ts'

/** Maximum number of cached pieces: 64 MB, enough for most pages of results in a city. */
const CACHED_MAX = 1024

/**
 * Reads stored search results (JSON) from the file, until they are all in memory. Reads and checks a piece when a page
 * needs it, and caches the most recently used pieces.
 */
export class CardFile {
  readonly #pieceAt: (number: number) => Uint8Array
  readonly #cachedPieces = new Recent<number, Buffer>(CACHED_MAX)
  #reads = 0

  /** @param pieceAt Returns a piece, and throws Damage if the piece is missing or fails its checksum. */
  constructor(pieceAt: (number: number) => Uint8Array) {
    this.#pieceAt = pieceAt
  }

  /** Number of pieces read so far. */
  get reads(): number {
    return this.#reads
  }

  /** Returns a range of bytes of the concatenated results. */
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
