import { isUtf8 } from 'node:buffer'
import { parseForeignJson } from '../../../kit/base/foreign-json.ts'
import type { Content } from './content.ts'
import type { OptionReaders } from './format.ts'
import type { JsonColumns, JsonObject } from './json-columns.ts'
import { withNumbersAsTexts } from './json-numbers.ts'
import type { BrokenRow, Row, Source } from './source.ts'

const BROKEN = {
  'row.encoding': 'The record has bytes that are not UTF-8; it is shown as Latin-1.',
  'row.json': 'The record is not a JSON object.',
  'row.nested': 'A row has a value instead of a list of objects, or a list instead of a value.',
} as const

/** An option for formats whose records may contain lists of objects. */
export interface EachOption {
  /** The paths of lists. A record becomes one row per object in them. */
  readonly each?: readonly string[]
}

export const EACH_OPTION: OptionReaders<EachOption> = {
  each: (node) => node.elements().map((element) => element.text('A list of each')),
}

type Place = Pick<Row, 'line' | 'lastLine'>

/** Makes a source of rows from JSON text. Its columns are known only after all rows were read. */
export function sourceOf(
  content: Content,
  { file, columns, paths }: Pick<Source, 'file' | 'columns'> & { readonly paths: JsonColumns },
  rows: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Row | BrokenRow>,
): Source {
  const { bytesTotal, bytesRead, close } = content
  return { file, columns, seen: () => paths.seen(), bytesTotal, bytesRead, rows: () => rows(content.text()), close }
}

export function* rowsIn(bytes: Buffer, place: Place, paths: JsonColumns): Generator<Row | BrokenRow, void> {
  if (!isUtf8(bytes)) return yield brokenRow('row.encoding', 'it has bytes that are not UTF-8', bytes, place)
  const text = bytes.toString('utf8').trim()
  const object = parsedRecord(text)
  if (typeof object === 'string') return yield brokenRow('row.json', object, bytes, place)
  yield* rowsOfRecord(object, place, paths, text)
}

/** Yields the rows of a parsed record. `text` is its original text, if any. */
export function* rowsOfRecord(
  object: JsonObject,
  place: Place,
  paths: JsonColumns,
  text?: string,
): Generator<Row | BrokenRow, void> {
  const shown = text === undefined ? {} : { text }
  const cells = text === undefined ? [] : [text]
  for (const row of paths.rowsOf(object)) {
    if (!('why' in row)) yield { ...place, ...row, ...shown }
    else yield { ...place, cells, ...shown, rule: 'row.nested', sentence: BROKEN['row.nested'], detail: row.why }
  }
}

export function brokenRow(rule: keyof typeof BROKEN, detail: string, bytes: Buffer, place: Place): BrokenRow {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').trim()
  return { ...place, cells: [text], text, rule, sentence: BROKEN[rule], detail }
}

/** Returns the object with its numbers as strings, or why the text is not an object. */
export function parsedRecord(text: string): JsonObject | string {
  const value = parsedJson(text)
  if (value === undefined) return 'it is not valid JSON' // the parser's message would quote personal data
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject // just checked
  return `it is ${Array.isArray(value) ? 'a list' : 'a single value'}, not an object`
}

/** Words for missing values in Python and JavaScript. Also matches strings, to skip these words inside strings. */
const NO_VALUES = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity|undefined|None)\b/g

/** Parses JSON with numbers as strings. NaN and similar words become null. Undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parsed(text)
  } catch {
    const nulled = text.replaceAll(NO_VALUES, (token) => (token.startsWith('"') ? token : 'null'))
    try {
      return nulled === text ? undefined : parsed(nulled)
    } catch {
      return undefined
    }
  }
}

function parsed(text: string): unknown {
  parseForeignJson(text) // refuses invalid and too large JSON before its numbers become texts
  return JSON.parse(withNumbersAsTexts(text))
}
