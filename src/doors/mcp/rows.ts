import { isFields } from './json.ts'
import type { Table } from './text.ts'

/**
 * The maximum size of an answer in bytes, as text and as data together. A token has at least 2 bytes, so this is at
 * most 25,000 tokens.
 */
export const RESULT_BYTES_MAX = 50_000

/** Bytes that are reserved for everything in an answer except its rows. */
const BESIDE_BYTES = 12_000

/** The number of times that an answer contains each row: as data and as text. */
const FORMS = 2

/**
 * Returns a table with as many rows as fit into an answer, without empty columns.
 *
 * @param total The number of all rows.
 */
export function tableOf(rows: readonly Readonly<Record<string, unknown>>[], total = rows.length): Table {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.filter((name) => rows.some((row) => (row[name] ?? null) !== null))
  const fitting: unknown[][] = []
  let bytes = BESIDE_BYTES
  for (const row of rows) {
    const cells = columns.map((name) => row[name] ?? null)
    bytes += FORMS * (Buffer.byteLength(JSON.stringify(cells)) + columns.length)
    if (bytes > RESULT_BYTES_MAX && fitting.length > 0) break
    fitting.push(cells)
  }
  return { columns, rows: fitting, ...(fitting.length < total && { total }) }
}

/** The first items of a list, and the number of all its items. The answer names the shortened list in `cut`. */
export interface Part {
  readonly items: readonly unknown[]
  readonly total: number
}

/** Returns a short list unchanged, and a list with more than `most` items as a `Part`. */
export function firstOf(list: readonly unknown[], most: number): readonly unknown[] | Part {
  return list.length <= most ? list : { items: list.slice(0, most), total: list.length }
}

export function isPart(value: unknown): value is Part {
  return isFields(value) && Array.isArray(value.items) && typeof value.total === 'number'
}

/** Shortens text to a number of characters, and adds the original length. */
export function clipped(text: string | null, characters: number): string | null {
  if (text === null || text.length <= characters) return text
  return `${text.slice(0, characters).toWellFormed()}… (${text.length} characters in all)`
}
