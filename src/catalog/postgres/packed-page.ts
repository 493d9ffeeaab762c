import { crc32, gunzipSync } from 'node:zlib'
import { AnswerMemory } from '../answer-memory.ts'
import type { Dating } from '../cards.ts'
import { FRAME_BYTES, GzipWriter, storedSize } from '../gzip-writer.ts'
import { storedBytesAt } from '../packed-cards.ts'
import type { EncodedPage, Lent } from '../query.ts'

/** A card of an answer. */
export interface PackedRow {
  /** The piece of a gzip stream as in `packed-cards.ts`; the card as it is where `sum` is null. */
  readonly packed: Buffer
  /** CRC-32 of all that follows the dated beginning. */
  readonly sum: number | null
  /** Length of the card. */
  readonly bytes: number
  /** What follows the stored part of a building's card; ASCII. */
  readonly units?: string
}

const COMMA = 0x2c

const memory = new AnswerMemory()

/** The cards of a page. What is asked for plain is inflated: hardly anybody does, and the cards are stored once. */
export function packedCards(
  rows: readonly PackedRow[],
  dating: Pick<Dating, 'date'>,
  today: number,
): Pick<EncodedPage, 'cardBytes' | 'json' | 'gzip'> {
  const gzip = (before: string, after: string) =>
    gzipOf(rows, before, after, (bytes, at) => dating.date(bytes, at, today))
  const cards = rows.reduce((sum, { bytes, units = '' }) => sum + bytes + units.length, 0)
  return {
    cardBytes: cards + Math.max(0, rows.length - 1),
    gzip,
    json(before, after) {
      const { bytes, release } = gzip(before, after)
      const plain = gunzipSync(bytes)
      release()
      return { bytes: plain, release() {} }
    },
  }
}

function gzipOf(
  rows: readonly PackedRow[],
  before: string,
  after: string,
  date: (answer: Uint8Array, at: number) => void,
): Lent {
  const texts = storedSize(Buffer.byteLength(before)) + storedSize(Buffer.byteLength(after))
  const target = memory.take(rows.reduce((sum, row) => sum + packedSize(row), FRAME_BYTES + texts))
  const writer = new GzipWriter(target)
  writer.text(before)
  rows.forEach((row, place) => {
    const withComma = place > 0
    if (row.sum === null) writer.stored(datedCard(row, withComma, date))
    else {
      const at = writer.copy(row.packed, 0, row.packed.length, withComma)
      const datedBytes = storedBytesAt(row.packed, 0) - 1
      if (datedBytes > 0) date(target, at)
      const from = withComma ? at - 1 : at
      writer.count(crc32(target.subarray(from, at + datedBytes)), at + datedBytes - from)
      writer.count(row.sum, row.bytes - datedBytes)
    }
    if (row.units !== undefined) writer.ascii(row.units)
  })
  writer.text(after)
  return { bytes: writer.end(), release: () => memory.giveBack(target) }
}

/** At most. */
function packedSize({ packed, sum, bytes, units = '' }: PackedRow): number {
  return (sum === null ? storedSize(bytes + 1) : packed.length) + storedSize(units.length)
}

function datedCard(
  { packed, bytes }: PackedRow,
  withComma: boolean,
  date: (answer: Uint8Array, at: number) => void,
): Buffer {
  const card = Buffer.concat([Buffer.of(COMMA), packed], 1 + bytes)
  date(card, 1)
  return withComma ? card : card.subarray(1)
}
