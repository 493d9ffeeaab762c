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
 * could later distinguish invented homes from real homes.
 */
export type CatalogKind = 'sample' | 'imported'

/**
 * A catalog as commands use it, in a data folder or in a database that nodes share. All methods block. They throw a
 * CommandFault of one sentence if the catalog cannot be read or changed.
 */
export interface CatalogStore {
  /** The name of this store in messages. */
  readonly name: string
  /** Undefined if there is no catalog. */
  kind(): CatalogKind | undefined
  /** Makes all cards again if the catalog's cards have another fingerprint. */
  bringUpCards(cards: CardMaker, onProgress: (done: number, total: number) => void): void
  /**
   * Whether the next change must derive everything again, because an older version of Plat derived the data or made the
   * cards. Throws a CommandFault if a newer version did.
   */
  isDerivedByOlder(cards: CardMaker): boolean
  /**
   * Without `replace`, the writer changes the existing catalog. Throws if another process is writing, or if invented
   * and real data would mix.
   */
  openWriter(options: WriterOptions): CatalogWriter
  /** Returns the result of `Catalog.newestDay`. */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** The sales and rents on which the estimators were trained; see `EstimatorLookup.all`. */
  markets(): readonly StoredMarket[]
  /** Returns the notes whose names start with `beginning`. Returns an empty map without a catalog. */
  notes(beginning: string): ReadonlyMap<string, string>
  /** Stores notes without changing any record. An undefined text removes the note. Does nothing without a catalog. */
  keepNotes(notes: ReadonlyMap<string, string | undefined>): void
  /**
   * Counts the records of each source by reading all records. Also returns the notes whose names start with `notes`.
   */
  tallySources(notes: string, onProgress: (done: number, total: number) => void): SourceTallies
  /** Describes the stored catalog without reading records. Undefined if there is no catalog. */
  inventory(notes: string): Inventory | undefined
  /** A person's stored record, even if the person is withheld. For administration only. */
  person(personId: string): Person | undefined
  /** Returns the result of `AddressLookup.peopleAt`, but including withheld people. For administration only. */
  peopleAt(houseNumber: string, street: string): readonly AddressEntry[]
  /** Returns a home by its own id or by the id of one of its source records. */
  home(id: number): StoredHome | undefined
  /** Returns the ids of homes that imports filed under these keys, at most `limit`. */
  homesFiledUnder(query: HomeQuery, limit: number): readonly number[]
  /**
   * Reads the whole catalog, even while it is being served, and reports any damage to running services. Returns
   * undefined if there is no catalog.
   */
  check(onProgress: OnReading): StoreReport | undefined
  /**
   * Erases a person's record without a trace. Other people's records stay unchanged and may still name the id as a
   * relative or associate.
   */
  erasePerson(personId: string): Promise<Erasure>
  /** Time of the last change. */
  changedMs(): number | undefined
  /** Whether the catalog is stored in a data folder rather than in a database. */
  readonly isFolder: boolean
}

export interface WriterOptions {
  readonly kind: CatalogKind
  /** Starts an empty catalog. The existing catalog stays current until `commit`, which removes it. */
  readonly replace: boolean
  /** The changes of a new catalog have sequence numbers greater than this number. */
  readonly after?: number | undefined
  /** Must be the server's own CardMaker: a server with another fingerprint would make all cards again. */
  readonly cards: CardMaker
  /** People who must not be stored. If absent, nobody is withheld. */
  readonly withheld?: Withheld
  /** How many days events are stored. Default: `LOG_DAYS`. */
  readonly logDays?: number | undefined
  /** Returns 16 unguessable hexadecimal digits. A new catalog uses one call for its id and two calls for its secret. */
  readonly newCatalogId: () => string
  /**
   * Aborting the signal stops the wait for a database, makes the writer throw the signal's reason, and undoes its
   * commit.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Stops the training of estimators after a commit; a later commit or a service will train them. If absent, `signal`
   * stops the training.
   */
  readonly stopLearning?: AbortSignal | undefined
}

/** The error for adding sample data to imported data, or the reverse. */
export function mixed(dataDir: string, kind: CatalogKind): CommandFault {
  const [there, newData] = kind === 'sample' ? ['a sample catalog', 'imported'] : ['imported data', 'invented']
  return new CommandFault(
    `${dataDir} has ${there}, which must not be mixed with ${newData} data: choose another folder with --data.`,
    EXIT.usage,
  )
}

/** Describes how a catalog is stored, with the attributions and notes about its sources. */
export interface Inventory {
  /** Number of the storage format. */
  readonly format: number
  /** Ordered by noun. The base segment of each noun comes first. */
  readonly segments: readonly (StoredSegment & { readonly noun: SearchedNoun })[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes with the requested prefix, by name. */
  readonly notes: ReadonlyMap<string, string>
}

/**
 * Everything derived from a noun's records is stored in segments: one large base segment, and small segments for later
 * changes. A current record is in exactly one segment. Segments with an earlier version of the record mark that row as
 * removed. A segment never changes except for removed rows, and no segment name is used twice.
 */
export interface StoredSegment {
  /** Prefix of the names of all data stored for the segment. */
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
  /** Absent if the records have no source. */
  readonly source: string | undefined
  readonly noun: Noun
  readonly records: number
}

/** The records of a catalog by source, with the attributions and notes about the sources. */
export interface SourceTallies {
  readonly records: readonly SourceRecords[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes with the requested prefix, by name. */
  readonly notes: ReadonlyMap<string, string>
}

/** A stored home, with the source records from which it was merged and the rulings that operators made by hand. */
export interface StoredHome {
  readonly home: Home
  /** The home's first record comes first. Empty if the home is a single record with a public address. */
  readonly records: readonly SourceHome[]
  readonly rulings: readonly Ruling[]
  readonly precedences: ReadonlyMap<string, number>
}

/** @param json The stored JSON of the home, if there is a home. */
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

/** The result of an erasure. */
export interface Erasure {
  /** Whether the catalog contained the person. */
  readonly wasThere: boolean
  /** False if old bytes survive because another program still reads an earlier state. */
  readonly clean: boolean
}
