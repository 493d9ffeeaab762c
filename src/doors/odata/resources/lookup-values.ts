import type { NounContents } from '../../../catalog/ports/record-pages.ts'
import type { Field } from './field.ts'
import type { LookupValue, Row } from './row.ts'

/** RESO's names of lists that several fields share. */
const SHARED: Readonly<Record<string, string>> = {
  LivingAreaUnits: 'AreaUnits',
  AssociationFeeFrequency: 'FeeFrequency',
}

export function lookupNameOf({ name }: Pick<Field<Row>, 'name'>): string {
  return SHARED[name] ?? name
}

/** Returns the sorted words that a field has, or once had, in a catalog; undefined if there are too many to list. */
export function wordsIn({ words }: Field<Row>, contents: readonly NounContents[]): ReadonlySet<string> | undefined {
  if (words === undefined) return undefined
  if (words.keys.length === 0) return words.standard
  const inUse = new Set<string>()
  for (const key of words.keys) {
    for (const { held, values } of contents) {
      const listed = values.get(key)
      if (listed === undefined && held.has(key)) return undefined
      for (const value of listed ?? []) inUse.add(words.wordFor(value))
    }
  }
  return new Set([...inUse].sort())
}

/** Returns the words of all lists without duplicates. A field has the words of all record types in its resource. */
export function lookupValues(
  resources: readonly { readonly fields: readonly Field<Row>[]; readonly contents: readonly NounContents[] }[],
): readonly LookupValue[] {
  const values = new Map<string, LookupValue>()
  for (const { fields, contents } of resources)
    for (const field of fields) {
      const lookup = lookupNameOf(field)
      for (const value of wordsIn(field, contents) ?? []) {
        const key = lookupKey({ lookup, value })
        const isStandard = values.get(key)?.isStandard === true || field.words?.standard.has(value) === true
        values.set(key, { lookup, value, isStandard })
      }
    }
  return [...values].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)
}

export function lookupKey({ lookup, value }: Pick<LookupValue, 'lookup' | 'value'>): string {
  return `${lookup}.${value}`
}
