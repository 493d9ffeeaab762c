import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Person } from '../../model/person.ts'
import { FIRST_IMPORT, MetaWriter } from '../facts/catalog-meta.ts'
import { recordJson, storedRecord } from '../facts/stored-home.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { CatalogKind } from '../ports/catalog-store.ts'
import type { CatalogWriter } from '../ports/catalog-writer.ts'
import { type GivenRecords, type IdOf, NOUNS, type Noun, type Records } from '../ports/nouns.ts'
import { CHANGING_NOUNS } from '../ports/record-pages.ts'
import type { WholeCatalog } from '../ports/whole-catalog.ts'
import { nobody, type Withheld } from '../ports/withheld.ts'
import { CARDS_MADE, CardWriter } from './cards.ts'
import { Session } from './session.ts'
import { NEXT_COMMIT } from './tables/commits.ts'
import { DERIVED, DERIVED_BY_NEWER, DERIVED_VERSION, derivedBy, isOutdated } from './tables/derived-version.ts'
import { OTHER_NOUNS } from './tables/place-tables.ts'
import { AddressBook } from './write/address-book.ts'
import { isNumbered, lastChangeIn, numberChanges } from './write/change-numbers.ts'
import { ChangedRecords, changedTable } from './write/changed-records.ts'
import { ContentsWriter, forgetContents } from './write/contents.ts'
import { deriveAll, emptyCatalog } from './write/derive-all.ts'
import { addHomesOfPeople, deriveHomes, storeAreas } from './write/derive-homes.ts'
import { deriveBuildings, derivePeople, deriveSchools } from './write/derive-others.ts'
import { deriveSearched } from './write/derive-searched.ts'
import { EventWriter } from './write/event-writer.ts'
import { analyze, LaterIndexes } from './write/later-indexes.ts'
import { storeLatestRates } from './write/latest-rates.ts'
import { Learning } from './write/learning.ts'
import { deriveOfferProperties } from './write/property-rows.ts'
import { eachRow, idsOfSource } from './write/rows.ts'
import { PostgresSourceHomes } from './write/source-homes.ts'
import { Tallies } from './write/tallies/tallies.ts'
import { beginAlone } from './write/writer-lock.ts'
import { WriterMeta } from './write/writer-meta.ts'

interface PostgresWriterOptions {
  /** The address of a database whose tables are up to date; see `migrate`. */
  readonly url: string
  readonly cards: CardMaker
  readonly withheld?: Withheld
  /** Makes the random id of a new catalog, and the secret for its signatures. */
  readonly newCatalogId: () => string
  readonly newSecret: () => string
  /** For tests: a first import of at least this many new homes counts as large. */
  readonly largeFrom?: number
  /** `imported` if undefined. */
  readonly kind?: CatalogKind
  /** Replaces the existing catalog with an empty catalog. Services use the existing catalog until the commit. */
  readonly replace?: boolean
  /** See `WriterOptions`. */
  readonly after?: number | undefined
  readonly logDays?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The sequence numbers and events of the catalog from which this catalog was copied. */
type Continued = Pick<WholeCatalog, 'lastChange' | 'logAfter' | 'events'>

/**
 * A first import with at least this many homes creates indexes at its end. For fewer homes, the extra statements take
 * longer.
 */
const LARGE_FROM = 10_000

/**
 * Writes in one transaction. Until the commit, the database shows no change. If the process ends before, the database
 * undoes all changes.
 */
export class PostgresWriter extends MetaWriter implements CatalogWriter {
  readonly #session: Session
  readonly #cardWriter: CardWriter
  readonly #withheld: Withheld
  readonly #records: { readonly [N in Noun]: ChangedRecords<N> }
  readonly #meta: WriterMeta
  readonly #learning: Learning
  readonly sourceHomes: PostgresSourceHomes
  readonly #joinedTo = new Map<number, number>()
  /** Whether nothing has been committed yet, or the catalog is being replaced. */
  readonly #isFirst: boolean
  /** Whether another version of Plat derived the stored data, or made the stored search results. */
  readonly #isOlder: boolean
  readonly #learnsAgain: boolean
  /** Whether services may be reading the stored data, so that no lock may block readers. */
  readonly #isServed: boolean
  readonly #largeFrom: number
  readonly #logDays: number | undefined
  /** The last sequence number so far, perhaps of the catalog that this catalog replaces. */
  #lastChange: number
  #continued: Continued | undefined
  #open = true

