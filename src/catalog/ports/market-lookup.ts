import type { FactKind, MarketFacts } from '../../model/market-facts.ts'
import type { RegionType } from '../../model/region.ts'

/**
 * The facts from which market figures are computed. Each call reads one committed state, so the pages of one region may
 * come from different states (see `FactPage`). For an unknown region, results are empty.
 */
export interface MarketLookup {
  /** Returns a page of a region's facts: the first page, or the page at `from`, which is the previous page's `next`. */
  facts<K extends FactKind>(kind: K, region: string, from?: number): Promise<FactPage<K>>
  /** Returns the keys of all regions of a type that share homes with the region, in order. */
  regionsWithin(region: string, type: RegionType): Promise<readonly string[]>
  /**
   * Returns the key of the region of type `type` around each place of a region, by the place's number in a
   * `BacktestTable`. Undefined if the place lies in no region of this type.
   */
  placesIn(region: string, type: RegionType): Promise<ReadonlyMap<number, string | undefined>>
}

/**
 * Some of a region's market facts, in no particular order. A page is small enough to be read without delaying other
 * answers.
 */
export interface FactPage<K extends FactKind> {
  readonly parts: readonly MarketFacts[K][]
  /** The data version that the page was read from. Pages of different versions must not be combined. */
  readonly dataVersion: string
  /** The `from` of the next page; undefined on the last page. */
  readonly next: number | undefined
}
