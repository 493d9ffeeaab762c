import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../kit/store/store-fault.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { MetaWriter } from '../facts/catalog-meta.ts'
import { differsOnlyInLayers, recordJson, storedRecord } from '../facts/stored-home.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { CatalogWriter } from '../ports/catalog-writer.ts'
import { type GivenRecords, type IdOf, idOf, NOUNS, type Noun, type Records } from '../ports/nouns.ts'
import { nobody, type Withheld } from '../ports/withheld.ts'
import { AddressBookWriter } from './address-book.ts'
import { ChangeNumbers, isNoted, type Numbering } from './change-numbers.ts'
import { Deriver } from './derive/deriver.ts'
import { isTrainingDue, learnAfterCommit, removeEstimators, scheduleFirstTraining } from './derive/learning.ts'
import { SEGMENT_POLICY, type SegmentPolicy } from './derive/segment-policy.ts'
import { CATALOG_FORMAT } from './format.ts'
import { type HeldNoun, heldRevision, isHeld } from './held-records.ts'
import { meta, metaRows, setMeta } from './meta.ts'
import { PersonBookWriter } from './person-book.ts'
import { eachRecord, eachStored, RecordReader, RecordWriter } from './records.ts'
import { RECORD_COUNTS, storeRowCounts } from './row-checks.ts'
import type { SearchRecord } from './search/builder.ts'
import { EmbeddedSourceHomes } from './source-homes.ts'
import { eachSourced } from './sourced.ts'

/** The default of 2 MB holds no index of a million rows, so that each row would read and write a page. */
const CACHED_KIB = 64 * 1024

/** How a writer makes its changes visible, or discards all of them. */
interface Ending {
  /** Called by `commit` when everything is written. */
  commit(): void
  rollback(): void
}

/** Optional settings of a writer. */
export interface WriterSetting extends Numbering {
  readonly withheld?: Withheld | undefined
  readonly policy?: SegmentPolicy | undefined
  /** Aborting this signal stops the training of estimators after a commit. */
  readonly stopLearning?: AbortSignal | undefined
}

interface RecordAccess {
  readonly reader: RecordReader
  readonly writer: RecordWriter
}

/** For a record type, the record type whose search index it affects. */
const SEARCH_OF: Readonly<Partial<Record<Noun, SearchedNoun>>> = {
  home: 'home',
  agent: 'home',
  office: 'home',
  offer: 'offer',
  experience: 'experience',
} satisfies Readonly<Record<SearchRecord, SearchedNoun>>

const NO_RECORDS = Object.fromEntries(NOUNS.map((noun) => [noun, 0])) as Record<Noun, number> // `NOUNS` has every record type

export class EmbeddedWriter extends MetaWriter implements CatalogWriter {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #ending: Ending
  readonly #records: Readonly<Record<Noun, RecordAccess>>
  readonly #addressBook: AddressBookWriter
  readonly #personBook: PersonBookWriter
  readonly #numbers: ChangeNumbers
  readonly #withheld: Withheld
  readonly #stopLearning: AbortSignal | undefined
  readonly #derivers: Readonly<Record<SearchedNoun, Deriver>>
  readonly sourceHomes: EmbeddedSourceHomes
  readonly #counts: Record<Noun, number>
  readonly #changedHeld = new Set<HeldNoun>()
  #open = true

  constructor(
    database: DatabaseSync,
    path: string,
    fresh: boolean,
    cards: CardMaker,
    ending: Ending,
    { withheld = nobody, policy = SEGMENT_POLICY, stopLearning, ...numbering }: WriterSetting = {},
  ) {
    super(metaRows(database, (work) => guarded(path, CATALOG_FORMAT, work)))
    database.exec('PRAGMA secure_delete = ON') // so that freed pages contain nothing about a person who is erased later
    database.exec(`PRAGMA cache_size = -${CACHED_KIB}`)
    this.#withheld = withheld
    this.#stopLearning = stopLearning
    this.#database = database
    this.#path = path
    this.#ending = ending
    this.#counts = { ...NO_RECORDS, ...JSON.parse(meta(database, RECORD_COUNTS) ?? '{}') }
    const deriver = (noun: SearchedNoun) => new Deriver({ noun, database, path, fresh, cards, policy })
    this.#derivers = { home: deriver('home'), offer: deriver('offer'), experience: deriver('experience') }
    this.#records = accessRecords(database)
    this.#addressBook = new AddressBookWriter(database, fresh)
    this.#personBook = new PersonBookWriter(database, fresh)
    this.#numbers = new ChangeNumbers(database, fresh, numbering)
    this.sourceHomes = new EmbeddedSourceHomes(database, fresh, withheld)
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const json = this.#guarded(() => this.#records[noun].reader.json(id))
    return json === undefined ? undefined : JSON.parse(json)
  }

  expect(): void {}

