import { dataFault } from '../file-fault.ts'
import { isUntidy, tidied } from './cell-text.ts'
import type { BrokenRow, Row, Source } from './source.ts'
import { COLUMNS_MAX } from './table.ts'

/**
 * Maximum number of characters and cells per byte of the file. Real tables have up to 60. A malicious sheet can repeat
 * one long text, or skip thousands of cells, in a million rows.
 */
const RATIO_MAX = 1000
/** Smaller contents are never refused: they take only seconds. */
const HARMLESS = 64 * 1024 * 1024

/** Tidies cells, and refuses a table that is too wide or implausibly large for its file. */
export function boundedSource(source: Source): Source {
  const { file, columns } = source
  if (columns.length > COLUMNS_MAX) {
    const [given, most] = [columns.length, COLUMNS_MAX].map((count) => count.toLocaleString('en-US'))
    throw dataFault(`"${file}" has ${given} columns: a table must have at most ${most}.`)
  }
  return { ...source, rows: () => boundedRows(source) }
}

async function* boundedRows(source: Source): AsyncGenerator<Row | BrokenRow> {
  let amount = 0
  for await (const row of source.rows()) {
    amount += row.cells.length
    for (const cell of row.cells) amount += cell.length
    if (amount > HARMLESS && amount > Math.max(source.bytesTotal, source.bytesRead()) * RATIO_MAX) {
      throw dataFault(
        `"${source.file}" has cells with over ${RATIO_MAX.toLocaleString('en-US')} times the bytes of the file, which no real table has: delete its blank columns and long repeated text, or save it as CSV.`,
      )
    }
    yield row.cells.some(isUntidy) ? { ...row, cells: row.cells.map(tidied) } : row
  }
}
