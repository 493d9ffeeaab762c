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
import type { OwnerLookup } from './owner-lookup.ts'
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
  /** Sequence number of the last change of the first import. The first import produces no events. Absent if unknown. */
  readonly firstImport?: number
  /** Required attributions by source name; absent if no source requires one. */
  readonly attributions?: ReadonlyMap<string, string>
  /** In order of name; absent if the catalog has no layers. */
  readonly layers?: readonly Layer[]
  /** For each record type, the names of the sources that have records of it; absent if unknown. */
  readonly contributors?: Readonly<Record<string, readonly string[]>>
  /** Present if part of the catalog is unreadable: a sentence that says what the operator must do. */
  readonly damage?: string
}

/**
 * The data behind all operations, with one port for each kind of query. Code that needs one port should take only that
 * port.
 *
 * Each call reads one committed state; an import may replace that state between two calls. A query without a result is
 * not an error: each port says what it returns then. Callers must not modify results. A call that reads damaged data
 * throws the Fault `catalogue.damaged`, and the operator is notified once.
 */
export interface Catalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly agents: AgentLookup
  readonly owners: OwnerLookup
  readonly market: MarketLookup
  readonly estimators: EstimatorLookup
  readonly pages: RecordPages
  readonly properties: PropertySearch
  readonly log: ChangeLog
  /**
   * The catalog from which figures about a home are computed, such as its value. Absent if this is that catalog. A
   * catalog that shows only some homes still computes figures from all homes.
   */
  readonly figures?: Catalog
  search<N extends SearchedNoun>(noun: N): Searches[N]
  about(): CatalogAbout
  /** Time of the last change in milliseconds since 1970, for the thread that watches the catalog. */
  changedMs?(): number | undefined
  /** Switches to the newest commit. Absent if calls always see the newest commit. */
  refresh?(): Promise<void>
  /**
   * Changes whenever any answer may change, either because the data changed or because people were hidden or shown
   * again.
   */
  version(): string
  /**
   * Returns the newest day number, at most `last`, on which a home was listed or sold, an offer was made, or an
   * experience had free seats. Undefined if there is no such day.
   */
  newestDay(noun: SearchedNoun, last: number): number | undefined
  /** Every region that has homes, by key. Returns the same array until the catalog changes. */
  regions(): readonly Region[]
  /** Finds regions by the text that people type. */
  regionIndex(): RegionIndex
  /** Returns a short signature of a string. The key is a secret of this catalog, which imports do not change. */
  seal(text: string): string
  /**
   * Computes a value once for all threads that share the catalog's memory, and again when the data changes. The catalog
   * keeps only one such value. If this method is absent, each thread must compute the value itself.
   */
  shared?<T>(make: () => Promise<T>): Promise<T>
  /** Path of the data file. Absent if the catalog is in a database. */
  path?(): string
  /** Waits for calls in progress, then closes the catalog. */
  close(): Promise<void> | void
}

/** Returns the catalog from which figures about a home of this catalog are computed. */
export function figuresOf(catalog: Catalog): Catalog {
  return catalog.figures ?? catalog
}

/**
 * The catalog in the thread that watches for changes. It shares its memory with other threads, and all threads switch
 * to a new state together.
 */
export interface KeptCatalog extends Catalog {
  close(): void
  /** Sends each state through the port to another thread. Resolves once that thread serves the newest state. */
  lendTo(port: MessagePort): Promise<void>
}
