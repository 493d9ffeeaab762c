import { crc32 } from 'node:zlib'
import type { Steps, Work } from '../../../engine/work.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { Dating } from '../../cards.ts'
import type { EncodedPage, Lent, Query } from '../../query.ts'
import { AnswerMemory } from './answer-memory.ts'
import type { BuildingCard, BuildingCards } from './building-cards.ts'
import { bufferOf, CardFile, CardMemory, type CardSource } from './card-file.ts'
import { withOrigin } from './card-origin.ts'
import { FRAME_BYTES, GzipWriter, storedSize } from './gzip-writer.ts'
import { HeadSums } from './head-sums.ts'
import { type PackedCards, storedBytesAt } from './packed-cards.ts'
import type { RowSearch } from './row-search.ts'
import type { OpenSearch } from './stored.ts'

const COMMA = 0x2c

/** Cost of copying a card and sending it. */
const CARD_NS = 1000

/** Cost of reading and checking a piece of the cards. */
const PIECE_NS = 2_000_000

/** What is to be done to stored cards. */
export interface CardUse {
  readonly dating: Dating
  /** The origin that picture URLs begin with. */
  readonly mediaOrigin: string
  /** Reads a piece of the cards from the file, see `CardFile`. */
  readonly pieceAt: (number: number) => Uint8Array
}

const NO_STARTS = new Float64Array()

/** A page's results, in order. */
interface Results {
  readonly rows: Uint32Array
  /** The card of each result that is a building; undefined for a page without any. */
  readonly buildings: readonly (BuildingCard | undefined)[] | undefined
  readonly today: number
}

type PageCards = Pick<EncodedPage, 'cardBytes' | 'json' | 'gzip'>

/** Assembles the cards of a page: copies those of records, and makes those of buildings from their units. */
export class Encoder<N extends SearchedNoun> {
  readonly #open: OpenSearch
  readonly #search: Pick<RowSearch<N>, 'find' | 'keys'>
  readonly #dating: Dating
  readonly #mediaOrigin: string
  readonly #buildings: BuildingCards | undefined
  readonly #cards: CardSource
  /** Where the cards are while they are not in memory. */
  readonly #file: CardFile | undefined
  readonly #packed: Buffer
  readonly #sums: HeadSums
  readonly #memory = new AnswerMemory()

  constructor(
    open: OpenSearch,
    search: Pick<RowSearch<N>, 'find' | 'keys'>,
    { dating, mediaOrigin, pieceAt }: CardUse,
    buildings?: BuildingCards,
  ) {
    this.#open = open
    this.#search = search
    this.#dating = dating
    this.#mediaOrigin = mediaOrigin
    this.#buildings = buildings
    this.#sums = new HeadSums(open.cardStarts.length - 1)
    this.#file = open.cards === undefined ? new CardFile(pieceAt) : undefined
    this.#cards = this.#file ?? new CardMemory(open.cards ?? new Uint8Array())
    this.#packed = bufferOf(open.packed?.packed ?? new Uint8Array())
  }

  *page(query: Query<N>, work: Work): Steps<EncodedPage> {
    const found = yield* this.#search.find(query, work)
    work.spend(found.rows.length * CARD_NS)
    const { total, ungrouped, left, rows } = found
    const results: Results = { rows, buildings: this.#buildings?.of(found), today: query.today }
    const lastKey = rows.length === 0 ? undefined : this.#search.keys[rows[rows.length - 1] as number]
    return { total, ungrouped, left, lastKey, ...(yield* this.#cardsOf(results, work)) }
  }

  *#cardsOf(results: Results, work: Work): Steps<PageCards> {
    const cardBytes = this.#sizeOf(results)
    const { cards, cardOrigin, packed } = this.#open
    if (cards === undefined || cardOrigin !== this.#mediaOrigin) return yield* this.#atOnce(results, cardBytes, work)
    return {
      cardBytes,
      json: (before, after) => this.#json(results, cardBytes, before, after),
      gzip: packed && ((before, after) => this.#gzip(results, packed, before, after)),
    }
  }

  /** Until all cards are in memory with the wanted origin, each page reads its own, and puts the origin into them. */
  *#atOnce(results: Results, cardBytes: number, work: Work): Steps<PageCards> {
    const copied = Buffer.allocUnsafe(cardBytes) // memory of its own: nobody says when a page is no longer needed
    if (this.#file === undefined) this.#copyCards(results, copied, 0)
    else yield* this.#readCards(this.#file, results, copied, work)
    const page = { cards: copied, cardStarts: NO_STARTS }
    const { cards } = withOrigin(page, this.#open.cardOrigin, this.#mediaOrigin)
    return {
      cardBytes: cards.length,
      json: (before, after) => ({
        bytes: Buffer.concat([Buffer.from(before), cards, Buffer.from(after)]),
        release() {},
      }),
      gzip: undefined,
    }
  }

  #json(results: Results, cardBytes: number, before: string, after: string): Lent {
    const [beforeBytes, afterBytes] = [Buffer.byteLength(before), Buffer.byteLength(after)]
    const memory = this.#memory.take(beforeBytes + cardBytes + afterBytes)
    const cardsAt = memory.write(before)
    const afterAt = this.#copyCards(results, memory, cardsAt)
    const end = afterAt + memory.write(after, afterAt)
    return this.#lent(memory, memory.subarray(0, end))
  }

  #copyCards(results: Results, target: Buffer, start: number): number {
    let at = start
    for (let place = 0; place < results.rows.length; place++) at = this.#copyResult(results, place, target, at)
    return at
  }

  /** In the order of the file, so that no piece is read twice, with a pause after each: a page may need all of them. */
  *#readCards(file: CardFile, results: Results, target: Buffer, work: Work): Steps<void> {
    const { rows } = results
    const starts = new Float64Array(rows.length)
    for (let place = 1, at = 0; place < rows.length; place++) {
      at += (place > 1 ? 1 : 0) + this.#resultBytes(results, place - 1)
      starts[place] = at
    }
    const places = Uint32Array.from(rows, (_, place) => place)
    places.sort((one, other) => (rows[one] as number) - (rows[other] as number))
    for (const place of places) {
      const known = file.reads
      this.#copyResult(results, place, target, starts[place] as number)
      work.grant((file.reads - known) * PIECE_NS)
      if (work.isPauseDue) yield
    }
  }

  /** Copies a result, and a comma before it unless it is the first. Returns where it ends. */
  #copyResult({ rows, buildings, today }: Results, place: number, target: Buffer, start: number): number {
    let at = start
    if (place > 0) target[at++] = COMMA
    const building = buildings?.[place]
    if (building === undefined) return at + this.#copyCard(rows[place] as number, target, at, today)
    at += building.part.bytes.copy(target, at)
    return at + target.write(building.units, at, 'latin1')
  }

  #copyCard(row: number, target: Buffer, at: number, today: number): number {
    const { cardStarts } = this.#open
    const start = cardStarts[row] as number
    const end = cardStarts[row + 1] as number
    this.#cards.copy(target, at, start, end)
    this.#dating.date(target, at, today)
    return end - start
  }

