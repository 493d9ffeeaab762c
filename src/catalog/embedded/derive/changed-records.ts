import type { DatabaseSync } from 'node:sqlite'
import { RecordReader } from '../records.ts'
import type { SearchRecord } from '../search/builder.ts'

export type RecordId = number | string

/** The records that a writer put or removed. */
export class ChangedRecords {
  readonly #ids = new Map<SearchRecord, Set<RecordId>>()
  #size = 0

  add(noun: SearchRecord, id: RecordId): void {
    const ids = this.#ids.get(noun) ?? new Set()
    this.#ids.set(noun, ids)
    if (ids.has(id)) return
    ids.add(id)
    this.#size++
  }

  get size(): number {
    return this.#size
  }

  clear(): void {
    this.#ids.clear()
  }

  /** Those whose stored JSON differs, before and after; undefined where there is no record. */
  *of(noun: SearchRecord, { before, after }: States): Generator<ChangedRecord> {
    const ids = this.#ids.get(noun)
    if (ids === undefined) return
    const [first, second] = [new RecordReader(before, noun), new RecordReader(after, noun)]
    for (const id of ids) {
      const change = { id, before: first.json(id), after: second.json(id) }
      if (change.before !== change.after) yield change
    }
  }
}

export interface ChangedRecord {
  readonly id: RecordId
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A connection that sees what was stored before the change, and the one that makes it. */
export interface States {
  readonly before: DatabaseSync
  readonly after: DatabaseSync
}
