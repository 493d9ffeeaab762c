import type { CatalogAbout } from '../../catalog/ports/catalog.ts'
import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { sourceNames } from '../../catalog/ports/source-name.ts'
import { SOURCE } from '../../kit/answers/answer-head.ts'
import { fixed, objectFrom, text, whole } from '../../kit/answers/index.ts'
import { dayOf } from '../../kit/base/clock.ts'
import type { Person } from '../../model/person.ts'

export interface Headed {
  readonly about: CatalogAbout
}

/**
 * The first keys of the two answers about people. In these answers, unknown strings are empty, and an unknown age is 0.
 */
export const PEOPLE_HEAD = objectFrom<Headed>()({
  Status: fixed(200),
  Message: fixed('200: Success'),
  Source: [SOURCE, ({ about }) => sourceNames(about, 'person')],
})

export const AGE = whole('Years; 0 if unknown.')
export const PERSON_ID = text('Id of the person.')

/** Returns the people with these ids that the catalog has and may show. */
export async function acquaintances(personIds: readonly string[], records: RecordLookup): Promise<readonly Person[]> {
  const people = await Promise.all(personIds.map((personId) => records.get('person', personId)))
  return people.filter((person) => person !== undefined)
}

/** Returns the age in years; 0 if the date of birth is unknown. */
export function ageOf({ born }: Person, nowMs: number): number {
  if (born === undefined) return 0
  const today = dayOf(nowMs)
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4))
  return Math.max(0, today.slice(5) < born.slice(5) ? years - 1 : years)
}
