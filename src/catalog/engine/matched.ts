import { storageOf } from './column.ts'
import type { Groups } from './groups.ts'
import type { Predicate } from './predicate.ts'
import { compileAll } from './predicates/compile.ts'
import type { Scratch } from './scratch.ts'
import type { Table } from './table.ts'
import type { Steps, Work } from './work.ts'
import { BLOCK_ROWS } from './zones.ts'

/** All rows of a table that match a search, `rows[0]` … `rows[count - 1]`, ascending, until the search goes on. */
export interface Matched {
  readonly table: Table
  readonly rows: Uint32Array
  readonly count: number
  /** Makes the rows of a group count as one. */
  readonly groups: Groups | undefined
  readonly scratch: Scratch
}

/** Looks at the matching rows of each table; `i` is the number of the table. */
export type Visit = (matched: Matched, i: number) => Steps<void>

/** Cost of counting one row by the value of a column. */
const TALLIED_ROW_NS = 3

/** Counts which of some matching rows satisfy one condition or another; single rows and groups count as one. */
export class ChoiceCounter {
  readonly #matched: Matched
  readonly #work: Work
  /** By column; see `tally`. */
  readonly #tallies = new Map<string, Uint32Array>()

  constructor(matched: Matched, work: Work) {
    this.#matched = matched
    this.#work = work
  }

  /** The number of results that satisfy all predicates. */
  *count(where: readonly Predicate[]): Steps<number> {
    const [only] = where
    const tallied = where.length === 1 && only !== undefined ? this.#tallied(only) : undefined
    return tallied ?? (yield* this.#countPassing(where))
  }

  *#countPassing(where: readonly Predicate[]): Steps<number> {
    const { table, rows, count, groups, scratch } = this.#matched
    scratch.reset() // the filters that found the rows have done their work
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

  /** Undefined where values alone do not tell it: rows of groups must be looked at one by one. */
  #tallied(predicate: Predicate): number | undefined {
    if (this.#matched.groups !== undefined) return undefined
    if (predicate.kind === 'flags') {
      const { all, none, any, column } = predicate
      const byte = [0, 1, 2, 3].find((each) => ((all | none | any) & ~(0xff << (8 * each))) === 0)
      if (byte === undefined) return undefined
      const passes = (bits: number) => (bits & all) === all && (bits & none) === 0 && (any === 0 || (bits & any) !== 0)
      return sumOf(this.#tally(column), 256 * byte, (value) => passes(value << (8 * byte)))
    }
    if (predicate.kind === 'oneOf')
      return sumOf(this.#tally(predicate.column), 0, (code) =>
        code === MISSING ? predicate.orMissing : ((predicate.codes >>> code) & 1) === 1,
      )
    if (predicate.kind !== 'range' || this.#matched.table.column(predicate.column).kind !== 'u8') return undefined
    const { min, max, orMissing, column } = predicate
    return sumOf(this.#tally(column), 0, (value) => (value === MISSING ? orMissing : value >= min && value <= max))
  }

  /** How many rows have each value of a column of bytes, or of flags each value of each of their four bytes. */
  #tally(name: string): Uint32Array {
    const tallied = this.#tallies.get(name)
    if (tallied !== undefined) return tallied
    const { rows, count, table } = this.#matched
    const { kind, values } = table.column(name)
    const tally =
      kind === 'flags' ? tallyFlags(rows, count, values as Uint32Array) : tallyBytes(rows, count, values as Uint8Array) // as their kinds say
    this.#work.spend(count * TALLIED_ROW_NS)
    this.#tallies.set(name, tally)
    return tally
  }
}

const { missing: MISSING } = storageOf('u8')

function sumOf(tally: Uint32Array, start: number, passes: (value: number) => boolean): number {
  let sum = 0
  for (let value = 0; value < 256; value++) if (passes(value)) sum += tally[start + value] as number
  return sum
}

function tallyBytes(rows: Uint32Array, count: number, values: Uint8Array): Uint32Array {
  const tally = new Uint32Array(256)
  for (let i = 0; i < count; i++) {
    const value = values[rows[i] as number] as number
    tally[value] = (tally[value] as number) + 1
  }
  return tally
}

function tallyFlags(rows: Uint32Array, count: number, values: Uint32Array): Uint32Array {
  const tally = new Uint32Array(4 * 256)
  for (let i = 0; i < count; i++) {
    const bits = values[rows[i] as number] as number
    for (let byte = 0; byte < 4; byte++) {
      const at = 256 * byte + ((bits >>> (8 * byte)) & 0xff)
      tally[at] = (tally[at] as number) + 1
    }
  }
  return tally
}

/** The class of a row that is in none. */
export const NO_CLASS = 0xffff_ffff

/** The number of single rows and groups in each class; `classes` has those of the rows, and a row may occur twice. */
export function countClasses(
  { groups }: Pick<Matched, 'groups'>,
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
