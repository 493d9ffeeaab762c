import type { DatabaseSync } from 'node:sqlite'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../cards.ts'
import { eachRecord } from '../records.ts'
import type { SearchRecord } from '../search/builder.ts'
import { storeSearch } from '../search/stored.ts'
import type { TableSums } from '../table-sums.ts'
import { storeRows } from './rows.ts'
import { Gatherer } from './threaded-derivation.ts'

/** Records read between two reports of progress. */
const PROGRESS_STEP = 10_000

/** Keeps what is derived from one noun's records right with what is put. */
export class Derived {
  readonly #noun: SearchedNoun
  readonly #database: DatabaseSync
  readonly #sums: TableSums
  readonly #cards: CardMaker
  /** `untouched`: what is stored is right; `gathered`: the gatherer saw every record; `stale`: it must see them again. */
  #state: 'untouched' | 'gathered' | 'stale'
  #gatherer: Gatherer

  constructor(noun: SearchedNoun, database: DatabaseSync, sums: TableSums, fresh: boolean, cards: CardMaker) {
    this.#noun = noun
    this.#sums = sums
    this.#database = database
    this.#cards = cards
    this.#state = fresh ? 'gathered' : 'untouched'
    this.#gatherer = new Gatherer(noun, cards)
  }

  /** Follows what is put, until something is put that was seen otherwise. */
  put(noun: SearchRecord, json: string, replaced: boolean): void {
    if (replaced || this.#state !== 'gathered') {
      this.again()
      this.#gatherer.stop()
      return
    }
    this.#gatherer.take(noun, json)
  }

  /** Makes it anew at `store`, whatever was put. */
  again(): void {
    this.#state = 'stale'
  }

  /** Says that no more is put: `store` follows, and other things may be done before it while a thread derives. */
  end(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'stale') this.#gatherAgain(onProgress)
    if (this.#state === 'gathered') this.#gatherer.end()
  }

  store(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'untouched') return
    let { search, beside } = this.#gatherer.build()
    if (search.stale) {
      this.#gatherAgain(onProgress)
      this.#gatherer.end()
      ;({ search, beside } = this.#gatherer.build())
    }
    storeSearch(this.#database, this.#sums, this.#noun, search, this.#cards)
    storeRows(this.#database, this.#sums, beside)
  }

  stop(): void {
    this.#gatherer.stop()
  }

  #gatherAgain(onProgress: (done: number, total: number) => void): void {
    this.#gatherer = new Gatherer(this.#noun, this.#cards)
    const total = this.#sums.rowsOf(this.#noun)
    const nouns = this.#noun === 'home' ? (['agent', 'office', 'home'] as const) : [this.#noun] // people before homes
    let done = 0
    for (const noun of nouns) {
      for (const json of eachRecord(this.#database, noun)) {
        this.#gatherer.take(noun, json)
        if (noun === this.#noun && ++done % PROGRESS_STEP === 0) onProgress(done, total)
      }
    }
    this.#state = 'gathered'
  }
}
