import { randomBytes } from 'node:crypto'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { OnReading } from '../../kit/store/store-check.ts'
import type { StoreReport } from '../../kit/store/store-report.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Person } from '../../model/person.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { HomeQuery } from '../../places/addresses/home-keys.ts'
import { attributionsIn, NOTE, setNote } from '../facts/catalog-meta.ts'
import { entryOf } from '../facts/entries.ts'
import type { CardMaker } from '../ports/cards.ts'
import {
  type CatalogKind,
  type CatalogStore,
  type Erasure,
  type Inventory,
  mixed,
  type SourceTallies,
  type StoredHome,
  storedHome,
  type WriterOptions,
} from '../ports/catalog-store.ts'
import type { CatalogWriter } from '../ports/catalog-writer.ts'
import type { StoredMarket } from '../ports/estimator-lookup.ts'
import { SOURCED } from '../ports/nouns.ts'
import { CardWriter } from './cards.ts'
import { checkCatalogAt } from './check.ts'
import { PEOPLE } from './read/address-lookup.ts'
import { Session } from './session.ts'
import { DERIVED_BY_NEWER, DERIVED_VERSION, derivedBy, isOutdated } from './tables/derived-version.ts'
import { areContentsCounted } from './write/contents.ts'
import { erasePersonAt } from './write/erase.ts'
import { homeKeysOf, PostgresSourceHomes } from './write/source-homes.ts'
import { beginAlone } from './write/writer-lock.ts'
import { CHANGED_MS, WriterMeta } from './write/writer-meta.ts'
import { PostgresWriter } from './writer.ts'

/** The catalog in a database whose tables are up to date. */
export class PostgresStore implements CatalogStore {
  readonly name: string
  readonly isFolder = false
  readonly #url: string
  #session: Session | undefined

  /** `name`: the database's name, without its password, for error messages. */
  constructor(url: string, name: string) {
    this.#url = url
    this.name = name
  }