  /** Throws a CommandFault if another writer is open. */
  constructor(options: PostgresWriterOptions) {
    const { session, isServed, lastChange } = begin(options)
    const meta = new WriterMeta(session)
    super(meta)
    this.#session = session
    this.#lastChange = lastChange
    this.#isServed = isServed
    this.#meta = meta
    this.#learning = new Learning(session, this.#meta)
    this.#cardWriter = new CardWriter(options.cards)
    this.#withheld = options.withheld ?? nobody
    this.#isFirst = this.#revision === 0
    const derived = derivedBy(this.#meta)
    this.#learnsAgain = derived.version < DERIVED_VERSION
    this.#isOlder = !this.#isFirst && isOutdated(derived, this.#cardWriter.made)
    this.#logDays = options.logDays
    this.#largeFrom = options.largeFrom ?? LARGE_FROM
    const entries = NOUNS.map((noun) => [noun, new ChangedRecords(session, noun, this.#isFirst)])
    this.#records = Object.fromEntries(entries) // `NOUNS` has every record type
    const expectHomes = (ids: readonly number[]) => this.expect('home', ids)
    this.sourceHomes = new PostgresSourceHomes(session, this.#meta, this.#isFirst, expectHomes, this.#withheld)
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const json = this.#of(noun).json(id)
    return json === undefined ? undefined : JSON.parse(json)
  }

  /** Caches nothing in a first import, because no records exist yet. */
  expect<N extends Noun>(noun: N, ids: Iterable<IdOf<N>>): void {
    if (this.#isFirst) return
    const wanted = [...ids]
    this.#of(noun).fetch(wanted)
    if (noun === 'home') this.sourceHomes.fetch(wanted as readonly number[]) // `noun` determines the type of ids
  }

  *each<N extends Noun>(noun: N): Generator<Records[N]> {
    this.#of(noun).flush()
    for (const { record } of eachRow(this.#session, noun)) yield JSON.parse(String(record))
  }

  *idsOf<N extends Noun>(noun: N, source: string): Generator<IdOf<N>> {
    this.#of(noun).flush()
    this.sourceHomes.flush()
    for (const id of idsOfSource(this.#session, noun, source)) yield id as IdOf<N> // an id of this type
  }

  put<N extends Noun>(noun: N, given: GivenRecords[N]): void {
    if (noun === 'person' && this.#withheld.isErased(given as Person)) return // `noun` determines the record's type
    const record = storedRecord(noun, given)
    if (noun === 'shape') this.layers.forget()
    this.#of(noun).put(record, recordJson(noun, record))
  }

  remove<N extends Noun>(noun: N, id: IdOf<N>, joinedTo?: IdOf<N>): boolean {
    if (noun === 'home' && joinedTo !== undefined) this.#joinedTo.set(Number(id), Number(joinedTo))
    if (noun === 'shape') this.layers.forget()
    return this.#of(noun).remove(id)
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
    this.#withheld.homeIds?.store((text, values) => session.query(text, values))
    const isChanged = (noun: Noun) => this.#of(noun).isTouched
    const isLarge = this.#isOlder || this.#of('home').added >= this.#largeFrom
    const later = isLarge && !this.#isServed ? new LaterIndexes(session) : undefined
    const isRenumbered = this.#isFirst || !isNumbered(this.#meta)
    const logging = { startsOver: isRenumbered, days: this.#logDays, isChanged, joinedTo: this.#joinedTo }
    const events = new EventWriter(session, this.#meta, logging)
    const numbered = { isFirst: this.#isFirst, isAll: isRenumbered, isChanged }
    const numbers = numberChanges(session, this.#meta, this.#lastChange, numbered)
    events.begin(numbers, this.#lastChange)
    if (this.#isFirst) this.#meta.set(FIRST_IMPORT, String(numbers.last))
    if (this.#continued !== undefined) events.takeOver(this.#continued.logAfter, this.#continued.events())
    if (isRenumbered) forgetContents(this.#meta)
    if (isChanged('home')) this.#learning.noteChanged()
    if (this.#isOlder) {
      events.takeAll()
      deriveAll(session, this.#meta, this.#records)
      if (this.#learnsAgain) this.#learning.again()
    }
    const contents = new ContentsWriter(session, this.#meta, this.#isFirst || this.#isOlder)
    if (isChanged('home') || isChanged('agent') || isChanged('office')) {
      session.query(changedTable('home', 'int8'))
      if (!this.#isOlder) addHomesOfPeople(session, { agents: isChanged('agent'), offices: isChanged('office') })
      const { areas, listedMore } = deriveHomes(
        session,
        book,
        { tallies, contents, events },
        this.#cardWriter,
        onProgress,
      )
      storeAreas(session, areas, revision)
      this.#countListed(listedMore)
    }
    for (const noun of CHANGING_NOUNS) if (noun !== 'home' && isChanged(noun)) contents.takeChanged(noun, events)
    if (isChanged('experience')) events.takeChanged('experience')
    events.store()
    contents.store()
    if (isChanged('building')) deriveBuildings(session, book, this.#cardWriter)
    this.#meta.set(CARDS_MADE, String(this.#cardWriter.made))
    book.storeWords()
    if (isChanged('person')) derivePeople(session)
    if (isChanged('rate')) storeLatestRates(session)
    if (isChanged('school')) deriveSchools(session)
    for (const noun of OTHER_NOUNS) if (isChanged(noun)) deriveSearched(session, noun, this.#cardWriter)
    if (isChanged('offer')) deriveOfferProperties(session)
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
    session.commit()
    this.#close()
  }

  /** Continues the revisions, sequence numbers and log of the catalog that this catalog was copied from. */
  continue(revision: number, from: Continued): void {
    this.#meta.set('revision', String(revision))
    this.#lastChange = from.lastChange
    this.#continued = from
  }

  rollback(): void {
    if (this.#open) this.#close()
  }

  /** The number of commits so far. */
  get #revision(): number {
    return Number(this.#meta.get('revision') ?? '0')
  }

  #of<N extends Noun>(noun: N): ChangedRecords<N> {
    return this.#records[noun]
  }

  #counts(): Record<Noun, number> {
    const before: Readonly<Partial<Record<Noun, number>>> = JSON.parse(this.#meta.get('counts') ?? '{}')
    const counts = NOUNS.map((noun) => [noun, (before[noun] ?? 0) + this.#of(noun).added])
    return Object.fromEntries(counts) // `NOUNS` has every record type
  }

  /** Stores how many listings each class has, so that searches need not count them. */
  #countListed(more: ReadonlyMap<string, number>): void {
    const before: Readonly<Record<string, number>> = JSON.parse(this.#meta.get('listed') ?? '{}')
    const counts = Array.from(more, ([name, added]) => [name, (before[name] ?? 0) + added])
    this.#meta.set('listed', JSON.stringify(Object.fromEntries(counts)))
  }

  #close(): void {
    this.#open = false
    this.#session.end()
  }
}

/** Begins a transaction as the only writer. Creates the catalog if there is none. */
function begin({ url, newCatalogId, newSecret, kind = 'imported', replace, after = 0, signal }: PostgresWriterOptions) {
  const session = new Session(url, signal)
  try {
    beginAlone(session)
    const isServed = session.query('SELECT FROM catalog.meta LIMIT 1').length > 0
    const lastChange = Math.max(lastChangeIn(session), after)
    if (replace) emptyCatalog(session)
    session.query(
      `INSERT INTO catalog.meta (name, value)
       VALUES ('catalogId', $1), ('secret', $2), ('revision', '0'), ('counts', '{}'), ('kind', $3) ON CONFLICT DO NOTHING`,
      [newCatalogId(), newSecret(), kind],
    )
    if (derivedBy(new WriterMeta(session)).version > DERIVED_VERSION)
      throw new CommandFault(DERIVED_BY_NEWER, EXIT.data)
    return { session, isServed, lastChange }
  } catch (error) {
    session.end()
    throw error
  }
}
