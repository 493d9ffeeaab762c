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

/** The head of both answers about people. Unknown texts are empty, and an unknown age is 0. */
export const PEOPLE_HEAD = objectFrom<Headed>()({
  Status: fixed(200),
  Message: fixed('200: Success'),
  Source: [SOURCE, ({ about }) => sourceNames(about, 'person')],
})

export const AGE = whole('Years; 0 if unknown.')
export const PERSON_ID = text('Id of the person.')

/** The people with these ids, except those that the catalog does not have or may not show. */
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
