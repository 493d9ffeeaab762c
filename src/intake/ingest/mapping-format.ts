import type { MappingNode } from './mapping-node.ts'
import type { TextOptions } from './sources/content.ts'
import type { CsvFormat } from './sources/csv.ts'
import { ENCODINGS } from './sources/encoding.ts'
import type { JsonFormat } from './sources/json.ts'
import type { NdjsonFormat } from './sources/ndjson.ts'
import type { SourceFormat } from './sources/open.ts'
import type { Projected } from './sources/projection.ts'
import type { TableOptions } from './sources/table.ts'

const FORMATS = ['csv', 'ndjson', 'json', 'xlsx', 'parquet', 'geojson', 'shapefile', 'sql'] as const
const TABLE_KEYS = ['skip', 'headerLines', 'until'] as const
const CSV_KEYS = ['type', 'delimiter', 'decimalComma', 'encoding', 'member', ...TABLE_KEYS] as const
const NDJSON_KEYS = ['type', 'encoding', 'member', 'each'] as const
const JSON_KEYS = [...NDJSON_KEYS, 'rows'] as const

const DELIMITERS: Readonly<Record<string, string>> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t' }

/** More heading lines than this must be a mistake. */
const LINES_MAX = 1000

/** Reads a format, optionally with options. */
export function readFormat(node: MappingNode | undefined): SourceFormat {
  if (node === undefined) return csvFormat()
  const type = node.isMap
    ? (node.find('type')?.oneOf('type of the format', FORMATS) ?? 'csv')
    : node.oneOf('format', FORMATS)
  if (node.isMap) return { ...READERS[type](node), ...readProjected(node, type) }
  return type === 'sql' ? node.fail(NO_QUERY) : PLAIN[type]
}

const NO_QUERY = 'The format sql needs a query: format: { type: sql, query: SELECT * FROM input }.'

const PLAIN: Readonly<Record<Exclude<(typeof FORMATS)[number], 'sql'>, SourceFormat>> = {
  csv: csvFormat(),
  ndjson: { type: 'ndjson', decimalComma: false, each: [] },
  json: { type: 'json', decimalComma: false, each: [] },
  xlsx: { type: 'xlsx', decimalComma: false },
  parquet: { type: 'parquet', decimalComma: false, each: [] },
  geojson: { type: 'geojson', decimalComma: false },
  shapefile: { type: 'shapefile', decimalComma: false },
}

const PROJECTED_KEYS = ['projection', 'x', 'y'] as const

const READERS: Readonly<Record<(typeof FORMATS)[number], (node: MappingNode) => SourceFormat>> = {
  csv: readCsv,
  ndjson: readNdjson,
  json: readJson,
  xlsx: (node) => {
    const parts = node.keyed('format', ['type', 'sheet', ...TABLE_KEYS, ...PROJECTED_KEYS])
    const sheet = parts.sheet?.text('sheet')
    return { type: 'xlsx', decimalComma: false, ...(sheet && { sheet }), ...readTable(parts) }
  },
  parquet: (node) => {
    const parts = node.keyed('format', ['type', 'each', ...PROJECTED_KEYS])
    return { type: 'parquet', decimalComma: false, each: readEach(parts.each) }
  },
  geojson: (node) => {
    const parts = node.keyed('format', ['type', 'encoding', 'member', 'projection'])
    return { type: 'geojson', decimalComma: false, ...readText(parts) }
  },
  shapefile: (node) => {
    const parts = node.keyed('format', ['type', 'encoding', 'member', 'projection'])
    return { type: 'shapefile', decimalComma: false, ...readText(parts) }
  },
  sql: (node) => {
    const { query } = node.keyed('format', ['type', 'query', ...PROJECTED_KEYS])
    return { type: 'sql', decimalComma: false, query: query?.text('query of the format') ?? node.fail(NO_QUERY) }
  },
}

/** Reads how coordinates are projected. Formats with shapes know their coordinates; in others two columns hold them. */
function readProjected(node: MappingNode, type: string): { readonly projected?: Projected } {
  const [projection, x, y] = PROJECTED_KEYS.map((key) => node.find(key))
  if (projection === undefined) {
    const column = x ?? y
    return (
      column?.fail('x and y name coordinates that are not degrees: add their projection, such as EPSG:26910.') ?? {}
    )
  }
  if ((x === undefined) !== (y === undefined)) projection.fail('x and y are a pair: name both columns or none.')
  if (x === undefined && ['csv', 'ndjson', 'json', 'xlsx', 'sql'].includes(type))
    projection.fail('projection needs x and y: the columns with the coordinates.')
  return {
    projected: {
      projection: projection.text('projection'),
      ...(x && { x: x.text('x') }),
      ...(y && { y: y.text('y') }),
    },
  }
}

function csvFormat(): CsvFormat {
  return { type: 'csv', delimiter: ',', decimalComma: false }
}

function readCsv(node: MappingNode): CsvFormat {
  const parts = node.keyed('format', [...CSV_KEYS, ...PROJECTED_KEYS])
  return {
    type: 'csv',
    delimiter: parts.delimiter ? readDelimiter(parts.delimiter) : ',',
    decimalComma: parts.decimalComma?.boolean('decimalComma') ?? false,
    ...readText(parts),
    ...readTable(parts),
  }
}

function readTable(parts: { readonly [K in (typeof TABLE_KEYS)[number]]?: MappingNode }): TableOptions {
  return {
    ...(parts.skip && { skip: readLines(parts.skip, 'skip', 0) }),
    ...(parts.headerLines && { headerLines: readLines(parts.headerLines, 'headerLines', 1) }),
    ...(parts.until && { until: parts.until.text('until') }),
  }
}

function readEach(node: MappingNode | undefined): string[] {
  return node?.elements().map((element) => element.text('A list of each')) ?? []
}

function readNdjson(node: MappingNode): NdjsonFormat {
  const parts = node.keyed('format', [...NDJSON_KEYS, ...PROJECTED_KEYS])
  return { type: 'ndjson', decimalComma: false, each: readEach(parts.each), ...readText(parts) }
}

/** Reads the options of text, which a file may leave open. Without `encoding` its bytes decide. */
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

function readJson(node: MappingNode): JsonFormat {
  const parts = node.keyed('format', [...JSON_KEYS, ...PROJECTED_KEYS])
  const rows = parts.rows?.text('rows of the format').split('.')
  return { type: 'json', decimalComma: false, each: readEach(parts.each), ...(rows && { rows }), ...readText(parts) }
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
