import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { guarded } from '../../base/store-file.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { CardMaker } from '../cards.ts'
import type { CatalogWriter, IdOf, Noun, Records } from '../catalog.ts'
import { nobody, type Withheld } from '../withheld.ts'
import { AddressBookWriter } from './address-book.ts'
import { homeJson } from './brief.ts'
import { Derived } from './derived.ts'
import { PersonBookWriter } from './person-book.ts'
import { ATTRIBUTIONS, CATALOG_FORMAT, idOf, NOUNS } from './schema.ts'
import type { SearchRecord } from './search/builder.ts'

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

/** Which noun's search a record has a say in. */
const SEARCH_OF: Readonly<Partial<Record<Noun, SearchedNoun>>> = {
  home: 'home',
  agent: 'home',
  office: 'home',
  offer: 'offer',
  experience: 'experience',
} satisfies Readonly<Record<SearchRecord, SearchedNoun>>

export class EmbeddedWriter implements CatalogWriter {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #ending: Ending
  readonly #statements: Readonly<Record<Noun, RecordStatements>>
  readonly #addressBook: AddressBookWriter
  readonly #personBook: PersonBookWriter
  readonly #withheld: Withheld
  readonly #derived: Readonly<Record<SearchedNoun, Derived>>
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
    this.#derived = {
      home: new Derived('home', database, fresh, cards),
      offer: new Derived('offer', database, fresh, cards),
      experience: new Derived('experience', database, fresh, cards),
    }
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
      const searched = SEARCH_OF[noun]
      if (searched) this.#derived[searched].put(noun as SearchRecord, json, replaced) // a key of SEARCH_OF
    })
  }

  attribute(source: string, attribution: string): boolean {
    const known = new Map<string, string>(Object.entries(JSON.parse(this.#meta(ATTRIBUTIONS) ?? '{}')))
    if (known.get(source) === attribution) return false
    known.set(source, attribution)
    this.#guarded(() => this.#setMeta(ATTRIBUTIONS, JSON.stringify(Object.fromEntries(known))))
    return true
  }

  commit(onProgress: (done: number, total: number) => void = () => {}): void {
    this.#guarded(() => {
      for (const derived of this.#everythingDerived()) derived.end(onProgress)
      this.#addressBook.finish()
      this.#personBook.finish()
      for (const derived of this.#everythingDerived()) derived.store(onProgress)
      this.#setMeta('counts', JSON.stringify(this.#counts()))
      this.#setMeta('revision', String(Number(this.#meta('revision') ?? '0') + 1))
      this.#ending.commit()
    })
    this.#open = false
  }

  rollback(): void {
    if (!this.#open) return
    this.#open = false
    for (const derived of this.#everythingDerived()) derived.stop()
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
    for (const derived of this.#everythingDerived()) derived.again()
  }

  #everythingDerived() {
    return Object.values(this.#derived)
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
