import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { OnReading } from '../../kit/store/store-check.ts'
import type { StoreReport } from '../../kit/store/store-report.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeQuery } from '../../places/addresses/home-keys.ts'
import type { CardMaker } from './cards.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import type { StoredMarket } from './estimator-lookup.ts'
import type { Noun } from './nouns.ts'
import type { SourceHomes } from './source-homes.ts'
import type { Withheld } from './withheld.ts'

/**
 * `sample`: all data is invented. `imported`: all data is the operator's. A catalog never mixes the two, because nobody
 * could tell invented homes among real ones apart later.
 */
export type CatalogKind = 'sample' | 'imported'

/**
 * A catalog as commands use it, in a data folder or in a database that nodes share. All methods block. They throw a
 * CommandFault of one sentence if the catalog cannot be read or changed.
 */
export interface CatalogStore {
  /** How messages name this store. */
  readonly name: string
  /** Undefined while there is no catalog. */
  kind(): CatalogKind | undefined
  /** Makes the cards again if their fingerprint differs. */
  bringUpCards(cards: CardMaker, onProgress: (done: number, total: number) => void): void
  /**
   * Whether the next change derives everything again, because an older version of Plat derived the data or made its
   * cards. Throws a CommandFault if a newer version did.
   */
  isDerivedByOlder(cards: CardMaker): boolean
  /**
   * Without `replace`, the change is added to the existing catalog. Refused while another process is writing, or if
   * invented and real data would mix.
   */
  openWriter(options: WriterOptions): CatalogWriter
  /** Returns the same day as `Catalog.newestDay`. */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** The sales and rents from which values were learned; see `EstimatorLookup.all`. */
  markets(): readonly StoredMarket[]
  /** The notes whose names start with `beginning`. Empty without a catalog. */
  notes(beginning: string): ReadonlyMap<string, string>
  /** Stores notes without changing any record; a note without a text is removed. Does nothing without a catalog. */
  keepNotes(notes: ReadonlyMap<string, string | undefined>): void
  /**
   * Counts the records of each source, which reads all of them. Also returns the notes whose names start with `notes`.
   */
  tallySources(notes: string, onProgress: (done: number, total: number) => void): SourceTallies
  /** Describes what is stored, without reading records. Undefined while there is no catalog. */
  inventory(notes: string): Inventory | undefined
  /** A person's stored record, even if the person is withheld. For administration only. */
  person(personId: string): Person | undefined
  /** Like `AddressLookup.peopleAt`, but with withheld people. For administration only. */
  peopleAt(houseNumber: string, street: string): readonly AddressEntry[]
  /** A home, by its own id or by the id of one of its records. */
  home(id: number): StoredHome | undefined
  /** Ids of homes that imports filed under these keys, at most `limit`. */
  homesFiledUnder(query: HomeQuery, limit: number): readonly number[]
  /**
   * Reads everything, also while the catalog is being served, and reports any damage to running services. Returns
   * undefined if there is no catalog.
   */
  check(onProgress: OnReading): StoreReport | undefined
  /**
   * Erases a person, leaving no trace of the record. Other people's records stay as they are and may still name the id
   * as a relative or associate.
   */
  erasePerson(personId: string): Promise<Erasure>
  /** Time of the last change. */
  changedMs(): number | undefined
  /** Whether the catalog is a data folder and not a database. */
  readonly isFolder: boolean
}

export interface WriterOptions {
  readonly kind: CatalogKind
  /** Start an empty catalog. The existing one stays current until `commit`, and is then removed. */
  readonly replace: boolean
  /** A new catalog numbers its changes after this number. */
  readonly after?: number | undefined
  /** Use the server's own CardMaker: with another fingerprint, the server would make all cards again. */
  readonly cards: CardMaker
  /** People who must not be stored. Absent: nobody is withheld. */
  readonly withheld?: Withheld
  /** Days for which events are stored; `LOG_DAYS` if absent. */
  readonly logDays?: number | undefined
  /** Returns 16 unguessable hexadecimal digits. They name a new catalog; two more calls make its secret. */
  readonly newCatalogId: () => string
  /** Aborting stops the wait for a database, makes the writer throw the signal's reason, and undoes its commit. */
  readonly signal?: AbortSignal | undefined
  /** Stops the learning of values after a commit; the learning stays due. If absent, `signal` stops it. */
  readonly stopLearning?: AbortSignal | undefined
}

/** The refusal to add sample data to imported data, or the reverse. */
export function mixed(dataDir: string, kind: CatalogKind): CommandFault {
  const [there, newData] = kind === 'sample' ? ['a sample catalog', 'imported'] : ['imported data', 'invented']
  return new CommandFault(
    `${dataDir} has ${there}, which must not be mixed with ${newData} data: choose another folder with --data.`,
    EXIT.usage,
  )
}

/** How a catalog is stored, with the attributions and notes about its sources. */
export interface Inventory {
  /** The number of the storage format. */
  readonly format: number
  /** By noun; the base segment of a noun comes first. */
  readonly segments: readonly (StoredSegment & { readonly noun: SearchedNoun })[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes with the requested prefix. */
  readonly notes: ReadonlyMap<string, string>
}

/**
 * Everything derived from a noun's records is stored in segments: a large base, and small ones for later changes. A
 * live record is in exactly one segment. Segments with an earlier version of the record mark that row as removed. Under
 * its name a segment never changes, except for the rows that are removed. No name is used twice.
 */
export interface StoredSegment {
  /** Prefix of the names of everything that is stored for the segment. */
  readonly name: string
  /** Rows that searches use, including removed rows. */
  readonly rows: number
  readonly removed: number
  /** Rows of all homes, listed or not; 0 for other nouns. */
  readonly homes: number
  readonly removedHomes: number
  /** Rows of all homes or offers, listed or not; 0 for experiences. */
  readonly properties: number
  readonly removedProperties: number
}

/** The records of one noun that came from one source. */
export interface SourceRecords {
  /** Absent for records without a source. */
  readonly source: string | undefined
  readonly noun: Noun
  readonly records: number
}

/** The records of a catalog by source, with the attributions and notes about the sources. */
export interface SourceTallies {
  readonly records: readonly SourceRecords[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes with the requested prefix. */
  readonly notes: ReadonlyMap<string, string>
}

/** A home as it is stored, with the source records from which it was merged and the rulings made by hand. */
export interface StoredHome {
  readonly home: Home
  /** The home's first record comes first. Empty if the home is a single record, unless its address is withheld. */
  readonly records: readonly SourceHome[]
  readonly rulings: readonly Ruling[]
  readonly precedences: ReadonlyMap<string, number>
}

/** @param json The home as the writer stored it, if there is one. */
export function storedHome(
  json: string | undefined,
  several: Pick<SourceHomes, 'of' | 'rulings' | 'precedences'>,
): StoredHome | undefined {
  if (json === undefined) return undefined
  const home = JSON.parse(json) as Home // as the writer stored it
  const records = several.of(home.zpid)
  const ids = records.length === 0 ? [home.zpid] : records.map(({ record }) => record.zpid)
  const rulings = new Map(ids.flatMap((one) => several.rulings(one)).map((one) => [`${one.one} ${one.other}`, one]))
  return { home, records, rulings: [...rulings.values()], precedences: several.precedences() }
}

/** Outcome of an erasure. */
export interface Erasure {
  /** Whether the catalog held the person. */
  readonly wasThere: boolean
  /** False if a reader of an earlier state keeps the old bytes alive: in a file's log, or in a table's old rows. */
  readonly clean: boolean
}
