import { CommandFault, EXIT } from '../../base/failure.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import type { CardMaker } from '../cards.ts'
import type { CatalogWriter } from '../catalog-writer.ts'
import { type IdOf, NOUNS, type Noun, type Records } from '../nouns.ts'
import type { CatalogKind } from '../open-writer.ts'
import { homeJson } from '../stored-home.ts'
import { nobody, type Withheld } from '../withheld.ts'
import { AddressBook } from './address-book.ts'
import { CARD_ORIGIN, CARDS_AT, CARDS_MADE, MADE_BY_SEVERAL } from './bring-up-cards.ts'
import { CardPacker } from './card-packer.ts'
import { ChangedRecords, changedTable } from './changed-records.ts'
import { IS_CITUS } from './citus.ts'
import { NEXT_COMMIT } from './commits.ts'
import { deriveAll, emptyCatalog } from './derive-all.ts'
import { addHomesOfPeople, deriveHomes } from './derive-homes.ts'
import { deriveBuildings, derivePeople, deriveSchools } from './derive-others.ts'
import { deriveSearched } from './derive-searched.ts'
import { DERIVED, DERIVED_BY_NEWER, DERIVED_VERSION, derivedIn } from './derived-version.ts'
import { analyze, LaterIndexes } from './later-indexes.ts'
import { storeLatestRates } from './latest-rates.ts'
import { Learning } from './learning.ts'
import { countingListed } from './listed.ts'
import { OTHER_NOUNS } from './place-tables.ts'
import { RecordRows, ShardedHomes } from './record-rows.ts'
import { eachInOrder, idsOfSource } from './rows.ts'
import { Session } from './session.ts'
import { areThereShards, CHANGE_STATE, ChangeState, ending, OF_CATALOG, SHARD_STATE } from './shard-changes.ts'
import { PostgresSourceHomes } from './source-homes.ts'
import { ShardedTableRows, TableRows } from './table-rows.ts'
import { Tallies } from './tallies/tallies.ts'
import { beginAlone, CARDS_LOCK } from './writer-lock.ts'
import { WriterMeta } from './writer-meta.ts'

export interface PostgresWriterOptions {
  /** Of a database whose tables are up to date; see `migrate`. */
  readonly url: string
  readonly cards: CardMaker
  readonly withheld?: Withheld
  /** What a new catalogue is called, and what it signs with. Both random. */
  readonly newCatalogId: () => string
  readonly newSecret: () => string
  /** How many more homes make a change a large one; for tests. */
  readonly largeFrom?: number
  /** Imported, where it is not said. */
  readonly kind?: CatalogKind
  /** Puts an empty catalogue into the place of the existing one, which is served until the commit. */
  readonly replace?: boolean
  /** See `WriterOptions`. */
  readonly signal?: AbortSignal | undefined
}

/** What is indexed at the end of a first import, and told to the planner at once: less is not worth the statements. */
const LARGE_FROM = 10_000

/** How the names of notes begin in `meta`. */
export const NOTE = 'note '

/** Begins a transaction that the database shows to nobody until it commits, and undoes if the process ends before. */
export class PostgresWriter implements CatalogWriter {
  readonly #session: Session
  readonly #packer: CardPacker
  readonly #withheld: Withheld
  readonly #records: { readonly [N in Noun]: ChangedRecords<N> }
  readonly #meta: WriterMeta
  readonly #learning: Learning
  readonly sourceHomes: PostgresSourceHomes
  readonly prefetch: CatalogWriter['prefetch']
  readonly #tableRows: TableRows
  /** The number of this change where there are shards. */
  readonly #change: number | undefined
  /** The tables are empty: nothing was ever committed, or all of it is replaced. */
  readonly #isFirst: boolean
  /** An older version of Plat derived what is there. */
  readonly #isOlder: boolean
  /** Nodes may read what is there now: no table may be locked against them. */
  readonly #isServed: boolean
  readonly #largeFrom: number
  #open = true

