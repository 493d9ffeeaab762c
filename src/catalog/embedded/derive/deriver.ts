import type { DatabaseSync } from 'node:sqlite'
import { openStoreFile } from '../../../base/store-file.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../cards.ts'
import { SEARCHED } from '../../searched.ts'
import { storeRows } from '../derived-rows.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { eachRecord } from '../records.ts'
import type { SearchRecord } from '../search/builder.ts'
import { storeNamedPlaces } from '../search/named-places.ts'
import { isDerived, removeSegment, storeSearch } from '../search/stored.ts'
import { readSegments, type SegmentList, segmentName, storeSegments } from '../segments.ts'
import type { TableSums } from '../table-sums.ts'
import { ChangedRecords, type RecordId } from './changed-records.ts'
import { livePart, type SegmentPolicy } from './segment-policy.ts'
import { SegmentUpdate } from './segment-update.ts'
import { ThreadedDerivation } from './threaded-derivation.ts'

/** Progress is reported every so many records. */
const PROGRESS_STEP = 10_000

export interface DeriverParts {
  readonly noun: SearchedNoun
  readonly database: DatabaseSync
  /** Of the catalogue file. */
  readonly path: string
  readonly sums: TableSums
  /** Nothing is stored yet. */
  readonly fresh: boolean
  readonly cards: CardMaker
  readonly policy: SegmentPolicy
}

/** Keeps what is derived from a noun's records up to date while a writer changes records. */
export class Deriver {
  readonly #parts: DeriverParts
  /**
   * `untouched`: what is stored is current; `derived`: the derivation saw every record; `changed`: some records are
   * others; `stale`: the derivation must start over.
   */
  #state: 'untouched' | 'derived' | 'changed' | 'stale'
  readonly #list: SegmentList
  readonly #changed = new ChangedRecords()
  #derivation: ThreadedDerivation
  #update: SegmentUpdate | undefined
  /** Sees what was stored before. */
  #before: DatabaseSync | undefined

  constructor(parts: DeriverParts) {
    this.#parts = parts
    this.#list = readSegments(parts.database, parts.noun)
    const isStored = this.#list.segments.length > 0 // an upgrade leaves it to others
    this.#state = parts.fresh ? 'derived' : isStored ? 'untouched' : 'stale'
    this.#derivation = this.#newDerivation()
  }

  /** Derives as records come, until a record replaces one that was already derived from: then `store` starts over. */
  put(noun: SearchRecord, id: RecordId, json: string, replaced: boolean): void {
    if (this.#state === 'derived' && !replaced) this.#derivation.take(noun, json)
    else this.#change(noun, id)
  }

  remove(noun: SearchRecord, id: RecordId): void {
    this.#change(noun, id)
  }

  /** Derives everything afresh at `store`, whatever was put. */
  again(): void {
    this.#state = 'stale'
    this.#changed.clear()
  }

  /** Whether the derivation saw every record, so that none need be read again. */
  get sawAll(): boolean {
    return this.#state === 'derived'
  }

  /** No more records come: a thread can finish deriving while the caller does other work before `store`. */
  end(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'changed') this.#planUpdate()
    if (this.#state === 'stale') this.#takeAgain(onProgress)
    if (this.#state === 'derived') this.#derivation.end()
  }

  store(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'changed') this.#update?.store()
    if (this.#state === 'derived') this.#storeBase(onProgress)
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
    if (this.#state === 'derived' || this.#changed.size >= this.#parts.policy.shareMax * all) {
      this.again()
      this.#derivation.stop()
      return
    }
    this.#changed.add(noun, id)
    this.#state = 'changed'
  }

  #planUpdate(): void {
    const { noun, database, path, sums, cards, policy } = this.#parts
    if (isDerived(database, noun, cards.fingerprint)) {
      this.#before = openStoreFile(path, CATALOG_FORMAT)
      this.#before.exec('BEGIN')
      const states = { before: this.#before, after: database }
      this.#update = SegmentUpdate.of({ noun, states, sums, cards, path, policy }, this.#changed)
      this.#update?.take()
    }
    if (this.#update === undefined) this.again()
  }

  #newDerivation(): ThreadedDerivation {
    const { noun, cards, path } = this.#parts
    const name = segmentName(noun, this.#list.next)
    return new ThreadedDerivation({ noun, name, places: undefined }, cards, path)
  }

  #storeBase(onProgress: (done: number, total: number) => void): void {
    const { noun, database, sums, cards } = this.#parts
    let { search, beside, records } = this.#derivation.build()
    if (search.stale) {
      this.#derivation.stop()
      this.#takeAgain(onProgress)
      this.#derivation.end()
      ;({ search, beside, records } = this.#derivation.build())
    }
    // nothing of it is about people, and zeros in place of a large base would take as much of the log
    database.exec('PRAGMA secure_delete = OFF')
    for (const { name } of this.#list.segments) removeSegment(database, sums, name)
    database.exec('PRAGMA secure_delete = ON')
    const name = segmentName(noun, this.#list.next)
    storeSearch(database, sums, name, search, cards)
    storeRows(database, sums, beside)
    if (SEARCHED[noun].placesOf) storeNamedPlaces(database, sums, noun, search.namedPlaces)
    const homes = noun === 'home' ? records : 0
    const base = { name, rows: search.table.rows, removed: 0, homes, removedHomes: 0 }
    storeSegments(database, sums, noun, { next: this.#list.next + 1, segments: [base] })
  }

  #takeAgain(onProgress: (done: number, total: number) => void): void {
    this.#derivation = this.#newDerivation()
    const { noun: searched, database, sums } = this.#parts
    const total = sums.rowsOf(searched)
    const nouns = searched === 'home' ? (['agent', 'office', 'home'] as const) : [searched] // people before homes
    let done = 0
    for (const noun of nouns) {
      for (const json of eachRecord(database, noun)) {
        this.#derivation.take(noun, json)
        if (noun === searched && ++done % PROGRESS_STEP === 0) onProgress(done, total)
      }
    }
    this.#state = 'derived'
  }
}
