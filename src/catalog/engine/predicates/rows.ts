import { type Filter, IMPOSSIBLE, undecided } from '../filter.ts'
import type { PostingLists, RowSlice } from '../posting-lists.ts'
import type { PredicateOf } from '../predicate.ts'
import type { Scratch } from '../scratch.ts'

export function filterRows({ rows }: PredicateOf<'rows'>, rowCount: number): Filter {
  return filterListed(rows.length, rowCount, () => ({ rows, start: 0, end: rows.length }))
}

export function filterList(
  { keys }: PredicateOf<'list'>,
  lists: PostingLists,
  rowCount: number,
  scratch: Scratch,
): Filter {
  const slices = [...new Set(keys)].map((key) => lists.of(key)).filter(({ start, end }) => start < end)
  const size = slices.reduce((sum, { start, end }) => sum + end - start, 0)
  return filterListed(size, rowCount, () => union(slices, size, rowCount, scratch))
}

/** @param list Called at most once, and only when the rows are needed. */
function filterListed(size: number, rowCount: number, list: () => RowSlice): Filter {
  if (size === 0) return IMPOSSIBLE
  let listed: RowSlice | undefined
  let reached = 0
  return {
    passing: Math.min(1, size / rowCount),
    costNs: 4,
    source: { size, rows: () => (listed ??= list()) },
    verdict: undecided,
    keep: (rows, start, end, into, at) => {
      if (start === end) return at
      listed ??= list()
      reached = firstFrom(listed, Math.max(reached, listed.start), rows[start] as number)
      return keepListed(listed.rows, reached, listed.end, rows, start, end, into, at)
    },
  }
}

function union(slices: readonly RowSlice[], size: number, rowCount: number, scratch: Scratch): RowSlice {
  const [first] = slices
  if (first !== undefined && slices.length === 1) return first
  const rows = scratch.takeRows(size)
  const inTurn = slices.toSorted((a, b) => firstRow(a) - firstRow(b))
  if (inTurn.every((slice, i) => i === 0 || lastRow(inTurn[i - 1] as RowSlice) < firstRow(slice))) {
    return { rows, start: 0, end: append(inTurn, rows) }
  }
  const set = scratch.rowSet(rowCount)
  for (const slice of slices) set.add(slice.rows, slice.start, slice.end)
  return { rows, start: 0, end: set.drain(rows) }
}

function firstRow({ rows, start }: RowSlice): number {
  return rows[start] as number
}

function lastRow({ rows, end }: RowSlice): number {
  return rows[end - 1] as number
}

/** Appends slices that do not overlap. Overlaps are rare, because distant places are usually far apart on the curve. */
function append(slices: readonly RowSlice[], into: Uint32Array): number {
  let size = 0
  for (const { rows, start, end } of slices) {
    into.set(rows.subarray(start, end), size)
    size += end - start
  }
  return size
}

/** Returns the first index, not before `from`, whose row is at least `row`, by galloping search. */
function firstFrom({ rows, end }: RowSlice, from: number, row: number): number {
  let low = from
  let stride = 1
  while (low + stride < end && (rows[low + stride] as number) < row) {
    low += stride
    stride *= 2
  }
  let high = Math.min(end, low + stride)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] as number) < row) low = middle + 1
    else high = middle
  }
  return low
}

/** Keeps the rows that are also in the list. Both ascend, so one pass is enough. */
function keepListed(
  listed: Uint32Array,
  listedStart: number,
  listedEnd: number,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let place = listedStart
  let next = at
  for (let i = start; i < end && place < listedEnd; i++) {
    const row = rows[i] as number
    while (place < listedEnd && (listed[place] as number) < row) place++
    into[next] = row
    next += +(place < listedEnd && listed[place] === row)
  }
  return next
}
