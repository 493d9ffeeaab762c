import { nullable, number } from '../../kit/answers/index.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import type { Surroundings } from './surroundings.ts'

export const BEDROOMS = nullable(number(), 'A studio has 0. Null if unknown; 0 with handling=lenient.')

export const BATHROOMS = nullable(number(), 'Null if unknown; 0 with handling=lenient.')

interface Shown {
  readonly home: Pick<HomeBrief, 'facts'>
  readonly surroundings: Pick<Surroundings, 'isLenient'>
}

/** Returns the number of bathrooms. If it is unknown, returns undefined, or 0 for clients that cannot handle null. */
export function shownBathrooms({ home, surroundings }: Shown): number | undefined {
  return home.facts.bathrooms ?? (surroundings.isLenient ? 0 : undefined)
}

/** Returns the number of bedrooms. If it is unknown, returns undefined, or 0 for clients that cannot handle null. */
export function shownBedrooms({ home, surroundings }: Shown): number | undefined {
  return home.facts.bedroomsTotal ?? (surroundings.isLenient ? 0 : undefined)
}
