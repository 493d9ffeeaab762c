import { HOME_COLUMNS, type HomeColumn, type HomeColumnName } from '../../../model/home-columns.ts'
import { type Column, type FlatArray, storageOf } from '../../engine/column.ts'
import type { Segments } from '../../engine/segments.ts'
import type { Table } from '../../engine/table.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { HomeValueName, HomeValues } from '../../ports/query.ts'
import type { Buildings } from './buildings.ts'
import { FLAGS } from './shape.ts'

function isColumn(name: HomeValueName): name is HomeColumnName {
  return Object.hasOwn(HOME_COLUMNS, name)
}

/** Cost in nanoseconds of copying one value. */
const VALUE_NS = 4

/** How many rows to copy before checking whether to pause for other calls. */
const PORTION = 16_384

/** Returns values of columns for these rows, in the order of the rows. */
export function* valuesOfRows<C extends HomeValueName>(
  segments: Segments,
  buildings: Buildings,
  rows: Uint32Array,
  columns: readonly C[],
  work: Work,
): Steps<HomeValues<C>> {
  const zpids = new Float64Array(rows.length)
  const flags = new Uint32Array(rows.length)
  const values = columns.map(() => new Float64Array(rows.length))
  for (const run of segments.runsOf(rows)) {
    const table = segments.tables[run.table] as Table // each run belongs to a segment
    const first = segments.starts[run.table] as number
    for (let { from } = run; from < run.end; from += PORTION) {
      const part: Part = { rows, first, from, end: Math.min(run.end, from + PORTION) }
      copyCells(table.ids, part, zpids)
      copyCells(table.column(FLAGS).values, part, flags)
      columns.forEach((name, i) => {
        const numbersStart = name === 'building' ? buildings.startOf(run.table) : 0
        copyValues(table.column(name), part, scaleOf(name), numbersStart, values[i] as Float64Array)
      })
      work.spend((part.end - from) * columns.length * VALUE_NS)
      if (work.isPauseDue) yield
    }
  }
  const named = Object.fromEntries(columns.map((name, i) => [name, values[i]]))
  return { zpids, flags, values: named as Record<C, Float64Array> } // one entry per column
}

/** Rows of one table: `rows[from]` … `rows[end - 1]`. `first` is the number of the table's first row. */
interface Part {
  readonly rows: Uint32Array
  readonly first: number
  readonly from: number
  readonly end: number
}

/** A loop is ten times as fast as `Float64Array.from` with a callback. */
function copyCells(cells: FlatArray, { rows, first, from, end }: Part, into: Float64Array | Uint32Array): void {
  for (let i = from; i < end; i++) into[i] = cells[(rows[i] as number) - first] as number
}

function copyValues(
  { kind, values }: Column,
  { rows, first, from, end }: Part,
  scale: number,
  start: number,
  into: Float64Array,
): void {
  const { missing } = storageOf(kind)
  for (let i = from; i < end; i++) {
    const stored = values[(rows[i] as number) - first] as number
    into[i] = stored === missing ? Number.NaN : start + stored / scale
  }
}

function scaleOf(name: HomeValueName): number {
  const { scale = 1 }: Partial<HomeColumn> = isColumn(name) ? HOME_COLUMNS[name] : {}
  return scale
}
