import type { CommandFault } from '../../../kit/base/failure.ts'
import { dataFault } from '../file-fault.ts'
import { openContent, TEXT_OPTIONS, type TextOptions } from './content.ts'
import type { FileFormat } from './format.ts'
import { JsonColumns } from './json-columns.ts'
import { refuseTooMuch } from './json-keys.ts'
import { columnsOfJson } from './json-paths.ts'
import { EACH_OPTION, type EachOption, rowsIn, sourceOf } from './json-rows.ts'
import { jsonStartOf } from './json-start.ts'
import type { BrokenRow, Row, Source } from './source.ts'

type NdjsonOptions = TextOptions & EachOption

/** One JSON object per line. */
export const NDJSON: FileFormat<NdjsonOptions> = {
  doc: 'one JSON object per line; columns are paths such as `host.name`, `geometry.coordinates[0]` or, for all elements of a list, `photos[].url`. `each`: paths of lists, each element of which becomes a row: `each: slots`, `column: slots.date`',
  options: { ...TEXT_OPTIONS, ...EACH_OPTION },
  coordinates: 'columns',
  isByLine: true,
  endings: ['ndjson', 'jsonl'],
  recognise: ({ text = '' }) => (jsonStartOf(text)?.isLines ? {} : undefined),
  open: openNdjson,
  columnsOf: async (file, options) => columnsOfJson(await openNdjson(file, options, [])),
}

const LINE_MAX_BYTES = 8 * 1024 * 1024
const LINE_END = 0x0a

export async function openNdjson(file: string, options: NdjsonOptions, columns: readonly string[]): Promise<Source> {
  const content = await openContent(file, { format: 'ndjson', expected: 'one JSON object per line' }, options)
  const paths = new JsonColumns(columns, options.each ?? [])
  return sourceOf(content, { file, columns, paths }, (chunks) => rows(file, chunks, paths))
}

async function* rows(file: string, chunks: AsyncIterable<Buffer>, paths: JsonColumns): AsyncGenerator<Row | BrokenRow> {
  let line = 0
  for await (const bytes of linesOf(file, chunks)) {
    line++
    if (isBlank(bytes)) continue
    refuseTooMuch(bytes, file, line)
    yield* rowsIn(bytes, { line }, paths)
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= 0x20)
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
  return dataFault(
    `"${file}" has a line of over ${most} bytes: is it one JSON object per line? Else write format: json in the mapping.`,
  )
}
