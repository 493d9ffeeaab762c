import type { FactKind, MarketFacts } from '../../model/market-facts.ts'
import type { RegionType } from '../../model/region.ts'

/**
 * The facts that market figures are computed from. Each call reads one committed state, so pages of one region may come
 * from several (see `FactPage`). An unknown region has no facts and no regions within it.
 */
export interface MarketLookup {
  /** A page of a region's facts: the first, or the one that the previous page's `next` refers to. */
  facts<K extends FactKind>(kind: K, region: string, from?: number): Promise<FactPage<K>>
  /** Keys of the regions of a type that share homes with the region, in order. */
  regionsWithin(region: string, type: RegionType): Promise<readonly string[]>
  /**
   * The numbers of a region's places, as a `BacktestTable` has them, each with the key of its region of a type;
   * undefined where the place lies in none.
   */
  placesIn(region: string, type: RegionType): Promise<ReadonlyMap<number, string | undefined>>
}

/** Some of a region's market facts, in no order; each page small enough to be read between two answers. */
export interface FactPage<K extends FactKind> {
  readonly parts: readonly MarketFacts[K][]
  /** The state that the page was read from; pages of different states must not be combined. */
  readonly dataVersion: string
  /** The `from` of the next page; undefined on the last one. */
  readonly next: number | undefined
}
