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
 * `sample`: all data is invented. `imported`: all data is the operator's. A catalog never mixes invented and real data,
 * because nobody could later tell them apart.
 */
export type CatalogKind = 'sample' | 'imported'

/**
 * A catalog as commands use it, in a data folder or in a database. All methods block. They throw a CommandFault if the
 * catalog cannot be read or changed.
 */
export interface CatalogStore {
  /** The name of this store in messages. */
  readonly name: string
  /** Undefined if there is no catalog. */
  kind(): CatalogKind | undefined
  /** Regenerates all search results if a CardMaker with another fingerprint made them. */
  bringUpCards(cards: CardMaker, onProgress: (done: number, total: number) => void): void
  /**
   * Whether an older version of Plat derived the data, so that the next change must derive everything again. Throws a
   * CommandFault if a newer version derived the data.
   */
  isDerivedByOlder(cards: CardMaker): boolean
  /**
   * Without `replace`, the writer changes the existing catalog. Throws if another process is writing, or if the change
   * would mix invented and real data.
   */
  openWriter(options: WriterOptions): CatalogWriter
  /** See `Catalog.newestDay`. */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** The sales and rents on which the estimators were trained; see `EstimatorLookup.all`. */
  markets(): readonly StoredMarket[]
  /** Returns the notes whose names start with `beginning`. The map is empty if there is no catalog. */
  notes(beginning: string): ReadonlyMap<string, string>
  /** Stores notes without changing any record; `undefined` removes a note. Does nothing if there is no catalog. */
  keepNotes(notes: ReadonlyMap<string, string | undefined>): void
  /**
   * Counts the records of each source by reading all records. Also returns the notes whose names start with `notes`.
   */
  tallySources(notes: string, onProgress: (done: number, total: number) => void): SourceTallies
  /** Describes the stored catalog without reading records. Undefined if there is no catalog. */
  inventory(notes: string): Inventory | undefined
  /** Returns a person's record, even if the person is hidden from all answers. For administration only. */
  person(personId: string): Person | undefined
  /** Like `AddressLookup.peopleAt`, but includes people who are hidden from all answers. For administration only. */
  peopleAt(houseNumber: string, street: string): readonly AddressEntry[]
  /** Finds a home by its id or by the id of one of its source records. */
  home(id: number): StoredHome | undefined
  /** Returns at most `limit` ids of homes that imports indexed under these keys. */
  homesFiledUnder(query: HomeQuery, limit: number): readonly number[]
  /**
   * Reads the whole catalog and reports damage, also to running services. Works while the catalog is being served.
   * Returns undefined if there is no catalog.
   */
  check(onProgress: OnReading): StoreReport | undefined
  /**
   * Erases a person's record without a trace. Records of relatives and associates may still contain the person's id.
   */
  erasePerson(personId: string): Promise<Erasure>
  changedMs(): number | undefined
  /** Whether the catalog is stored in a data folder rather than in a database. */
  readonly isFolder: boolean
}

export interface WriterOptions {
  readonly kind: CatalogKind
  /** Starts an empty catalog. `commit` puts it in place of the existing catalog, which is then deleted. */
  readonly replace: boolean
  /** Changes of a new catalog get sequence numbers greater than this number. */
  readonly after?: number | undefined
  /** Must have the server's fingerprint. Otherwise the server regenerates all search results. */
  readonly cards: CardMaker
  /** People whose records must not be stored. Without this, everyone is stored. */
  readonly withheld?: Withheld
  /** How many days events are stored. Default: `LOG_DAYS`. */
  readonly logDays?: number | undefined
  /** Returns 16 unguessable hexadecimal digits. A new catalog uses one call for its id and two calls for its secret. */
  readonly newCatalogId: () => string
  /**
   * Aborting the signal makes the writer throw the signal's reason and undo its commit. A wait for the database ends
   * too.
   */
  readonly signal?: AbortSignal | undefined
  /** Stops training the estimators after a commit. A service or the next commit then trains them. Default: `signal`. */
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
  /** Ordered by record type (`noun`). The base segment of each type comes first. */
  readonly segments: readonly (StoredSegment & { readonly noun: SearchedNoun })[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes with the requested prefix, by name. */
  readonly notes: ReadonlyMap<string, string>
}

/**
 * Data derived from the records of one type (`noun`): a large base segment, and small segments for later changes. Each
 * record is in one segment. If the record changes, its row is marked as removed, and a new row goes to a newer segment.
 * Nothing else in a segment changes, and segment names are never reused.
 */
export interface StoredSegment {
  /** Prefix of the names of all tables and files that store the segment. */
  readonly name: string
  /** Searchable rows, including removed rows. */
  readonly rows: number
  readonly removed: number
  /** Rows of all homes, listed or not; 0 for other record types. */
  readonly homes: number
  readonly removedHomes: number
  /** Rows of all homes or offers, listed or not; 0 for experiences. */
  readonly properties: number
  readonly removedProperties: number
}

/** The records of one type that came from one source. */
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

/** A stored home, its source records, and the decisions that operators made about merging them. */
export interface StoredHome {
  readonly home: Home
  /** The oldest record comes first. Empty for a home with one record and a public address. */
  readonly records: readonly SourceHome[]
  readonly rulings: readonly Ruling[]
  readonly precedences: ReadonlyMap<string, number>
}

/** @param json The home's stored JSON; undefined if there is no home. */
export function storedHome(
  json: string | undefined,
  several: Pick<SourceHomes, 'of' | 'rulings' | 'precedences'>,
): StoredHome | undefined {
  if (json === undefined) return undefined
  const home = JSON.parse(json) as Home // the writer stores this type
  const records = several.of(home.zpid)
  const ids = records.length === 0 ? [home.zpid] : records.map(({ record }) => record.zpid)
  const rulings = new Map(ids.flatMap((one) => several.rulings(one)).map((one) => [`${one.one} ${one.other}`, one]))
  return { home, records, rulings: [...rulings.values()], precedences: several.precedences() }
}

export interface Erasure {
  /** Whether the catalog contained the person. */
  readonly wasThere: boolean
  /** False if another program still reads an earlier state, which contains the record. */
  readonly clean: boolean
}
