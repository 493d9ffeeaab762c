import { component, objectFrom, text } from '../../kit/answers/index.ts'
import type { Home } from '../../model/home.ts'

export const REGION_NAME = component('RegionName', objectFrom<string>()({ name: [text(), (name) => name] }))

/** Returns what people would call the area of a home: its neighborhood, or else its city. */
export function areaName({ address }: Pick<Home, 'address'>): string | undefined {
  return address.neighborhood || address.city || undefined
}
