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

/** `sample`: all data is invented; `imported`: all data is the operator's. The two never mix. */
export type CatalogKind = 'sample' | 'imported'

/**
 * Where a catalogue is kept, as commands use it: a data folder, or a database that nodes share. Its methods block, and
 * throw a CommandFault of one sentence where it cannot be read or changed.
 */
export interface CatalogStore {
  /** For sentences. */
  readonly name: string
  /** undefined while there is no catalogue. */
  kind(): CatalogKind | undefined
  /** Makes its cards again, if they have another fingerprint. */
  bringUpCards(cards: CardMaker, onProgress: (done: number, total: number) => void): void
  /**
   * Whether the next change derives everything again, since another Plat derived what is there or made its cards. Throws
   * a CommandFault where a newer one did.
   */
  isDerivedByOlder(cards: CardMaker): boolean
  /**
   * Without `replace` the change is added to the existing catalogue. Refused while another process is writing, or where
   * invented and real data would mix.
   */
  openWriter(options: WriterOptions): CatalogWriter
  /** The day that `Catalog.newestDay` answers. */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** The sales and rents that values were learned from; see `EstimatorLookup.all`. */
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
  /** Answers like `AddressLookup.peopleAt`, but with withheld people: for administration only. */
  peopleAt(houseNumber: string, street: string): readonly AddressEntry[]
  /** A home, by its id or that of one of its records. */
  home(id: number): StoredHome | undefined
  /** Ids of the homes that were filed by imports, at most `limit`. */
  homesFiledUnder(query: HomeQuery, limit: number): readonly number[]
  /**
   * Reads everything, also while it is being served, and tells services whether anything is damaged. Returns undefined if
   * there is no catalog.
   */
  check(onProgress: OnReading): StoreReport | undefined
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

export interface WriterOptions {
  readonly kind: CatalogKind
  /** Start an empty catalogue; the existing one stays current until `commit`, and is then removed. */
  readonly replace: boolean
  /** A new catalog numbers its changes after this number. */
  readonly after?: number | undefined
  /** Use the server's own CardMaker: under another fingerprint the server would make all cards again. */
  readonly cards: CardMaker
  /** People who must not be stored; nobody when absent. */
  readonly withheld?: Withheld
  /** Days for which events are kept; `LOG_DAYS` when absent. */
  readonly logDays?: number | undefined
  /** 16 unguessable hexadecimal digits that name a new catalogue. Two more calls make its secret. */
  readonly newCatalogId: () => string
  /** Once it is aborted, the writer waits for a database no longer, and throws its reason; its commit is undone. */
  readonly signal?: AbortSignal | undefined
  /** Ends the learning of values after a commit, which stays due; `signal` does so if this is absent. */
  readonly stopLearning?: AbortSignal | undefined
}

/** Why such data cannot be added to a catalogue of the other kind. */
export function mixed(dataDir: string, kind: CatalogKind): CommandFault {
  const [there, given] = kind === 'sample' ? ['a sample catalogue', 'imported'] : ['imported data', 'invented']
  return new CommandFault(
    `${dataDir} holds ${there}, which ${given} data must not be mixed with: choose another folder with --data.`,
    EXIT.usage,
  )
}

/** How a catalogue is stored, and what is told about its sources: found without reading records. */
export interface Inventory {
  /** The number of its format. */
  readonly format: number
  /** By noun, the base first. */
  readonly segments: readonly (StoredSegment & { readonly noun: SearchedNoun })[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes whose names begin as asked. */
  readonly notes: ReadonlyMap<string, string>
}

/**
 * Everything derived from a noun's records is stored in segments: a large base, and small ones for later changes.
 * A record is live in one of them. In the others that hold an earlier version of it, its row is marked as removed.
 * A segment never changes under its name, except which rows are removed, and no name is given twice.
 */
export interface StoredSegment {
  /** Beginning of the names of everything that is stored of it. */
  readonly name: string
  /** Rows that searches find, removed ones included. */
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
  /** Absent for records that do not say where they came from. */
  readonly source: string | undefined
  readonly noun: Noun
  readonly records: number
}

/** The records of a catalogue by source, and what is told about the sources. */
export interface SourceTallies {
  readonly records: readonly SourceRecords[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes whose names begin as asked. */
  readonly notes: ReadonlyMap<string, string>
}

/** A home as it is stored, with the records that it is made of, and what was decided about them by hand. */
export interface StoredHome {
  readonly home: Home
  /** The first one first; none when the home is a single record, unless its address is withheld. */
  readonly records: readonly SourceHome[]
  readonly rulings: readonly Ruling[]
  readonly precedences: ReadonlyMap<string, number>
}

/** @param json The home as the writer stored it, if it is there. */
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
  /** Whether the catalogue held the person. */
  readonly wasThere: boolean
  /** False while a reader of an earlier state keeps the record where it was: in a file's log, or a table's old rows. */
  readonly clean: boolean
}
