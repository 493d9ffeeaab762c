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
  /** For a catalogue that is written: the ids that `homeId` has given to homes, which they keep. */
  readonly homeIds?: HomeIds
}

/** Remembers homes that were withheld when they first came, beside the list, so that another catalogue gives the same ids. */
export interface HomeIds {
  /** Whether no home was ever withheld when it first came. */
  readonly isEmpty: boolean
  has(id: number): boolean
  add(id: number): void
  /**
   * Stores the added ids, to be called before the catalogue commits. A catalogue in a database has them stored in its
   * own transaction, by `query`.
   */
  store(query?: (text: string, values: readonly unknown[]) => void): void
}

export const nobody: Withheld = { version: '', has: () => false, isErased: () => false }

/** Whether an answer may show a record. */
export function shows(noun: Noun, record: unknown, withheld: Withheld): boolean {
  if (noun !== 'person' || record === undefined) return record !== undefined
  return !withheld.has(record as Person) // the noun says which record it is
}
