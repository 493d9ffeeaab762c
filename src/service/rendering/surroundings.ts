import type { Context } from '../../catalog/ports/context.ts'
import type { Words } from '../../kit/base/words.ts'
import type { Handling } from '../../kit/params/index.ts'
import { type Regions, regionsOf } from '../../places/regions/near-regions.ts'

/** The data that renderers need in addition to the records. */
export interface Surroundings {
  readonly words: Words
  readonly nowMs: number
  readonly regions: Regions
  /** Whether the client cannot take null for an unknown number of bedrooms. */
  readonly isLenient: boolean
}

/** Called once per answer, so that the whole answer is as of one moment. */
export function surroundingsOf({ words, clock, catalog }: Context, handling?: Handling): Surroundings {
  return {
    words,
    nowMs: clock.now(),
    regions: regionsOf(catalog.regions()),
    isLenient: handling === 'lenient',
  }
}
