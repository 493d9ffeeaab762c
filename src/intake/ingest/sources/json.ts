import { openContent, type TextOptions } from './content.ts'
import { JsonColumns } from './json-columns.ts'
import { elementsOf } from './json-elements.ts'
import { brokenRow, rowsIn, sourceOf } from './json-rows.ts'
import type { BrokenRow, Row, Source } from './source.ts'

export interface JsonFormat extends TextOptions {
  readonly type: 'json'
  readonly decimalComma: false
  /** The keys that lead to the list of records. The document decides when absent. */
  readonly rows?: readonly string[]
  /** The paths of lists. A record gives one row per element. */
  readonly each: readonly string[]
}

/**
 * Opens a file of JSON documents, however their lines are broken: a list of objects, an OData answer, or objects that
 * follow one another (any packing and encoding that `openContent` knows). Columns are paths: `host.name`. Throws a
 * one-sentence CommandFault when the file is missing or unreadable.
 */
export async function openJson(file: string, format: JsonFormat, columns: readonly string[]): Promise<Source> {
  const content = await openContent(file, { format: 'json', expected: 'JSON' }, format)
  const paths = new JsonColumns(columns, format.each)
  return sourceOf(content, { file, columns, paths }, (chunks) => rows(file, chunks, format.rows, paths))
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
