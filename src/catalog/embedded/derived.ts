import type { DatabaseSync } from 'node:sqlite'
import type { Agent } from '../../model/agent.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import type { CardMaker } from '../cards.ts'
import type { NounDescription } from '../searched.ts'
import type { SearchRecord } from './search/builder.ts'
import { Gatherer } from './search/gatherer.ts'
import { storeSearch } from './search/stored.ts'

/** Records read between two reports of progress. */
const PROGRESS_STEP = 10_000

/** What else is derived from the records of a noun, in step with their search. */
export interface Beside<R> {
  begin(): void
  add(record: R): void
  /** Agents come before the homes that name them. */
  addAgent(agent: Agent): void
  store(database: DatabaseSync): void
}

/** Keeps what is derived from one noun's records right with what is put. */
export class Derived<N extends SearchedNoun> {
  readonly #noun: NounDescription<N>
  readonly #database: DatabaseSync
  readonly #cards: CardMaker
  readonly #beside: Beside<RecordOf<N>> | undefined
  /** `untouched`: what is stored is right; `gathered`: the gatherer saw every record; `stale`: it must see them again. */
  #state: 'untouched' | 'gathered' | 'stale'
  #search: Gatherer

  constructor(
    noun: NounDescription<N>,
    database: DatabaseSync,
    fresh: boolean,
    cards: CardMaker,
    beside?: Beside<RecordOf<N>>,
  ) {
    this.#noun = noun
    this.#database = database
    this.#cards = cards
    this.#beside = beside
    this.#state = fresh ? 'gathered' : 'untouched'
    this.#search = new Gatherer(noun.noun, cards)
  }

  /** Follows what is put, until something is put that tallies and cards have seen otherwise. */
  put(noun: SearchRecord, record: unknown, json: string, replaced: boolean): void {
    if (replaced || this.#state !== 'gathered') {
      this.again()
      this.#search.stop()
      return
    }
    if (noun === this.#noun.noun)
      this.#add(record as RecordOf<N>, json) // the noun says which record it is
    else this.#addNamed(noun, record, json)
  }

  /** Makes it anew at `store`, whatever was put. */
  again(): void {
    this.#state = 'stale'
  }

  /** Says that no more is put: `store` follows, and other things may be done before it while the search is being built. */
  end(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'stale') this.#gatherAgain(onProgress)
    if (this.#state === 'gathered') this.#search.end()
  }

  store(onProgress: (done: number, total: number) => void): void {
    if (this.#state === 'untouched') return
    this.#beside?.store(this.#database)
    let search = this.#search.build()
    if (search.stale) {
      this.#gatherAgain(onProgress)
      this.#search.end()
      search = this.#search.build()
    }
    storeSearch(this.#database, this.#noun.noun, search, this.#cards)
  }

  stop(): void {
    this.#search.stop()
  }

  #add(record: RecordOf<N>, json: string): void {
    this.#beside?.add(record)
    if (this.#noun.classOf(record) !== undefined) this.#search.take(this.#noun.noun, json) // searches find no others
  }

  /** Whoever homes name. */
  #addNamed(noun: SearchRecord, record: unknown, json: string): void {
    if (noun === 'agent') this.#beside?.addAgent(record as Agent) // as above
    this.#search.take(noun, json)
  }

  #gatherAgain(onProgress: (done: number, total: number) => void): void {
    const { noun } = this.#noun
    this.#beside?.begin()
    this.#search = new Gatherer(noun, this.#cards)
    if (noun === 'home') this.#takePeople()
    const total = Number(this.#database.prepare(`SELECT count(*) AS n FROM ${noun}`).get()?.n)
    let done = 0
    for (const row of this.#database.prepare(`SELECT record FROM ${noun} ORDER BY id`).iterate()) {
      const json = String(row.record)
      this.#add(JSON.parse(json), json)
      if (++done % PROGRESS_STEP === 0) onProgress(done, total)
    }
    this.#state = 'gathered'
  }

  /** People before the homes that name them. */
  #takePeople(): void {
    for (const noun of ['agent', 'office'] as const) {
      for (const row of this.#database.prepare(`SELECT record FROM ${noun} ORDER BY id`).iterate()) {
        const json = String(row.record)
        this.#addNamed(noun, JSON.parse(json), json)
      }
    }
  }
}
