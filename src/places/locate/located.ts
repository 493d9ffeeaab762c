import type { RegionType } from '../../model/region.ts'

/** The meaning of a search location. Other places are only offered as alternatives. */
export interface Located {
  /** The location as requested, trimmed. */
  readonly query: string
  /** If false, `all` and `zpids` are empty and no home matches. */
  readonly isFound: boolean
  /** The type of the smallest region found. If nothing was found, the type that the text seems to have. */
  readonly type: RegionType | 'address' | undefined
  /** A location that means the same: `Ballard, Seattle, WA`, `Seattle, WA 98103`; undefined if nothing was found. */
  readonly name: string | undefined
  /** Keys of regions; a home must be in all of them. Empty for an address. */
  readonly all: readonly string[]
  /** The homes at an address, sorted; empty for regions. */
  readonly zpids: readonly number[]
  /** Names of other possible meanings, or of near matches if nothing was found; at most ten. */
  readonly alternatives: readonly string[]
  /** Number of all possible meanings; `alternatives` may have only the likeliest. */
  readonly alternativeCount?: number
  /** A sentence on why nothing was found, or why little may match. */
  readonly why?: string
}
