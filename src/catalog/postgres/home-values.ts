import { HOME_COLUMNS, type HomeColumn } from '../../model/home-columns.ts'
import { derivedKey } from '../../model/identity.ts'
import type { HomeValueName, HomeValues } from '../query.ts'
import { quoted } from './conditions.ts'

/** A row of `valueColumns`. */
export type ValueRow = { readonly zpid: number; readonly flags: number } & Readonly<Record<string, unknown>>

/** What a statement selects for `valuesOf`. */
export function valueColumns(names: readonly HomeValueName[]): string {
  return ['zpid', 'flags', ...names.map((name) => `${sourceOf(name)} AS "v_${name}"`)].join(', ')
}

function sourceOf(name: HomeValueName): string {
  return name === 'zipcode' ? '"zipNumber"' : quoted(name)
}

export function valuesOf<C extends HomeValueName>(rows: readonly ValueRow[], names: readonly C[]): HomeValues<C> {
  const values = names.map((name) => [name, Float64Array.from(rows, (row) => numberOf(name, row[`v_${name}`]))])
  return {
    zpids: Float64Array.from(rows, ({ zpid }) => zpid),
    flags: Uint32Array.from(rows, ({ flags }) => flags),
    values: Object.fromEntries(values) as Record<C, Float64Array>, // one entry per name
  }
}

function numberOf(name: HomeValueName, stored: unknown): number {
  if (stored === null) return Number.NaN
  if (name === 'building') return derivedKey('building', stored as string) // a text column
  return Number(stored) / scaleOf(name)
}

export function scaleOf(name: HomeValueName): number {
  const { scale = 1 }: Partial<HomeColumn> = name === 'zipcode' || name === 'building' ? {} : HOME_COLUMNS[name]
  return scale
}
