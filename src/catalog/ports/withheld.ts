import type { Person } from '../../model/person.ts'
import type { Noun } from './nouns.ts'

/**
 * The people whom no answer may show, even if the catalog contains them. Checked at every lookup, so changes apply at
 * once.
 */
export interface Withheld {
  /** Changes whenever `has` may return something else. No process ever uses a version again. */
  readonly version: string
  has(person: Person): boolean
  /** Whether the person was erased. Later imports must not restore the record of an erased person. */
  isErased(person: Person): boolean
  /**
   * Returns the id of a home that is withheld when it is first imported; see `keyedZpid`. If absent, such ids are not
   * keyed.
   */
  homeId?(source: string, sourceKey: string): number
  /** The ids that `homeId` has assigned. Homes keep these ids. Only for writers. */
  readonly homeIds?: HomeIds
}

/**
 * Remembers which homes were withheld when they were first imported, so that another catalog gives them the same ids.
 */
export interface HomeIds {
  /** Whether no home was withheld when it was first imported. */
  readonly isEmpty: boolean
  has(id: number): boolean
  add(id: number): void
  /**
   * Stores the new ids. Call this before the catalog commits. A catalog in a database stores them in its own
   * transaction, through `query`.
   */
  store(query?: (text: string, values: readonly unknown[]) => void): void
}

export const nobody: Withheld = { version: '', has: () => false, isErased: () => false }

/** Whether an answer may show a record. */
export function shows(noun: Noun, record: unknown, withheld: Withheld): boolean {
  if (noun !== 'person' || record === undefined) return record !== undefined
  return !withheld.has(record as Person) // the noun says which record it is
}
