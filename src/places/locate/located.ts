import type { RegionType } from '../../model/region.ts'

/** The meaning of a search location. Other places are only ever offered as alternatives. */
export interface Located {
  /** The location as asked, trimmed. */
  readonly query: string
  /** If false, `all` and `zpids` are empty and no home matches. */
  readonly isFound: boolean
  /** The type of the smallest region found. If nothing was found, the type that the text seems to ask for. */
  readonly type: RegionType | 'address' | undefined
  /** A location that means the same: `Ballard, Seattle, WA`, `Seattle, WA 98103`; undefined when not found. */
  readonly name: string | undefined
  /** Keys of regions; a home must lie in all of them. Empty for an address. */
  readonly all: readonly string[]
  /** The homes at an address, in order; empty for regions. */
  readonly zpids: readonly number[]
  /** Names of other possible meanings, or of near matches when nothing was found; at most ten. */
  readonly alternatives: readonly string[]
  /** The number of possible meanings, where `alternatives` names only the likeliest. */
  readonly alternativeCount?: number
  /** A sentence on why nothing was found, or why little may match. */
  readonly why?: string
}
