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

/**
 * A value of a field. Dates are `YYYY-MM-DD`, moments are microseconds since 1970, and missing values are undefined.
 */
export type Value = string | number | boolean | readonly string[] | Point | undefined

/** A field of a resource. `S` is the type of the objects from which rows are made. */
export interface Field<S> {
  readonly name: string
  readonly type: ODataType
  /** True for lists. `type` is then the type of the list's items. */
  readonly isList?: true
  /** The words that the field can contain, if the resource Lookup lists them. */
  readonly words?: Words
  /** True if the RESO Data Dictionary does not have the field. */
  readonly isLocal?: true
  readonly doc: string
  /**
   * Keys of `NounContents`, or `key=value`. The field exists in a catalog if a record has one of these keys. Undefined
   * if every record has a value.
   */
  readonly heldBy?: readonly string[]
  /** True if the agents and offices of a record must be read for the field. */
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

/** The keys of `S` with values that a field can have. */
type PlainKey<S> = { [K in keyof S]-?: S[K] extends Value ? K : never }[keyof S] & string

/**
 * Declares a field with the value of a record's key. Catalogs in which no record has this key do not have the field.
 */
export function keyField<S>(
  name: string,
  type: ODataType,
  doc: string,
  key: PlainKey<S>,
  more: Partial<Field<S>> = {},
): Field<S> {
  return field(name, type, doc, (record) => record[key] as Value, { heldBy: [key], ...more }) // see `PlainKey`
}

/** Marks a field that the RESO Data Dictionary does not have. */
export const LOCAL = { isLocal: true } as const

/** Removes spaces and punctuation from a word, as older servers do. */
export function bare(word: string): string {
  return word.replace(/[^A-Za-z0-9]/g, '')
}

/** How the values of a field are written as words. */
export interface Words {
  /** Record keys, as in `NounContents`, whose values become words. Empty if `standard` has all words. */
  readonly keys: readonly string[]
  /** Returns the word for a value. Often the value itself is the word. */
  wordFor(value: string): string
  /** Words of the RESO Data Dictionary. All other words are local. */
  readonly standard: ReadonlySet<string>
}

/** Declares that the words are the values themselves. */
export function asTheyAre(key: string, standard: Iterable<string> = []): Words {
  return { keys: [key], wordFor: (value) => value, standard: new Set(standard) }
}

/** Declares a fixed list of words from the RESO Data Dictionary. */
export function onlyThese(...standard: readonly string[]): Words {
  return { keys: [], wordFor: (value) => value, standard: new Set(standard) }
}

/** Whether a record has, or once had, a value in the field. */
export function isHeldIn<S>({ heldBy }: Pick<Field<S>, 'heldBy'>, { held, values }: NounContents): boolean {
  if (heldBy === undefined) return true
  return heldBy.some((name) => {
    const [key = '', value] = name.split('=')
    return value === undefined ? held.has(key) : values.get(key)?.has(value) === true
  })
}
