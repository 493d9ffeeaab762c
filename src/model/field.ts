import type { Day } from '../base/clock.ts'

export type FieldKind = 'text' | 'wholeNumber' | 'number' | 'boolean' | 'date' | 'time' | 'list' | 'oneOf'

/** What a field's values are. `T` is the type of the value in a record; no value of it is kept here. */
export interface FieldShape<T = unknown> {
  readonly kind: FieldKind
  /** The closed set that a one-of, or each element of a list, comes from. */
  readonly values?: readonly string[]
  readonly unit?: string
  /** The value, or each element of the list, is an address on the web, which browsers open. */
  readonly web?: true
  readonly valueType?: T
}

/** A field of a noun that an import can fill. */
export interface Field<T = unknown> extends FieldShape<T> {
  /** One sentence for mappings, docs and error messages. */
  readonly doc: string
  /** Fields without which this one says nothing; of a list within, any one will do. */
  readonly needs?: readonly (string | readonly string[])[]
  /** The field that goes before this one: it is used only in rows where that one says nothing. */
  readonly insteadOf?: string
  /** It is used only in rows where another field has one of these values. */
  readonly onlyWith?: { readonly field: string; readonly values: readonly string[] }
}

/** All fields of a noun, under the names that mappings use. */
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

/** A number of something. */
export function of(unit: string): FieldShape<number> {
  return { kind: 'number', unit }
}

export function field<T>(shape: FieldShape<T>, doc: string, ...needs: readonly string[]): Field<T> {
  return { ...shape, doc, ...(needs.length > 0 && { needs }) }
}

export function fallback<T>(shape: FieldShape<T>, doc: string, insteadOf: string): Field<T> {
  return { ...shape, doc, insteadOf }
}

type ValueOf<F> = F extends { readonly valueType?: infer T } ? Exclude<T, undefined> : never

/** A flat record: what a source says of one thing at one time. An unknown field is absent. */
export type RecordOf<F extends FieldTable> = { readonly [K in keyof F]?: ValueOf<F[K]> }

/** Any value that a field can have. */
export type FieldValue = string | number | boolean | readonly string[]

type OrUndefined<T> = { [K in keyof T]: T[K] | undefined }

/** Leaves out the keys whose value is undefined: in the model an unknown key is absent. */
export function compact<T extends object>(values: OrUndefined<T>): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
