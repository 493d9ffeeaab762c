const QUOTE = 0x22

/**
 * Splits a row into cells by RFC 4180. `open`: a quote is not closed, so the row may continue on the next line.
 * `strange`: a quote is misplaced. Also accepts escaped quotes of Spark and MySQL, and `="0123"` of Excel, if the row
 * is invalid otherwise.
 */
export function cellsOf(row: string, delimiter: string): string[] | 'open' | 'strange' {
  const cells = plainCells(row, delimiter)
  if (Array.isArray(cells) || !/\\"|="/.test(row)) return cells
  return plainCells(row.replaceAll('\\"', '""').replaceAll(/(^|[^"])="/g, '$1"'), delimiter)
}

function plainCells(row: string, delimiter: string): string[] | 'open' | 'strange' {
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

/** Returns the index of the quote that closes a cell, or -1. Doubled quotes are part of the cell. */
function endOfQuoted(row: string, from: number): number {
  let quote = row.indexOf('"', from)
  while (quote !== -1 && row.charCodeAt(quote + 1) === QUOTE) quote = row.indexOf('"', quote + 2)
  return quote
}

/** Whether a line has an odd number of quotes. If so, the line closes an open quote. */
export function hasOddQuotes(line: string): boolean {
  let isOdd = false
  for (let quote = line.indexOf('"'); quote !== -1; quote = line.indexOf('"', quote + 1)) isOdd = !isOdd
  return isOdd
}

/** Up to this number of delimiters in a text may be a coincidence. */
const DELIMITERS_BY_CHANCE_MAX = 11
/** Minimum share of lines with the right number of cells. */
const SOUND_SHARE_MIN = 0.75

/**
 * Whether a quoted cell of several lines is really several rows after a stray quote: most lines have the table's number
 * of cells. In a few short lines, this may be a coincidence. Then the whole row's number of cells (`cells`) must also
 * be wrong. A whole row with the right number of cells is sound if its first line alone (`first`) has too few.
 */
export function areSwallowed(
  first: string,
  lines: readonly string[],
  columns: number,
  cells: number,
  delimiter: string,
): boolean {
  if (columns < 2 || (cells === columns && first.split(delimiter).length !== columns)) return false
  const filled = lines.filter((line) => line.trim() !== '')
  const sound = filled.filter((line) => line.split(delimiter).length === columns)
  if (sound.length === 0 || sound.length < filled.length * SOUND_SHARE_MIN) return false
  return cells !== columns || sound.length * (columns - 1) > DELIMITERS_BY_CHANCE_MAX
}

/**
 * Whether each row begins with a row name that has no column in the header, as R writes. Each row then has one cell
 * more than the header, and all first cells differ. Rows that all end in an empty cell or three digits do not count:
 * their extra cell comes from a trailing comma or a separator of thousands.
 */
export function haveRowNames(rows: readonly (readonly string[])[], columns: number): boolean {
  if (rows.length < 2 || !rows.every(({ length }) => length === columns + 1)) return false
  const names = new Set(rows.map(([name]) => name))
  return names.size === rows.length && !names.has('') && !rows.every((cells) => /^(\d{3})?$/.test(cells.at(-1) ?? ''))
}
