import { dayOf } from '../../base/clock.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Person } from '../../model/person.ts'

/** The people with these ids, without those whom the catalogue does not have or may not show. */
export async function acquaintances(personIds: readonly string[], catalog: Catalog): Promise<readonly Person[]> {
  const people = await Promise.all(personIds.map((personId) => catalog.get('person', personId)))
  return people.filter((person) => person !== undefined)
}

/** In whole years; 0 when the day of birth is not known. */
export function ageOf({ born }: Person, nowMs: number): number {
  if (born === undefined) return 0
  const today = dayOf(nowMs)
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4))
  return Math.max(0, today.slice(5) < born.slice(5) ? years - 1 : years)
}
