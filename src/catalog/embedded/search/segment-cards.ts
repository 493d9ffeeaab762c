import { crc32 } from 'node:zlib'
import type { Dating } from '../../cards.ts'
import { type GzipWriter, storedSize } from '../../gzip-writer.ts'
import { type PackedCards, storedBytesAt } from '../../packed-cards.ts'
import { bufferOf, CardFile, CardMemory, type CardSource } from './card-file.ts'
import { HeadSums } from './head-sums.ts'
import type { OpenSegment } from './stored.ts'

const COMMA = 0x2c

/** What is to be done to stored cards. */
export interface CardUse {
  readonly dating: Dating
  /** The origin that picture URLs begin with. */
  readonly mediaOrigin: string
  /** Reads a piece of a segment's cards from the file, see `CardFile`. */
  readonly pieceAt: (segment: Pick<OpenSegment, 'name'>, number: number) => Uint8Array
}

/** What stands for a dated beginning that holds nothing: all of its length are the same. */
const ALWAYS_ALIKE = 0

const NOT_PACKED: PackedCards = {
  packed: new Uint8Array(),
  packedStarts: new Float64Array(),
  packedSums: new Uint32Array(),
}

/** The cards of one segment's records, by the record's row. */
export class SegmentCards {
  /** The origin of picture URLs in them. */
  readonly origin: string
  /** Whether they are in memory. */
  readonly isRead: boolean
  /** Whether they stand ready for gzip, too. */
  readonly isPacked: boolean
  readonly #first: number
  readonly #starts: Float64Array
  readonly #dating: Dating
  readonly #source: CardSource
  /** Where they are while they are not in memory. */
  readonly #file: CardFile | undefined
  readonly #packedCards: PackedCards
  readonly #packed: Buffer
  readonly #sums: HeadSums

  /** `first`: the number of the segment's first row. */
  constructor(open: OpenSegment, first: number, { dating, pieceAt }: CardUse) {
    const { cards, cardStarts, cardOrigin, packed } = open
    this.origin = cardOrigin
    this.isRead = cards !== undefined
    this.isPacked = packed !== undefined
    this.#first = first
    this.#starts = cardStarts
    this.#dating = dating
    this.#file = cards === undefined ? new CardFile((number) => pieceAt(open, number)) : undefined
    this.#source = this.#file ?? new CardMemory(cards ?? new Uint8Array())
    this.#packedCards = packed ?? NOT_PACKED
    this.#packed = bufferOf(this.#packedCards.packed)
    this.#sums = new HeadSums(cardStarts.length - 1)
  }

  /** How many pieces have been read from the file. */
  get reads(): number {
    return this.#file?.reads ?? 0
  }

  bytesOf(row: number): number {
    const own = row - this.#first
    return (this.#starts[own + 1] as number) - (this.#starts[own] as number)
  }

  /** Returns where the card ends. */
  copy(row: number, target: Buffer, at: number, today: number): number {
    const own = row - this.#first
    const start = this.#starts[own] as number
    const end = this.#starts[own + 1] as number
    this.#source.copy(target, at, start, end)
    this.#dating.date(target, at, today)
    return at + end - start
  }

  /** What `pack` writes at most. */
  packedBytesOf(row: number): number {
    const { packedStarts } = this.#packedCards
    const own = row - this.#first
    return (packedStarts[own + 1] as number) - (packedStarts[own] as number) || storedSize(this.bytesOf(row) + 1)
  }

  /**
   * Copies a card's piece to the memory that the writer fills, dates it, and counts both its parts. A card without a
   * piece is stored as it is.
   */
  pack(row: number, writer: GzipWriter, memory: Buffer, withComma: boolean, today: number): void {
    const { packedStarts, packedSums } = this.#packedCards
    const own = row - this.#first
    const start = packedStarts[own] as number
    const end = packedStarts[own + 1] as number
    const cardBytes = this.bytesOf(row)
    const commaBytes = withComma ? 1 : 0
    if (start === end) {
      const card = Buffer.allocUnsafe(commaBytes + cardBytes)
      card[0] = COMMA
      this.copy(row, card, commaBytes, today)
      writer.stored(card)
      return
    }
    const at = writer.copy(this.#packed, start, end, withComma)
    const datedBytes = storedBytesAt(this.#packed, start) - 1
    const like = datedBytes === 0 ? ALWAYS_ALIKE : this.#dating.date(memory, at, today)
    if (!withComma) writer.count(crc32(memory.subarray(at, at + datedBytes)), datedBytes)
    else writer.count(this.#sums.of(memory, at - 1, datedBytes + 1, like, own, today), datedBytes + 1)
    writer.count(packedSums[own] as number, cardBytes - datedBytes)
  }
}
