import type { FactKind, MarketFacts } from '../../model/market-facts.ts'
import type { RegionType } from '../../model/region.ts'

/**
 * The facts from which market figures are computed. Each call reads one committed state, so the pages of one region may
 * come from different states (see `FactPage`). An unknown region has no facts and no regions within it.
 */
export interface MarketLookup {
  /** A page of a region's facts: the first page, or the page that the previous page's `next` refers to. */
  facts<K extends FactKind>(kind: K, region: string, from?: number): Promise<FactPage<K>>
  /** Keys of the regions of a type that share homes with the region, in order. */
  regionsWithin(region: string, type: RegionType): Promise<readonly string[]>
  /**
   * The key of the surrounding region of type `type` for each place of a region, by the place's number in a
   * `BacktestTable`. Undefined if the place lies in no such region.
   */
  placesIn(region: string, type: RegionType): Promise<ReadonlyMap<number, string | undefined>>
}

/** Some of a region's market facts, in no order. Each page is small enough to be read between two answers. */
export interface FactPage<K extends FactKind> {
  readonly parts: readonly MarketFacts[K][]
  /** The state that the page was read from; pages of different states must not be combined. */
  readonly dataVersion: string
  /** The `from` of the next page; undefined on the last one. */
  readonly next: number | undefined
}
