import { openContent, TEXT_OPTIONS, type TextOptions } from './content.ts'
import type { FileFormat } from './format.ts'
import { JsonColumns } from './json-columns.ts'
import { elementsOf } from './json-elements.ts'
import { columnsOfJson } from './json-paths.ts'
import { brokenRow, EACH_OPTION, type EachOption, rowsIn, sourceOf } from './json-rows.ts'
import { jsonStartOf } from './json-start.ts'
import type { BrokenRow, Row, Source } from './source.ts'

interface JsonOptions extends TextOptions, EachOption {
  /** The keys that lead to the list of records, separated by dots. The document decides when absent. */
  readonly rows?: string
}

/** JSON documents, however their lines are broken. */
export const JSON_DOCUMENTS: FileFormat<JsonOptions> = {
  doc: 'JSON documents with any line ends: a list of objects, an OData answer (its `value`), or objects that follow one another. `rows`: the keys that lead to the list of records, where it is another one: `rows: data.listings`. Columns and `each` as in `ndjson`',
  options: { ...TEXT_OPTIONS, ...EACH_OPTION, rows: (node) => node.text('rows of the format') },
  coordinates: 'columns',
  endings: ['json'],
  recognise: ({ text = '' }) => {
    const { isLines = true, ...options } = jsonStartOf(text) ?? {}
    return isLines ? undefined : options
  },
  open: openJson,
  columnsOf: async (file, options) => columnsOfJson(await openJson(file, options, [])),
}

export async function openJson(file: string, options: JsonOptions, columns: readonly string[]): Promise<Source> {
  const content = await openContent(file, { format: 'json', expected: 'JSON' }, options)
  const paths = new JsonColumns(columns, options.each ?? [])
  return sourceOf(content, { file, columns, paths }, (chunks) => rows(file, chunks, options.rows?.split('.'), paths))
}

async function* rows(
  file: string,
  chunks: AsyncIterable<Buffer>,
  list: readonly string[] | undefined,
  paths: JsonColumns,
): AsyncGenerator<Row | BrokenRow> {
  for await (const { line, lastLine, bytes, brokenLine } of elementsOf(chunks, list, file)) {
    const place = lastLine > line ? { line, lastLine } : { line }
    if (brokenLine === undefined) yield* rowsIn(bytes, place, paths)
    else yield brokenRow('row.json', `a quote is opened on line ${brokenLine} and not closed there`, bytes, place)
  }
}
