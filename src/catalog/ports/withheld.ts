import type { Person } from '../../model/person.ts'
import type { Noun } from './nouns.ts'

/**
 * The people whom no answer may show, even if the catalog contains their records. Every lookup checks this, so changes
 * take effect immediately.
 */
export interface Withheld {
  /** Changes whenever `has` may return something else. A version is never reused, not even by another process. */
  readonly version: string
  has(person: Person): boolean
  /** If false, no withheld person has this id or this name. If absent, `has` must be called. */
  mayHave?(personId: string, name: string): boolean
  /** Whether the person was erased. Imports must not store an erased person again. */
  isErased(person: Person): boolean
  /**
   * Returns the id of a home whose address is withheld at its first import; see `keyedZpid`. If absent, the normal id
   * is used.
   */
  homeId?(source: string, sourceKey: string): number
  /** The ids that `homeId` assigned, for writers. A home keeps its id even if its address becomes public. */
  readonly homeIds?: HomeIds
}

/**
 * Remembers which homes had a withheld address at their first import, so that a new catalog gives them the same ids.
 */
export interface HomeIds {
  /** Whether no home had a withheld address at its first import. */
  readonly isEmpty: boolean
  has(id: number): boolean
  add(id: number): void
  /**
   * Stores the new ids. Call this before the catalog commits. For a catalog in a database, `query` runs in the
   * catalog's transaction.
   */
  store(query?: (text: string, values: readonly unknown[]) => void): void
}

export const nobody: Withheld = { version: '', has: () => false, mayHave: () => false, isErased: () => false }

/** Whether an answer may show a record. */
export function shows(noun: Noun, record: unknown, withheld: Withheld): boolean {
  if (noun !== 'person' || record === undefined) return record !== undefined
  return !withheld.has(record as Person) // `noun` is 'person'
}
