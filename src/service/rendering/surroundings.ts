import type { Context } from '../../catalog/ports/context.ts'
import type { Words } from '../../kit/base/words.ts'
import type { Handling } from '../../kit/params/index.ts'
import { type Regions, regionsOf } from '../../places/regions/near-regions.ts'

/** Everything that is needed to show a record, besides the record itself. */
export interface Surroundings {
  readonly words: Words
  readonly nowMs: number
  readonly regions: Regions
  /** Whether the client needs 0 instead of null for an unknown number of bedrooms or bathrooms. */
  readonly isLenient: boolean
}

/** Call once per answer, so that the whole answer is about one moment. */
export function surroundingsOf({ words, clock, catalog }: Context, handling?: Handling): Surroundings {
  return {
    words,
    nowMs: clock.now(),
    regions: regionsOf(catalog.regions()),
    isLenient: handling === 'lenient',
  }
}
