import { storable } from '../../../kit/postgres/storable.ts'

export type CopyValue = string | number | undefined

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

/** Returns a row in the text format of COPY. Undefined becomes NULL. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map((value) => (value === undefined ? '\\N' : escaped(value))).join('\t')}\n`
}

function escaped(value: string | number): string {
  if (typeof value === 'number') return String(value)
  return storable(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
}
