import type { JsonObject } from '../ingest/record-source.ts'
import { BadAnswer } from './answer-body.ts'

/** Options of a query, without `$` before their names. */
export interface Query {
  readonly filter?: string | undefined
  readonly orderby?: string | undefined
  readonly select?: string | undefined
  readonly expand?: string | undefined
  readonly top?: number | undefined
  readonly skip?: number | undefined
}

/** A page of rows, and the link to the next page. */
export interface Page {
  readonly records: readonly JsonObject[]
  readonly next: string | undefined
  /** Time of the answer by the server's clock. */
  readonly madeMs: number
}

/** Returns the URL of a query. Spaces become %20, because some servers do not decode `+`. */
export function queryUrl(server: URL, path: string, query: Query): URL {
  const [beside = '', own = ''] = path.split('?', 2)
  const options = Object.entries(query).flatMap(([name, value]) => {
    return value === undefined || value === '' ? [] : [`$${name}=${encodeURIComponent(String(value))}`]
  })
  const url = new URL(server)
  url.pathname = `${server.pathname.replace(/\/+$/, '')}/${beside}`
  url.search = [server.search.slice(1), own, ...options].filter((part) => part !== '').join('&')
  return url
}

/** Quotes a string for `$filter`. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Joins all given conditions with `and`. Adds parentheses if there are several. */
export function both(...conditions: readonly (string | undefined)[]): string {
  const given = conditions.filter((condition) => condition !== undefined && condition !== '')
  return given.length === 1 ? String(given[0]) : given.map((condition) => `(${condition})`).join(' and ')
}

/** Reads an answer with rows. Throws a BadAnswer for other answers. */
export function pageIn({ object, madeMs }: { readonly object: JsonObject; readonly madeMs: number }): Page {
  const { value } = object
  const next = object['@odata.nextLink'] ?? object['@nextLink']
  if (!isList(value)) throw new BadAnswer('its answer has no list of rows ("value")', true)
  return { records: value.filter(isRecord), next: typeof next === 'string' && next !== '' ? next : undefined, madeMs }
}

function isList(value: JsonObject[string] | undefined): value is readonly JsonObject[string][] {
  return Array.isArray(value)
}

function isRecord(value: JsonObject[string]): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a field's string. Empty if the value is not a string. */
export function textIn(record: JsonObject, field: string): string {
  const value = Object.hasOwn(record, field) ? record[field] : undefined
  return typeof value === 'string' ? value.trim() : ''
}
