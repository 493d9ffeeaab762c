import { dataFault } from '../file-fault.ts'
import type { MappingNode } from '../mapping-node.ts'
import type { OptionReaders } from './format.ts'
import type { BrokenRow, Row } from './source.ts'

/** Where the header and the end of a table are. */
export interface TableOptions {
  readonly skip?: number
  /** Number of header lines. A column's name is the text of all header lines, joined by spaces. */
  readonly headerLines?: number
  /** Reading stops at the first row that begins with this text. */
  readonly until?: string
}

export const TABLE_OPTIONS: OptionReaders<TableOptions> = {
  skip: (node) => readLines(node, 'skip', 0),
  headerLines: (node) => readLines(node, 'headerLines', 1),
  until: (node) => node.text('until'),
}

/** Maximum number of title lines. */
const LINES_MAX = 1000

function readLines(node: MappingNode, what: string, least: number): number {
  const lines = node.number(what)
  return Number.isInteger(lines) && lines >= least && lines <= LINES_MAX
    ? lines
    : node.fail(`${what} must be a whole number from ${least} to ${LINES_MAX}; the mapping says ${lines}.`)
}

/** The maximum of spreadsheet programs. No other table of homes is wider. */
export const COLUMNS_MAX = 16_384

/** A row of a sheet, with its non-empty cells by column. */
export interface SheetRow {
  readonly line: number
  readonly cells: ReadonlyMap<number, string>
}

/** A table in a spreadsheet or a web page. */
export interface Sheet {
  readonly name: string
  readonly hidden: boolean
  rows(): AsyncIterator<SheetRow> & AsyncIterable<SheetRow>
}

export function joined(lines: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...lines.map((cells) => cells.length))
  return Array.from({ length: columns }, (_, i) =>
    lines
      .map((cells) => (cells[i] ?? '').trim())
      .filter((cell) => cell !== '')
      .join(' '),
  )
}

export function isEnd({ cells }: Pick<Row, 'cells'>, { until }: TableOptions): boolean {
  return until !== undefined && (cells[0] ?? '').trimStart().startsWith(until)
}

/** A sheet's header, and an iterator of the rows below it. */
export class SheetTable {
  readonly #rows: AsyncIterator<SheetRow>
  readonly #options: TableOptions
  readonly columns: readonly string[]

  private constructor(rows: AsyncIterator<SheetRow>, options: TableOptions, columns: readonly string[]) {
    this.#rows = rows
    this.#options = options
    this.columns = columns
  }

  /** Reads the header from the first non-empty rows. */
  static async open(rows: AsyncIterator<SheetRow>, options: TableOptions, file: string): Promise<SheetTable> {
    const { skip = 0, headerLines = 1 } = options
    const lines: (readonly string[])[] = []
    for (let next = await rows.next(); next.done !== true; next = await rows.next()) {
      if (next.value.line <= skip) continue
      lines.push(headerCells(next.value))
      if (lines.length === headerLines) return new SheetTable(rows, options, withoutEmptyEnd(joined(lines)))
    }
    const where = skip > 0 ? ` after line ${skip}` : ''
    throw dataFault(`"${file}" is empty${where}: expected a header and rows.`)
  }

  /** Yields the rows, each with all cells of the header. Sheets omit empty cells. */
  async *rows(): AsyncGenerator<Row | BrokenRow> {
    const empty = this.columns.map(() => '')
    for (let next = await this.#rows.next(); next.done !== true; next = await this.#rows.next()) {
      const { line, cells: filled } = next.value
      const cells = empty.slice()
      const beyond: string[] = []
      let width = empty.length
      for (const [column, cell] of filled) {
        if (column < empty.length) cells[column] = cell
        else beyond.push(cell)
        width = Math.max(width, column + 1)
      }
      if (isEnd({ cells }, this.#options)) return
      yield width === empty.length ? { line, cells } : tooMany(line, [...cells, ...beyond], width, empty.length)
    }
  }
}

/** @param cells The cells under the header, then the non-empty cells to the right of it. */
function tooMany(line: number, cells: readonly string[], width: number, header: number): BrokenRow {
  return {
    line,
    cells,
    rule: 'row.cells',
    sentence: 'The row has more or fewer cells than the header.',
    detail: `it has ${width} cells, the header has ${header}`,
  }
}

function withoutEmptyEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

export function headerCells({ cells }: SheetRow): readonly string[] {
  return Array.from({ length: Math.max(...cells.keys()) + 1 }, (_, column) => cells.get(column) ?? '')
}
