import type { MappingNode } from './mapping-node.ts'
import type { TextOptions } from './sources/content.ts'
import type { CsvFormat } from './sources/csv.ts'
import { ENCODINGS } from './sources/encoding.ts'
import type { NdjsonFormat } from './sources/ndjson.ts'

const FORMATS = ['csv', 'ndjson'] as const
const CSV_KEYS = ['type', 'delimiter', 'decimalComma', 'encoding', 'member', 'skip', 'headerLines', 'until'] as const
const NDJSON_KEYS = ['type', 'encoding', 'member', 'each'] as const

const DELIMITERS: Readonly<Record<string, string>> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t' }

/** More heading lines than this must be a mistake. */
const LINES_MAX = 1000

/** `csv` or `ndjson`, optionally with options. */
export function readFormat(node: MappingNode | undefined): CsvFormat | NdjsonFormat {
  if (node === undefined) return csvFormat()
  if (!node.isMap)
    return node.oneOf('format', FORMATS) === 'csv' ? csvFormat() : { type: 'ndjson', decimalComma: false, each: [] }
  const type = node.find('type')?.oneOf('type of the format', FORMATS) ?? 'csv'
  return type === 'csv' ? readCsv(node) : readNdjson(node)
}

function csvFormat(): CsvFormat {
  return { type: 'csv', delimiter: ',', decimalComma: false }
}

function readCsv(node: MappingNode): CsvFormat {
  const parts = node.keyed('format', CSV_KEYS)
  return {
    type: 'csv',
    delimiter: parts.delimiter ? readDelimiter(parts.delimiter) : ',',
    decimalComma: parts.decimalComma?.boolean('decimalComma') ?? false,
    ...readText(parts),
    ...(parts.skip && { skip: readLines(parts.skip, 'skip', 0) }),
    ...(parts.headerLines && { headerLines: readLines(parts.headerLines, 'headerLines', 1) }),
    ...(parts.until && { until: parts.until.text('until') }),
  }
}

function readNdjson(node: MappingNode): NdjsonFormat {
  const parts = node.keyed('format', NDJSON_KEYS)
  const each = parts.each?.elements().map((element) => element.text('A list of each')) ?? []
  return { type: 'ndjson', decimalComma: false, each, ...readText(parts) }
}

/** What the file itself may leave open; without `encoding` its bytes are asked. */
function readText({
  encoding,
  member,
}: {
  readonly encoding?: MappingNode
  readonly member?: MappingNode
}): TextOptions {
  return {
    ...(encoding && { encoding: encoding.oneOf('encoding', ENCODINGS) }),
    ...(member && { member: member.text('member') }),
  }
}

function readDelimiter(node: MappingNode): string {
  const given = node.text('delimiter')
  return DELIMITERS[given] ?? node.fail(`delimiter cannot be "${given}": accepted are , ; | and tab.`)
}

function readLines(node: MappingNode, what: string, least: number): number {
  const lines = node.number(what)
  return Number.isInteger(lines) && lines >= least && lines <= LINES_MAX
    ? lines
    : node.fail(`${what} cannot be ${lines}: accepted is a whole number from ${least} to ${LINES_MAX}.`)
}
