import type { HomeBrief, HomeOutline } from '../../model/home-brief.ts'
import type { ClimateArea, ClimateScore, MortgageRate } from '../../model/market.ts'
import type { IdOf, Noun, Records } from './nouns.ts'

/**
 * Finds records by id. Each call reads one committed state. An unknown record is `undefined`, or missing from the list.
 * Records are frozen by convention. Withheld people (see `withheld.ts`) are not found. A home with a withheld address
 * is a `WithheldHome`; only its own id finds it, not the ids of its source records.
 */
export interface RecordLookup {
  get<N extends Noun>(noun: N, id: IdOf<N>): Promise<Records[N] | undefined>
  /** The part of a home that short look-ups show. Costs half as much as `get`. */
  outline(zpid: number): Promise<HomeOutline | undefined>
  /**
   * The part of homes that rows show, in the given order; unknown ids are left out. An unknown fact may be missing or
   * undefined. Costs less than half of `get`.
   */
  briefs(zpids: readonly number[]): Promise<readonly HomeBrief[]>
  /** Every climate score of these areas: areas in the given order, scores of an area by id. */
  climateOf(areas: readonly ClimateArea[]): Promise<readonly ClimateScore[]>
  /** The newest rate of each product, in order of product. */
  latestRates(): Promise<readonly MortgageRate[]>
}
