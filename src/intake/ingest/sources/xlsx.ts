import { statSync } from 'node:fs'
import { DAY_MS } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { nearestName, quote } from '../../../kit/base/sentence.ts'
import { dataFault } from '../file-fault.ts'
import { isHeader, widthOf } from './csv-start.ts'
import { FileBytes } from './file-bytes.ts'
import { kindOf } from './foreign.ts'
import { type FileFormat, orClose } from './format.ts'
import { tablesOfHtml } from './html.ts'
import { sheetsOfOds } from './ods.ts'
import type { Source } from './source.ts'
import {
  COLUMNS_MAX,
  headerCells,
  type Sheet,
  type SheetRow,
  SheetTable,
  TABLE_OPTIONS,
  type TableOptions,
} from './table.ts'
import { sheetsOfXls } from './xls.ts'
import { RichText, readWorkbook, type Workbook } from './xlsx-parts.ts'
import { readXml, type XmlReader } from './xml.ts'
import { type Member, membersOf } from './zip.ts'

interface XlsxOptions extends TableOptions {
  /** The name of the sheet. Default: the first visible sheet. */
  readonly sheet?: string
}

/**
 * A sheet of a spreadsheet, or a table in a web page, which many sites name `.xls`. Dates become YYYY-MM-DD, times ISO
 * 8601, and numbers have a decimal point.
 */
export const XLSX: FileFormat<XlsxOptions> = {
  doc: 'Excel (`.xlsx`, `.xls`), OpenDocument (`.ods`), and tables in web pages. `sheet`: the name of the sheet, or `table 2` for the second table of a page; by default, the first sheet that is not hidden. `skip`, `headerLines` and `until` work as for CSV',
  options: { sheet: (node) => node.text('sheet'), ...TABLE_OPTIONS },
  coordinates: 'columns',
  endings: ['xlsx', 'ods', 'xls', 'html', 'htm'],
  recognise: ({ kind, names }) =>
    kind === 'html' || kind === 'xls' || names.some(isBook) || isOds(names) ? {} : undefined,
  open: openXlsx,
}

function isBook(name: string): boolean {
  return /^xl\/workbook\.(xml|bin)$/.test(name)
}

function isOds(names: readonly string[]): boolean {
  return names.includes('content.xml') && names.includes('META-INF/manifest.xml')
}

/** Whether a file is a spreadsheet. False for empty files and for pipes, which can be read only once. */
export async function isSpreadsheet(file: string): Promise<boolean> {
  const status = statSync(file, { throwIfNoEntry: false })
  if (!status?.isFile() || status.size === 0) return false
  const bytes = await FileBytes.openFile(file, 'a table')
  try {
    const kind = kindOf(bytes.head, file)
    const names = kind === 'zip' ? (await membersOf(bytes)).map(({ name }) => name) : []
    return XLSX.recognise?.({ kind, names }) !== undefined
  } finally {
    bytes.close()
  }
}

const SHEETS_LOOKED_AT = 12
const ROWS_LOOKED_AT = 60
/** If the first sheet is smaller than this share of the largest sheet, it is a cover. */
const COVER_SHARE = 0.3

/** Finds the sheet with a table, and its header below titles and group names. */
export async function sheetStart(file: string): Promise<XlsxOptions> {
  const bytes = await FileBytes.openFile(file, 'a spreadsheet with a header and rows')
  try {
    const sheets = await sheetsIn(bytes)
    const starts: { readonly sheet: string; readonly skip: number; readonly size: number }[] = []
    for (const sheet of sheets.filter(({ hidden }) => !hidden).slice(0, SHEETS_LOOKED_AT)) {
      const rows: SheetRow[] = []
      for await (const row of sheet.rows()) if (rows.push(row) === ROWS_LOOKED_AT) break
      starts.push({ sheet: sheet.name, ...headerOf(rows) })
    }
    const [first] = starts
    const [best] = starts.toSorted((a, b) => b.size - a.size)
    const start = first !== undefined && best !== undefined && first.size < best.size * COVER_SHARE ? best : first
    if (start === undefined) return {}
    const { sheet, skip } = start
    return { ...(start !== first && { sheet }), ...(skip > 0 && { skip }) }
  } finally {
    bytes.close()
  }
}

function isNames(row: SheetRow | undefined): row is SheetRow {
  return row !== undefined && isHeader(headerCells(row))
}

/** Finds the first row with names for most columns. */
function headerOf(rows: readonly SheetRow[]): { readonly skip: number; readonly size: number } {
  const { width } = widthOf(rows.map(({ cells }) => [...cells.keys()]))
  const first = rows.findIndex((row) => row.cells.size >= width * 0.6 && isNames(row))
  // A row of group names has fewer cells than the row below, which has the column names, and no dates or addresses.
  const [groups, below] = [rows[first], rows[first + 1]]
  const isGroups =
    (below?.cells.size ?? 0) > (groups?.cells.size ?? 0) &&
    isNames(below) &&
    !headerCells(below).some((cell) => /^\d+[^\d]/.test(cell))
  const at = isGroups ? first + 1 : first
  const size = rows.slice(at + 1).filter(({ cells }) => cells.size >= width / 2).length * width
  return { skip: at > 0 ? (rows[at]?.line ?? 1) - 1 : 0, size }
}

/** An open spreadsheet. `sheets` has the names of its sheets. */
export interface XlsxSource extends Source {
  readonly sheet: string
  readonly sheets: readonly string[]
}

