import type { Table } from './table.ts'

/** A part of a list of rows, `from` to `end - 1`, whose rows are all in the same table. */
export interface Run {
  readonly table: number
  readonly from: number
  readonly end: number
}

/**
 * Tables of the same shape that are searched as one: a large table first, then tables with additions. Rows are numbered
 * table by table. A group (see `groups.ts`) must have all its current rows in one table.
 */
export class Segments {
  readonly tables: readonly [Table, ...Table[]]
  /** Number of each table's first row. */
  readonly starts: readonly number[]

  constructor(tables: readonly [Table, ...Table[]]) {
    let rows = 0
    this.tables = tables
    this.starts = tables.map((table) => {
      rows += table.rows
      return rows - table.rows
    })
  }

  of(row: number): number {
    const { starts } = this
    let table = starts.length - 1
    while (row < (starts[table] as number)) table--
    return table
  }

  idOf(row: number): number {
    const table = this.of(row)
    return this.tables[table]?.ids[row - (this.starts[table] as number)] as number // every row is in a table
  }

  /** Splits a list of rows wherever the table changes. */
  runsOf(rows: Uint32Array): Run[] {
    if (this.tables.length === 1) return [{ table: 0, from: 0, end: rows.length }]
    const runs: Run[] = []
    for (let from = 0; from < rows.length; ) {
      const table = this.of(rows[from] as number)
      const start = this.starts[table] as number
      const next = this.starts[table + 1] ?? Number.POSITIVE_INFINITY
      let end = from + 1
      while (end < rows.length && (rows[end] as number) >= start && (rows[end] as number) < next) end++
      runs.push({ table, from, end })
      from = end
    }
    return runs
  }
}
