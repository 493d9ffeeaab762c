import type { MessagePort } from 'node:worker_threads'
import type { Layer } from '../../model/layer.ts'
import type { Region } from '../../model/region.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { RegionIndex } from '../../places/completion/region-index.ts'
import type { AddressLookup } from './address-lookup.ts'
import type { AgentLookup } from './agent-lookup.ts'
import type { ChangeLog } from './change-log.ts'
import type { EstimatorLookup } from './estimator-lookup.ts'
import type { MarketLookup } from './market-lookup.ts'
import type { NearLookup } from './near-lookup.ts'
import type { Searches } from './noun-search.ts'
import type { Noun } from './nouns.ts'
import type { PropertySearch } from './property-search.ts'
import type { RecordLookup } from './record-lookup.ts'
import type { RecordPages } from './record-pages.ts'

export interface CatalogAbout {
  /** Unique among all catalogues. */
  readonly catalogId: string
  /** Changes whenever the contents of the catalogue change. */
  readonly dataVersion: string
  /** Made by `plat sample`: nothing in it is real. */
  readonly sample: boolean
  readonly counts: Readonly<Record<Noun, number>>
  /** Number of the last change of the first import, which has no events; absent if that is not known. */
  readonly firstImport?: number
  /** Required attributions, by name of the source; absent if none were given. */
  readonly attributions?: ReadonlyMap<string, string>
  /** In order of their names; absent if there are none. */
  readonly layers?: readonly Layer[]
  /** The sources that gave records of each noun; absent if that is not known. */
  readonly contributors?: Readonly<Record<string, readonly string[]>>
  /** A sentence that tells the operator what to do; present once a part of the catalogue turned out to be unreadable. */
  readonly damage?: string
}

/**
 * The data behind all operations, with a port for each kind of question. Code that needs only one port takes only that.
 *
 * Each call sees one committed state; an import may replace it between two calls. Not finding something is never an
 * error: each port says what it returns then. Callers must not modify what they get. If a call meets unreadable data,
 * it throws the Fault `catalogue.damaged`, and the operator is notified once.
 */
export interface Catalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly agents: AgentLookup
  readonly market: MarketLookup
  readonly estimators: EstimatorLookup
  readonly pages: RecordPages
  readonly properties: PropertySearch
  readonly log: ChangeLog
  search<N extends SearchedNoun>(noun: N): Searches[N]
  about(): CatalogAbout
  /** When it was changed last, in milliseconds since 1970; for the thread that watches it. */
  changedMs?(): number | undefined
  /** Takes up what was committed until now, where that is not seen at once. */
  refresh?(): Promise<void>
  /** Changes whenever an answer may: with the contents of the catalogue, and with the people who are withheld. */
  version(): string
  /**
   * The newest day (a day number) on which something happened to records of a noun, `last` at the latest: a home was
   * listed or sold, an offer made, an experience had free seats. undefined if nothing did.
   */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** Every region that has homes, by key. Returns the same array until the catalogue changes. */
  regions(): readonly Region[]
  /** Finds those regions as somebody types. */
  regionIndex(): RegionIndex
  /**
   * A short signature of a text, keyed by a secret of this catalogue. Imports do not change it, and nobody without the
   * file can make it.
   */
  seal(text: string): string
  /**
   * Makes a value of the data as it is now once for all threads that share its memory; each makes its own where this is
   * absent. There is one such value.
   */
  shared?<T>(make: () => Promise<T>): Promise<T>
  /** The file that the data is in, for threads that read it from start to end; absent over a database. */
  path?(): string
  /** Resolves once nothing is asked any more. */
  close(): Promise<void> | void
}

/** The catalogue of the thread that watches it. Other threads read the same memory, and switch when it does. */
export interface KeptCatalog extends Catalog {
  close(): void
  /** Hands every state over to a borrower at the other end of a port; resolves once it serves the newest. */
  lendTo(port: MessagePort): Promise<void>
}
