import type { DatabaseSync } from 'node:sqlite'
import { firstPlace } from '../../kit/algorithms/sorted.ts'
import type { Noun } from '../ports/nouns.ts'
import { meta } from './meta.ts'
import { eachRow, recordIn } from './records.ts'
import { bufferOf } from './search/pieces.ts'
import { TextTally } from './text-tally.ts'

/**
 * Record types that are kept in memory. Answers about homes often name such records, and there are far fewer of them
 * than homes.
 */
const HELD = ['agent', 'office', 'building', 'series'] as const satisfies readonly Noun[]
export type HeldNoun = (typeof HELD)[number]

export function isHeld(noun: Noun): noun is HeldNoun {
  return (HELD as readonly Noun[]).includes(noun)
}

/** Name of the `meta` row with the revision in which a record of this type last changed. */
export function heldRevision(noun: HeldNoun): string {
  return `held/${noun}`
}

/** All records of one type, in shared memory. */
interface HeldTable {
  /** The revision in which a record of this type last changed. */
  readonly revision: string
  /** All records in order of id. Each record is its id, a NUL, and its JSON. */
  readonly texts: Uint8Array
  /** The offset of each record in `texts`, followed by the end of the last record. */
  readonly starts: Float64Array
}

export type HeldTables = Readonly<Record<HeldNoun, HeldTable>>

/** @param before The tables of an earlier state of the same file. Unchanged tables are reused. */
export function readHeldTables(database: DatabaseSync, before?: HeldTables): HeldTables {
  const read = (noun: HeldNoun): HeldTable => {
    const revision = meta(database, heldRevision(noun)) ?? ''
    const same = before?.[noun]
    return same?.revision === revision ? same : readTable(database, noun, revision)
  }
  return { agent: read('agent'), office: read('office'), building: read('building'), series: read('series') }
}

function readTable(database: DatabaseSync, noun: HeldNoun, revision: string): HeldTable {
  const texts = new TextTally()
  for (const row of eachRow(database, noun)) texts.add(`${String(row.id)}\0${recordIn(noun, row)}`)
  return { revision, ...texts.shared() }
}

/** Finds records of one type in memory by id. */
export class HeldRecords {
  readonly #starts: Float64Array
  readonly #texts: Buffer

  constructor({ starts, texts }: HeldTable) {
    this.#starts = starts
    this.#texts = bufferOf(texts)
  }

  json(id: number | string): string | undefined {
    const beginning = Buffer.from(`${id}\0`)
    const [starts, texts] = [this.#starts, this.#texts]
    /** Compares a record's id with the wanted id by their bytes, which is the order of the stored records. */
    const compared = (record: number) => {
      const start = starts[record] as number
      return texts.compare(beginning, 0, beginning.length, start, Math.min(start + beginning.length, texts.length))
    }
    const record = firstPlace(0, starts.length - 1, (at) => compared(at) >= 0)
    if (record === starts.length - 1 || compared(record) !== 0) return undefined
    return texts.toString('utf8', (starts[record] as number) + beginning.length, starts[record + 1])
  }
}
