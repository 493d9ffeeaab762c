import { dataFault } from '../file-fault.ts'
import type { BrokenRow, Row, Source } from './source.ts'
import { COLUMNS_MAX } from './table.ts'

/**
 * The most characters and cells that a file may give for each of its bytes. Real tables give up to 60. A sheet can refer
 * to one long text, or leave out thousands of cells, in each of a million rows.
 */
const RATIO_MAX = 1000
/** Fewer characters and cells do no harm: they take some seconds. */
const HARMLESS = 64 * 1024 * 1024

/** Refuses a table that is wider, or has far more content, than its file can really have. */
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
        `"${source.file}" has cells with over ${RATIO_MAX.toLocaleString('en-US')} times the bytes of the file, which no real table has: delete its blank columns and repeated long texts, or save it as CSV.`,
      )
    }
    yield row
  }
}
