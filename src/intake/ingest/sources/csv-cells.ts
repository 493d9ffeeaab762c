const QUOTE = 0x22

/**
 * Splits a row into cells according to RFC 4180. `open` means that a quote is not closed, so the row may continue on
 * the next line; `strange` means that a quote is misplaced. Quotes behind a backslash, as Spark and MySQL write them, and
 * cells such as `="0123"`, which keep their zeros in Excel, are read if the row makes no sense otherwise.
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

/** Whether a line has an odd number of quotes, and so closes a quote that was open before it. */
export function hasOddQuotes(line: string): boolean {
  let isOdd = false
  for (let quote = line.indexOf('"'); quote !== -1; quote = line.indexOf('"', quote + 1)) isOdd = !isOdd
  return isOdd
}

/** Maximum number of delimiters per line that a text may contain by coincidence. */
const DELIMITERS_BY_CHANCE_MAX = 11
/** The minimum share of swallowed rows with the right number of cells. */
const SOUND_SHARE_MIN = 0.75

/**
 * Whether the lines of a quoted cell are really rows that a stray quote swallowed: they have the table's number of
 * cells. A text may match by coincidence, so a few such lines count only if `cells`, the number of cells of the whole
 * row, is not the table's.
 */
export function areSwallowed(lines: readonly string[], columns: number, cells: number, delimiter: string): boolean {
  if (columns < 2) return false
  const filled = lines.filter((line) => line.trim() !== '')
  const sound = filled.filter((line) => line.split(delimiter).length === columns)
  if (sound.length === 0 || sound.length < filled.length * SOUND_SHARE_MIN) return false
  return cells !== columns || sound.length * (columns - 1) > DELIMITERS_BY_CHANCE_MAX
}

/**
 * Whether the rows after a header begin with a name that it leaves out, as R writes them: each has one cell more, and no
 * two begin alike. Rows that end in an empty cell have a comma too many, and those that end in three digits perhaps a
 * comma between thousands.
 */
export function haveRowNames(rows: readonly (readonly string[])[], columns: number): boolean {
  if (rows.length < 2 || !rows.every(({ length }) => length === columns + 1)) return false
  const names = new Set(rows.map(([name]) => name))
  return names.size === rows.length && !names.has('') && !rows.every((cells) => /^(\d{3})?$/.test(cells.at(-1) ?? ''))
}
