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

/** A value of a field. Days are `YYYY-MM-DD`, moments are microseconds since 1970, unknown values are undefined. */
export type Value = string | number | boolean | readonly string[] | Point | undefined

/** A field of a resource. `S` is the type of the subjects that its rows are made from. */
export interface Field<S> {
  readonly name: string
  readonly type: ODataType
  /** Whether each value is a list of values of `type`. */
  readonly isList?: true
  /** The words of the field's values, if Lookup lists them. */
  readonly words?: Words
  /** Whether the dictionary has no field with this name. */
  readonly isLocal?: true
  readonly doc: string
  /**
   * Keys of `NounContents`, or `key=value`. If a catalog contains any of these keys, at least one record has a value in
   * the field. Undefined for a field that has a value in every record.
   */
  readonly heldBy?: readonly string[]
  /** Whether the subject's agents and offices must be looked up. */
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

/** The keys of `S` whose values a field can have. */
type PlainKey<S> = { [K in keyof S]-?: S[K] extends Value ? K : never }[keyof S] & string

/** Declares a field that is a key of the record. A catalog in which no record has the key does not have the field. */
export function keyField<S>(
  name: string,
  type: ODataType,
  doc: string,
  key: PlainKey<S>,
  more: Partial<Field<S>> = {},
): Field<S> {
  return field(name, type, doc, (record) => record[key] as Value, { heldBy: [key], ...more }) // see `PlainKey`
}

/** Marks a field that the dictionary does not have. */
export const LOCAL = { isLocal: true } as const

/** Writes a word like older servers, without spaces and punctuation. */
export function bare(word: string): string {
  return word.replace(/[^A-Za-z0-9]/g, '')
}

/** The words for the values of a field. */
export interface Words {
  /** Keys of `NounContents` with the field's values; empty if all words are in `standard`. */
  readonly keys: readonly string[]
  /** Returns the word for a value, often the value itself. */
  wordFor(value: string): string
  /** Known words of the dictionary. All others are local words. */
  readonly standard: ReadonlySet<string>
}

/** Returns words that equal the values. */
export function asTheyAre(key: string, standard: Iterable<string> = []): Words {
  return { keys: [key], wordFor: (value) => value, standard: new Set(standard) }
}

/** Returns a fixed list of the dictionary's words. */
export function onlyThese(...standard: readonly string[]): Words {
  return { keys: [], wordFor: (value) => value, standard: new Set(standard) }
}

/** Whether any record has or had a value in the field. */
export function isHeldIn<S>({ heldBy }: Pick<Field<S>, 'heldBy'>, { held, values }: NounContents): boolean {
  if (heldBy === undefined) return true
  return heldBy.some((name) => {
    const [key = '', value] = name.split('=')
    return value === undefined ? held.has(key) : values.get(key)?.has(value) === true
  })
}
