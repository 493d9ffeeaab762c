import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { guarded } from '../../base/store-file.ts'
import type { Home } from '../../model/home.ts'
import { RegionTally } from '../../places/regions.ts'
import type { CardMaker, CardPeople } from '../cards.ts'
import type { CatalogWriter, IdOf, Noun, Records } from '../catalog.ts'
import { AddressBookWriter } from './address-book.ts'
import { bytesOf, NEAREST_ARRAYS, PointTally } from './points.ts'
import { idOf, NOUNS } from './schema.ts'
import { SearchBuilder } from './search/builder.ts'
import { storeSearch } from './search/stored.ts'

/** How a writer ends: what makes the change visible, and what leaves no trace of it. */
export interface Ending {
  /** Called inside `commit`, with everything written. */
  commit(): void
  rollback(): void
}

interface RecordStatements {
  readonly insert: StatementSync
  readonly replace: StatementSync
  readonly get: StatementSync
}

/** Homes read between two reports of progress. */
const PROGRESS_STEP = 10_000

export class EmbeddedWriter implements CatalogWriter {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #ending: Ending
  readonly #cards: CardMaker
  readonly #statements: Readonly<Record<Noun, RecordStatements>>
  readonly #addressBook: AddressBookWriter
  #regions = new RegionTally()
  #points = new PointTally()
  #search: SearchBuilder
  /** `untouched`: what is stored is right; `gathered`: the tallies saw every home; `stale`: they must be made again. */
  #derived: 'untouched' | 'gathered' | 'stale'
  readonly #people = new Map<string, Records['agent'] | Records['office']>()
  /** People that cards were made without, since the catalogue did not know them yet. */
  readonly #missed = new Set<string>()
  #open = true

  constructor(database: DatabaseSync, path: string, fresh: boolean, cards: CardMaker, ending: Ending) {
    this.#database = database
    this.#path = path
    this.#ending = ending
    this.#cards = cards
    this.#search = new SearchBuilder(cards)
    this.#derived = fresh ? 'gathered' : 'untouched'
    this.#statements = prepareRecords(database)
    this.#addressBook = new AddressBookWriter(database, fresh)
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const row = this.#guarded(() => this.#statements[noun].get.get(id))
    return row === undefined ? undefined : JSON.parse(String(row.record))
  }

  put<N extends Noun>(noun: N, record: Records[N]): void {
    const id = idOf(noun, record)
    const replaced = this.#guarded(() => this.#store(noun, id, JSON.stringify(record)))
    if (noun === 'agent' || noun === 'office') this.#putPerson(`${noun}/${id}`, replaced)
    if (noun === 'home')
      this.#putHome(record as Home, replaced) // the noun says which record it is
    else if (noun === 'building')
      this.#guarded(() => this.#addressBook.putBuilding(record as Records['building'], replaced))
  }

  commit(onProgress: (done: number, total: number) => void = () => {}): void {
    this.#guarded(() => {
      if (this.#derived === 'stale') this.#gatherAgain(onProgress)
      if (this.#derived !== 'untouched') this.#storeDerived()
      this.#addressBook.finish()
      this.#setMeta('counts', JSON.stringify(this.#counts()))
      this.#setMeta('revision', String(Number(this.#meta('revision') ?? '0') + 1))
      this.#ending.commit()
    })
    this.#open = false
  }

  rollback(): void {
    if (!this.#open) return
    this.#open = false
    this.#ending.rollback()
  }

  /** Whether a record with this id was there before. */
  #store(noun: Noun, id: number | string, json: string): boolean {
    const { insert, replace } = this.#statements[noun]
    if (insert.run(id, json).changes === 1) return false
    replace.run(json, id)
    return true
  }

  /** Cards name agents and offices: one that changes, or comes after its homes, makes the cards stale. */
  #putPerson(key: string, replaced: boolean): void {
    this.#people.delete(key)
    if (replaced || this.#missed.has(key) || this.#derived === 'untouched') this.#derived = 'stale'
  }

  /** Makes everything derived anew at `commit`, whatever was put. */
  deriveAgain(): void {
    this.#derived = 'stale'
  }

  #putHome(home: Home, replaced: boolean): void {
    this.#guarded(() => this.#addressBook.putHome(home, replaced))
    if (replaced || this.#derived !== 'gathered') this.#derived = 'stale'
    else this.#tally(home)
  }

  #tally(home: Home): void {
    this.#regions.add(home)
    this.#points.add(home)
    this.#search.add(home, this.#peopleOf)
  }

  readonly #peopleOf = ({ listing }: Home): CardPeople => {
    const agent = listing?.listAgentId === undefined ? undefined : this.#kept('agent', listing.listAgentId)
    return { agent, office: agent?.officeId === undefined ? undefined : this.#kept('office', agent.officeId) }
  }

  /** Every card asks for its agent and office, and they are few: they stay parsed. */
  #kept<N extends 'agent' | 'office'>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const key = `${noun}/${id}`
    const known = this.#people.get(key) as Records[N] | undefined // kept under its own noun only
    if (known !== undefined) return known
    const record = this.get(noun, id)
    if (record === undefined) this.#missed.add(key)
    else this.#people.set(key, record)
    return record
  }

  #gatherAgain(onProgress: (done: number, total: number) => void): void {
    this.#regions = new RegionTally()
    this.#points = new PointTally()
    this.#search = new SearchBuilder(this.#cards)
    const total = this.#count('home')
    let done = 0
    for (const row of this.#database.prepare('SELECT record FROM home ORDER BY id').iterate()) {
      this.#tally(JSON.parse(String(row.record)))
      if (++done % PROGRESS_STEP === 0) onProgress(done, total)
    }
    this.#derived = 'gathered'
  }

  #storeDerived(): void {
    this.#setMeta('regions', JSON.stringify(this.#regions.regions()))
    const setArray = this.#database.prepare('INSERT OR REPLACE INTO arrays (name, bytes) VALUES (?, ?)')
    bytesOf(this.#points.index().arrays).forEach((bytes, i) => {
      setArray.run(NEAREST_ARRAYS[i] ?? '', bytes)
    })
    storeSearch(this.#database, this.#search.build(), this.#cards)
  }

  #counts(): Record<Noun, number> {
    return Object.fromEntries(NOUNS.map((noun) => [noun, this.#count(noun)])) as Record<Noun, number> // NOUNS holds each noun
  }

  #count(noun: Noun): number {
    return Number(this.#database.prepare(`SELECT count(*) AS n FROM ${noun}`).get()?.n)
  }

  #meta(name: string): string | undefined {
    const row = this.#database.prepare('SELECT value FROM meta WHERE name = ?').get(name)
    return row === undefined ? undefined : String(row.value)
  }

  #setMeta(name: string, value: string): void {
    this.#database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value)
  }

  #guarded<T>(work: () => T): T {
    return guarded(this.#path, 'catalogue', work)
  }
}

function prepareRecords(database: DatabaseSync): Readonly<Record<Noun, RecordStatements>> {
  const entries = NOUNS.map((noun) => [
    noun,
    {
      insert: database.prepare(`INSERT INTO ${noun} (id, record) VALUES (?, ?) ON CONFLICT (id) DO NOTHING`),
      replace: database.prepare(`UPDATE ${noun} SET record = ? WHERE id = ?`),
      get: database.prepare(`SELECT record FROM ${noun} WHERE id = ?`),
    },
  ])
  return Object.fromEntries(entries) as Record<Noun, RecordStatements> // NOUNS holds each noun
}
