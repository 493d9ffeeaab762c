import type { HomeBrief, HomeOutline } from '../../model/home-brief.ts'
import type { ClimateArea, ClimateScore, MortgageRate } from '../../model/market.ts'
import type { IdOf, Noun, Records } from './nouns.ts'

/**
 * Records by id. Each call reads one committed state. A record that is not found is `undefined`, or missing from the
 * list. Records are frozen by convention. Withheld people (see `withheld.ts`) are not found. A home whose address is
 * withheld is a `WithheldHome`, which is found by its own id, and not by those of its records.
 */
export interface RecordLookup {
  get<N extends Noun>(noun: N, id: IdOf<N>): Promise<Records[N] | undefined>
  /** The part of a home that short look-ups show, at half the cost of `get`. */
  outline(zpid: number): Promise<HomeOutline | undefined>
  /**
   * The part of homes that rows show, in the given order; unknown ids are left out. A key of an unknown fact may be
   * missing or hold undefined. Costs less than half of `get`.
   */
  briefs(zpids: readonly number[]): Promise<readonly HomeBrief[]>
  /** Every climate score of these areas: areas in the given order, by id within each. */
  climateOf(areas: readonly ClimateArea[]): Promise<readonly ClimateScore[]>
  /** The newest rate of each product, in order of product. */
  latestRates(): Promise<readonly MortgageRate[]>
}
