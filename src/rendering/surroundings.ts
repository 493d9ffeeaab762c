import type { Words } from '../base/words.ts'
import type { Context } from '../catalog/context.ts'
import { type Regions, regionsOf } from './regions.ts'

/** What renderers know beside the records. */
export interface Surroundings {
  readonly words: Words
  readonly nowMs: number
  readonly regions: Regions
}

/** Taken once for each answer, so that all of it stands at one moment. */
export function surroundingsOf({ words, clock, catalog }: Context): Surroundings {
  return { words, nowMs: clock.now(), regions: regionsOf(catalog.regions()) }
}
