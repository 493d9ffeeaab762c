import { isUtf8 } from 'node:buffer'
import { CommandFault, EXIT } from '../../base/failure.ts'
import { openContent, type TextOptions } from './content.ts'
import { JsonColumns, type JsonObject } from './json-columns.ts'
import type { BrokenRow, Row, Source } from './source.ts'

export interface NdjsonFormat extends TextOptions {
  readonly type: 'ndjson'
  readonly decimalComma: false
  /** Paths of lists of objects: a line gives one row per object. */
  readonly each: readonly string[]
}

/** A longer line cannot be a record. */
const LINE_MAX_BYTES = 8 * 1024 * 1024
const LINE_END = 0x0a

/**
 * Opens a file with one JSON object per line (any packing and encoding that `openContent` knows). Columns are paths:
 * `host.name`. Throws a one-sentence CommandFault when the file is missing or unreadable.
 */
export async function openNdjson(file: string, format: NdjsonFormat, columns: readonly string[]): Promise<Source> {
  const content = await openContent(file, { format: 'ndjson', expected: 'one JSON object per line' }, format)
  const paths = new JsonColumns(columns, format.each)
  return {
    file,
    columns,
    seen: () => paths.seen(),
    bytesTotal: content.bytesTotal,
    bytesRead: content.bytesRead,
    rows: () => rows(file, content.text(), paths),
    close: content.close,
  }
}

async function* rows(file: string, chunks: AsyncIterable<Buffer>, paths: JsonColumns): AsyncGenerator<Row | BrokenRow> {
  let line = 0
  for await (const bytes of linesOf(file, chunks)) {
    line++
    if (bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d)) continue
    const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').trim()
    if (text === '') continue
    const value = isUtf8(bytes) ? parsed(text) : new Broken('row.encoding', 'it has bytes that are not UTF-8')
    yield* value instanceof Broken ? [value.row(line, text)] : recordRows(value, line, text, paths)
  }
}

function recordRows(object: JsonObject, line: number, text: string, paths: JsonColumns): (Row | BrokenRow)[] {
  return paths.rowsOf(object).map((cells) => {
    return Array.isArray(cells) ? { line, cells, text } : new Broken('row.nested', cells.why).row(line, text)
  })
}

async function* linesOf(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)])
      rest = []
      restBytes = 0
      start = end + 1
    }
    rest.push(chunk.subarray(start))
    restBytes += chunk.length - start
    if (restBytes > LINE_MAX_BYTES) throw tooLong(file)
  }
  if (restBytes > 0) yield Buffer.concat(rest)
}

function tooLong(file: string): CommandFault {
  const most = LINE_MAX_BYTES.toLocaleString('en-US')
  return new CommandFault(`"${file}" has a line of over ${most} bytes: is it one JSON object per line?`, EXIT.data)
}

const BROKEN = {
  'row.encoding': 'The line has bytes that are not UTF-8; it is shown as Latin-1.',
  'row.json': 'The line is not a JSON object.',
  'row.nested': 'A value was found where a list of objects was expected, or the reverse.',
} as const

class Broken {
  readonly rule: keyof typeof BROKEN
  readonly detail: string

  constructor(rule: keyof typeof BROKEN, detail: string) {
    this.rule = rule
    this.detail = detail
  }

  row(line: number, text: string): BrokenRow {
    return { line, cells: [text], text, rule: this.rule, sentence: BROKEN[this.rule], detail: this.detail }
  }
}

function parsed(text: string): JsonObject | Broken {
  try {
    const value: unknown = JSON.parse(text, asWritten)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject // just checked
    return new Broken('row.json', `it is ${Array.isArray(value) ? 'a list' : 'a single value'}, not an object`)
  } catch {
    // the parser's message would quote the line's content
    return new Broken('row.json', 'it is not valid JSON')
  }
}

/** Numbers as written: a long id must not lose its last digits. */
function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}
