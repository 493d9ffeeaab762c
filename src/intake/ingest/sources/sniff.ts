import { type Content, openContent } from './content.ts'
import type { CsvFormat } from './csv.ts'
import { cellsOf } from './csv-cells.ts'
import type { Encoding } from './encoding.ts'
import { FileBytes } from './file-bytes.ts'
import { kindOf } from './foreign.ts'
import type { SourceFormat } from './open.ts'
import { membersOf } from './zip.ts'

/** The format of a file, as far as its content tells. */
export interface Sniffed {
  readonly format: SourceFormat
  /** The encoding of text. The format has it only where a mapping must state it. */
  readonly encoding?: Encoding
  /** The packing of a text, and its name in an archive. */
  readonly packing?: string
  readonly member?: string
}

/** Finds out the format of a file. Throws a one-sentence CommandFault when no format reads it. */
export async function sniff(file: string): Promise<Sniffed> {
  const binary = await binaryFormat(file)
  if (binary !== undefined) return { format: binary }
  const content = await openContent(file, { format: 'csv', expected: 'a table', anyText: true })
  try {
    const head = await headOf(content)
    const { encoding, packing, member } = content
    const format = textFormat(head)
    return {
      format: encoding === 'utf-8' ? format : { ...format, encoding },
      encoding,
      ...(packing !== undefined && { packing }),
      ...(member !== undefined && { member }),
    }
  } finally {
    content.close()
  }
}

async function binaryFormat(file: string): Promise<SourceFormat | undefined> {
  const bytes = await FileBytes.openFile(file, 'a table')
  try {
    const kind = kindOf(bytes.head, file)
    if (kind === 'parquet') return { type: 'parquet', decimalComma: false, each: [] }
    if (kind === 'shapefile') return { type: 'shapefile', decimalComma: false }
    if (kind !== 'zip') return undefined
    const names = (await membersOf(bytes)).map(({ name }) => name)
    if (names.some((name) => /^xl\/workbook\.(xml|bin)$/.test(name))) return { type: 'xlsx', decimalComma: false }
    return names.some((name) => /\.shp$/i.test(name)) ? { type: 'shapefile', decimalComma: false } : undefined
  } finally {
    bytes.close()
  }
}

const HEAD_MAX_BYTES = 256 * 1024

async function headOf(content: Content): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content.text()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_MAX_BYTES) break
  }
  return Buffer.concat(chunks).toString()
}

type TextFormat = Extract<SourceFormat, { readonly type: 'csv' | 'ndjson' | 'json' | 'geojson' }>

function textFormat(head: string): TextFormat {
  if (!/^\s*[{[]/.test(head)) return csvFormat(head)
  if (/"type"\s*:\s*"FeatureCollection"/.test(head) && /"features"\s*:/.test(head))
    return { type: 'geojson', decimalComma: false }
  const [line = ''] = head.trimStart().split('\n', 1)
  const isLines = /^\s*\{/.test(head) && (isJson(line) || line.length === head.trimStart().length)
  const list = listIn(head)
  if (isLines && (list === undefined || hasSeveral(head))) return { type: 'ndjson', decimalComma: false, each: [] }
  const rows = list === undefined || list === 'value' || hasSeveral(head) ? {} : { rows: [list] }
  return { type: 'json', decimalComma: false, each: [], ...rows }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the first key of an object that holds a list of objects. */
function listIn(head: string): string | undefined {
  const [, before = '', key] = /^\s*\{([\s\S]*?)"([^"\\]+)"\s*:\s*\[\s*\{/.exec(head) ?? []
  // Another brace before it means that the key lies deeper.
  return before.includes('{') ? undefined : key
}

/** Whether a second object follows the first one. */
function hasSeveral(head: string): boolean {
  let depth = 0
  let hasEnded = false
  for (const [token] of head.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++
    else if (token === '}') depth--
    else continue
    if (token === '{' && depth === 1 && hasEnded) return true
    if (depth === 0) hasEnded = true
  }
  return false
}

const DELIMITERS = [',', ';', '\t', '|']
const LINES_READ_MAX = 200
/** Cap on the lines of headings above a table. */
const HEADING_LINES_MAX = 30

function csvFormat(head: string): CsvFormat {
  // The last line may be cut off.
  const lines = head.split(/\r\n|\n|\r/).slice(0, LINES_READ_MAX)
  if (lines.length > 1) lines.pop()
  const tables = DELIMITERS.map((delimiter) => ({ delimiter, rows: lines.map((line) => cellsIn(line, delimiter)) }))
  const [best] = tables.map((table) => ({ ...table, ...widthOf(table.rows) })).sort((a, b) => b.score - a.score)
  const { delimiter = ',', rows = [], width = 1 } = best?.width === 1 ? {} : (best ?? {})
  const header = rows.findIndex((cells) => cells.length === width && isHeader(cells))
  const skip = header > 0 && header <= HEADING_LINES_MAX ? header : 0
  const cells = rows.slice(skip + 1).flat()
  const isComma = delimiter !== ',' && hasAny(cells, /^-?\d+,\d+$/) && !hasAny(cells, /^-?\d+\.\d+$/)
  return { type: 'csv', delimiter, decimalComma: isComma, ...(skip > 0 && { skip }) }
}

function cellsIn(line: string, delimiter: string): readonly string[] {
  const cells = cellsOf(line, delimiter)
  return Array.isArray(cells) ? cells : []
}

/** Returns the number of cells that most lines have, and how well that speaks for the delimiter. */
function widthOf(rows: readonly (readonly string[])[]): { readonly width: number; readonly score: number } {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 0) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width = 1, lines = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return { width, score: width === 1 ? 0 : (lines / Math.max(1, rows.length)) * Math.log2(1 + width) }
}

/** Whether cells are names instead of values: most are not empty, and none is only a number. */
function isHeader(cells: readonly string[]): boolean {
  const said = cells.filter((cell) => cell.trim() !== '')
  return (
    said.length > cells.length / 2 && !said.some((cell) => /^-?[\d.,]+$/.test(cell.trim()) && !/^\d{4}$/.test(cell))
  )
}

function hasAny(cells: readonly string[], pattern: RegExp): boolean {
  return cells.some((cell) => pattern.test(cell.trim()))
}
