import { CommandFault, EXIT } from '../../base/failure.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import type { CardMaker } from '../cards.ts'
import type { CatalogWriter } from '../catalog-writer.ts'
import { type IdOf, NOUNS, type Noun, NUMBERED, type Records } from '../nouns.ts'
import { homeJson } from '../stored-home.ts'
import { nobody, type Withheld } from '../withheld.ts'
import { AddressBook } from './address-book.ts'
import { ChangedRecords } from './changed-records.ts'
import { addHomesOfPeople, deriveHomes } from './derive-homes.ts'
import { deriveBuildings, derivePeople } from './derive-others.ts'
import { Session } from './session.ts'

export interface PostgresWriterOptions {
  /** Of a database whose tables are up to date; see `migrate`. */
  readonly url: string
  readonly cards: CardMaker
  readonly withheld?: Withheld
  /** What a new catalogue is called, and what it signs with. Both random. */
  readonly newCatalogId: () => string
  readonly newSecret: () => string
}

/** Of the writer, among all that take advisory locks in a database. */
const WRITER_LOCK = 0x506c_6177

/** Records that are read at a time. */
const BATCH = 1000

const NOTE = 'note '

/** Begins a transaction that the database shows to nobody until it commits, and undoes if the process ends before. */
export class PostgresWriter implements Omit<CatalogWriter, 'sourceHomes' | 'learnAgain'> {
  readonly #session: Session
  readonly #cards: CardMaker
  readonly #withheld: Withheld
  readonly #records: { readonly [N in Noun]: ChangedRecords<N> }
  #open = true

  /** Throws a CommandFault while another writer is open. */
  constructor({ url, cards, withheld = nobody, newCatalogId, newSecret }: PostgresWriterOptions) {
    const session = new Session(url)
    this.#session = session
    this.#cards = cards
    this.#withheld = withheld
    const entries = NOUNS.map((noun) => [noun, new ChangedRecords(session, noun)])
    this.#records = Object.fromEntries(entries) // NOUNS holds each noun
    session.query('BEGIN')
    const [lock] = session.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [WRITER_LOCK])
    if (lock?.mine !== true) {
      session.end()
      throw new CommandFault(
        'The catalogue is being changed by another process: wait until it has finished, then try again.',
        EXIT.busy,
      )
    }
    session.query(
      `INSERT INTO catalog.meta (name, value) VALUES ('catalogId', $1), ('secret', $2), ('revision', '0'), ('counts', '{}')
       ON CONFLICT DO NOTHING`,
      [newCatalogId(), newSecret()],
    )
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const json = this.#of(noun).json(id)
    return json === undefined ? undefined : JSON.parse(json)
  }

  *each<N extends Noun>(noun: N): Generator<Records[N]> {
    for (const { record } of this.#rows(noun, 'record')) yield JSON.parse(String(record))
  }

  *idsOf<N extends Noun>(noun: N, source: string): Generator<IdOf<N>> {
    for (const row of this.#rows(noun, `record::json ->> 'source' AS source`))
      if (row.source === source) yield row.id as IdOf<N> // of this noun
  }

  put<N extends Noun>(noun: N, record: Records[N]): void {
    if (noun === 'person' && this.#withheld.isErased(record as Person)) return // the noun says which record it is
    this.#of(noun).put(record, noun === 'home' ? homeJson(record as Home) : JSON.stringify(record)) // as above
  }

  remove<N extends Noun>(noun: N, id: IdOf<N>): boolean {
    return this.#of(noun).remove(id)
  }

  attribute(source: string, attribution: string): boolean {
    const known = new Map<string, string>(Object.entries(JSON.parse(this.#meta('attributions') ?? '{}')))
    if (known.get(source) === attribution) return false
    known.set(source, attribution)
    this.#setMeta('attributions', JSON.stringify(Object.fromEntries(known)))
    return true
  }

  note(name: string): string | undefined {
    return this.#meta(NOTE + name)
  }

  setNote(name: string, text: string | undefined): void {
    if (text === undefined) this.#session.query('DELETE FROM catalog.meta WHERE name = $1', [NOTE + name])
    else this.#setMeta(NOTE + name, text)
  }

  commit(onProgress: (done: number, total: number) => void = () => {}): void {
    const session = this.#session
    const book = new AddressBook(session)
    for (const noun of NOUNS) this.#of(noun).flush()
    const revision = Number(this.#meta('revision') ?? '0') + 1
    const isChanged = (noun: Noun) => this.#of(noun).isTouched
    if (isChanged('home') || isChanged('agent') || isChanged('office')) {
      session.query('CREATE TEMP TABLE IF NOT EXISTS changed_home (id int8 PRIMARY KEY) ON COMMIT DROP')
      addHomesOfPeople(session, { agents: isChanged('agent'), offices: isChanged('office') })
      deriveHomes(session, book, this.#cards, onProgress).store(session, revision)
    }
    if (isChanged('building')) deriveBuildings(session, book, this.#cards)
    book.storeWords()
    if (isChanged('person')) derivePeople(session)
    this.#setMeta('counts', JSON.stringify(this.#counts()))
    this.#setMeta('revision', String(revision))
    session.query('COMMIT')
    this.#close()
  }

  rollback(): void {
    if (this.#open) this.#close()
  }

  #of<N extends Noun>(noun: N): ChangedRecords<N> {
    return this.#records[noun]
  }

  /** In order of id. */
  *#rows(noun: Noun, column: string): Generator<Readonly<Record<string, unknown>>> {
    this.#of(noun).flush()
    const isNumbered = (NUMBERED as readonly Noun[]).includes(noun)
    for (let last: unknown = isNumbered ? -1 : ''; ; ) {
      const text = `SELECT id, ${column} FROM catalog.${noun} WHERE id > $1 ORDER BY id LIMIT ${BATCH}`
      const rows = this.#session.query(text, [last])
      if (rows.length === 0) return
      last = rows.at(-1)?.id
      yield* rows
    }
  }

  #counts(): Record<string, number> {
    const before: Readonly<Partial<Record<Noun, number>>> = JSON.parse(this.#meta('counts') ?? '{}')
    return Object.fromEntries(NOUNS.map((noun) => [noun, (before[noun] ?? 0) + this.#of(noun).added]))
  }

  #meta(name: string): string | undefined {
    const [row] = this.#session.query('SELECT value FROM catalog.meta WHERE name = $1', [name])
    return row === undefined ? undefined : String(row.value)
  }

  #setMeta(name: string, value: string): void {
    const text = `INSERT INTO catalog.meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
    this.#session.query(text, [name, value])
  }

  #close(): void {
    this.#open = false
    this.#session.end()
  }
}
