import type { Context } from '../../catalog/ports/context.ts'
import type { Words } from '../../kit/base/words.ts'
import type { Handling } from '../../kit/params/index.ts'
import { type Regions, regionsOf } from '../../places/regions/near-regions.ts'

/** Everything that renderers need besides the records. */
export interface Surroundings {
  readonly words: Words
  readonly nowMs: number
  readonly regions: Regions
  /** Whether the caller cannot take null for an unknown number of bedrooms. */
  readonly isLenient: boolean
}

/** Taken once per answer, so that all of it is as of one moment. */
export function surroundingsOf({ words, clock, catalog }: Context, handling?: Handling): Surroundings {
  return {
    words,
    nowMs: clock.now(),
    regions: regionsOf(catalog.regions()),
    isLenient: handling === 'lenient',
  }
}
