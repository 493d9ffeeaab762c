import type { DatabaseSync } from 'node:sqlite'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../cards.ts'
import { storeRows } from '../derived-rows.ts'
import { eachRecord } from '../records.ts'
import type { SearchRecord } from '../search/builder.ts'
import { storeSearch } from '../search/stored.ts'
import type { TableSums } from '../table-sums.ts'
import { ThreadedDerivation } from './threaded-derivation.ts'

/** Progress is reported every so many records. */
const PROGRESS_STEP = 10_000

/** Keeps what is derived from a noun's records up to date while a writer puts records. */
export class Deriver {
  readonly #noun: SearchedNoun
  readonly #database: DatabaseSync
  readonly #sums: TableSums
  readonly #cards: CardMaker
  readonly #path: string
  /**
   * `untouched`: what is stored is current; `derived`: the derivation saw every record; `stale`: it must start over.
   */
  #state: 'untouched' | 'derived' | 'stale'
  #derivation: ThreadedDerivation

  constructor(
    noun: SearchedNoun,
    database: DatabaseSync,
    path: string,
    sums: TableSums,
    fresh: boolean,
    cards: CardMaker,
  ) {
    this.#path = path
    this.#noun = noun
    this.#sums = sums
    this.#database = database
    this.#cards = cards
    this.#state = fresh ? 'derived' : 'untouched'
    this.#derivation = new ThreadedDerivation(noun, cards, path)
  }

  /** Derives as records come, until a record replaces one that was already derived from: then `store` starts over. */
  put(noun: SearchRecord, json: string, replaced: boolean): void {
    if (replaced || this.#state !== 'derived') this.remove()
    else this.#derivation.take(noun, json)
  }

  /** A record is gone: `store` starts over. */
  remove(): void {
    this.again()
    this.#derivation.stop()
  }

  /** Derives everything afresh at `store`, whatever was put. */
  again(): void {
    this.#state = 'stale'
  }

  /** Whether the derivation saw every record, so that none need be read again. */
  get sawAll(): boolean {
    return this.#state === 'derived'
  }

  /** No more records come: a thread can finish deriving while the caller does other work before `store`. */
  end(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'stale') this.#takeAgain(onProgress)
    if (this.#state === 'derived') this.#derivation.end()
  }

  store(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'untouched') return
    let { search, beside } = this.#derivation.build()
    if (search.stale) {
      this.#derivation.stop()
      this.#takeAgain(onProgress)
      this.#derivation.end()
      ;({ search, beside } = this.#derivation.build())
    }
    storeSearch(this.#database, this.#sums, this.#noun, search, this.#cards)
    storeRows(this.#database, this.#sums, beside)
    this.#derivation.stop()
  }

  stop(): void {
    this.#derivation.stop()
  }

  #takeAgain(onProgress: (done: number, total: number) => void): void {
    this.#derivation = new ThreadedDerivation(this.#noun, this.#cards, this.#path)
    const total = this.#sums.rowsOf(this.#noun)
    const nouns = this.#noun === 'home' ? (['agent', 'office', 'home'] as const) : [this.#noun] // people before homes
    let done = 0
    for (const noun of nouns) {
      for (const json of eachRecord(this.#database, noun)) {
        this.#derivation.take(noun, json)
        if (noun === this.#noun && ++done % PROGRESS_STEP === 0) onProgress(done, total)
      }
    }
    this.#state = 'derived'
  }
}
