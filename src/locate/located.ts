import type { RegionType } from '../model/region.ts'

/** What a search's location means. Places that are not meant are offered, never taken. */
export interface Located {
  /** What was asked, without the blanks around it. */
  readonly query: string
  /** Whether homes can be looked for: without it, `all` and `zpids` are empty and no home matches. */
  readonly found: boolean
  /** Of what was found, the smallest; where nothing was found, what was looked for as far as the text tells. */
  readonly type: RegionType | 'address' | undefined
  /** As it can be written to mean the same: `Ballard, Seattle, WA`, `Seattle, WA 98103`; undefined when not found. */
  readonly name: string | undefined
  /** Keys of regions; a home matches when it lies in every one of them. Empty for an address. */
  readonly all: readonly string[]
  /** The homes at an address, in order; empty for regions. */
  readonly zpids: readonly number[]
  /** Names of what else the text may mean, or of what comes near when nothing was found; at most ten. */
  readonly alternatives: readonly string[]
  /** In a sentence, why nothing was found, or why little may match. */
  readonly why?: string
}
