import { always, text, whole } from '../answers/index.ts'
import { dayOf } from '../base/clock.ts'
import type { RecordLookup } from '../catalog/record-lookup.ts'
import type { Person } from '../model/person.ts'
import { SOURCE } from './answer-head.ts'

/** The head of both answers about people. Unknown texts are empty, and an unknown age is 0. */
export const PEOPLE_HEAD = { Status: always(200), Message: always('200: Success'), Source: SOURCE }

export const AGE = whole('Years; 0 if unknown.')
export const PERSON_ID = text('Id of the person.')

/** The people with these ids, except those that the catalogue does not have or may not show. */
export async function acquaintances(personIds: readonly string[], records: RecordLookup): Promise<readonly Person[]> {
  const people = await Promise.all(personIds.map((personId) => records.get('person', personId)))
  return people.filter((person) => person !== undefined)
}

/** Age by date of birth, 0 if unknown. */
export function ageOf({ born }: Person, nowMs: number): number {
  if (born === undefined) return 0
  const today = dayOf(nowMs)
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4))
  return Math.max(0, today.slice(5) < born.slice(5) ? years - 1 : years)
}
