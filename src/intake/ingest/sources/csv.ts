import { isUtf8 } from 'node:buffer'
import { dataFault } from '../file-fault.ts'
import type { MappingNode } from '../mapping-node.ts'
import { type Content, openContent, TEXT_OPTIONS, type TextOptions } from './content.ts'
import { areSwallowed, cellsOf, hasOddQuotes, haveRowNames } from './csv-cells.ts'
import { csvOptionsOf } from './csv-start.ts'
import { type FileFormat, orClose } from './format.ts'
import { AHEAD_MAX_CHARACTERS, Lines, withoutEnd } from './lines.ts'
import type { BrokenRow, Row, Source } from './source.ts'
import { isEnd, joined, TABLE_OPTIONS, type TableOptions } from './table.ts'

interface CsvOptions extends TextOptions, TableOptions {
  /** One ASCII character. */
  readonly delimiter?: string
  readonly decimalComma?: boolean
}

/** CSV (RFC 4180) with any line ends, compression and encoding that `openContent` supports. */
export const CSV: FileFormat<CsvOptions> = {
  doc: '`delimiter`: `,` `;` `\\|` `tab` `space`. `decimalComma: true`: numbers have a decimal comma. `skip`: number of lines before the header. `headerLines`: number of header lines; the name of a column is its text in all header lines, joined by spaces. `until`: reading stops at the first row whose first cell begins with this text',
  options: {
    delimiter: readDelimiter,
    decimalComma: (node) => node.boolean('decimalComma'),
    ...TEXT_OPTIONS,
    ...TABLE_OPTIONS,
  },
  coordinates: 'columns',
  isByLine: true,
  endings: ['csv', 'tsv', 'txt'],
  recognise: ({ text }) => (text === undefined ? undefined : csvOptionsOf(text)),
  open: openCsv,
}

/** Number of rows that are checked for row names. */
const ROWS_LOOKED_AT = 20

/** The delimiters that a mapping can name. */
const DELIMITERS: Readonly<Record<string, string>> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t', space: ' ' }

function readDelimiter(node: MappingNode): string {
  const given = node.text('delimiter')
  return DELIMITERS[given] ?? node.fail(`delimiter must be , ; | tab or space; the mapping says "${given}".`)
}

/** Opens a file and reads its header. Throws a one-sentence CommandFault if it has no valid header. */
export async function openCsv(file: string, options: CsvOptions): Promise<Source> {
  const content = await openContent(file, { format: 'csv', expected: 'a header and rows' }, options)
  const rows = new CsvRows(file, options, content)
  return orClose(content, async () => {
    const columns = await rows.header()
    const { bytesTotal, bytesRead, close } = content
    return { file, columns, bytesTotal, bytesRead, rows: () => rows.rows(columns), close }
  })
}

/**
 * A row is one line, unless a quoted cell continues on the next line. If a line has invalid quotes, or its open cell
 * never ends properly, only this line is rejected. So a stray quote costs one row, not everything up to the next quote.
 * No line is read more than twice.
 */
class CsvRows {
  readonly #file: string
  readonly #options: TableOptions
  readonly #delimiter: string
  readonly #lines: Lines
  /** The number of the next line. */
  #line = 1
  /** Number of columns, set once the header is read. */
  #columns: number | undefined

  constructor(file: string, { delimiter = ',', ...options }: CsvOptions, content: Content) {
    this.#file = file
    this.#options = options
    this.#delimiter = delimiter
    this.#lines = new Lines(file, content.text())
  }

