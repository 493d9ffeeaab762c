import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { guarded } from '../../base/store-file.ts'
import type { Agent } from '../../model/agent.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { listingClassOf } from '../../model/home-columns.ts'
import type { Person } from '../../model/person.ts'
import { RegionTally } from '../../places/regions.ts'
import type { CardMaker } from '../cards.ts'
import type { CatalogWriter, IdOf, Noun, Records } from '../catalog.ts'
import { nobody, type Withheld } from '../withheld.ts'
import { AddressBookWriter } from './address-book.ts'
import { storeAgents } from './agents/stored.ts'
import { AgentTally } from './agents/tally.ts'
import { homeJson } from './brief.ts'
import { FactTally } from './market/fact-tally.ts'
import { PersonBookWriter } from './person-book.ts'
import { POINT_ARRAYS, PointTally } from './points.ts'
import { CATALOG_FORMAT, idOf, NOUNS } from './schema.ts'
import type { SearchNoun } from './search/builder.ts'
import { Gatherer } from './search/gatherer.ts'
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

/** Whatever is put of the nouns that something is derived from; the noun says which it is. */
type Derivable = Home | Agent

/** What searches are made of, people before the homes that name them. */
const SEARCH_NOUNS = ['agent', 'office', 'home'] as const

/** Homes read between two reports of progress. */
const PROGRESS_STEP = 10_000

export class EmbeddedWriter implements CatalogWriter {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #ending: Ending
  readonly #cards: CardMaker
  readonly #statements: Readonly<Record<Noun, RecordStatements>>
  readonly #addressBook: AddressBookWriter
  readonly #personBook: PersonBookWriter
  readonly #withheld: Withheld
  #regions = new RegionTally()
  #points = new PointTally()
  #facts = new FactTally()
  #agents = new AgentTally()
  #search: Gatherer
  /** `untouched`: what is stored is right; `gathered`: the tallies saw every home; `stale`: they must be made again. */
  #derived: 'untouched' | 'gathered' | 'stale'
  #open = true

  constructor(
    database: DatabaseSync,
    path: string,
    fresh: boolean,
    cards: CardMaker,
    ending: Ending,
    withheld: Withheld = nobody,
  ) {
    database.exec('PRAGMA secure_delete = ON') // what is erased later must not be left in pages that are freed now
    this.#withheld = withheld
    this.#database = database
    this.#path = path
    this.#ending = ending
    this.#cards = cards
    this.#search = new Gatherer(cards)
    this.#derived = fresh ? 'gathered' : 'untouched'
    this.#statements = prepareRecords(database)
    this.#addressBook = new AddressBookWriter(database, fresh)
    this.#personBook = new PersonBookWriter(database, fresh)
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const row = this.#guarded(() => this.#statements[noun].get.get(id))
    return row === undefined ? undefined : JSON.parse(String(row.record))
  }

  *each<N extends Noun>(noun: N): Generator<Records[N]> {
    const rows = this.#database.prepare(`SELECT record FROM ${noun} ORDER BY id`).iterate()
    for (const row of rows) yield JSON.parse(String(row.record))
  }

  put<N extends Noun>(noun: N, record: Records[N]): void {
    if (noun === 'person' && this.#withheld.isErased(record as Person)) return // the noun says which record it is
    const json = noun === 'home' ? homeJson(record as Home) : JSON.stringify(record) // as above
    this.#guarded(() => {
      const replaced = this.#store(noun, idOf(noun, record), json)
      // The noun says which record it is
      if (noun === 'home') this.#addressBook.putHome(record as Home, replaced)
      if (noun === 'building') this.#addressBook.putBuilding(record as Building, replaced)
      if (noun === 'person') this.#personBook.put(record as Person, replaced)
      if (noun === 'home' || noun === 'agent' || noun === 'office')
        this.#derive(noun, record as Derivable, json, replaced)
    })
  }

  commit(onProgress: (done: number, total: number) => void = () => {}): void {
    this.#guarded(() => {
      if (this.#derived === 'stale') this.#gatherAgain(onProgress)
      if (this.#derived !== 'untouched') this.#storeDerived(onProgress)
      this.#addressBook.finish()
      this.#personBook.finish()
      this.#setMeta('counts', JSON.stringify(this.#counts()))
      this.#setMeta('revision', String(Number(this.#meta('revision') ?? '0') + 1))
      this.#ending.commit()
    })
    this.#open = false
  }

  rollback(): void {
    if (!this.#open) return
    this.#open = false
    this.#search.stop()
    this.#ending.rollback()
  }

  /** Whether a record with this id was there before. */
  #store(noun: Noun, id: number | string, json: string): boolean {
    const { insert, replace } = this.#statements[noun]
    if (insert.run(id, json).changes === 1) return false
    replace.run(json, id)
    return true
  }

  /** Makes everything derived anew at `commit`, whatever was put. */
  deriveAgain(): void {
    this.#derived = 'stale'
  }

  /** Follows what is put, until something is put that the tallies and cards have seen otherwise. */
  #derive(noun: SearchNoun, record: Derivable, json: string, replaced: boolean): void {
    if (replaced || this.#derived !== 'gathered') {
      this.#derived = 'stale'
      this.#search.stop()
      return
    }
    if (noun === 'home') this.#tally(record as Home, json)
    else this.#takePerson(noun, record as Agent, json)
  }

  #tally(home: Home, json: string): void {
    const place = this.#regions.add(home)
    this.#facts.add(home, place)
    this.#agents.addHome(home, place)
    this.#points.add(home)
    if (listingClassOf(home) !== undefined) this.#search.take('home', json) // searches find no other homes
  }

  #takePerson(noun: 'agent' | 'office', record: Agent, json: string): void {
    if (noun === 'agent') this.#agents.addAgent(record)
    this.#search.take(noun, json)
  }

  #gatherAgain(onProgress: (done: number, total: number) => void): void {
    this.#regions = new RegionTally()
    this.#points = new PointTally()
    this.#facts = new FactTally()
    this.#agents = new AgentTally()
    this.#search = new Gatherer(this.#cards)
    const total = this.#count('home')
    let done = 0
    for (const noun of SEARCH_NOUNS) {
      for (const row of this.#database.prepare(`SELECT record FROM ${noun} ORDER BY id`).iterate()) {
        const json = String(row.record)
        if (noun === 'home') this.#tally(JSON.parse(json), json)
        else this.#takePerson(noun, JSON.parse(json), json)
        if (noun === 'home' && ++done % PROGRESS_STEP === 0) onProgress(done, total)
      }
    }
    this.#derived = 'gathered'
  }

  #storeDerived(onProgress: (done: number, total: number) => void): void {
    let search = this.#search.build()
    if (search.stale) {
      this.#gatherAgain(onProgress)
      search = this.#search.build()
    }
    storeSearch(this.#database, search, this.#cards)
    this.#facts.store(this.#database, this.#regions.keysOfPlaces())
    storeAgents(this.#database, this.#agents, this.#regions)
    this.#setMeta('regions', JSON.stringify(this.#regions.regions()))
    const setArray = this.#database.prepare('INSERT OR REPLACE INTO arrays (name, bytes) VALUES (?, ?)')
    this.#points
      .points()
      .bytes()
      .forEach((bytes, i) => {
        setArray.run(POINT_ARRAYS[i] ?? '', bytes)
      })
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
    return guarded(this.#path, CATALOG_FORMAT, work)
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