  kind(): CatalogKind | undefined {
    return this.#read((session) => {
      const rows = session.query("SELECT name, value FROM catalog.meta WHERE name IN ('catalogId', 'kind')")
      if (rows.length === 0) return undefined
      return rows.some(({ name, value }) => name === 'kind' && value === 'sample') ? 'sample' : 'imported'
    })
  }

  /** Does nothing: a later change regenerates all search results, together with everything else that is derived. */
  bringUpCards(): void {}

  isDerivedByOlder(cards: CardMaker): boolean {
    if (this.kind() === undefined) return false
    const { derived, areCounted } = this.#read((session) => {
      const meta = new WriterMeta(session)
      return { derived: derivedBy(meta), areCounted: areContentsCounted(meta) }
    })
    if (derived.version > DERIVED_VERSION) throw new CommandFault(DERIVED_BY_NEWER, EXIT.data)
    return isOutdated(derived, new CardWriter(cards).made) || !areCounted
  }

  openWriter(options: Omit<WriterOptions, 'dataDir'>): CatalogWriter {
    const { kind, replace } = options
    const there = this.kind()
    if (there !== undefined && there !== kind && !replace) throw mixed(this.name, there)
    return new PostgresWriter({
      ...options,
      url: this.#url,
      newSecret: () => randomBytes(SECRET_BYTES).toString('hex'),
    })
  }

  newestDay(noun: SearchedNoun, last: number): number | undefined {
    return this.#read((session) => {
      const [row] = session.query(NEWEST_DAY, [noun, last])
      return typeof row?.day === 'number' ? row.day : undefined
    })
  }

  markets(): readonly StoredMarket[] {
    return this.#read((session) => session.query(MARKETS) as unknown as readonly StoredMarket[]) // the statement selects these columns
  }

  notes(beginning: string): ReadonlyMap<string, string> {
    return this.#read((session) => notesIn(session, beginning))
  }

  keepNotes(notes: ReadonlyMap<string, string | undefined>): void {
    if (notes.size === 0 || this.kind() === undefined) return
    this.#read((session) => {
      beginAlone(session)
      const meta = new WriterMeta(session)
      for (const [name, text] of notes) setNote(meta, name, text)
      session.query('COMMIT')
    })
  }

  tallySources(notes: string, onProgress: (done: number, total: number) => void): SourceTallies {
    if (this.kind() === undefined) {
      throw new CommandFault(`There is no catalog in ${this.name}: make one with ./plat import.`, EXIT.noInput)
    }
    return this.#read((session) => {
      const records = SOURCED.flatMap((noun, done) => {
        onProgress(done, SOURCED.length)
        const rows = session.query(noun === 'home' ? HOMES_BY_SOURCE : bySource(noun))
        return rows.map(({ source, records: count }) => ({
          source: typeof source === 'string' ? source : undefined,
          noun,
          records: Number(count),
        }))
      })
      return { records, attributions: attributionsIn(new WriterMeta(session)), notes: notesIn(session, notes) }
    })
  }

  inventory(notes: string): Inventory | undefined {
    if (this.kind() === undefined) return undefined
    return this.#read((session) => ({
      format: DERIVED_VERSION,
      segments: [],
      attributions: attributionsIn(new WriterMeta(session)),
      notes: notesIn(session, notes),
    }))
  }

  person(personId: string): Person | undefined {
    return this.#read((session) => {
      const [row] = session.query('SELECT record FROM catalog.person WHERE id = $1', [personId])
      return row && JSON.parse(String(row.record))
    })
  }

  peopleAt(houseNumber: string, street: string): readonly AddressEntry[] {
    return this.#read((session) => session.query(PEOPLE, [houseNumber, street]).map(entryOf))
  }

  home(id: number): StoredHome | undefined {
    return this.#read((session) => {
      const several = new PostgresSourceHomes(session, new WriterMeta(session), false)
      const homeId = several.homeOf(id) ?? id
      const [row] = session.query('SELECT record FROM catalog.home WHERE id = $1', [homeId])
      return storedHome(row && String(row.record), several)
    })
  }

  homesFiledUnder(query: HomeQuery, limit: number): readonly number[] {
    return this.#read((session) => homeKeysOf(session)(query, limit))
  }

  check(onProgress: OnReading): StoreReport | undefined {
    return this.kind() === undefined ? undefined : checkCatalogAt(this.#url, this.name, onProgress)
  }

  erasePerson(personId: string): Promise<Erasure> {
    return erasePersonAt(this.#url, personId)
  }

  changedMs(): number | undefined {
    return this.#read((session) => Number(new WriterMeta(session).get(CHANGED_MS))) || undefined
  }

  /** Reads over one connection, which is opened again if it fails. */
  #read<T>(read: (session: Session) => T): T {
    this.#session ??= new Session(this.#url)
    try {
      return read(this.#session)
    } catch (error) {
      this.#session.end()
      this.#session = undefined
      throw error
    }
  }
}

const SECRET_BYTES = 16

function notesIn(session: Session, beginning: string): ReadonlyMap<string, string> {
  const rows = session.query('SELECT name, value FROM catalog.meta WHERE starts_with(name, $1) ORDER BY name', [
    NOTE + beginning,
  ])
  return new Map(rows.map(({ name, value }) => [String(name).slice(NOTE.length), String(value)]))
}

function bySource(noun: string): string {
  return `SELECT catalog.as_json(record) ->> 'source' AS source, count(*) AS records
    FROM catalog.${noun} GROUP BY 1 ORDER BY 1`
}

/** SQL that counts records by source. A home that was merged from several records counts as each of them. */
const HOMES_BY_SOURCE = `SELECT source, count(*) AS records FROM (
    SELECT catalog.as_json(record) ->> 'source' AS source FROM catalog.home
    LEFT JOIN (SELECT home FROM catalog.source_home) joined ON joined.home = home.id WHERE joined.home IS NULL
    UNION ALL SELECT catalog.as_json(record) #>> '{record,source}' FROM catalog.source_home
  ) told GROUP BY 1 ORDER BY 1`

const NEWEST_DAY = 'SELECT max(day) AS day FROM catalog.event_day WHERE noun = $1 AND day <= $2'

const MARKETS = `SELECT market, kind, day, sales, octet_length(bytes) > 0 AS trained
  FROM catalog.estimator ORDER BY market, kind, day`
