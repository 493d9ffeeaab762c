import { createReadStream } from 'node:fs'
import { CommandFault, EXIT } from '../../base/failure.ts'
import { withoutMark } from './byte-order-mark.ts'
import { fileFault, sizeOf } from './file.ts'
import { JsonColumns } from './json-columns.ts'
import { rowsIn } from './json-rows.ts'
import type { BrokenRow, Row, Source } from './source.ts'

export interface NdjsonFormat {
  readonly type: 'ndjson'
  readonly decimalComma: false
  /** Paths of lists of objects: a line gives one row per object. */
  readonly each: readonly string[]
}

/** A longer line cannot be a record. */
const LINE_MAX_BYTES = 8 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const LINE_END = 0x0a

/**
 * Opens a file with one JSON object per line (UTF-8 with or without byte order mark). Columns are paths: `host.name`.
 * Throws a one-sentence CommandFault when the file is missing or unreadable.
 */
export async function openNdjson(file: string, format: NdjsonFormat, columns: readonly string[]): Promise<Source> {
  const bytesTotal = await sizeOf(file, 'one JSON object per line')
  const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const paths = new JsonColumns(columns, format.each)
  return {
    file,
    columns,
    seen: () => paths.seen(),
    bytesTotal,
    bytesRead: () => stream.bytesRead,
    rows: () => rows(file, stream, paths),
    close: () => stream.destroy(),
  }
}

async function* rows(file: string, stream: AsyncIterable<Buffer>, paths: JsonColumns): AsyncGenerator<Row | BrokenRow> {
  let line = 0
  for await (const bytes of linesOf(file, stream)) {
    line++
    if (!isBlank(bytes)) yield* rowsIn(bytes, { line }, paths)
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= 0x20)
}

async function* linesOf(file: string, stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let restBytes = 0
  try {
    for await (const chunk of withoutMark(stream, file)) {
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
  } catch (error) {
    throw fileFault(file, error)
  }
  if (restBytes > 0) yield Buffer.concat(rest)
}

function tooLong(file: string): CommandFault {
  const most = LINE_MAX_BYTES.toLocaleString('en-US')
  return new CommandFault(
    `"${file}" has a line of over ${most} bytes: is it one JSON object per line? Else write format: json in the mapping.`,
    EXIT.data,
  )
}
