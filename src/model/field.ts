import type { Day } from '../kit/base/clock.ts'

export type FieldKind = 'text' | 'wholeNumber' | 'number' | 'boolean' | 'date' | 'time' | 'list' | 'oneOf'

/** The type of a field's values. `T` is their TypeScript type; `valueType` is never set. */
export interface FieldShape<T = unknown> {
  readonly kind: FieldKind
  /** The allowed values, or the allowed elements of a list. */
  readonly values?: readonly string[]
  readonly unit?: string
  /** How many decimals the model stores. If absent, the model stores all decimals. */
  readonly digits?: number
  /** Set if the value must be a web address with http or https. */
  readonly web?: true
  readonly valueType?: T
}

/** A field that mappings can fill. */
export interface Field<T = unknown> extends FieldShape<T> {
  /** One sentence for the docs and for error messages. */
  readonly doc: string
  /** Fields that a row must also have. If an entry is a list, one of its fields is enough. */
  readonly needs?: readonly (string | readonly string[])[]
  /** A preferred field. If a row has both, the preferred field is used. */
  readonly insteadOf?: string
  /** The field is used only in rows whose `field` has one of `values`. */
  readonly onlyWith?: { readonly field: string; readonly values: readonly string[] }
}

/** The fields of a record type, by their names in mappings. */
export type FieldTable = Readonly<Record<string, Field>>

export const text: FieldShape<string> = { kind: 'text' }
export const count: FieldShape<number> = { kind: 'wholeNumber' }
export const amount: FieldShape<number> = { kind: 'number' }
export const degrees: FieldShape<number> = { kind: 'number', unit: 'degrees' }
export const percent: FieldShape<number> = { kind: 'number', unit: 'percent' }
export const yesNo: FieldShape<boolean> = { kind: 'boolean' }
export const date: FieldShape<Day> = { kind: 'date' }
/** Milliseconds since 1970. */
export const time: FieldShape<number> = { kind: 'time' }
export const list: FieldShape<readonly string[]> = { kind: 'list' }
export const webAddress: FieldShape<string> = { kind: 'text', web: true }
export const webAddresses: FieldShape<readonly string[]> = { kind: 'list', web: true }

export function oneOf<const V extends string>(values: readonly V[]): FieldShape<V> {
  return { kind: 'oneOf', values }
}

export function listOf<const V extends string>(values: readonly V[]): FieldShape<readonly V[]> {
  return { kind: 'list', values }
}

export function of(unit: string, digits?: number): FieldShape<number> {
  return { kind: 'number', unit, ...(digits !== undefined && { digits }) }
}

export function field<T>(shape: FieldShape<T>, doc: string, ...needs: readonly string[]): Field<T> {
  return { ...shape, doc, ...(needs.length > 0 && { needs }) }
}

export function fallback<T>(shape: FieldShape<T>, doc: string, insteadOf: string): Field<T> {
  return { ...shape, doc, insteadOf }
}

type ValueOf<F> = F extends { readonly valueType?: infer T } ? Exclude<T, undefined> : never

/** A flat record: what a source says about one thing at one time. Unknown fields are absent. */
export type RecordOf<F extends FieldTable> = { readonly [K in keyof F]?: ValueOf<F[K]> }

export type FieldValue = string | number | boolean | readonly string[]

type OrUndefined<T> = { [K in keyof T]: T[K] | undefined }

/** Removes keys whose value is undefined. */
export function compact<T extends object>(values: OrUndefined<T>): T {
  const defined: Record<string, unknown> = {}
  for (const key in values) if (values[key] !== undefined) defined[key] = values[key]
  return defined as T // T allows the removed keys to be absent
}
