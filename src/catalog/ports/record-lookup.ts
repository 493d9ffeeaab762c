import type { HomeBrief, HomeOutline } from '../../model/home-brief.ts'
import type { ClimateArea, ClimateScore, MortgageRate } from '../../model/market.ts'
import type { IdOf, Noun, Records } from './nouns.ts'

/**
 * Finds records by id. Each call reads one committed state. An unknown record is `undefined`, or missing from the list.
 * Records are frozen by convention. Withheld people (see `withheld.ts`) are not found. A home with a withheld address
 * is returned as a `WithheldHome`, and only for its own id, not for the ids of its source records.
 */
export interface RecordLookup {
  get<N extends Noun>(noun: N, id: IdOf<N>): Promise<Records[N] | undefined>
  /** Returns the part of a home that short lookups show. Costs half as much as `get`. */
  outline(zpid: number): Promise<HomeOutline | undefined>
  /**
   * Returns the part of homes that result rows show, in the order of `zpids`; leaves out unknown ids. An unknown fact
   * may be missing or undefined. Costs less than half of `get`.
   */
  briefs(zpids: readonly number[]): Promise<readonly HomeBrief[]>
  /** Returns every climate score of these areas: areas in the given order, the scores of each area by id. */
  climateOf(areas: readonly ClimateArea[]): Promise<readonly ClimateScore[]>
  /** Returns the newest rate of each product, in order of product. */
  latestRates(): Promise<readonly MortgageRate[]>
}
