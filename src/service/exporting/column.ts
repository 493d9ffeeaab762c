import type { Field, FieldKind, FieldValue } from '../../model/field.ts'

/** A column of an export. It has the name of the import field that reads it. */
export interface Column {
  readonly name: string
  readonly kind: FieldKind
  /** Set if the values, or the items of a list, are web addresses. */
  readonly web?: true
}

/** A value in a column; undefined if it is unknown or hidden. */
export type Cell = FieldValue | undefined

export type Cells = readonly Cell[]

export function columnFor(name: string, { kind, web }: Pick<Field, 'kind' | 'web'>): Column {
  return { name, kind, ...(web && { web }) }
}

export function textColumns(...names: readonly string[]): readonly Column[] {
  return names.map((name) => ({ name, kind: 'text' }))
}
