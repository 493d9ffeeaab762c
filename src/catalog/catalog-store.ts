import type { HomeQuery } from '../addresses/home-keys.ts'
import type { Person } from '../model/person.ts'
import type { SearchedNoun } from '../model/searched.ts'
import type { CardMaker } from './cards.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { changedMs } from './embedded/folder.ts'
import type { StoredMarket } from './estimator-lookup.ts'
import { type Inventory, inventoryOf } from './inventory.ts'
import {
  bringUpCards,
  bringUpCatalog,
  type CatalogKind,
  catalogKind,
  openWriter,
  storedMarkets,
  storedNewestDay,
  type WriterOptions,
} from './open-writer.ts'
import { catalogNotes, keepNotes, type SourceTallies, tallySources } from './sources.ts'
import {
  type Erasure,
  erasePerson,
  homesFiledUnder,
  type StoredHome,
  storedHome,
  storedPerson,
} from './stored-records-by-id.ts'

export type { CatalogKind } from './open-writer.ts'
export type { Erasure, StoredHome } from './stored-records-by-id.ts'

/**
 * Where a catalogue is kept, as commands use it: a data folder, or a database that nodes share. Its methods block, and
 * throw a CommandFault of one sentence where it cannot be read or changed.
 */
export interface CatalogStore {
  /** For sentences. */
  readonly name: string
  /** undefined while there is no catalogue. */
  kind(): CatalogKind | undefined
  /** Upgrades a catalogue of an older format. */
  bringUp(onProgress: (done: number, total: number) => void): void
  /** Makes its cards again, if they have another fingerprint. */
  bringUpCards(cards: CardMaker, onProgress: (done: number, total: number) => void): void
  /**
   * Whether the next change derives everything again, since an older Plat derived what is there. Throws a CommandFault
   * where a newer one did.
   */
  isDerivedByOlder(): boolean
  /**
   * Without `replace` the change is added to the existing catalogue. Refused while another process is writing, or where
   * invented and real data would mix.
   */
  openWriter(options: Omit<WriterOptions, 'dataDir'>): CatalogWriter
  /** As `Catalog.newestDay`. */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** What values were learned from, as `EstimatorLookup.all`. */
  markets(): readonly StoredMarket[]
  /** The notes whose names begin with a text; none where there is no catalogue. */
  notes(beginning: string): ReadonlyMap<string, string>
  /** Keeps notes without a change of records; one without a text is forgotten. Does nothing without a catalogue. */
  keepNotes(notes: ReadonlyMap<string, string | undefined>): void
  /** Counts the records of each source; reads all of them. `notes`: as those begin that are told beside them. */
  tallySources(notes: string, onProgress: (done: number, total: number) => void): SourceTallies
  /** Found without reading records; undefined while there is no catalogue. */
  inventory(notes: string): Inventory | undefined
  /** A person's stored record, even if the person is withheld: for administration only. */
  person(personId: string): Person | undefined
  /** A home, by its id or that of one of its records. */
  home(id: number): StoredHome | undefined
  /** Ids of the homes that were filed by imports, at most `limit`. */
  homesFiledUnder(query: HomeQuery, limit: number): readonly number[]
  /**
   * Erases a person, leaving no trace of the record. Other people's records stay as they are, and may name the id as a
   * relative or associate.
   */
  erasePerson(personId: string): Promise<Erasure>
  /** When it was changed last. */
  changedMs(): number | undefined
  /** Whether it is files of a data folder. */
  readonly isFolder: boolean
}

/** The catalogue of a data folder. */
export function folderStore(dataDir: string): CatalogStore {
  return {
    name: dataDir,
    isFolder: true,
    kind: () => catalogKind(dataDir),
    bringUp: (onProgress) => bringUpCatalog(dataDir, onProgress),
    bringUpCards: (cards, onProgress) => bringUpCards(dataDir, cards, onProgress),
    isDerivedByOlder: () => false, // bringing it up has everything be derived again
    openWriter: (options) => openWriter({ ...options, dataDir }),
    newestDay: (noun, last) => storedNewestDay(dataDir, noun, last),
    markets: () => storedMarkets(dataDir),
    notes: (beginning) => catalogNotes(dataDir, beginning),
    keepNotes: (notes) => keepNotes(dataDir, notes),
    tallySources: (notes, onProgress) => tallySources(dataDir, notes, onProgress),
    inventory: (notes) => inventoryOf(dataDir, notes),
    person: (personId) => storedPerson(dataDir, personId),
    home: (id) => storedHome(dataDir, id),
    homesFiledUnder: (query, limit) => homesFiledUnder(dataDir, query, limit),
    erasePerson: (personId) => erasePerson(dataDir, personId),
    changedMs: () => changedMs(dataDir),
  }
}
