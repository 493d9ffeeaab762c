import { type AnswerOf, component, object, text } from '../../kit/answers/index.ts'
import type { Home } from '../../model/home.ts'

export const REGION_NAME = component('RegionName', object({ name: text() }))

/** The name that people would give the area of a home: its neighbourhood, or else its city; null if it has neither. */
export function parentRegion({ address }: Pick<Home, 'address'>): AnswerOf<typeof REGION_NAME> | null {
  const name = address.neighborhood || address.city
  return name ? { name } : null
}
