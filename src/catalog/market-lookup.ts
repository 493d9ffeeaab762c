import type { FactKind, MarketFacts } from '../model/market-facts.ts'
import type { RegionType } from '../model/region.ts'

/**
 * What market figures rest on. Each call reads one committed state: pages of one region may come from several, see
 * `FactPage`. An unknown region has nothing, and none within.
 */
export interface MarketLookup {
  /** A page of a region's facts: the first, or the one that a page before called `next`. */
  facts<K extends FactKind>(kind: K, region: string, from?: number): Promise<FactPage<K>>
  /** Keys of the regions of a type that have homes in common with a region, in order. */
  regionsWithin(region: string, type: RegionType): Promise<readonly string[]>
}

/** Some of a region's market facts, in no order; each page small enough to be read between two answers. */
export interface FactPage<K extends FactKind> {
  readonly parts: readonly MarketFacts[K][]
  /** The state that the page was read from: pages of several states do not fit together. */
  readonly dataVersion: string
  /** What to ask for the next page with; undefined when this is the last one. */
  readonly next: number | undefined
}
