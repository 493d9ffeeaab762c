import { Damage } from '../../../kit/algorithms/row-sum.ts'
import { STORED_BYTES } from './card-pile.ts'

/** Pieces that are kept: 64 MB, which most pages of a city are found in. */
const KEPT_MAX = 32

/** Concatenated cards, which parts are copied from. */
export interface CardSource {
  copy(target: Buffer, at: number, start: number, end: number): void
}

/** Cards in memory. */
export class CardMemory implements CardSource {
  readonly #cards: Buffer

  constructor(cards: Uint8Array) {
    this.#cards = bufferOf(cards)
  }

  copy(target: Buffer, at: number, start: number, end: number): void {
    this.#cards.copy(target, at, start, end) // half the time of target.set(subarray)
  }
}

/**
 * Cards that are in the file alone, for the first seconds after a large catalogue is opened: a piece is read and
 * checked when a page needs it, and those that were needed last are kept.
 */
export class CardFile implements CardSource {
  readonly #pieceAt: (number: number) => Uint8Array
  readonly #kept = new Map<number, Buffer>()
  #reads = 0

  /** `pieceAt` throws Damage for a piece that is missing or not what was stored. */
  constructor(pieceAt: (number: number) => Uint8Array) {
    this.#pieceAt = pieceAt
  }

  /** How many pieces have been read. */
  get reads(): number {
    return this.#reads
  }

  copy(target: Buffer, at: number, start: number, end: number): void {
    for (let from = start, to = at; from < end; ) {
      const number = Math.floor(from / STORED_BYTES)
      const offset = from - number * STORED_BYTES
      const copied = this.#piece(number).copy(target, to, offset, Math.min(STORED_BYTES, offset + end - from))
      if (copied === 0) throw new Damage(`piece ${number} of the cards ends too early`)
      from += copied
      to += copied
    }
  }

  #piece(number: number): Buffer {
    const piece = this.#kept.get(number) ?? this.#read(number)
    this.#kept.delete(number)
    this.#kept.set(number, piece) // which makes it the last one in the order of the map
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
    return piece
  }

  #read(number: number): Buffer {
    this.#reads++
    return bufferOf(this.#pieceAt(number))
  }
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
