const QUOTE = 0x22

/**
 * The cells of a row by RFC 4180. `open`: a quote is opened and not closed, so that the row may go on in the next line;
 * `strange`: a quote stands where none may stand.
 */
export function cellsOf(row: string, delimiter: string): string[] | 'open' | 'strange' {
  const cells: string[] = []
  for (let at = 0; ; at++) {
    if (row.charCodeAt(at) === QUOTE) {
      const end = endOfQuoted(row, at + 1)
      if (end === -1) return 'open'
      cells.push(row.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
      if (at < row.length && row[at] !== delimiter) return 'strange'
    } else {
      const end = row.indexOf(delimiter, at)
      const cell = row.slice(at, end === -1 ? row.length : end)
      if (cell.includes('"')) return 'strange'
      cells.push(cell)
      at += cell.length
    }
    if (at >= row.length) return cells
  }
}

/** Place of the quote that closes a cell: quotes in pairs are part of it; -1: there is none. */
function endOfQuoted(row: string, from: number): number {
  let quote = row.indexOf('"', from)
  while (quote !== -1 && row.charCodeAt(quote + 1) === QUOTE) quote = row.indexOf('"', quote + 2)
  return quote
}

/** Whether the number of quotes in a line is odd: where one is open before it, none is behind it. */
export function hasOddQuotes(line: string): boolean {
  let isOdd = false
  for (let quote = line.indexOf('"'); quote !== -1; quote = line.indexOf('"', quote + 1)) isOdd = !isOdd
  return isOdd
}

/** Delimiters that the lines of one cell hold by chance at most, if each line has as many as a row of the table. */
const DELIMITERS_BY_CHANCE_MAX = 11

/**
 * Whether lines that stand in one quoted cell are rows of the table that a stray quote has swallowed: each of them has the
 * table's number of cells. A text may be so by chance, so that few such lines say something only where `cells`, the number
 * that the whole has, is not the table's.
 */
export function areSwallowed(lines: readonly string[], columns: number, cells: number, delimiter: string): boolean {
  if (columns < 2 || lines.some((line) => line.split(delimiter).length !== columns)) return false
  return cells !== columns || lines.length * (columns - 1) > DELIMITERS_BY_CHANCE_MAX
}
