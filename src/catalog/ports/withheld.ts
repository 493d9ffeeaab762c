import type { Person } from '../../model/person.ts'
import type { Noun } from './nouns.ts'

/** People whom no answer may show, whatever the catalogue holds. Checked at every lookup, so changes apply at once. */
export interface Withheld {
  /** Changes whenever `has` may say something else, and never comes back, not even in another process. */
  readonly version: string
  has(person: Person): boolean
  /** Whether the person was erased, so that no later import may restore them. */
  isErased(person: Person): boolean
  /** The id of a home that is withheld when it is first imported; see `keyedZpid`. Without it, such ids are not keyed. */
  homeId?(source: string, sourceKey: string): number
}

export const nobody: Withheld = { version: '', has: () => false, isErased: () => false }

/** Whether an answer may show a record. */
export function shows(noun: Noun, record: unknown, withheld: Withheld): boolean {
  if (noun !== 'person' || record === undefined) return record !== undefined
  return !withheld.has(record as Person) // the noun says which record it is
}