  *each<N extends Noun>(noun: N): Generator<Records[N]> {
    const each = noun === 'home' ? eachStored : eachRecord // reading homes in order of id would read pages many times
    for (const json of each(this.#database, noun)) yield JSON.parse(json)
  }

  *idsOf<N extends Noun>(noun: N, source: string): Generator<IdOf<N>> {
    for (const sourced of eachSourced(this.#database, noun, eachRecord(this.#database, noun)))
      if (sourced.source === source) yield sourced.id as IdOf<N> // an id of this type
  }

  put<N extends Noun>(noun: N, given: GivenRecords[N]): void {
    if (noun === 'person' && this.#withheld.isErased(given as Person)) return // `noun` determines the record's type
    const record = storedRecord(noun, given)
    const json = recordJson(noun, record)
    this.#guarded(() => {
      const id = idOf(noun, record)
      const before = this.#records[noun].writer.put(id, json)
      const replaced = before !== undefined
      if (before !== json) this.#count(noun, replaced ? 0 : 1)
      // `noun` determines the record's type
      if (noun === 'home' && replaced && differsOnlyInLayers(before, json)) {
        if (before !== json) this.#numbers.putLayers(record as Home)
      } else {
        if (isNoted(noun)) this.#numbers.put(noun, id, record, json, before)
        if (noun === 'home') this.#addressBook.putHome(record as Home, replaced)
      }
      if (noun === 'shape') this.layers.forget()
      if (noun === 'building') this.#addressBook.putBuilding(record as Building, replaced)
      if (noun === 'person') this.#personBook.put(record as Person, replaced)
      const searched = SEARCH_OF[noun]
      if (searched) this.#derivers[searched].put(noun as SearchRecord, id, json, before) // `searched` is defined, so `noun` is a key
    })
  }

  remove<N extends Noun>(noun: N, id: IdOf<N>, joinedTo?: IdOf<N>): boolean {
    return this.#guarded(() => {
      const before = this.#records[noun].writer.remove(id)
      if (before === undefined) return false
      this.#count(noun, -1)
      if (isNoted(noun)) this.#numbers.remove(noun, id, before, joinedTo === undefined ? undefined : Number(joinedTo))
      if (noun === 'home' || noun === 'building') this.#addressBook.remove(noun, id)
      if (noun === 'person') this.#personBook.remove(String(id))
      if (noun === 'shape') this.layers.forget()
      const searched = SEARCH_OF[noun]
      if (searched) this.#derivers[searched].remove(noun as SearchRecord, id, before) // `searched` is defined, so `noun` is a key
      return true
    })
  }

  commit(
    onProgress: (done: number, total: number) => void = () => {},
    onLearning: (failure?: string) => void = () => {},
  ): void {
    this.#guarded(() => {
      for (const deriver of this.#allDerivers()) deriver.end(onProgress)
      this.#addressBook.finish()
      this.#personBook.finish()
      this.sourceHomes.finish()
      this.#withheld.homeIds?.store()
      this.#numbers.store(this.#path)
      // Homes last: this thread derives the few offers and experiences while a worker derives the homes.
      for (const deriver of this.#allDerivers().toReversed()) deriver.store(onProgress)
      setMeta(this.#database, RECORD_COUNTS, JSON.stringify(this.#counts))
      const revision = String(Number(meta(this.#database, 'revision') ?? '0') + 1)
      setMeta(this.#database, 'revision', revision)
      for (const noun of this.#changedHeld) setMeta(this.#database, heldRevision(noun), revision)
      scheduleFirstTraining(this.#database)
      const isDue = isTrainingDue(this.#database)
      storeRowCounts(this.#database)
      this.#ending.commit()
      this.#open = false
      if (!isDue) return
      onLearning()
      const failure = learnAfterCommit(this.#path, () => this.#stopLearning?.throwIfAborted())
      if (failure !== undefined) onLearning(failure)
    })
  }

  rollback(): void {
    if (!this.#open) return
    this.#open = false
    for (const deriver of this.#allDerivers()) deriver.stop()
    this.#ending.rollback()
  }

  learnAgain(): void {
    this.#guarded(() => removeEstimators(this.#database))
  }

  /** Makes `commit` derive everything again. */
  deriveAgain(): void {
    for (const deriver of this.#allDerivers()) deriver.again()
  }

  #allDerivers() {
    return Object.values(this.#derivers)
  }

  /**
   * Changes the count of a record type by `more`, which is negative for removed records and 0 for a replaced record.
   */
  #count(noun: Noun, more: number): void {
    this.#counts[noun] += more
    if (isHeld(noun)) this.#changedHeld.add(noun)
  }

  #guarded<T>(work: () => T): T {
    return guarded(this.#path, CATALOG_FORMAT, work)
  }
}

function accessRecords(database: DatabaseSync): Readonly<Record<Noun, RecordAccess>> {
  const entries = NOUNS.map((noun): [Noun, RecordAccess] => {
    return [noun, { reader: new RecordReader(database, noun), writer: new RecordWriter(database, noun) }]
  })
  return Object.fromEntries(entries) as Record<Noun, RecordAccess> // `NOUNS` has every record type
}
