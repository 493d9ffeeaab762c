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
  /** Unique among all catalogs. */
  readonly catalogId: string
  /** Changes whenever the contents of the catalog change. */
  readonly dataVersion: string
  /** Whether the data was invented by `plat sample`. */
  readonly sample: boolean
  readonly counts: Readonly<Record<Noun, number>>
  /** Sequence number of the last change of the first import, which produces no events. Absent if unknown. */
  readonly firstImport?: number
  /** Required attributions by source name; absent if no source requires one. */
  readonly attributions?: ReadonlyMap<string, string>
  /** In order of name; absent if the catalog has no layers. */
  readonly layers?: readonly Layer[]
  /** The sources with records of each noun; absent if unknown. */
  readonly contributors?: Readonly<Record<string, readonly string[]>>
  /** A sentence that says what the operator must do. Present if some part of the catalog is unreadable. */
  readonly damage?: string
}

/**
 * The data behind all operations, with one port for each kind of query. Code that needs one port should take only that
 * port. Each call reads one committed state; an import may replace that state between two calls. Finding nothing is
 * never an error: each port says what it returns in that case. Callers must not modify results. A call that reads
 * damaged data throws the Fault `catalogue.damaged`, and the operator is notified once.
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
  /** Time of the last change in milliseconds since 1970, for the thread that watches the catalog. */
  changedMs?(): number | undefined
  /** Switches to the newest commit. Absent if calls see commits at once. */
  refresh?(): Promise<void>
  /** Changes whenever any answer may change, because of the catalog's contents or the list of withheld people. */
  version(): string
  /**
   * Returns the newest day number, at most `last`, with an event of the noun: a home was listed or sold, an offer was
   * made, an experience had free seats. Undefined if there is no event.
   */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** Every region that has homes, by key. Returns the same array until the catalog changes. */
  regions(): readonly Region[]
  /** Finds regions by the text that people type. */
  regionIndex(): RegionIndex
  /**
   * Returns a short signature of a text, keyed by a secret of this catalog. The signature stays the same after imports
   * and cannot be made without the catalog file.
   */
  seal(text: string): string
  /**
   * Computes a value of the current data once for all threads that share the catalog's memory. The catalog keeps only
   * one such value. If this method is absent, each thread must compute the value itself.
   */
  shared?<T>(make: () => Promise<T>): Promise<T>
  /** Path of the data file, for threads that read the whole file. Absent if the catalog is in a database. */
  path?(): string
  /** Resolves once no call is in progress. */
  close(): Promise<void> | void
}

/**
 * The catalog in the thread that watches for changes. Other threads share its memory and switch to a new state together
 * with it.
 */
export interface KeptCatalog extends Catalog {
  close(): void
  /** Sends each state to the thread at the other end of a port. Resolves once that thread serves the newest state. */
  lendTo(port: MessagePort): Promise<void>
}
