import type { Context } from '../../catalog/ports/context.ts'
import type { Words } from '../../kit/base/words.ts'
import { type Regions, regionsOf } from '../../places/regions/near-regions.ts'

/** Everything that renderers need besides the records. */
export interface Surroundings {
  readonly words: Words
  readonly nowMs: number
  readonly regions: Regions
}

/** Taken once per answer, so that all of it is as of one moment. */
export function surroundingsOf({ words, clock, catalog }: Context): Surroundings {
  return { words, nowMs: clock.now(), regions: regionsOf(catalog.regions()) }
}
