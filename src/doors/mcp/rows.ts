import { isFields } from './json.ts'
import type { Table } from './text.ts'

/**
 * Both forms of an answer together, in bytes: a token has at least two, so that a host which shows a model both has used at most
 * 25,000 tokens.
 */
export const RESULT_BYTES_MAX = 50_000

/** Room for what an answer says beside its rows. */
const BESIDE_BYTES = 12_000

/** A row is told twice, as data and as text. */
const FORMS = 2

/**
 * A table of as many of the rows as fit into an answer; columns that no row has are left out. `total`: the number of all
 * rows there are, of which these are some.
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

/** Some items of a list that has `total`: told as a list, and named among those that were cut. */
export interface Part {
  readonly items: readonly unknown[]
  readonly total: number
}

/** The first items of a list. */
export function firstOf(list: readonly unknown[], most: number): readonly unknown[] | Part {
  return list.length <= most ? list : { items: list.slice(0, most), total: list.length }
}

export function isPart(value: unknown): value is Part {
  return isFields(value) && Array.isArray(value.items) && typeof value.total === 'number'
}

/** A text that takes no more room than it may, and says where it was cut. */
export function clipped(text: string | null, characters: number): string | null {
  if (text === null || text.length <= characters) return text
  return `${text.slice(0, characters).toWellFormed()}… (${text.length} characters in all)`
}
