import type { Between } from '../../../catalog/ports/record-pages.ts'

/** Ids are whole numbers below 2^53: they have up to sixteen digits. */
const DIGITS_MAX = 16

/**
 * The ranges of whole numbers whose texts come behind another text, one for each number of digits, or for each of
 * `among`: within one of them, the order of the texts is that of the numbers.
 */
export function rangesBehind(text: string, among?: ReadonlySet<number>): readonly Between<number>[] {
  const ranges: Between<number>[] = []
  for (let digits = 1; digits <= DIGITS_MAX; digits++) {
    if (among?.has(digits) === false) continue
    const from = firstBehind(text, digits)
    const to = Math.min(10 ** digits - 1, Number.MAX_SAFE_INTEGER)
    if (from <= to && String(from) > text) ranges.push({ from, to })
  }
  return ranges
}

/** The least number of some digits whose text comes behind another text; the one behind all of them if there is none. */
function firstBehind(text: string, digits: number): number {
  let low = digits === 1 ? 0 : 10 ** (digits - 1)
  let high = Math.min(10 ** digits, Number.MAX_SAFE_INTEGER)
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2)
    if (String(middle) > text) high = middle
    else low = middle + 1
  }
  return low
}

/** The whole number that a text writes as such keys are written; undefined for any other text. */
export function numberWritten(text: string): number | undefined {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}