/** Throws a one-sentence CommandFault if the file is not a spreadsheet or has no header. */
async function openXlsx(file: string, options: XlsxOptions): Promise<XlsxSource> {
  const bytes = await FileBytes.openFile(file, 'a spreadsheet with a header and rows')
  return orClose(bytes, async () => {
    const sheets = await sheetsIn(bytes)
    const sheet = chosen(sheets, options.sheet, file)
    const table = await guarded(file, () => SheetTable.open(sheet.rows(), options, file))
    return {
      file,
      columns: table.columns,
      sheet: sheet.name,
      sheets: sheets.map(({ name }) => name),
      bytesTotal: bytes.size,
      bytesRead: () => bytes.bytesRead,
      rows: () => table.rows(),
      close: bytes.close,
    }
  })
}

async function sheetsIn(bytes: FileBytes): Promise<readonly Sheet[]> {
  const { file } = bytes
  const kind = kindOf(bytes.head, file)
  if (kind !== 'zip' && kind !== 'html' && kind !== 'xls')
    throw dataFault(`"${file}" is not a spreadsheet (.xlsx, .xls or .ods): name its format in the mapping.`)
  const sheetsOf = { html: tablesOfHtml, xls: sheetsOfXls, zip: sheetsInZip }[kind]
  const sheets = await guarded(file, () => sheetsOf(bytes))
  return sheets.map((sheet) => ({ ...sheet, rows: () => guardedRows(file, sheet) }))
}

async function sheetsInZip(bytes: FileBytes): Promise<readonly Sheet[]> {
  const members = await membersOf(bytes)
  const content = members.find(({ name }) => name === 'content.xml')
  if (content !== undefined && isOds(members.map(({ name }) => name))) return await sheetsOfOds(content)
  const book = await readWorkbook(members, bytes.file)
  return book.sheets.map(({ member, ...sheet }) => ({ ...sheet, rows: () => rowsOf(member, book) }))
}

async function* guardedRows(file: string, sheet: Sheet): AsyncGenerator<SheetRow> {
  try {
    yield* sheet.rows()
  } catch (error) {
    throw damaged(file, error)
  }
}

function chosen(sheets: readonly Sheet[], asked: string | undefined, file: string): Sheet {
  const sheet =
    asked === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find(({ name }) => name === asked)
  if (sheet !== undefined) return sheet
  const names = sheets.map(({ name }) => name)
  if (asked === undefined) throw dataFault(`"${file}" has no sheet with a table.`)
  const nearest = nearestName(asked, names)
  const hint = nearest === undefined ? `its sheets are ${names.join(', ')}.` : `did you mean "${nearest}"?`
  throw dataFault(`"${file}" has no sheet ${quote(asked)}: ${hint}`)
}

async function guarded<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw damaged(file, error)
  }
}

function damaged(file: string, error: unknown): unknown {
  if (error instanceof CommandFault || !(error instanceof Error)) return error
  return new CommandFault(`"${file}" is a damaged spreadsheet: ${error.message}; nothing was imported.`, EXIT.data, {
    cause: error,
  })
}

async function* rowsOf(member: Member, book: Workbook): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(book)
  for await (const _ of readXml(member.chunks(), reader)) yield* reader.taken()
  yield* reader.taken()
}

/** Collects the non-empty rows of a sheet. */
class SheetReader implements XmlReader {
  readonly #book: Workbook
  #rows: SheetRow[] = []
  #line = 0
  #cells = new Map<number, string>()
  #column = -1
  #type = ''
  #style = 0
  #inValue = false
  #value = ''
  readonly #inline = new RichText()

  constructor(book: Workbook) {
    this.#book = book
  }

  taken(): readonly SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = attributes.r === undefined ? this.#line + 1 : Number(attributes.r)
      this.#cells = new Map()
      this.#column = -1
    } else if (name === 'c') {
      this.#column = attributes.r === undefined ? this.#column + 1 : columnIn(attributes.r)
      this.#type = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#value = ''
    } else if (name === 'v') this.#inValue = true
    else this.#inline.open(name)
  }

  text(piece: string): void {
    if (this.#inValue) this.#value += piece
    else this.#inline.add(piece)
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false
    else if (name === 'c') this.#addCell()
    else if (name === 'row') this.#addRow()
    else this.#inline.close(name)
  }

  #addCell(): void {
    if (this.#column >= COLUMNS_MAX) throw new Error(`line ${this.#line} has over ${COLUMNS_MAX} columns`)
    const inline = this.#inline.take()
    const cell = this.#type === 'inlineStr' ? inline : this.#text()
    if (cell !== '') this.#cells.set(this.#column, cell)
  }

  #addRow(): void {
    if (this.#cells.size > 0) this.#rows.push({ line: this.#line, cells: this.#cells })
  }

  #text(): string {
    const value = this.#value
    if (this.#type === 's') return this.#book.texts[Number(value)] ?? ''
    if (this.#type === 'b') return value === '1' ? 'true' : 'false'
    if (this.#type !== 'n' || value === '') return value
    const number = Number(value)
    if (Number.isNaN(number)) return value
    return this.#book.dated.has(this.#style) ? timeText(number, this.#book.from1904) : plainNumber(number)
  }
}

/** Returns the column of a cell from 0: 27 for `AB12`. */
function columnIn(reference: string): number {
  let column = 0
  for (const letter of /^[a-z]{0,4}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Removes rounding errors in the last digits: 47.5112 instead of 47.511200000000002. */
function plainNumber(value: number): string {
  return String(value)
}

const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
/** The number of 29 February 1900, a date that never existed but that spreadsheets count. */
const NO_DAY = 60

function timeText(days: number, from1904: boolean): string {
  const shift = !from1904 && days >= 1 && days < NO_DAY ? 1 : 0
  const timeMs = (from1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + Math.round((days + shift) * DAY_MS * 1e-3) * 1e3
  const date = new Date(timeMs)
  if (Number.isNaN(date.getTime())) return plainNumber(days)
  const text = date.toISOString().slice(0, 19)
  if (days >= 0 && days < 1) return text.slice(11)
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text
}
