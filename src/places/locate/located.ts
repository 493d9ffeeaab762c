import type { RegionType } from '../../model/region.ts'

/** The meaning of a search location. A search never includes the alternatives. */
export interface Located {
  /** The requested location without blanks at its ends. */
  readonly query: string
  /** If false, `all` and `zpids` are empty and no home matches. */
  readonly isFound: boolean
  /** The type of the smallest region found. If nothing was found, the type that the text seems to name. */
  readonly type: RegionType | 'address' | undefined
  /** A location that means the same: `Ballard, Seattle, WA`, `Seattle, WA 98103`. Undefined if nothing was found. */
  readonly name: string | undefined
  /** Keys of regions. A home matches if it is in all of them. Empty for an address. */
  readonly all: readonly string[]
  /** The homes at an address, sorted; empty for regions. */
  readonly zpids: readonly number[]
  /** Names of at most ten other places that may be meant, or of similar places if nothing was found. */
  readonly alternatives: readonly string[]
  /** How many other places may be meant, if `alternatives` does not list all. */
  readonly alternativeCount?: number
  /** A sentence that explains why nothing was found, or why few homes may match. */
  readonly why?: string
}
