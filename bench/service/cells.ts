import type { Row } from '../figures.ts'
import type { LoadReport } from '../http/load.ts'
import { mean, median } from '../timing.ts'
import { type Measured, rateOf } from './bench.ts'
import type { Form, OperationName } from './operations.ts'

/** What was measured of one operation in one form at so many connections, in one round. */
export interface Cell {
  readonly operation: OperationName
  readonly form: Form
  readonly connections: number
  readonly first: Measured
  readonly again: Measured
  /** The bare server with as many bytes to send as the program sent, the first time and again. */
  readonly bareFirst: Measured
  readonly bareAgain: Measured
  /** The bare server that compresses the bodies itself; measured for one number of connections. */
  readonly compressing: LoadReport | undefined
}

/** How many calls the program answers while the bare server answers one. */
export function shareOfBare(cell: Cell, which: 'first' | 'again'): number {
  return rateOf(cell[which]) / rateOf(bareOf(cell, which))
}

/** The same by processor time, which other work on the machine disturbs less. */
function shareByCpu(cell: Cell, which: 'first' | 'again'): number {
  return bareOf(cell, which).cpuUs / cell[which].cpuUs
}

function bareOf(cell: Cell, which: 'first' | 'again'): Measured {
  return which === 'first' ? cell.bareFirst : cell.bareAgain
}

export const COLUMNS = [
  { name: 'requests', unit: '/s' },
  { name: 'p50', unit: 'ms' },
  { name: 'p99', unit: 'ms' },
  { name: 'CPU', unit: 'µs' },
  { name: 'body', unit: 'B' },
  { name: 'of the bare server', unit: '%' },
  { name: 'of it by CPU', unit: '%' },
  { name: 'of the compressing one', unit: 'times' },
]

/** A row for each operation, form, number of connections, and for both times of asking: medians of the rounds. */
export function rowsOf(rounds: readonly (readonly Cell[])[]): Row[] {
  return (rounds[0] ?? []).flatMap(({ operation, form, connections }, i) => {
    const cells = rounds.map((round) => round[i] as Cell) // all rounds have the same cells
    return (['first', 'again'] as const).map((which) => ({
      name: `${operation} ${form}, ${connections} conn., ${which === 'first' ? 'first time' : 'again'}`,
      values: valuesOf(cells, which),
    }))
  })
}

/** One for each column. */
function valuesOf(cells: readonly Cell[], which: 'first' | 'again'): number[] {
  const ofEach = (value: (measured: Measured, cell: Cell) => number) =>
    median(cells.map((cell) => value(cell[which], cell)))
  return [
    ofEach(rateOf),
    ofEach(({ p50Ms }) => p50Ms),
    ofEach(({ p99Ms }) => p99Ms),
    ofEach(({ cpuUs }) => cpuUs),
    ofEach(({ sizes }) => Math.round(mean([...sizes]))),
    ofEach((_, cell) => 100 * shareOfBare(cell, which)),
    ofEach((_, cell) => 100 * shareByCpu(cell, which)),
    ofEach((measured, { compressing }) => (compressing ? rateOf(measured) / rateOf(compressing) : Number.NaN)),
  ]
}