  /** Throws a CommandFault while another writer is open. */
  constructor(options: PostgresWriterOptions) {
    const { session, isServed, tableRows, change } = begin(options)
    this.#session = session
    this.#tableRows = tableRows
    this.#change = change
    this.#isServed = isServed
    this.#meta = new WriterMeta(session)
    this.#learning = new Learning(session, this.#meta)
    this.#packer = new CardPacker(options.cards, this.#meta.get(CARD_ORIGIN) ?? options.cards.mediaOrigin)
    this.#withheld = options.withheld ?? nobody
    this.#isFirst = this.#revision === 0
    this.#isOlder = !this.#isFirst && derivedIn(this.#meta) < DERIVED_VERSION
    this.#largeFrom = options.largeFrom ?? LARGE_FROM
    const rowsOf = (noun: Noun) =>
      noun === 'home' && change !== undefined ? new ShardedHomes(session, change) : new RecordRows(session, noun)
    const entries = NOUNS.map((noun) => [noun, new ChangedRecords(session, noun, rowsOf(noun), this.#isFirst)])
    this.#records = Object.fromEntries(entries) // NOUNS holds each noun
    this.sourceHomes = new PostgresSourceHomes(session, this.#meta, this.#isFirst)
    // of a first import all records are known to be absent
    this.prefetch = this.#isFirst ? undefined : (noun, ids) => this.#fetch(noun, ids)
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const json = this.#of(noun).json(id)
    return json === undefined ? undefined : JSON.parse(json)
  }

  *each<N extends Noun>(noun: N): Generator<Records[N]> {
    this.#of(noun).flush()
    for (const { record } of eachInOrder(this.#session, noun)) yield JSON.parse(String(record))
  }

  *idsOf<N extends Noun>(noun: N, source: string): Generator<IdOf<N>> {
    this.#of(noun).flush()
    this.sourceHomes.flush()
    for (const id of idsOfSource(this.#session, noun, source)) yield id as IdOf<N> // of this noun
  }

  put<N extends Noun>(noun: N, record: Records[N]): void {
    if (noun === 'person' && this.#withheld.isErased(record as Person)) return // the noun says which record it is
    this.#of(noun).put(record, noun === 'home' ? homeJson(record as Home) : JSON.stringify(record)) // as above
  }

  remove<N extends Noun>(noun: N, id: IdOf<N>): boolean {
    return this.#of(noun).remove(id)
  }

  attribute(source: string, attribution: string): boolean {
    const known = new Map<string, string>(Object.entries(JSON.parse(this.#meta.get('attributions') ?? '{}')))
    if (known.get(source) === attribution) return false
    known.set(source, attribution)
    this.#meta.set('attributions', JSON.stringify(Object.fromEntries(known)))
    return true
  }

  note(name: string): string | undefined {
    return this.#meta.get(NOTE + name)
  }

  setNote(name: string, text: string | undefined): void {
    if (text === undefined) this.#meta.remove(NOTE + name)
    else this.#meta.set(NOTE + name, text)
  }

  learnAgain(): void {
    this.#learning.again()
  }

  commit(onProgress: (done: number, total: number) => void = () => {}): void {
    const session = this.#session
    const book = new AddressBook(session, this.#isOlder)
    const tallies = new Tallies(session)
    const revision = this.#revision + 1
    for (const noun of NOUNS) this.#of(noun).flush()
    this.sourceHomes.finish()
    const isChanged = (noun: Noun) => this.#of(noun).isTouched
    const isLarge = this.#isOlder || this.#of('home').added >= this.#largeFrom
    const later = isLarge && !this.#isServed ? new LaterIndexes(session) : undefined
    if (isChanged('home')) this.#learning.noteChanged()
    if (this.#isOlder) {
      deriveAll(session, this.#meta, this.#tableRows, this.#records)
      this.#learning.again()
    }
    if (isChanged('home') || isChanged('agent') || isChanged('office')) {
      session.query(changedTable('home', 'int8'))
      if (!this.#isOlder) addHomesOfPeople(session, { agents: isChanged('agent'), offices: isChanged('office') })
      const derive = () => deriveHomes(session, this.#tableRows, book, tallies, this.#packer, onProgress)
      countingListed(session, this.#meta, this.#isFirst || this.#isOlder, derive).store(session, revision)
    }
    if (isChanged('building')) deriveBuildings(session, this.#tableRows, book, this.#packer)
    this.#markCards()
    book.storeWords()
    if (isChanged('person')) derivePeople(session)
    if (isChanged('rate')) storeLatestRates(session)
    if (isChanged('school')) deriveSchools(session)
    for (const noun of OTHER_NOUNS) if (isChanged(noun)) deriveSearched(session, noun, this.#packer)
    later?.makeAll()
    if (isLarge) analyze(session)
    for (const noun of OTHER_NOUNS) if (isChanged(noun)) tallies.takeDays(noun)
    tallies.store({ revision, areAgentsChanged: isChanged('agent') })
    const counts = this.#counts()
    this.#learning.train(counts.home, (addresses) => tallies.places.numbersOf(addresses))
    this.#meta.set('counts', JSON.stringify(counts))
    this.#meta.set(DERIVED, String(DERIVED_VERSION))
    session.query(NEXT_COMMIT)
    this.#meta.setChanged()
    if (this.#change !== undefined) session.query(ending(this.#change))
    session.commit()
    this.#close()
  }

  /** For a catalogue that came from elsewhere: its revisions go on from that one. */
  continue(revision: number): void {
    this.#meta.set('revision', String(revision))
  }

  rollback(): void {
    if (this.#open) this.#close()
  }

  #fetch<N extends Noun>(noun: N, ids: readonly IdOf<N>[]): void {
    this.#of(noun).fetch(ids)
    if (noun === 'home') this.sourceHomes.fetch(ids as readonly number[]) // as the noun says
  }

  /** How many commits there were. */
  get #revision(): number {
    return Number(this.#meta.get('revision') ?? '0')
  }

  #of<N extends Noun>(noun: N): ChangedRecords<N> {
    return this.#records[noun]
  }

  /** Tells nodes whose cards there are: all of one program, or some of another one. */
  #markCards(): void {
    const { origin, made } = this.#packer
    const before = (this.#isOlder ? undefined : this.#meta.get(CARDS_MADE)) ?? String(made)
    this.#meta.set(CARD_ORIGIN, origin)
    this.#meta.set(CARDS_MADE, before === String(made) ? before : MADE_BY_SEVERAL)
    const others = 'DELETE FROM catalog.meta WHERE starts_with(name, $1) AND name <> $2'
    this.#session.query(others, [CARDS_AT, CARDS_AT + made]) // they begin anew, since cards behind them are others now
  }

  #counts(): Record<Noun, number> {
    const before: Readonly<Partial<Record<Noun, number>>> = JSON.parse(this.#meta.get('counts') ?? '{}')
    const counts = NOUNS.map((noun) => [noun, (before[noun] ?? 0) + this.#of(noun).added])
    return Object.fromEntries(counts) // NOUNS holds each noun
  }

  #close(): void {
    this.#open = false
    this.#session.end()
  }
}

/** A transaction of the only writer, in a catalogue that is made where there is none. */
function begin({ url, newCatalogId, newSecret, kind = 'imported', replace, signal }: PostgresWriterOptions) {
  const session = new Session(url, signal)
  try {
    const change = beginChange(session)
    const isServed = session.query('SELECT FROM catalog.meta LIMIT 1').length > 0
    if (replace) {
      emptyCatalog(session)
      session.query(`DELETE FROM catalog.meta WHERE ${OF_CATALOG}`)
    }
    session.query(
      `INSERT INTO catalog.meta (name, value)
       VALUES ('catalogId', $1), ('secret', $2), ('revision', '0'), ('counts', '{}'), ('kind', $3) ON CONFLICT DO NOTHING`,
      [newCatalogId(), newSecret(), kind],
    )
    if (derivedIn(new WriterMeta(session)) > DERIVED_VERSION) throw new CommandFault(DERIVED_BY_NEWER, EXIT.data)
    if (change === undefined) return { session, isServed, tableRows: new TableRows(session), change }
    const tableRows = new ShardedTableRows(session, change)
    if (replace) tableRows.replaceAll()
    return { session, isServed, tableRows, change }
  } catch (error) {
    session.end()
    throw error
  }
}

/** Returns its number; undefined where there are no shards. */
function beginChange(session: Session): number | undefined {
  beginAlone(session)
  const rows = session.query(CHANGE_STATE)
  const isOneTable = !areThereShards(rows)
  if (isOneTable && session.query(IS_CITUS).length === 0) return undefined
  session.query('SELECT pg_advisory_xact_lock($1)', [CARDS_LOCK])
  if (isOneTable) return undefined
  const state = new ChangeState([...rows, ...session.query(SHARD_STATE)])
  for (const text of state.beginning()) session.query(text)
  return state.next
}
