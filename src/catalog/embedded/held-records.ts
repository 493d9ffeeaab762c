import type { DatabaseSync } from 'node:sqlite'
import { allocate } from '../engine/column.ts'
import type { Noun } from '../ports/nouns.ts'
import { textCode } from './home-rows.ts'
import { meta } from './meta.ts'
import { eachRow, recordIn } from './records.ts'
import { bufferOf } from './search/pieces.ts'
import { TextTally } from './text-tally.ts'

/**
 * Nouns whose records are held in memory: answers about homes name many of these records, and there are far fewer of
 * them than homes.
 */
const HELD = ['agent', 'office', 'building', 'series'] as const satisfies readonly Noun[]
export type HeldNoun = (typeof HELD)[number]

export function isHeld(noun: Noun): noun is HeldNoun {
  return (HELD as readonly Noun[]).includes(noun)
}

/** Row of `meta`: the revision in which a record of the noun last changed. */
export function heldRevision(noun: HeldNoun): string {
  return `held/${noun}`
}

/** The records of a noun in shared memory. */
interface HeldTable {
  /** The revision in which a record of the noun last changed. */
  readonly revision: string
  /** All records as texts: the id, a NUL and the JSON of each. */
  readonly texts: Uint8Array
  /** The offset of each text, and the end of the last text. */
  readonly starts: Float64Array
  /**
   * A hash table by id. A slot holds a record's number plus one, or 0 if it is free. A collision takes the next free
   * slot.
   */
  readonly slots: Uint32Array
}

export type HeldTables = Readonly<Record<HeldNoun, HeldTable>>

/** @param before The tables of an earlier state of the same file; unchanged tables are reused. */
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
  const ids: string[] = []
  for (const row of eachRow(database, noun)) {
    const id = String(row.id)
    ids.push(id)
    texts.add(`${id}\0${recordIn(noun, row)}`)
  }
  return { revision, ...texts.shared(), slots: slotsOf(ids) }
}

function slotsOf(ids: readonly string[]): Uint32Array {
  const slots = allocate('u32', 2 ** Math.ceil(Math.log2(2 * ids.length + 1))) // at least half of the slots stay free
  ids.forEach((id, record) => {
    let slot = firstSlot(id, slots)
    while (slots[slot] !== 0) slot = nextSlot(slot, slots)
    slots[slot] = record + 1
  })
  return slots
}

function firstSlot(id: string, { length }: Uint32Array): number {
  return (textCode(id) & (length - 1)) >>> 0
}

function nextSlot(slot: number, { length }: Uint32Array): number {
  return (slot + 1) & (length - 1)
}

/** Finds records in memory by id. */
export class HeldRecords {
  readonly #slots: Uint32Array
  readonly #starts: Float64Array
  readonly #texts: Buffer

  constructor({ slots, starts, texts }: HeldTable) {
    this.#slots = slots
    this.#starts = starts
    this.#texts = bufferOf(texts)
  }

  json(id: number | string): string | undefined {
    const beginning = `${id}\0`
    for (let slot = firstSlot(String(id), this.#slots); ; slot = nextSlot(slot, this.#slots)) {
      const record = (this.#slots[slot] as number) - 1
      if (record < 0) return undefined
      const text = this.#texts.toString('utf8', this.#starts[record], this.#starts[record + 1])
      if (text.startsWith(beginning)) return text.slice(beginning.length)
    }
  }
}
