import { type DayIndex, LEVELS, NO_DAY, WINDOW_DAYS } from '../day-index.ts'
import { type Filter, IMPOSSIBLE, undecided } from '../filter.ts'
import type { PredicateOf } from '../predicate.ts'

/** Sample size for estimates. Samples neighboring rows, which are cheap to read together. */
const PROBES = 32

/** For each window of the span: where its plane starts, and a mask of the days within the span. */
interface Planes {
  readonly words: Uint32Array
  readonly starts: readonly number[]
  readonly masks: readonly number[]
}

/** Uses the index's bit planes for days that have them. Searches other days and amounts above LEVELS row by row. */
export function filterDays({ from, to, least }: PredicateOf<'days'>, index: DayIndex): Filter {
  const windows = index.arrays.windows.filter(
    (window) => from < (window + 1) * WINDOW_DAYS && to >= window * WINDOW_DAYS,
  )
  if (windows.length === 0) return IMPOSSIBLE
  const level = Math.max(1, Math.min(LEVELS, Math.ceil(least)))
  const lastWindow = index.arrays.windows.at(-1) ?? 0
  if (least <= LEVELS && to >= (lastWindow + 1) * WINDOW_DAYS) return filterFrom(from, level, index)
  const starts = Array.from(windows, (window) => index.planeStart(window, level)).filter((start) => start !== undefined)
  const isEverywhere = starts.length === windows.length
  const isExact = isEverywhere && least <= LEVELS
  const masks = Array.from(windows, (window) => maskOf(window, from, to))
  const planes: Planes = { words: index.arrays.planes, starts, masks }
  const accepts = (row: number) => (!isEverywhere || hasBit(planes, row)) && index.has(row, from, to, least)
  return {
    passing: shareOf(index.rows, isExact ? (row) => hasBit(planes, row) : accepts),
    costNs: isExact ? 1.5 * starts.length : 30,
    verdict: undecided,
    keep: isExact
      ? (rows, start, end, into, at) => keepInPlanes(planes, rows, start, end, into, at)
      : (rows, start, end, into, at) => {
          let next = at
          for (let i = start; i < end; i++) {
            const row = rows[i] as number
            if (accepts(row)) into[next++] = row
          }
          return next
        },
  }
}

/** In a span without an end, only a row's last day matters. */
function filterFrom(from: number, level: number, index: DayIndex): Filter {
  const { lastDays } = index.arrays
  const first = (level - 1) * index.rows
  const least = Math.max(from, NO_DAY + 1)
  return {
    passing: shareOf(index.rows, (row) => (lastDays[first + row] as number) >= least),
    costNs: 1.5,
    verdict: undecided,
    keep: (rows, start, end, into, at) => {
      let next = at
      for (let i = start; i < end; i++) {
        const row = rows[i] as number
        into[next] = row
        next += +((lastDays[first + row] as number) >= least)
      }
      return next
    },
  }
}

/** Returns the mask of a window's days between `from` and `to`. */
function maskOf(window: number, from: number, to: number): number {
  const first = Math.max(0, from - window * WINDOW_DAYS)
  const last = Math.min(WINDOW_DAYS - 1, to - window * WINDOW_DAYS)
  let mask = 0
  for (let day = Math.ceil(first); day <= last; day++) mask |= 1 << day
  return mask
}

function hasBit({ words, starts, masks }: Planes, row: number): boolean {
  return starts.some((start, i) => ((words[start + row] as number) & (masks[i] as number)) !== 0)
}

function shareOf(rows: number, passes: (row: number) => boolean): number {
  const first = Math.max(0, (rows >>> 1) - PROBES)
  const last = Math.min(rows, first + PROBES)
  let passed = 0
  for (let row = first; row < last; row++) if (passes(row)) passed++
  return last === first ? 0 : passed / (last - first)
}

/** Has a faster loop for one or two windows, because most spans need no more. */
function keepInPlanes(
  planes: Planes,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  const { words, starts, masks } = planes
  if (starts.length > 2) return keepInMany(planes, rows, start, end, into, at)
  const [one = 0, other = one] = starts
  const [oneMask = 0, otherMask = oneMask] = masks
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    into[next] = row
    next += +((((words[one + row] as number) & oneMask) | ((words[other + row] as number) & otherMask)) !== 0)
  }
  return next
}

function keepInMany(
  { words, starts, masks }: Planes,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    let bits = 0
    for (let k = 0; k < starts.length; k++)
      bits |= (words[(starts[k] as number) + row] as number) & (masks[k] as number)
    into[next] = row
    next += +(bits !== 0)
  }
  return next
}
