import { finish, type Steps, type Work } from './work.ts'

const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/**
 * Up to this many rows, sorting by comparison is faster: counting digits takes half a millisecond even for few rows.
 */
const COMPARED_MAX = 2048

/**
 * Sorts `rows` by `keys[row]`, ascending and stable. Keys must not be NaN. Linear in the number of rows. Whole numbers
 * take half as many passes, because their low bits are zero.
 */
export function sortRowsByKey(rows: Uint32Array, keys: Float64Array): void {
  if (rows.length <= COMPARED_MAX) {
    rows.set(Array.from(rows).sort((one, other) => (keys[one] as number) - (keys[other] as number)))
    return
  }
  const [lower, upper] = sortableHalves(keys)
  finish(sortByHalves(rows, lower, upper, Number.POSITIVE_INFINITY))
}

/** Cost per row of one pass of a sort. Whole numbers need few passes. */
const PASS_ROW_NS = 4
/** Number of rows between two checks whether the search should pause. */
const PORTION = 1 << 15

/** Sorts rows by their keys, with pauses. */
export function* sortRowsInSteps(rows: Uint32Array, keys: Float64Array, work: Work): Steps<void> {
  const [lower, upper] = sortableHalves(keys)
  work.spend(keys.length * PASS_ROW_NS)
  for (const _ of sortByHalves(rows, lower, upper, PORTION)) {
    work.spend(PORTION * PASS_ROW_NS)
    if (work.isPauseDue) yield
  }
}

/**
 * Sorts rows by 64-bit keys, ascending and stable. The keys are given as two 32-bit halves. Yields after each `portion`
 * rows of a pass.
 */
export function* sortByHalves(
  rows: Uint32Array,
  lower: Uint32Array,
  upper: Uint32Array,
  portion = 1 << 17,
): Steps<void> {
  if (rows.length <= COMPARED_MAX) {
    rows.set(
      Array.from(rows).sort((one, other) => {
        const byUpper = (upper[one] as number) - (upper[other] as number)
        return byUpper === 0 ? (lower[one] as number) - (lower[other] as number) : byUpper
      }),
    )
    return
  }
  let from = rows
  let to: Uint32Array = new Uint32Array(rows.length)
  for (const half of [lower, upper]) {
    for (const shift of [0, DIGIT_BITS]) {
      const starts = new Uint32Array(DIGITS + 1)
      for (let at = 0; at < from.length; at += portion) {
        countDigits(from.subarray(at, at + portion), half, shift, starts)
        if (portion < from.length) yield
      }
      if (starts.includes(from.length)) continue // all rows have the same digit
      for (let digit = 0; digit < DIGITS; digit++)
        starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number)
      for (let at = 0; at < from.length; at += portion) {
        moveByDigit(from.subarray(at, at + portion), half, shift, starts, to)
        if (portion < from.length) yield
      }
      ;[from, to] = [to, from]
    }
  }
  if (from !== rows) rows.set(from)
}

/** Returns each number as two unsigned 32-bit halves, which sort in the same order as the numbers. */
function sortableHalves(keys: Float64Array): [lower: Uint32Array, upper: Uint32Array] {
  const lower = new Uint32Array(keys.length)
  const upper = new Uint32Array(keys.length)
  const number = new Float64Array(1)
  const halves = new Uint32Array(number.buffer)
  for (let i = 0; i < keys.length; i++) {
    number[0] = (keys[i] as number) + 0 // turns -0 into 0
    const high = halves[1] as number
    const sign = high >> 31 // all ones if the number is negative, because bits of negative numbers sort in reverse
    lower[i] = (halves[0] as number) ^ sign
    upper[i] = high ^ (sign | 0x8000_0000)
  }
  return [lower, upper]
}

function countDigits(rows: Uint32Array, halves: Uint32Array, shift: number, starts: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) {
    const digit = ((halves[rows[i] as number] as number) >>> shift) & (DIGITS - 1)
    starts[digit + 1] = (starts[digit + 1] as number) + 1
  }
}

function moveByDigit(
  rows: Uint32Array,
  halves: Uint32Array,
  shift: number,
  starts: Uint32Array,
  to: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const digit = ((halves[row] as number) >>> shift) & (DIGITS - 1)
    const place = starts[digit] as number
    to[place] = row
    starts[digit] = place + 1
  }
}
