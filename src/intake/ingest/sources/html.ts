import { isUtf8 } from 'node:buffer'
import { decoded } from './cell-text.ts'
import type { FileBytes } from './file-bytes.ts'
import { COLUMNS_MAX, type Sheet, type SheetRow } from './table.ts'

/** Smaller tables only lay out the page. */
const ROWS_MIN = 2

/** Returns the tables in a web page, or in spreadsheet XML. */
export async function tablesOfHtml(bytes: FileBytes): Promise<readonly Sheet[]> {
  const counts: number[] = []
  for await (const { table } of rowsOf(bytes)) counts[table] = (counts[table] ?? 0) + 1
  return counts.flatMap((count, table) =>
    count < ROWS_MIN ? [] : [{ name: `table ${table + 1}`, hidden: false, rows: () => rowsOfTable(bytes, table) }],
  )
}

async function* rowsOfTable(bytes: FileBytes, wanted: number): AsyncGenerator<SheetRow> {
  for await (const { table, row } of rowsOf(bytes)) if (table === wanted) yield row
}

async function* rowsOf(bytes: FileBytes) {
  const reader = new HtmlReader()
  const decoder = new TextDecoder(
    isUtf8(bytes.head.subarray(0, bytes.head.lastIndexOf(0x3e) + 1)) ? 'utf-8' : 'windows-1252',
  )
  let rest = ''
  for await (const chunk of bytes.chunks()) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const end = text.lastIndexOf('>') + 1
    rest = text.slice(end)
    if (rest.length > TAG_MAX_CHARACTERS) throw new Error('a tag does not end')
    yield* reader.read(text.slice(0, end))
  }
}

const TAG_MAX_CHARACTERS = 1_000_000
const TOKEN = /<!--|-->|<(\/?)([a-z][\w:-]*)([^>]*)>|[^<-]+|[<-]/gi
/** Elements whose text is invisible. */
const UNSEEN = /^(script|style|title|select|template)$/
/** Element names of rows and cells in HTML and in spreadsheet XML. */
const ROW = /^(tr|row)$/
const CELL = /^(td|th|cell)$/

/** A table that is not closed yet. Tables may be nested. */
interface OpenTable {
  readonly table: number
  line: number
  cells: Map<number, string> | undefined
  column: number
  text: string | undefined
  columns: number
  rows: number
  /** By column, the number of further rows that a `rowspan` cell covers. */
  readonly covered: Map<number, number>
}

/** Reads tables in chunks. Closing tags of cells and rows may be missing. */
class HtmlReader {
  readonly #open: OpenTable[] = []
  #tables = 0
  #unseen: string | undefined
  #rows: { readonly table: number; readonly row: SheetRow }[] = []

  read(text: string) {
    for (const [token, slash = '', tag = '', attributes = ''] of text.matchAll(TOKEN))
      this.#take(token, slash, tag, attributes)
    return this.#rows.splice(0)
  }

  #take(token: string, slash: string, tag: string, attributes: string): void {
    const name = tag.slice(tag.indexOf(':') + 1).toLowerCase()
    const isEnd = slash === '/'
    if (this.#unseen !== undefined) {
      if (token === this.#unseen || (isEnd && name === this.#unseen)) this.#unseen = undefined
    } else if (token === '<!--') this.#unseen = '-->'
    else if (UNSEEN.test(name)) this.#unseen = isEnd ? undefined : name
    else if (name === 'table') this.#table(isEnd)
    else this.#within(this.#open.at(-1), { token, name, isEnd, attributes })
  }

  #table(isEnd: boolean): void {
    const open = this.#open.at(-1)
    if (!isEnd)
      this.#open.push({
        table: this.#tables++,
        line: 0,
        cells: undefined,
        column: 0,
        text: undefined,
        columns: 1,
        rows: 1,
        covered: new Map(),
      })
    else if (open !== undefined) {
      this.#endRow(open)
      this.#open.pop()
    }
  }

  #within(
    open: OpenTable | undefined,
    { token, name, isEnd, attributes }: { token: string; name: string; isEnd: boolean; attributes: string },
  ): void {
    if (open === undefined) return
    if (ROW.test(name)) {
      this.#endRow(open)
      if (!isEnd) Object.assign(open, { cells: new Map(), column: 0, line: open.line + 1 })
    } else if (CELL.test(name)) {
      endCell(open)
      if (!isEnd) beginCell(open, attributes)
    } else if (open.text !== undefined)
      open.text += name === '' ? token : name === 'br' || name === 'p' || name === 'div' ? ' ' : ''
  }

  #endRow(open: OpenTable): void {
    endCell(open)
    const { cells, line, table } = open
    if (cells !== undefined && cells.size > 0) this.#rows.push({ table, row: { line, cells } })
    open.cells = undefined
  }
}

function beginCell(open: OpenTable, attributes: string): void {
  const number = (name: string, most: number) =>
    Math.min(most, Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,6})`, 'i').exec(attributes)?.[1] ?? 1))
  const index = number('index', COLUMNS_MAX)
  if (index > 1) open.column = index - 1
  for (let left = open.covered.get(open.column) ?? 0; left > 0; left = open.covered.get(open.column) ?? 0) {
    open.covered.set(open.column, left - 1)
    open.column++
  }
  if (open.column >= COLUMNS_MAX) throw new Error(`line ${open.line} has over ${COLUMNS_MAX} columns`)
  open.text = ''
  open.columns = number('colspan', 1000)
  open.rows = number('rowspan', 65_534)
}

function endCell(open: OpenTable): void {
  if (open.text === undefined) return
  const cell = decoded(open.text).replaceAll(/\s+/g, ' ').trim()
  if (cell !== '') open.cells?.set(open.column, cell)
  for (let column = open.column; open.rows > 1 && column < open.column + open.columns; column++)
    open.covered.set(column, open.rows - 1)
  open.column += open.columns
  open.text = undefined
}
