import type { Mapping } from './mapping.ts'
import { columnsOf } from './mapping-columns.ts'
import { JsonColumns, type JsonObject } from './sources/json-columns.ts'
import { pathOf } from './sources/json-path.ts'
import { parsedRecord, rowsOfRecord } from './sources/json-rows.ts'
import type { Source } from './sources/source.ts'

export { type JsonObject, parsedRecord }

/** Makes a source of rows from objects in memory, such as answers from a server. */
export function recordSource(
  name: string,
  records: readonly JsonObject[],
  { format }: Mapping,
  columns: readonly string[],
): Source {
  const paths = new JsonColumns(columns, eachOf(format))
  return {
    file: name,
    columns,
    seen: () => paths.seen(),
    bytesTotal: 0,
    bytesRead: () => 0,
    async *rows() {
      for (const [i, record] of records.entries()) {
        yield* rowsOfRecord(record, { line: i + 1 }, paths, JSON.stringify(record))
      }
    },
    close: () => {},
  }
}

/** Returns the keys that a mapping reads. Other keys can be dropped. */
export function keysRead(mapping: Mapping): ReadonlySet<string> {
  const { format } = mapping
  const paths = [...columnsOf(mapping), ...eachOf(format)]
  return new Set(paths.map((path) => pathOf(path).steps[0]?.key ?? ''))
}

/** Returns a test of whether the mapping imports a record, judged by the conditions on these columns. */
export function recordTest(
  { where, deletedWhen }: Mapping,
  columns: readonly string[],
): (record: JsonObject) => boolean {
  const paths = new JsonColumns(columns, [])
  const meant = where.filter(({ column }) => columns.includes(column))
  const deleted = deletedWhen.filter(({ column }) => columns.includes(column))
  return (record) => {
    const [row] = paths.rowsOf(record)
    const cellOf = (column: string) => (row && 'cells' in row ? (row.cells[columns.indexOf(column)] ?? '') : '')
    return (
      meant.every(({ column, holds }) => holds(cellOf(column))) &&
      !deleted.some(({ column, holds }) => holds(cellOf(column)))
    )
  }
}

function eachOf(format: Mapping['format']): readonly string[] {
  return ('each' in format && format.each) || []
}
