import { createReadStream } from 'node:fs'
import { withoutMark } from './byte-order-mark.ts'
import { fileFault, sizeOf } from './file.ts'
import { JsonColumns } from './json-columns.ts'
import { elementsOf } from './json-elements.ts'
import { brokenRow, rowsIn } from './json-rows.ts'
import type { BrokenRow, Row, Source } from './source.ts'

export interface JsonFormat {
  readonly type: 'json'
  readonly decimalComma: false
  /** The keys that lead to the list of records; the document decides when absent. */
  readonly rows?: readonly string[]
  /** Paths of lists: a record gives one row per element. */
  readonly each: readonly string[]
}

const CHUNK_BYTES = 256 * 1024

/**
 * Opens a file of JSON documents, however their lines are broken: a list of objects, an OData answer, or objects that
 * follow one another (UTF-8 with or without byte order mark). Columns are paths: `host.name`. Throws a one-sentence
 * CommandFault when the file is missing or unreadable.
 */
export async function openJson(file: string, format: JsonFormat, columns: readonly string[]): Promise<Source> {
  const bytesTotal = await sizeOf(file, 'JSON')
  const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const paths = new JsonColumns(columns, format.each)
  return {
    file,
    columns,
    seen: () => paths.seen(),
    bytesTotal,
    bytesRead: () => stream.bytesRead,
    rows: () => rows(file, withoutMark(stream, file), format.rows, paths),
    close: () => stream.destroy(),
  }
}

async function* rows(
  file: string,
  chunks: AsyncIterable<Buffer>,
  list: readonly string[] | undefined,
  paths: JsonColumns,
): AsyncGenerator<Row | BrokenRow> {
  try {
    for await (const { line, lastLine, bytes, brokenLine } of elementsOf(chunks, list, file)) {
      const place = lastLine > line ? { line, lastLine } : { line }
      if (brokenLine === undefined) yield* rowsIn(bytes, place, paths)
      else yield brokenRow('row.json', `a quote is opened on line ${brokenLine} and not closed there`, bytes, place)
    }
  } catch (error) {
    throw fileFault(file, error)
  }
}
