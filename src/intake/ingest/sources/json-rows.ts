import { isUtf8 } from 'node:buffer'
import type { Content } from './content.ts'
import type { JsonColumns, JsonObject } from './json-columns.ts'
import type { BrokenRow, Row, Source } from './source.ts'

const BROKEN = {
  'row.encoding': 'The record has bytes that are not UTF-8; it is shown as Latin-1.',
  'row.json': 'The record is not a JSON object.',
  'row.nested': 'A value was found where a list of objects was expected, or the reverse.',
} as const

type Place = Pick<Row, 'line' | 'lastLine'>

/** Makes a source of text whose columns are paths, known only once its rows were read. */
export function sourceOf(
  content: Content,
  { file, columns, paths }: Pick<Source, 'file' | 'columns'> & { readonly paths: JsonColumns },
  rows: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Row | BrokenRow>,
): Source {
  const { bytesTotal, bytesRead, close } = content
  return { file, columns, seen: () => paths.seen(), bytesTotal, bytesRead, rows: () => rows(content.text()), close }
}

export function rowsIn(bytes: Buffer, place: Place, paths: JsonColumns): readonly (Row | BrokenRow)[] {
  if (!isUtf8(bytes)) return [brokenRow('row.encoding', 'it has bytes that are not UTF-8', bytes, place)]
  const text = bytes.toString('utf8').trim()
  const object = parsedRecord(text)
  if (typeof object === 'string') return [brokenRow('row.json', object, bytes, place)]
  return rowsOfRecord(object, place, paths, text)
}

/** Returns the rows of a record that is already an object. */
export function rowsOfRecord(
  object: JsonObject,
  place: Place,
  paths: JsonColumns,
  text: string = JSON.stringify(object),
): readonly (Row | BrokenRow)[] {
  return paths.rowsOf(object).map((row) => {
    return 'why' in row ? brokenRow('row.nested', row.why, Buffer.from(text), place) : { ...place, ...row, text }
  })
}

export function brokenRow(rule: keyof typeof BROKEN, detail: string, bytes: Buffer, place: Place): BrokenRow {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').trim()
  return { ...place, cells: [text], text, rule, sentence: BROKEN[rule], detail }
}

/** Returns the object, with its numbers as they are written, or the reason why there is none. */
export function parsedRecord(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text, asWritten)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject // just checked
    return `it is ${Array.isArray(value) ? 'a list' : 'a single value'}, not an object`
  } catch {
    // The parser's message would quote the record's content.
    return 'it is not valid JSON'
  }
}

/** Keeps numbers as they are written: a long id must not lose its last digits. */
function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}
