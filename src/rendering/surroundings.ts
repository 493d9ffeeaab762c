import type { Words } from '../base/words.ts'
import type { Context } from '../catalog/context.ts'
import { type Regions, regionsOf } from './regions.ts'

/** What renderers know besides the records. */
export interface Surroundings {
  readonly words: Words
  readonly nowMs: number
  readonly regions: Regions
}

/** Taken once per answer, so that all of it is as of one moment. */
export function surroundingsOf({ words, clock, catalog }: Context): Surroundings {
  return { words, nowMs: clock.now(), regions: regionsOf(catalog.regions()) }
}
