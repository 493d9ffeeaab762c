import type { MappingNode } from './mapping-node.ts'
import type { CsvFormat } from './sources/csv.ts'
import type { JsonFormat } from './sources/json.ts'
import type { NdjsonFormat } from './sources/ndjson.ts'
import type { SourceFormat } from './sources/open.ts'

const FORMATS = ['csv', 'ndjson', 'json'] as const
const CSV_KEYS = ['type', 'delimiter', 'decimalComma', 'encoding', 'skip', 'headerLines', 'until'] as const
const NDJSON_KEYS = ['type', 'encoding', 'each'] as const
const JSON_KEYS = [...NDJSON_KEYS, 'rows'] as const

const DELIMITERS: Readonly<Record<string, string>> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t' }

/** More heading lines than this must be a mistake. */
const LINES_MAX = 1000

/** A format, optionally with options. */
export function readFormat(node: MappingNode | undefined): SourceFormat {
  if (node === undefined) return csvFormat()
  if (!node.isMap) {
    const type = node.oneOf('format', FORMATS)
    return type === 'csv' ? csvFormat() : { type, decimalComma: false, each: [] }
  }
  const type = node.find('type')?.oneOf('type of the format', FORMATS) ?? 'csv'
  if (type === 'json') return readJson(node)
  return type === 'csv' ? readCsv(node) : readNdjson(node)
}

function csvFormat(): CsvFormat {
  return { type: 'csv', delimiter: ',', decimalComma: false }
}

function readCsv(node: MappingNode): CsvFormat {
  const parts = node.keyed('format', CSV_KEYS)
  parts.encoding?.oneOf('encoding', ['utf-8'])
  return {
    type: 'csv',
    delimiter: parts.delimiter ? readDelimiter(parts.delimiter) : ',',
    decimalComma: parts.decimalComma?.boolean('decimalComma') ?? false,
    ...(parts.skip && { skip: readLines(parts.skip, 'skip', 0) }),
    ...(parts.headerLines && { headerLines: readLines(parts.headerLines, 'headerLines', 1) }),
    ...(parts.until && { until: parts.until.text('until') }),
  }
}

function readNdjson(node: MappingNode): NdjsonFormat {
  const parts = node.keyed('format', NDJSON_KEYS)
  parts.encoding?.oneOf('encoding', ['utf-8'])
  const each = parts.each?.elements().map((element) => element.text('A list of each')) ?? []
  return { type: 'ndjson', decimalComma: false, each }
}

function readJson(node: MappingNode): JsonFormat {
  const parts = node.keyed('format', JSON_KEYS)
  parts.encoding?.oneOf('encoding', ['utf-8'])
  const each = parts.each?.elements().map((element) => element.text('A list of each')) ?? []
  const rows = parts.rows?.text('rows of the format').split('.')
  return { type: 'json', decimalComma: false, each, ...(rows && { rows }) }
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
