import { storageOf } from './column.ts'
import type { Groups } from './groups.ts'
import type { Predicate } from './predicate.ts'
import { compileAll } from './predicates/compile.ts'
import type { Scratch } from './scratch.ts'
import type { Table } from './table.ts'
import type { Steps, Work } from './work.ts'
import { BLOCK_ROWS } from './zones.ts'

/**
 * All rows of a table that match a search, ascending: `rows[0]` … `rows[count - 1]`. The search overwrites them when it
 * continues.
 */
export interface MatchingRows {
  readonly table: Table
  readonly rows: Uint32Array
  readonly count: number
  /** Present if the rows of a group count as one. */
  readonly groups: Groups | undefined
  readonly scratch: Scratch
}

/** Processes the matching rows of each table; `i` is the index of the table. */
export type Visit = (matched: MatchingRows, i: number) => Steps<void>

/** Cost of counting one row by the value of a column. */
const TALLIED_ROW_NS = 2

/** Counts how many matching rows also satisfy other conditions. A group counts as one row. */
export class ChoiceCounter {
  readonly #matched: MatchingRows
  readonly #work: Work
  /** Tallies by column and byte; see `#tally`. */
  readonly #tallies = new Map<string, readonly number[]>()

  constructor(matched: MatchingRows, work: Work) {
    this.#matched = matched
    this.#work = work
  }

  /** Counts the results that satisfy all predicates by testing each row. */
  *count(where: readonly Predicate[]): Steps<number> {
    const { table, rows, count, groups, scratch } = this.#matched
    scratch.reset() // Frees the memory of the filters that found the rows.
    const filters = compileAll(where, table, scratch)
    const into = scratch.takeRows(BLOCK_ROWS + 1)
    let passing = 0
    groups?.begin()
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      let [list, start, end] = [rows, from, Math.min(count, from + BLOCK_ROWS)]
      for (const filter of filters) {
        end = this.#work.keep(filter, list, start, end, into, 0)
        ;[list, start] = [into, 0]
      }
      passing += groups === undefined ? end - start : groups.countNew(list, start, end)
      if (this.#work.isPauseDue) yield
    }
    return passing
  }

  /**
   * Returns the same number as `count`, but from a tally of the column's values. Undefined if a tally is not enough,
   * for example for rows in groups.
   */
  tallied([predicate, ...others]: readonly Predicate[]): number | undefined {
    if (this.#matched.groups !== undefined || predicate === undefined || others.length > 0) return undefined
    if (predicate.kind === 'flags') {
      const { all, none, any, column } = predicate
      const byte = [0, 1, 2, 3].find((each) => ((all | none | any) & ~(0xff << (8 * each))) === 0)
      if (byte === undefined) return undefined
      const shift = 8 * byte
      return this.#sumOf(column, byte, (value) => {
        const bits = value << shift
        return (bits & all) === (all | 0) && (bits & none) === 0 && (any === 0 || (bits & any) !== 0)
      })
    }
    if (predicate.kind === 'oneOf') {
      const { column, codes, orMissing } = predicate
      return this.#sumOf(column, 0, (code) => (code === MISSING ? orMissing : ((codes >>> code) & 1) === 1))
    }
    if (predicate.kind !== 'range' || this.#matched.table.column(predicate.column).kind !== 'u8') return undefined
    const { min, max, orMissing, column } = predicate
    return this.#sumOf(column, 0, (value) => (value === MISSING ? orMissing : value >= min && value <= max))
  }

  #sumOf(column: string, byte: number, passes: (value: number) => boolean): number {
    const tally = this.#tally(column, byte)
    let sum = 0
    for (let i = 0; i < tally.length; i += 2) if (passes(tally[i] as number)) sum += tally[i + 1] as number
    return sum
  }

  /** Returns the distinct values of one byte of a column, each followed by its number of rows. */
  #tally(name: string, byte: number): readonly number[] {
    const tallied = this.#tallies.get(`${name} ${byte}`)
    if (tallied !== undefined) return tallied
    const { rows, count, table } = this.#matched
    const { kind, values } = table.column(name)
    const counts =
      kind === 'flags'
        ? countFlags(rows, count, values as Uint32Array, 8 * byte)
        : countBytes(rows, count, values as Uint8Array) // `values` has the element of the column's kind
    this.#work.spend(count * TALLIED_ROW_NS)
    const tally: number[] = []
    for (const [value, rowsOfValue] of counts.entries()) if (rowsOfValue > 0) tally.push(value, rowsOfValue)
    this.#tallies.set(`${name} ${byte}`, tally)
    return tally
  }
}

const { missing: MISSING } = storageOf('u8')

function countBytes(rows: Uint32Array, count: number, values: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256)
  for (let i = 0; i < count; i++) {
    const value = values[rows[i] as number] as number
    counts[value] = (counts[value] as number) + 1
  }
  return counts
}

function countFlags(rows: Uint32Array, count: number, values: Uint32Array, shift: number): Uint32Array {
  const counts = new Uint32Array(256)
  for (let i = 0; i < count; i++) {
    const value = ((values[rows[i] as number] as number) >>> shift) & 0xff
    counts[value] = (counts[value] as number) + 1
  }
  return counts
}

/** Marks rows that are in no class. */
export const NO_CLASS = 0xffff_ffff

/**
 * Returns how many results each class has. A result is a group, or a row without a group. A row may occur several
 * times; `classes` has the class of each occurrence.
 */
export function countClasses(
  { groups }: Pick<MatchingRows, 'groups'>,
  rows: Uint32Array,
  classes: Uint32Array,
  count: number,
  classCount: number,
): Uint32Array {
  const starts = new Uint32Array(classCount + 1)
  for (let i = 0; i < count; i++) {
    const next = (classes[i] as number) + 1
    if (next <= classCount) starts[next] = (starts[next] as number) + 1
  }
  if (groups === undefined) return starts.subarray(1)
  for (let each = 1; each <= classCount; each++) starts[each] = (starts[each] as number) + (starts[each - 1] as number)
  const sorted = new Uint32Array(starts[classCount] as number)
  const ends = starts.slice(0, classCount)
  for (let i = 0; i < count; i++) {
    const own = classes[i] as number
    if (own >= classCount) continue
    const at = ends[own] as number
    sorted[at] = rows[i] as number
    ends[own] = at + 1
  }
  return ends.map((end, each) => {
    groups.begin()
    return groups.countNew(sorted, starts[each] as number, end)
  })
}
