import type { SearchedNoun } from '../../../model/searched.ts'
import type { Steps, Work } from '../../engine/work.ts'
import { AnswerMemory } from '../../ports/answer-memory.ts'
import type { Dating } from '../../ports/cards.ts'
import type { EncodedPage, Lent, Query } from '../../ports/query.ts'
import type { BuildingCard, BuildingCards } from './building-cards.ts'
import { viewOf } from './packed-cards.ts'
import type { RowSearch } from './row-search.ts'
import { SegmentCards } from './segment-cards.ts'
import type { OpenSegments } from './stored.ts'

const COMMA = 0x2c

/** Cost in nanoseconds of unpacking and sending one search result. */
const CARD_NS = 2500

/** Space before the results for the beginning of the answer, so that the results need not be copied again. */
const ROOM_BYTES = 16 * 1024

/** The results of a page, in order. */
interface Results {
  readonly rows: Uint32Array
  /** For each result that shows a building, its JSON. Undefined for a page without buildings. */
  readonly buildings: readonly (BuildingCard | undefined)[] | undefined
  readonly today: number
}

/** The results of a page as JSON, with commas between them, in memory that a page borrows. */
interface WrittenCards {
  readonly memory: Buffer
  /** Offset of the first result. */
  readonly from: number
  /** Offset after the last result. */
  readonly to: number
}

/**
 * Assembles the JSON of a page. Unpacks the stored results of records, and builds the results of buildings from their
 * units.
 */
export class Encoder<N extends SearchedNoun> {
  readonly #search: Pick<RowSearch<N>, 'find' | 'keyOf' | 'segments'>
  readonly #buildings: BuildingCards | undefined
  /** One entry per segment. */
  readonly #cards: readonly SegmentCards[]
  readonly #memory = new AnswerMemory()

  constructor(
    open: OpenSegments,
    search: Pick<RowSearch<N>, 'find' | 'keyOf' | 'segments'>,
    dating: Dating,
    buildings?: BuildingCards,
  ) {
    this.#search = search
    this.#buildings = buildings
    this.#cards = open.map(({ cards }, i) => new SegmentCards(cards, search.segments.starts[i] as number, dating))
  }

  *page(query: Query<N>, work: Work): Steps<EncodedPage> {
    const matches = yield* this.#search.find(query, work)
    work.spend(matches.rows.length * CARD_NS)
    const { total, ungrouped, left, rows, measured } = matches
    const results: Results = { rows, buildings: this.#buildings?.of(matches), today: query.today }
    const lastKey = rows.length === 0 ? undefined : this.#search.keyOf(rows[rows.length - 1] as number)
    const counts = { total, ungrouped, left, lastKey, ...(measured && { measured }) }
    // Most pages without results only need counts. They take no memory, because nobody would give it back.
    let written = rows.length === 0 ? undefined : this.#write(results)
    return {
      ...counts,
      cardBytes: written === undefined ? 0 : written.to - written.from,
      json: (before, after) => {
        const cards = written ?? this.#write(results)
        written = undefined // a later request gets other memory
        return this.#framed(cards, before, after)
      },
    }
  }

  #write(results: Results): WrittenCards {
    let memory = this.#memory.take(0)
    let view = viewOf(memory)
    let at = ROOM_BYTES
    for (let place = 0; place < results.rows.length; place++) {
      if (place > 0) memory[at++] = COMMA
      let end = this.#writeOne(results, place, memory, view, at)
      while (end === -1) {
        memory = Buffer.concat([memory.subarray(0, at)], 2 * memory.length) // rare, so nobody reuses this memory
        view = viewOf(memory)
        end = this.#writeOne(results, place, memory, view, at)
      }
      at = end
    }
    return { memory, from: ROOM_BYTES, to: at }
  }

  /** Writes a result at `at`. Returns its end, or -1 if the memory is too small for it and a comma. */
  #writeOne({ rows, buildings, today }: Results, place: number, memory: Buffer, view: DataView, at: number): number {
    const building = buildings?.[place]
    const row = rows[place] as number
    if (building === undefined) return this.#cardsOfRow(row).write(row, today, memory, view, at)
    const { part, units } = building
    if (at + part.length + units.length >= memory.length) return -1
    memory.set(part, at)
    return at + part.length + memory.write(units, at + part.length, 'latin1')
  }

  /** Puts the beginning and the end of an answer around results. */
  #framed({ memory, from, to }: WrittenCards, before: string, after: string): Lent {
    const [beforeBytes, afterBytes] = [Buffer.byteLength(before), Buffer.byteLength(after)]
    const release = () => this.#memory.giveBack(memory)
    if (beforeBytes > from || to + afterBytes > memory.length)
      return { bytes: Buffer.concat([Buffer.from(before), memory.subarray(from, to), Buffer.from(after)]), release }
    memory.write(before, from - beforeBytes)
    memory.write(after, to)
    return { bytes: memory.subarray(from - beforeBytes, to + afterBytes), release }
  }

  #cardsOfRow(row: number): SegmentCards {
    return this.#cards[this.#search.segments.of(row)] as SegmentCards // every row belongs to a segment
  }
}
