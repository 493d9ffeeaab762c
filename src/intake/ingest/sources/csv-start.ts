import { cellsOf, hasOddQuotes } from './csv-cells.ts'

const SIGNS = [',', ';', '\t', '|']
const LINES_READ_MAX = 200
/** Maximum number of lines in a cell at the beginning of a file. */
const CELL_LINES_MAX = 6
/** Maximum number of title lines above a table. */
const HEADING_LINES_MAX = 30

/** How a table is written. Contains only differences from the default. */
export interface CsvStart {
  readonly delimiter?: string
  readonly decimalComma?: boolean
  readonly skip?: number
}

/** Detects from the beginning of a text how its table is written. */
export function csvOptionsOf(head: string): CsvStart {
  // The last line may be incomplete.
  const lines = rowsIn(head.split(/\r\n|\n|\r/)).slice(0, LINES_READ_MAX)
  if (lines.length > 1) lines.pop()
  const best = tableIn(lines, SIGNS) ?? (lines[0]?.startsWith('"') ? tableIn(lines, [' ']) : undefined)
  const { delimiter = ',', rows = [], width = 1 } = best ?? {}
  const header = rows.findIndex(
    (cells, i) => isHeader(cells) && (cells.length === width || isShort(cells, rows[i + 1])),
  )
  const titles = header > 0 && header <= HEADING_LINES_MAX ? lines.slice(0, header) : []
  const skip = titles.flatMap((title) => title.split('\n')).length
  const cells = rows.slice(titles.length + 1).flat()
  // A comma before three digits may be a separator of thousands.
  const isComma =
    delimiter !== ',' && hasAny(cells, /^-?[\d.]+,(\d{1,2}|\d{4,})$/) && !hasAny(cells, /^-?[\d,]+\.(\d{1,2}|\d{4,})$/)
  return {
    ...(delimiter !== ',' && { delimiter }),
    ...(isComma && { decimalComma: true }),
    ...(skip > 0 && { skip }),
  }
}

/** Joins the lines of cells in quotes. A quote that is not closed within the next lines counts as stray. */
function rowsIn(lines: readonly string[]): string[] {
  const rows: string[][] = []
  for (const line of lines) {
    const row = rows.at(-1) ?? []
    const isOpen = row.filter(hasOddQuotes).length % 2 === 1 && row.length < CELL_LINES_MAX
    if (isOpen) row.push(line)
    else rows.push([line])
  }
  return rows.map((row) => row.join('\n'))
}

/** Returns the rows, split by the most plausible delimiter. Undefined if no delimiter gives several columns. */
function tableIn(lines: readonly string[], delimiters: readonly string[]) {
  const tables = delimiters.map((delimiter) => {
    const rows = lines.map((line) => cellsIn(line, delimiter))
    return { delimiter, rows, ...widthOf(rows) }
  })
  const [best] = tables.sort((a, b) => b.score - a.score)
  return best?.width === 1 ? undefined : best
}

function cellsIn(line: string, delimiter: string): readonly string[] {
  const cells = cellsOf(line, delimiter)
  return Array.isArray(cells) ? cells : []
}

/** Returns the most frequent number of cells, and a score for the delimiter. */
export function widthOf(rows: readonly (readonly unknown[])[]): { readonly width: number; readonly score: number } {
  const counts = new Map<number, number>()
  for (const { length } of rows) if (length > 0) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width = 1, lines = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return { width, score: width === 1 ? 0 : (lines / Math.max(1, rows.length)) * Math.log2(1 + width) }
}

/** Whether cells look like column names: most are not empty, and none is a number. */
export function isHeader(cells: readonly string[]): boolean {
  const said = cells.filter((cell) => cell.trim() !== '')
  return (
    said.length > cells.length / 2 && !said.some((cell) => /^-?[\d.,]+$/.test(cell.trim()) && !/^\d{4}$/.test(cell))
  )
}

/** Whether the header has no name for the first column, which names the rows. */
function isShort({ length }: readonly string[], next: readonly string[] = []): boolean {
  return next.length === length + 1 && !isHeader(next)
}

function hasAny(cells: readonly string[], pattern: RegExp): boolean {
  return cells.some((cell) => pattern.test(cell.trim()))
}