  async header(): Promise<readonly string[]> {
    const { skip = 0, headerLines = 1 } = this.#options
    while (this.#line <= skip && (await this.#lines.reach(0)) !== undefined) this.#take(1)
    const rows: (readonly string[])[] = []
    for (let row = await this.#next(); row; row = await this.#next()) {
      if ('rule' in row) throw dataFault(`Cannot read the header of "${this.#file}": ${row.detail}. Is it a CSV file?`)
      rows.push(row.cells)
      if (rows.length < headerLines) continue
      const columns = joined(rows)
      if (haveRowNames(await this.#following(columns.length + 1), columns.length)) return ['', ...columns]
      // A delimiter at the end of the header names no column.
      const named = columns.findLastIndex((name) => name !== '') + 1
      const [first] = await this.#following(columns.length)
      return first !== undefined && first.length >= named ? columns.slice(0, first.length) : columns
    }
    const where = skip > 0 ? ` after line ${skip}` : ''
    throw dataFault(`"${this.#file}" is empty${where}: expected a header and rows.`)
  }

  /**
   * Returns the cells of the next rows without consuming them. Stops at a row that spans lines or has another width.
   */
  async #following(width: number): Promise<readonly (readonly string[])[]> {
    const rows: (readonly string[])[] = []
    for (let at = 0; rows.length < ROWS_LOOKED_AT; at++) {
      const line = await this.#lines.reach(at)
      const cells = line === undefined ? 'open' : cellsOf(withoutEnd(line), this.#delimiter)
      if (!Array.isArray(cells)) return rows
      if (cells.length === 1 && cells[0] === '') continue
      rows.push(cells)
      if (cells.length !== width) return rows
    }
    return rows
  }

  /** Yields the rows. Skips repeated headers, which concatenated files have. */
  async *rows(columns: readonly string[]): AsyncGenerator<Row | BrokenRow> {
    this.#columns = columns.length
    for (let row = await this.#next(); row; row = await this.#next()) {
      if (isEnd(row, this.#options)) return
      const isHeader = row.cells[0] === columns[0] && row.cells.every((cell, i) => cell === columns[i])
      if (!isHeader) yield row
    }
  }

  async #next(): Promise<Row | BrokenRow | undefined> {
    for (;;) {
      const line = this.#lines.at(0) ?? (await this.#lines.reach(0))
      if (line === undefined) return undefined
      const text = withoutEnd(line)
      if (text === '') this.#take(1)
      else return text.includes('"') ? this.#quoted(text) : this.#row(text, text.split(this.#delimiter), 1)
    }
  }

  /** Reads a row whose first line contains quotes. */
  async #quoted(line: string): Promise<Row | BrokenRow> {
    const cells = cellsOf(line, this.#delimiter)
    if (cells === 'strange') return this.#strange(line, 'a quote is misplaced')
    return cells === 'open' ? this.#open(line) : this.#row(line, cells, 1)
  }

  /** Reads a row whose first line ends inside quotes. The next line with an odd number of quotes closes them. */
  async #open(line: string): Promise<Row | BrokenRow> {
    const lines: string[] = []
    for (let characters = line.length; characters <= AHEAD_MAX_CHARACTERS; ) {
      const next = await this.#lines.reach(lines.length + 1)
      if (next === undefined) return this.#neverClosed(line, lines)
      lines.push(withoutEnd(next))
      characters += next.length
      if (hasOddQuotes(next)) return this.#closed(line, lines)
    }
    const most = AHEAD_MAX_CHARACTERS.toLocaleString('en-US')
    return this.#strange(line, `a quote is opened and not closed within ${most} characters`)
  }

  #closed(line: string, others: readonly string[]): Row | BrokenRow {
    const delimiter = this.#delimiter
    const text = withoutEnd(Array.from({ length: 1 + others.length }, (_, i) => this.#lines.at(i)).join(''))
    const cells = cellsOf(text, delimiter)
    const isRow = Array.isArray(cells) && !areSwallowed(line, others, this.#columns ?? 0, cells.length, delimiter)
    if (isRow) return this.#row(text, cells, 1 + others.length)
    return this.#strange(line, 'a quote is opened but not closed at the end of a cell')
  }

  /** Rejects a line whose quote is never closed. If no rows follow, throws: the file is cut off. */
  #neverClosed(line: string, others: readonly string[]): BrokenRow {
    const isRow = (other: string) => {
      const cells = cellsOf(other, this.#delimiter)
      return other !== '' && Array.isArray(cells) && cells.length === this.#columns
    }
    if (others.some(isRow)) return this.#strange(line, 'a quote is opened and never closed')
    throw dataFault(
      `"${this.#file}" is cut off: in the row that begins on line ${this.#line} a quote is opened and never closed; nothing was imported.`,
    )
  }

  #strange(line: string, detail: string): BrokenRow {
    const row = this.#row(line, line.split(this.#delimiter), 1)
    const isWorse = 'rule' in row && row.rule !== 'row.cells'
    return isWorse ? row : broken('row.quotes', detail, row, row.cells)
  }

  /** Consumes the lines of a row. */
  #row(text: string, cells: readonly string[], lineCount: number): Row | BrokenRow {
    const line = this.#line
    const place = lineCount === 1 ? { line } : { line, lastLine: line + lineCount - 1 }
    this.#take(lineCount)
    const inAscii = !NOT_ASCII.test(text)
    if (!inAscii && !isUtf8(bytesOf(text)))
      return broken('row.encoding', 'it has bytes that are not UTF-8', place, cells)
    const decoded = inAscii ? cells : cells.map((cell) => bytesOf(cell).toString('utf8'))
    if (text.includes('\0')) return broken('row.zero', 'it has a NUL byte', place, decoded)
    const { length } = cells
    const columns = this.#columns ?? length
    if (length === columns) return { ...place, cells: decoded }
    // A delimiter at the end of a row begins no cell.
    if (length > columns && decoded.slice(columns).every((cell) => cell === ''))
      return { ...place, cells: decoded.slice(0, columns) }
    return broken('row.cells', `it has ${length} cells, the header has ${this.#columns}`, place, decoded)
  }

  #take(lineCount: number): void {
    this.#lines.take(lineCount)
    this.#line += lineCount
  }
}

const BROKEN = {
  'row.encoding': 'The row has bytes that are not UTF-8; its cells are shown as Latin-1.',
  'row.zero': 'The row has a NUL byte.',
  'row.quotes': 'A quote is misplaced.',
  'row.cells': 'The row has more or fewer cells than the header.',
} as const

function broken(
  rule: keyof typeof BROKEN,
  detail: string,
  { line, lastLine }: Pick<Row, 'line' | 'lastLine'>,
  cells: readonly string[],
): BrokenRow {
  return { line, ...(lastLine !== undefined && { lastLine }), cells, rule, sentence: BROKEN[rule], detail }
}

const NOT_ASCII = /[\u0080-\u00ff]/

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
