import { isDeepStrictEqual } from 'node:util'
import { ID_BYTES_MAX } from '../../catalog/ports/nouns.ts'
import { quote } from '../../kit/base/sentence.ts'
import { type Finding, Rejection } from './finding.ts'

/** Returns a row's record with its required fields. The mapping was checked to fill them. */
export function withRequired<T extends object, const K extends keyof T>(
  record: T,
  required: readonly K[],
): T & { readonly [P in K]-?: NonNullable<T[P]> } {
  const missing = required.find((name) => record[name] === undefined)
  if (missing !== undefined) throw new Error(`the mapping must fill the field ${String(missing)}`)
  return record as T & { readonly [P in K]-?: NonNullable<T[P]> } // just checked
}

/** Rejects a record whose id belongs to another source. */
export function ofAnotherSource(what: string, id: string | number, source: string): Rejection {
  return new Rejection('id.taken', `${what} belongs to another source.`, `${id} belongs to source ${source}`)
}

export const RECORD_UNKNOWN = new Rejection(
  'record.unknown',
  'The source has no such record, or has deleted it, and a partial file never adds records.',
  'the record is not in the catalog',
)

/** Rejects an overlong id. Some ids contain a region's name. */
export function tooLong(id: number | string): Rejection | undefined {
  const bytes = typeof id === 'number' ? 0 : Buffer.byteLength(id)
  if (bytes <= ID_BYTES_MAX) return undefined
  const sentence = `Together, the texts that name the record are longer than ${ID_BYTES_MAX} bytes.`
  return new Rejection('id.long', sentence, `${bytes} bytes`)
}

/** Rejects a row that contradicts an earlier row of the same record, because either may be right. */
export function twiceUnlike(what: string, id: string): Rejection {
  return new Rejection('row.twice', `Another row has the same ${what} and contradicts this one.`, id)
}

/** Reports two rows with the same key. They become one record, but the key column may be wrong. */
export function keyShared(key: string, what: string): Finding {
  const sentence =
    'Another row has the same key but describes something else; they are one record, and the later row wins.'
  return { rule: 'key.shared', sentence, detail: `${quote(key)}: ${what} differs` }
}

/** The rule for rows with one key at different locations. Too many of these rows end the import. */
export const PLACES_SHARE_KEY = 'key.places'

/** Reports rows with one key at different locations. */
export function placesShareKey(key: string, ...places: readonly [one: string, other: string]): Finding {
  const sentence = 'Another row has the same key but a different location; they are one record, and the later row wins.'
  return {
    rule: PLACES_SHARE_KEY,
    sentence,
    detail: `${quote(key)} is ${places.map((one) => quote(one)).join(' and ')}`,
  }
}

/** Rejects a row that differs from an earlier row of its record in a field that all rows of a record share. */
export function unlike(one: object, other: object, parts: readonly string[] = []): Rejection | undefined {
  if (isDeepStrictEqual(without(one, parts), without(other, parts))) return undefined
  return new Rejection(
    'row.unlike',
    'An earlier row with the same key differs in fields that all rows of a record must repeat.',
    `${differing(one, other, parts)} differs`,
  )
}

function without(record: object, parts: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !parts.includes(key)))
}

/** Returns the names of the differing keys. Values may be personal. */
export function differing(one: object, other: object, parts: readonly string[] = []): string {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys]
    .filter((key) => !parts.includes(key) && !isDeepStrictEqual(Reflect.get(one, key), Reflect.get(other, key)))
    .join(', ')
}

/** Replaces a record by its later edition. Combines rows of the same import. */
export function editionOf<R>(existing: R | undefined, fresh: readonly R[], sameImport: boolean): readonly [R, ...R[]] {
  const [first, ...rest] = sameImport && existing !== undefined ? [existing, ...fresh] : fresh
  if (first === undefined) throw new Error('there is nothing to merge')
  return [first, ...rest]
}

/** Returns the last item of each key, sorted by key. */
export function united<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
