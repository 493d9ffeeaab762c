import type { CellObject, WorkBook } from '@e965/xlsx'
import { dataFault } from '../file-fault.ts'
import type { FileBytes } from './file-bytes.ts'
import { COLUMNS_MAX, type Sheet, type SheetRow } from './table.ts'

/** Maximum size of a file, which is read into memory. A full sheet (65,536 rows) has about 50 MB. */
const BYTES_MAX = 256 * 2 ** 20

/** Returns the sheets of a spreadsheet in the old binary format (`.xls`). */
export async function sheetsOfXls(bytes: FileBytes): Promise<readonly Sheet[]> {
  const { file, size } = bytes
  if (size > BYTES_MAX)
    throw dataFault(`"${file}" is an old spreadsheet (.xls) of over 256 MB: save it as .xlsx or CSV.`)
  const { read } = await import('@e965/xlsx')
  const parts: Buffer[] = []
  for await (const part of bytes.chunks()) parts.push(part)
  const book = read(Buffer.concat(parts), { dense: true, cellDates: true, UTC: true, cellHTML: false, cellText: false })
  return book.SheetNames.map((name, at) => ({
    name,
    hidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0,
    rows: () => rowsOf(book, name),
  }))
}

async function* rowsOf({ Sheets: sheets }: WorkBook, name: string): AsyncGenerator<SheetRow> {
  for (const [at, row] of (sheets[name]?.['!data'] ?? []).entries()) {
    const cells = new Map<number, string>()
    for (const [column, cell] of (row ?? []).slice(0, COLUMNS_MAX).entries()) {
      const text = cell === undefined ? '' : textOf(cell)
      if (text !== '') cells.set(column, text)
    }
    if (cells.size > 0) yield { line: at + 1, cells }
  }
}

/** Returns the text of a cell, as for `.xlsx`: dates as YYYY-MM-DD, times in ISO 8601, numbers with a decimal point. */
function textOf({ t: type, v: value }: CellObject): string {
  if (type === 'e' || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 19).replace('T00:00:00', '') : String(value).trim()
}
