import type { DatabaseSync } from 'node:sqlite'
import type { RecordId } from '../../ports/nouns.ts'
import { RecordReader } from '../records.ts'
import type { SearchRecord } from '../search/builder.ts'

/** The records that a writer put or removed. */
export class ChangedRecords {
  /** The JSON of each record before the change, if known. */
  readonly #records = new Map<SearchRecord, Map<RecordId, string | undefined>>()
  #size = 0
  #originalLength = 0

  /** @param before The record's JSON before the change. Only the first call for a record counts. */
  add(noun: SearchRecord, id: RecordId, before?: string): void {
    const records = this.#records.get(noun) ?? new Map()
    this.#records.set(noun, records)
    if (records.has(id)) return
    records.set(id, before)
    this.#size++
    this.#originalLength += before?.length ?? 0
  }

  has(noun: SearchRecord, id: RecordId): boolean {
    return this.#records.get(noun)?.has(id) ?? false
  }

  get size(): number {
    return this.#size
  }

  /** Total length in characters of the JSON before the change. */
  get originalLength(): number {
    return this.#originalLength
  }

  clear(): void {
    this.#records.clear()
    this.#size = 0
    this.#originalLength = 0
  }

  /**
   * Yields records whose JSON has changed, with the versions before and after. A version is undefined if the record did
   * not exist.
   */
  *of(noun: SearchRecord, { before, after }: States): Generator<ChangedRecord> {
    const records = this.#records.get(noun)
    if (records === undefined) return
    const first = before && new RecordReader(before, noun)
    const second = new RecordReader(after, noun)
    for (const [id, original] of records) {
      const change = { id, before: first ? first.json(id) : original, after: second.json(id) }
      if (change.before !== change.after) yield change
    }
  }
}

export interface ChangedRecord {
  readonly id: RecordId
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Connections to the states before and after a change. */
export interface States {
  /**
   * A connection that sees the state before the change. Undefined if `add` received each record's JSON before the
   * change.
   */
  readonly before: DatabaseSync | undefined
  readonly after: DatabaseSync
}
