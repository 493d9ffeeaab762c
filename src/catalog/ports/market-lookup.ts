import type { FactKind, MarketFacts } from '../../model/market-facts.ts'
import type { RegionType } from '../../model/region.ts'

/**
 * The facts from which market figures are computed. Each call reads one committed state, so two pages may come from
 * different states (see `FactPage`). Results are empty for an unknown region.
 */
export interface MarketLookup {
  /**
   * Returns a page of a region's facts: the first page, or the page that starts at `from`. Pass the previous page's
   * `next` as `from`.
   */
  facts<K extends FactKind>(kind: K, region: string, from?: number): Promise<FactPage<K>>
  /** Returns the keys of all regions of a type that share homes with the region, sorted. */
  regionsWithin(region: string, type: RegionType): Promise<readonly string[]>
  /**
   * Returns for each place of a region the region of type `type` that contains it, or undefined if there is no such
   * region. A place is a set of homes in the same regions, numbered as in a `BacktestTable`.
   */
  placesIn(region: string, type: RegionType): Promise<ReadonlyMap<number, string | undefined>>
}

/**
 * Some of a region's market facts, in no particular order. A page is small enough to be read without delaying other
 * answers.
 */
export interface FactPage<K extends FactKind> {
  readonly parts: readonly MarketFacts[K][]
  /** Data version of the page. Do not combine pages of different versions. */
  readonly dataVersion: string
  /** The `from` of the next page; undefined on the last page. */
  readonly next: number | undefined
}
