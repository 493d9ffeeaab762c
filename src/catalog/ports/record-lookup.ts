import type { HomeBrief, HomeOutline } from '../../model/home-brief.ts'
import type { ClimateArea, ClimateScore, MortgageRate } from '../../model/market.ts'
import type { IdOf, Noun, Records } from './nouns.ts'

/**
 * Finds records by id. Each call reads one committed state. Unknown ids give `undefined`, or are missing from a list.
 * Results must not be modified. People who are hidden from answers (see `withheld.ts`) are not found. A home with a
 * withheld address is a `WithheldHome`, and is not found by the ids of its source records.
 */
export interface RecordLookup {
  get<N extends Noun>(noun: N, id: IdOf<N>): Promise<Records[N] | undefined>
  /** Returns the few values of a home that short lookups show. Costs half as much as `get`. */
  outline(zpid: number): Promise<HomeOutline | undefined>
  /**
   * Returns the values of homes that rows of results show, in the order of `zpids`. Leaves out unknown ids. Costs less
   * than half as much as `get`.
   */
  briefs(zpids: readonly number[]): Promise<readonly HomeBrief[]>
  /** Returns all climate scores of these areas, in the order of `areas`, then by id. */
  climateOf(areas: readonly ClimateArea[]): Promise<readonly ClimateScore[]>
  /** Returns the newest rate of each product, in order of product. */
  latestRates(): Promise<readonly MortgageRate[]>
}
