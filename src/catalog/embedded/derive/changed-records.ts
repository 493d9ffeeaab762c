import type { DatabaseSync } from 'node:sqlite'
import { RecordReader } from '../records.ts'
import type { SearchRecord } from '../search/builder.ts'

export type RecordId = number | string

/** The records that a writer put or removed. */
export class ChangedRecords {
  /** With what they were at first, where that was told. */
  readonly #records = new Map<SearchRecord, Map<RecordId, string | undefined>>()
  #size = 0
  #toldLength = 0

  /** @param before What the record was; what is told of it later does not count. */
  add(noun: SearchRecord, id: RecordId, before?: string): void {
    const records = this.#records.get(noun) ?? new Map()
    this.#records.set(noun, records)
    if (records.has(id)) return
    records.set(id, before)
    this.#size++
    this.#toldLength += before?.length ?? 0
  }

  has(noun: SearchRecord, id: RecordId): boolean {
    return this.#records.get(noun)?.has(id) ?? false
  }

  get size(): number {
    return this.#size
  }

  /** Length of all that was told of what they were. */
  get toldLength(): number {
    return this.#toldLength
  }

  clear(): void {
    this.#records.clear()
    this.#size = 0
    this.#toldLength = 0
  }

  /** Those whose stored JSON differs, before and after; undefined where there is no record. */
  *of(noun: SearchRecord, { before, after }: States): Generator<ChangedRecord> {
    const records = this.#records.get(noun)
    if (records === undefined) return
    const first = before && new RecordReader(before, noun)
    const second = new RecordReader(after, noun)
    for (const [id, told] of records) {
      const change = { id, before: first ? first.json(id) : told, after: second.json(id) }
      if (change.before !== change.after) yield change
    }
  }
}

export interface ChangedRecord {
  readonly id: RecordId
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Connections to what a change is made from and to. */
export interface States {
  /** Sees what was stored before the change; undefined: what the records were was told with them. */
  readonly before: DatabaseSync | undefined
  readonly after: DatabaseSync
}
