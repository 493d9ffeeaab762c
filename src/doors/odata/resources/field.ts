import type { NounContents } from '../../../catalog/ports/record-pages.ts'
import type { Point } from '../../../model/home.ts'

export type ODataType =
  | 'Edm.String'
  | 'Edm.Int64'
  | 'Edm.Decimal'
  | 'Edm.Boolean'
  | 'Edm.Date'
  | 'Edm.DateTimeOffset'
  | 'Edm.GeographyPoint'

/** Days are written `YYYY-MM-DD`, moments are microseconds since 1970. An unknown value is undefined. */
export type Value = string | number | boolean | readonly string[] | Point | undefined

/** A property of the rows of a resource, which are made from subjects of some kind. */
export interface Field<S> {
  readonly name: string
  readonly type: ODataType
  /** Each value is a list of values of the type. */
  readonly isList?: true
  /** Values come from a list of words, which the resource Lookup tells: our values as the catalogue counts them, and the word for each. */
  readonly words?: Words
  /** The dictionary has no field of this name. */
  readonly isLocal?: true
  readonly doc: string
  /**
   * The keys of `NounContents` that give the field a value, or `key=value` for a value of one: any is enough. Every
   * record has one where this is left out.
   */
  readonly heldBy?: readonly string[]
  /** The subject's agents and offices must be at hand. */
  readonly needsPeople?: true
  read(subject: S): Value
}

export function field<S>(
  name: string,
  type: ODataType,
  doc: string,
  read: Field<S>['read'],
  more: Partial<Field<S>> = {},
): Field<S> {
  return { name, type, doc, read, ...more }
}

/** Marks a field that the dictionary does not have. */
export const LOCAL = { isLocal: true } as const

/** A word as older servers write it, without blanks and signs. */
export function bare(word: string): string {
  return word.replace(/[^A-Za-z0-9]/g, '')
}

/** The words of a list. */
export interface Words {
  /** The keys of `NounContents` whose values these are; none where `standard` has all. */
  readonly keys: readonly string[]
  /** The word for a value, if it is another one. */
  wordFor(value: string): string
  /** The words of the dictionary that are known here, by which local ones are told from them. */
  readonly standard: ReadonlySet<string>
}

/** Words that stand for themselves. */
export function asTheyAre(key: string, standard: Iterable<string> = []): Words {
  return { keys: [key], wordFor: (value) => value, standard: new Set(standard) }
}

/** Words of the dictionary alone. */
export function onlyThese(...standard: readonly string[]): Words {
  return { keys: [], wordFor: (value) => value, standard: new Set(standard) }
}

/** Whether some record has or had a value in the field. */
export function isHeldIn<S>({ heldBy }: Pick<Field<S>, 'heldBy'>, { held, values }: NounContents): boolean {
  if (heldBy === undefined) return true
  return heldBy.some((name) => {
    const [key = '', value] = name.split('=')
    return value === undefined ? held.has(key) : values.get(key)?.has(value) === true
  })
}
