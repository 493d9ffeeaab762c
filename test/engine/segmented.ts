import type { Predicate } from '../../src/catalog/engine/predicate.ts'
import { Segments } from '../../src/catalog/engine/segments.ts'
import type { Table } from '../../src/catalog/engine/table.ts'
import { Table as OpenTable } from '../../src/catalog/engine/table.ts'
import { type NewRow, TableBuilder, type TableShape } from '../../src/catalog/engine/table-builder.ts'
import { randomRow } from './cases.ts'
import type { NaiveRow } from './naive.ts'
import type { Random } from './random.ts'

/** Maximum number of tables among which rows are divided. */
const TABLES_MAX = 4

/** Tables that contain the given rows, and also removed rows. `live`: the given rows with their numbers. */
export interface Segmented {
  readonly segments: Segments
  readonly live: readonly NaiveRow[]
}

/**
 * Divides rows among one to four tables: most into the first, and each group into a single table. Adds removed rows,
 * some with the id of a row in a later table. Stores half of the tables and reads them again.
 */
export function segmented(random: Random, shape: TableShape, rows: readonly NewRow[], groupBy: string): Segmented {
  const count = random.chance(0.4) ? 1 : random.whole(2, TABLES_MAX)
  const share = random.pick([0.5, 0.9, 0.99])
  const tableOfGroup = new Map<number, number>()
  const drawn = () => (random.chance(share) ? 0 : random.whole(0, count - 1))
  const tableOf = ({ values }: NewRow): number => {
    const group = values[groupBy]
    if (group === undefined) return drawn()
    const tableNumber = tableOfGroup.get(group) ?? drawn()
    tableOfGroup.set(group, tableNumber)
    return tableNumber
  }
  const parts = Array.from({ length: count }, (): { row: NewRow; isRemoved: boolean }[] => [])
  let unused = 1_000_003
  for (const row of rows) {
    const table = tableOf(row)
    parts[table]?.push({ row, isRemoved: false })
    const id = row.values.id ?? 0
    for (let earlier = 0; earlier < table; earlier++)
      if (random.chance(0.7)) parts[earlier]?.push({ row: randomRow(random, id), isRemoved: true })
  }
  for (const part of parts) {
    const removed = random.pick([0, 0, 3, part.length])
    for (let i = 0; i < removed; i++) part.push({ row: randomRow(random, unused++), isRemoved: true })
  }
  let first = 0
  const live: NaiveRow[] = []
  const tables = parts.map((part) => {
    const builder = new TableBuilder(shape)
    for (const { row } of part) builder.add(row)
    const { table, rowOf } = builder.build()
    const removed = new Uint32Array(Math.ceil(part.length / 32))
    part.forEach(({ row, isRemoved }, added) => {
      const at = rowOf[added] as number
      if (isRemoved) removed[at >>> 5] = (removed[at >>> 5] as number) | (1 << (at & 31))
      else live.push({ ...row, row: first + at })
    })
    first += part.length
    return opened(table, removed, random.chance(0.5))
  })
  const [base, ...added] = tables as [Table, ...Table[]] // there is at least one table
  return { segments: new Segments([base, ...added]), live }
}

function opened({ manifest, arrays }: Table, removed: Uint32Array, isStored: boolean): Table {
  return isStored
    ? OpenTable.open(structuredClone(manifest), structuredClone(arrays), removed)
    : OpenTable.open(manifest, arrays, removed)
}

/** Returns the predicates for each table. If a predicate lists rows, only rows of the table remain. */
export function wheresOf({ starts, tables }: Segments, where: readonly Predicate[]): Predicate[][] {
  return tables.map((table, i) => where.map((predicate) => ofTable(predicate, starts[i] ?? 0, table.rows)))
}

function ofTable(predicate: Predicate, start: number, count: number): Predicate {
  switch (predicate.kind) {
    case 'rows': {
      const own = predicate.rows.filter((row) => row >= start && row < start + count)
      return { ...predicate, rows: own.map((row) => row - start) }
    }
    case 'check':
      return { ...predicate, accepts: (row) => predicate.accepts(start + row) }
    case 'any':
      return { ...predicate, of: predicate.of.map((branch) => branch.map((each) => ofTable(each, start, count))) }
    default:
      return predicate
  }
}
