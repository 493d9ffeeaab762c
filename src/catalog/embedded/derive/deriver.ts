import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { requireDiskSpace } from '../../../kit/store/disk-space.ts'
import { openStoreFile } from '../../../kit/store/store-file.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { SEARCHED } from '../../facts/searched.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { RecordId } from '../../ports/nouns.ts'
import { storeAllTerms } from '../agents.ts'
import { storeRows } from '../derived-rows.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { eachStored } from '../records.ts'
import { rowsIn } from '../row-checks.ts'
import type { SearchRecord } from '../search/builder.ts'
import { storeNamedPlaces } from '../search/named-places.ts'
import { isDerived, removeSegment, storeSearch } from '../search/stored.ts'
import { readSegments, type SegmentList, segmentName, storeSegments } from '../segments.ts'
import { ChangedRecords } from './changed-records.ts'
import { storedSegment } from './segment-keys.ts'
import { livePart, type SegmentPolicy } from './segment-policy.ts'
import { SegmentUpdate } from './segment-update.ts'
import { ThreadedDerivation } from './threaded-derivation.ts'

/** Reports progress once per this many records. */
const PROGRESS_STEP = 10_000

/** Maximum total characters of replaced records in memory. Above this limit, everything is derived again. */
const REMEMBERED_MAX = 64 * 1024 * 1024

interface DeriverParts {
  readonly noun: SearchedNoun
  readonly database: DatabaseSync
  /** The path of the catalog file. */
  readonly path: string
  /** Whether the catalog is still empty. */
  readonly fresh: boolean
  readonly cards: CardMaker
  readonly policy: SegmentPolicy
}

/** Keeps the data derived from one type of records up to date while a writer changes records. */
export class Deriver {
  readonly #parts: DeriverParts
  /**
   * - `untouched`: the stored derived data is current.
   * - `derived`: the derivation saw every record. The records in `#changed` have changed since.
   * - `changed`: the stored derived data is current except for the records in `#changed`.
   * - `stale`: the derivation must start again.
   */
  #state: 'untouched' | 'derived' | 'changed' | 'stale'
  #list: SegmentList
  readonly #changed = new ChangedRecords()
  /** How many records were passed to the derivation. */
  #taken = 0
  #derivation: ThreadedDerivation
  #update: SegmentUpdate | undefined
  /** A connection that sees the state before the change. */
  #before: DatabaseSync | undefined

  constructor(parts: DeriverParts) {
    this.#parts = parts
    this.#list = readSegments(parts.database, parts.noun)
    const isStored = this.#list.segments.length > 0 // false if an upgrade left it to this writer to derive the data
    this.#state = parts.fresh ? 'derived' : isStored ? 'untouched' : 'stale'
    this.#derivation = this.#newDerivation()
  }

