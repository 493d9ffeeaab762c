import { openContent, TEXT_OPTIONS, type TextOptions } from './content.ts'
import { type FileFormat, orClose } from './format.ts'
import { JsonColumns } from './json-columns.ts'
import { elementsOf } from './json-elements.ts'
import { ListRows, listHeader } from './json-lists.ts'
import { keysOf } from './json-path.ts'
import { columnsOfJson } from './json-paths.ts'
import { brokenRow, EACH_OPTION, type EachOption, rowsIn, sourceOf } from './json-rows.ts'
import { jsonStartOf } from './json-start.ts'
import type { BrokenRow, Row, Source } from './source.ts'

interface JsonOptions extends TextOptions, EachOption {
  /** The keys of the path to the records, separated by dots. Default: detected. */
  readonly rows?: string
  /** The keys of the path to the column names, if rows are lists. Default: the first row. */
  readonly header?: string
}

/** JSON documents with any line breaks. */
export const JSON_DOCUMENTS: FileFormat<JsonOptions> = {
  doc: 'JSON: a list of objects, an OData response (its `value`), or objects that follow one another. `rows`: the keys that lead to the records, if they are elsewhere: `data.listings` for a list, `homes.*` for an object with the records by key, and `homes.*[]` for an object with several lists; the column `@key` then has the keys. A dot within a key is written `\\.`. If rows are lists, the first row has the column names, or `header` leads to them: `header: meta.view.columns`. Columns and `each` work as in `ndjson`',
  options: {
    ...TEXT_OPTIONS,
    ...EACH_OPTION,
    rows: (node) => node.text('rows of the format'),
    header: (node) => node.text('header of the format'),
  },
  coordinates: 'columns',
  endings: ['json', 'js', 'mjs', 'ts'],
  recognise: ({ text = '' }) => {
    const { isLines = true, ...options } = jsonStartOf(text) ?? {}
    return isLines ? undefined : options
  },
  open: openJson,
  columnsOf: async (file, options) => {
    const source = await openJson(file, options, [])
    if (source.seen !== undefined) return await columnsOfJson(source, options.each)
    source.close()
    return source.columns
  },
}

export async function openJson(file: string, options: JsonOptions, columns: readonly string[]): Promise<Source> {
  const content = await openContent(file, { format: 'json', expected: 'JSON' }, options)
  return orClose(content, async () => {
    const list = options.rows === undefined ? undefined : keysOf(options.rows)
    const header = await listHeader(
      content,
      file,
      list,
      options.header === undefined ? undefined : keysOf(options.header),
    )
    if (header === undefined) {
      const paths = new JsonColumns(columns, options.each ?? [])
      const made: RowsOf = (bytes, place) => rowsIn(bytes, place, paths)
      return sourceOf(content, { file, columns, paths }, (chunks) => rows(file, chunks, list, made))
    }
    const lists = new ListRows(header, columns)
    const { bytesTotal, bytesRead, close } = content
    const made: RowsOf = (bytes, place) => [lists.rowOf(bytes, place)]
    const all = () => rows(file, content.text(), list, made, header.rowsBefore)
    return { file, columns: lists.columns, bytesTotal, bytesRead, rows: all, close }
  })
}

type RowsOf = (bytes: Buffer, place: Pick<Row, 'line' | 'lastLine'>) => Iterable<Row | BrokenRow>

async function* rows(
  file: string,
  chunks: AsyncIterable<Buffer>,
  list: readonly string[] | undefined,
  made: RowsOf,
  leftOut = 0,
): AsyncGenerator<Row | BrokenRow> {
  let before = leftOut
  for await (const { line, lastLine, bytes, brokenLine } of elementsOf(chunks, list, file)) {
    const place = lastLine > line ? { line, lastLine } : { line }
    if (before > 0) before--
    else if (brokenLine === undefined) yield* made(bytes, place)
    else yield brokenRow('row.json', `a quote is opened on line ${brokenLine} and not closed there`, bytes, place)
  }
}
