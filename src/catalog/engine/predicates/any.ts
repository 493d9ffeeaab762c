import { ALL, type Filter, NONE, SOME, type Verdict } from '../filter.ts'
import type { Scratch } from '../scratch.ts'
import { BLOCK_ROWS } from '../zones.ts'

/** Exceeds every row number; marks the end of a list of rows. */
const NO_ROW = 0xffff_ffff

/** Passes rows that pass all filters of some branch; with `isNone`, rows that pass no branch. */
export function filterAny(branches: readonly (readonly Filter[])[], scratch: Scratch, isNone = false): Filter {
  const passed = scratch.takeRows(BLOCK_ROWS + 1)
  const marks = new Uint8Array(BLOCK_ROWS)
  const failing = branches.reduce((share, branch) => share * (1 - passingAll(branch)), 1)
  const keptMark = isNone ? 0 : 1
  const [none, all]: readonly [Verdict, Verdict] = isNone ? [ALL, NONE] : [NONE, ALL]
  return {
    passing: isNone ? failing : 1 - failing,
    costNs: branches.reduce((sum, branch) => sum + costOfAll(branch) + 1, 0),
    furtherNs: () => branches.reduce((sum, branch) => sum + furtherOfAll(branch), 0),
    verdict: (zone) => {
      let best: Verdict = none
      for (const branch of branches) {
        const verdict = judgeAll(branch, zone)
        if (verdict === ALL) return all
        if (verdict === SOME) best = SOME
      }
      return best
    },
    keep: (rows, start, end, into, at) => {
      marks.fill(0, 0, end - start)
      for (const branch of branches) {
        const count = keepAll(branch, rows, start, end, passed)
        passed[count] = NO_ROW
        mark(rows, start, end, passed, marks)
      }
      return keepMarked(marks, keptMark, rows, start, end, into, at)
    },
  }
}

function passingAll(filters: readonly Filter[]): number {
  return filters.reduce((share, { passing }) => share * passing, 1)
}

function costOfAll(filters: readonly Filter[]): number {
  return filters.reduce((sum, { costNs }) => sum + costNs, 0)
}

function furtherOfAll(filters: readonly Filter[]): number {
  return filters.reduce((sum, filter) => sum + (filter.furtherNs?.() ?? 0), 0)
}

function judgeAll(filters: readonly Filter[], zone: number): Verdict {
  let worst: Verdict = ALL
  for (const filter of filters) {
    const verdict = filter.verdict(zone)
    if (verdict === NONE) return NONE
    if (verdict === SOME) worst = SOME
  }
  return worst
}

function keepAll(filters: readonly Filter[], rows: Uint32Array, start: number, end: number, into: Uint32Array): number {
  const [first, ...others] = filters
  if (first === undefined) {
    into.set(rows.subarray(start, end))
    return end - start
  }
  let count = first.keep(rows, start, end, into, 0)
  for (const filter of others) count = filter.keep(into, 0, count, into, 0)
  return count
}

/** Marks the rows of `rows` that are in `passed`. `passed` is a subset that ends with NO_ROW. */
function mark(rows: Uint32Array, start: number, end: number, passed: Uint32Array, marks: Uint8Array): void {
  let place = 0
  for (let i = start; i < end; i++) {
    const hit = +(rows[i] === passed[place])
    marks[i - start] = (marks[i - start] as number) | hit
    place += hit
  }
}

function keepMarked(
  marks: Uint8Array,
  keptMark: number,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    into[next] = rows[i] as number
    next += +(marks[i - start] === keptMark)
  }
  return next
}