  /**
   * Derives data from records as they arrive. If a record replaces an earlier record, `store` corrects the data.
   *
   * @param before The JSON of the replaced record.
   */
  put(noun: SearchRecord, id: RecordId, json: string, before: string | undefined): void {
    if (this.#state !== 'derived') this.#change(noun, id)
    else if (before !== undefined || this.#changed.has(noun, id)) this.#changeDerived(noun, id, before, json)
    else {
      this.#derivation.take(noun, json)
      if (noun === this.#parts.noun) this.#taken++
    }
  }

  remove(noun: SearchRecord, id: RecordId, before: string): void {
    if (this.#state === 'derived') this.#changeDerived(noun, id, before, undefined)
    else this.#change(noun, id)
  }

  /** Makes `end` and `store` derive everything again. */
  again(): void {
    this.#state = 'stale'
    this.#changed.clear()
  }

  /**
   * Call this after the last record. A thread can then finish deriving while the caller does other work before `store`.
   */
  end(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'changed') this.#planUpdate()
    const isMostlyCurrent = this.#changed.size <= this.#parts.policy.shareMax * this.#taken
    if (this.#state === 'derived' && !isMostlyCurrent) this.#startOver()
    if (this.#state === 'stale') this.#takeAgain(onProgress)
    if (this.#state === 'derived') this.#derivation.end()
  }

  store(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'changed') this.#update?.store()
    if (this.#state === 'derived') {
      this.#storeBase(onProgress)
      if (this.#changed.size > 0) this.#storeChanged(onProgress)
    }
    this.stop()
  }

  stop(): void {
    this.#derivation.stop()
    this.#update?.stop()
    this.#before?.close()
    this.#before = undefined
  }

  #change(noun: SearchRecord, id: RecordId): void {
    if (this.#state === 'stale') return
    const { all } = this.#list.segments[0] === undefined ? { all: 0 } : livePart(this.#list.segments[0])
    if (this.#changed.size >= this.#parts.policy.shareMax * all) {
      this.#startOver()
      return
    }
    this.#changed.add(noun, id)
    this.#state = 'changed'
  }

  #changeDerived(noun: SearchRecord, id: RecordId, before: string | undefined, after: string | undefined): void {
    if (before === after) return
    this.#changed.add(noun, id, before)
    if (this.#changed.originalLength > REMEMBERED_MAX) this.#startOver()
  }

  #startOver(): void {
    this.again()
    this.#derivation.stop()
  }

  #planUpdate(): void {
    const { noun, database, path, cards } = this.#parts
    if (isDerived(database, noun, cards.fingerprint)) {
      this.#before = openStoreFile(path, CATALOG_FORMAT)
      this.#before.exec('BEGIN')
      this.#update = this.#updateFrom(this.#before)
      this.#update?.take()
    }
    if (this.#update === undefined) this.again()
  }

  #updateFrom(before: DatabaseSync | undefined): SegmentUpdate | undefined {
    const { noun, database, cards, policy } = this.#parts
    return SegmentUpdate.of({ noun, states: { before, after: database }, cards, policy }, this.#changed)
  }

  /**
   * Stores a segment beside the new base segment, with the records that were replaced after the derivation had used
   * them.
   */
  #storeChanged(onProgress: (done: number, total: number) => void): void {
    this.#derivation.stop()
    this.#update = this.#updateFrom(undefined)
    this.#update?.take()
    if (this.#update !== undefined) this.#update.store()
    else this.#storeAgain(onProgress)
  }

  #storeAgain(onProgress: (done: number, total: number) => void): void {
    this.#takeAgain(onProgress)
    this.#derivation.end()
    this.#storeBase(onProgress)
  }

  #newDerivation(): ThreadedDerivation {
    const { noun, cards } = this.#parts
    const name = segmentName(noun, this.#list.next)
    return new ThreadedDerivation({ noun, name, places: undefined }, cards)
  }

  #storeBase(onProgress: (done: number, total: number) => void): void {
    const { noun, database, cards } = this.#parts
    const { search, beside, records, stale } = this.#derivation.build((all) => onProgress(all, all))
    if (stale) {
      this.#derivation.stop()
      this.#storeAgain(onProgress)
      return
    }
    // The base segment contains no data about people. Overwriting it with zeros would write as many bytes again.
    database.exec('PRAGMA secure_delete = OFF')
    for (const { name } of this.#list.segments) removeSegment(database, name)
    database.exec('PRAGMA secure_delete = ON')
    const name = segmentName(noun, this.#list.next)
    storeSearch(database, name, search, cards)
    storeRows(database, beside)
    if (noun === 'home') storeAllTerms(database)
    if (SEARCHED[noun].placesOf) storeNamedPlaces(database, noun, search.namedPlaces)
    const base = storedSegment(database, noun, { name, rows: search.table.rows, records })
    this.#list = { next: this.#list.next + 1, segments: [base] }
    storeSegments(database, noun, this.#list)
  }

  #takeAgain(onProgress: (done: number, total: number) => void): void {
    this.#changed.clear()
    this.#derivation = this.#newDerivation()
    const { noun: searched, database, path } = this.#parts
    // Twice the size: the new arrays go into the write-ahead log and then into the file, before the old ones are
    // removed.
    const bytes = 2 * bytesOfSegments(database, this.#list)
    requireDiskSpace(dirname(path), bytes, 'Preparing all records for searches again')
    const total = rowsIn(database, searched)
    const nouns = searched === 'home' ? (['agent', 'office', 'home'] as const) : [searched] // agents and offices first, since homes name them
    let done = 0
    for (const noun of nouns) {
      for (const json of eachStored(database, noun)) {
        this.#derivation.take(noun, json)
        if (noun === searched && ++done % PROGRESS_STEP === 0) onProgress(done, total)
      }
    }
    this.#state = 'derived'
  }
}

/** Bytes of the derived data. SQLite knows the length of a row without reading the row. */
function bytesOfSegments(database: DatabaseSync, { segments }: SegmentList): number {
  const size = database.prepare('SELECT coalesce(sum(length(bytes)), 0) AS bytes FROM arrays WHERE name GLOB ?')
  return segments.reduce((sum, { name }) => sum + Number(size.get(`${name}/*`)?.bytes), 0)
}