  #gzip(results: Results, packed: PackedCards, before: string, after: string): Lent {
    const { rows, buildings } = results
    const textBytes = storedSize(Buffer.byteLength(before)) + storedSize(Buffer.byteLength(after))
    const memory = this.#memory.take(FRAME_BYTES + textBytes + this.#packedSizeOf(results, packed))
    const writer = new GzipWriter(memory)
    writer.text(before)
    for (let place = 0; place < rows.length; place++) {
      const building = buildings?.[place]
      if (building === undefined) this.#packCard(writer, packed, memory, place, results)
      else packBuilding(writer, building, place > 0)
    }
    writer.text(after)
    return this.#lent(memory, writer.end())
  }

  /** Copies a card's piece, dates it, and counts both its parts. A card without a piece is stored as it is. */
  #packCard(writer: GzipWriter, packed: PackedCards, memory: Buffer, place: number, { rows, today }: Results): void {
    const row = rows[place] as number
    const start = packed.packedStarts[row] as number
    const end = packed.packedStarts[row + 1] as number
    const { cardStarts } = this.#open
    const cardBytes = (cardStarts[row + 1] as number) - (cardStarts[row] as number)
    const commaBytes = place > 0 ? 1 : 0
    if (start === end) {
      const card = Buffer.allocUnsafe(commaBytes + cardBytes)
      card[0] = COMMA
      this.#copyCard(row, card, commaBytes, today)
      writer.stored(card)
      return
    }
    const at = writer.copy(this.#packed, start, end, commaBytes === 1)
    const datedBytes = storedBytesAt(this.#packed, start) - 1
    const like = datedBytes === 0 ? ALWAYS_ALIKE : this.#dating.date(memory, at, today)
    if (commaBytes === 0) writer.count(crc32(memory.subarray(at, at + datedBytes)), datedBytes)
    else writer.count(this.#sums.of(memory, at - 1, datedBytes + 1, like, row, today), datedBytes + 1)
    writer.count(packed.packedSums[row] as number, cardBytes - datedBytes)
  }

  #lent(memory: Buffer, bytes: Buffer): Lent {
    return { bytes, release: () => this.#memory.giveBack(memory) }
  }

  #sizeOf(results: Results): number {
    const { length } = results.rows
    let bytes = Math.max(0, length - 1)
    for (let place = 0; place < length; place++) bytes += this.#resultBytes(results, place)
    return bytes
  }

  /** Without the comma. */
  #resultBytes({ rows, buildings }: Results, place: number): number {
    const building = buildings?.[place]
    if (building !== undefined) return building.part.bytes.length + building.units.length
    const { cardStarts } = this.#open
    const row = rows[place] as number
    return (cardStarts[row + 1] as number) - (cardStarts[row] as number)
  }

  #packedSizeOf({ rows, buildings }: Results, { packedStarts }: PackedCards): number {
    const { cardStarts } = this.#open
    let bytes = 0
    for (let place = 0; place < rows.length; place++) {
      const building = buildings?.[place]
      const row = rows[place] as number
      const cardBytes = (cardStarts[row + 1] as number) - (cardStarts[row] as number)
      bytes +=
        building === undefined
          ? (packedStarts[row + 1] as number) - (packedStarts[row] as number) || storedSize(cardBytes + 1)
          : building.part.packed.piece.length + storedSize(building.units.length)
    }
    return bytes
  }
}

/** What stands for a dated beginning that holds nothing: all of its length are the same. */
const ALWAYS_ALIKE = 0

function packBuilding(writer: GzipWriter, { part, units }: BuildingCard, withComma: boolean): void {
  const { piece, sum } = part.packed
  writer.copy(piece, 0, piece.length, withComma)
  if (withComma) writer.count(part.commaSum, part.bytes.length + 1)
  else writer.count(sum, part.bytes.length)
  writer.ascii(units)
}
