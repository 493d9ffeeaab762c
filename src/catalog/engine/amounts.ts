import type { FlatArray } from './column.ts'
import { storageOf } from './column.ts'
import { copyPerElement } from './own-copy.ts'
import type { Table } from './table.ts'

/**
 * A number computed from a row, in multiples of 1 / `scale`; see `Amount` in `ports/measures.ts`. Columns have their
 * own scales.
 */
interface RowAmount {
  readonly column: string
  readonly columnScale: number
  readonly per?: { readonly column: string; readonly scale: number } | undefined
  readonly day?: number | undefined
  readonly scale: number
  /** An amount of this many multiples or more, positive or negative, counts as unknown. */
  readonly maxParts: number
}

/** Writes the amounts of `rows[start]` … `rows[end - 1]` to the beginning of `into`. NaN means unknown. */
export type ReadAmounts = (rows: Uint32Array, start: number, end: number, into: Float64Array) => void

export function amountsIn(table: Table, { column, columnScale, per, day, scale, maxParts }: RowAmount): ReadAmounts {
  const copy = copierOf(table, column, columnScale)
  const copyDivisors = per && copierOf(table, per.column, per.scale)
  const most = maxParts / scale
  let divisors = new Float64Array()
  return (rows, start, end, into) => {
    copy(rows, start, end, into)
    const count = end - start
    if (copyDivisors) {
      if (divisors.length < count) divisors = new Float64Array(count)
      copyDivisors(rows, start, end, divisors)
      for (let i = 0; i < count; i++) {
        const divisor = divisors[i] as number
        into[i] = divisor === 0 ? Number.NaN : (into[i] as number) / divisor
      }
    }
    if (day !== undefined) for (let i = 0; i < count; i++) into[i] = day - (into[i] as number)
    for (let i = 0; i < count; i++) {
      const amount = into[i] as number
      into[i] = Math.abs(amount) < most ? Math.floor(amount * scale + 0.5) : Number.NaN
    }
  }
}

function copierOf(table: Table, name: string, scale: number): ReadAmounts {
  const { kind, values } = table.column(name)
  const { element, missing } = storageOf(kind)
  const copy = copyCells[element]
  return (rows, start, end, into) => copy(values, rows, start, end, missing, scale, into)
}

const copyCells = copyPerElement(copyEachCell)

function copyEachCell(
  values: FlatArray,
  rows: Uint32Array,
  start: number,
  end: number,
  missing: number,
  scale: number,
  into: Float64Array,
): void {
  for (let i = start; i < end; i++) {
    const value = values[rows[i] as number] as number
    into[i - start] = value === missing ? Number.NaN : value / scale
  }
}

/** Maximum number of cells in a `Ladder`. */
const MAX_CELLS = 4096

/**
 * Finds the class of an amount. A class extends from its bound up to the next bound, exclusive; the last class has no
 * upper bound.
 */
export class Ladder {
  readonly #from: Float64Array
  readonly #cellsPerUnit: number
  /** For each cell, the class at its start. Cells have equal width. */
  readonly #classes: Uint16Array

  /** @param from The bounds of the classes, ascending, at least one. */
  constructor(from: readonly number[]) {
    const [first = 0] = from
    const span = (from.at(-1) ?? first) - first
    const step = Math.min(...from.slice(1).map((bound, i) => bound - (from[i] as number)))
    const cells = Math.max(1, Math.min(MAX_CELLS, Math.ceil(span / step) || 1))
    this.#from = Float64Array.from([...from, Number.POSITIVE_INFINITY])
    this.#cellsPerUnit = span === 0 ? 0 : cells / span
    this.#classes = new Uint16Array(cells + 1)
    for (let cell = 0, own = 0; cell <= cells; cell++) {
      while (own + 1 < from.length && (from[own + 1] as number) <= first + (cell - 1) / (this.#cellsPerUnit || 1)) own++
      this.#classes[cell] = own
    }
  }

  get count(): number {
    return this.#from.length - 1
  }

  /** Returns the class of each amount: `none` for NaN and for an amount below the first bound. */
  classesOf(amounts: Float64Array, none: number): Uint32Array {
    const [from, classes, cellsPerUnit] = [this.#from, this.#classes, this.#cellsPerUnit]
    const [first, lastCell] = [from[0] as number, classes.length - 1]
    const own = new Uint32Array(amounts.length)
    for (let i = 0; i < amounts.length; i++) {
      const amount = amounts[i] as number
      const above = amount - first
      if (above >= 0) {
        let each = classes[Math.min(lastCell, Math.floor(above * cellsPerUnit))] as number
        while (amount >= (from[each + 1] as number)) each++
        own[i] = each
      } else own[i] = none
    }
    return own
  }
}
