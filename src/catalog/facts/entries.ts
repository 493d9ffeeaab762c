import type { AddressEntry } from '../../model/address-entry.ts'

/** The fields of an `AddressEntry` with their column names, in column order. */
export const ENTRY_FIELDS = [
  ['id', 'id'],
  ['kind', 'kind'],
  ['display', 'display'],
  ['houseNumber', 'house_number'],
  ['street', 'street'],
  ['preDirection', 'pre_direction'],
  ['suffix', 'suffix'],
  ['postDirection', 'post_direction'],
  ['unit', 'unit'],
  ['city', 'city'],
  ['state', 'state'],
  ['zipcode', 'zipcode'],
] as const

export const ENTRY_COLUMNS: readonly string[] = ENTRY_FIELDS.map(([, column]) => column)

/** Returns the values of an entry in column order. */
export function entryValues(entry: AddressEntry): (number | string)[] {
  return ENTRY_FIELDS.map(([field]) => entry[field])
}

/** Reads an entry from its columns. A home's id is a number. */
export function entryOf(row: Readonly<Record<string, unknown>>): AddressEntry {
  const fields = ENTRY_FIELDS.map(([field, column]) => [field, row[column]])
  const entry = Object.fromEntries(fields) as unknown as AddressEntry // `entryValues` wrote these fields
  return entry.kind === 'home' ? { ...entry, id: Number(entry.id) } : entry
}
