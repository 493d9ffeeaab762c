import { plain } from './format.ts'
import { Refusal, type Shape } from './shape.ts'

/** A range that includes both ends. A missing end is infinite. */
export interface Range {
  readonly min: number
  readonly max: number
}

const [NONE, OPEN] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** A number that may have `$` and commas between thousands. */
const NUMBER = String.raw`\$?((?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d{1,6})?)`
const ENDS = new RegExp(String.raw`^(min|max)\s*[:=]?\s*(?:${NUMBER})?(?:\s*,\s*(min|max)\s*[:=]?\s*(?:${NUMBER})?)?$`)
const FROM_TO = new RegExp(String.raw`^(?:${NUMBER})?\s*(?:-|–|to)\s*(?:${NUMBER})?$`)
const AT_LEAST = new RegExp(String.raw`^${NUMBER}\s*\+$`)
const ALONE = new RegExp(`^${NUMBER}$`)
const PAIR = /^\$?(\d{1,15}(?:\.\d{1,6})?)\s*,\s*\$?(\d{1,15}(?:\.\d{1,6})?)$/

/** Strings that programs write in place of a missing number. */
const NO_NUMBER = /\b(?:undefined|null|nan|none)\b/g
const EVERYTHING: Range = { min: NONE, max: OPEN }

/** Maximum length. Longer values are rejected without reading them. */
const MAX_CHARACTERS = 100

/**
 * Reads `min:N`, `max:N` or both in either order. One end may be empty or `undefined`. Also reads `N-N`, `N-`, `-N` and
 * `N+`. `unit` names the numbers, e.g. `dollars`. `alone` says what a single number means: the highest price that a
 * caller pays, the smallest size, or an exact number of rooms.
 */
export function range(unit: string, alone: 'most' | 'least' | 'exact' = 'most'): Shape<Range> {
  const accepted = `must be min:N, max:N, or min:N, max:N, in ${unit}.`
  return {
    schema: { type: 'string' },
    example: 'min:100, max:200',
    rangeUnit: unit,
    joint: ', ',
    parse: (text) => {
      const ends = text.length > MAX_CHARACTERS ? undefined : endsWritten(text.trim().toLowerCase(), alone)
      if (ends === undefined) return new Refusal(accepted)
      if (ends === 'ambiguous') return new Refusal(`${accepted} This can be read as one number or as two.`)
      return ends.min > ends.max ? new Refusal(`${accepted} The minimum must not exceed the maximum.`) : ends
    },
    format: ({ min, max }) =>
      [Number.isFinite(min) ? `min:${plain(min)}` : '', Number.isFinite(max) ? `max:${plain(max)}` : '']
        .filter((end) => end !== '')
        .join(', '),
    asksNothing: ({ min, max }) => min === NONE && max === OPEN,
  }
}

function endsWritten(text: string, alone: 'most' | 'least' | 'exact'): Range | 'ambiguous' | undefined {
  const given = text.replace(NO_NUMBER, '')
  return endsOf(given, alone) ?? (given !== text && !/\d/.test(given) ? EVERYTHING : undefined)
}

function endsOf(text: string, alone: 'most' | 'least' | 'exact'): Range | 'ambiguous' | undefined {
  const [, end, value, otherEnd, otherValue] = ENDS.exec(text) ?? []
  if (end !== undefined) {
    if (end === otherEnd) return undefined
    return end === 'min' ? rangeBetween(value, otherValue) : rangeBetween(otherValue, value)
  }
  const fromTo = FROM_TO.exec(text)
  if (fromTo) return rangeBetween(fromTo[1], fromTo[2])
  const least = AT_LEAST.exec(text)?.[1]
  if (least !== undefined) return rangeBetween(least, undefined)
  return plainly(text, alone)
}

/** Reads one number, or a pair of numbers. `1,500` is ambiguous. */
function plainly(text: string, alone: 'most' | 'least' | 'exact'): Range | 'ambiguous' | undefined {
  const one = ALONE.exec(text)?.[1]
  const [, min, max] = PAIR.exec(text) ?? []
  if (one === undefined) return rangeBetween(min, max)
  if (min !== undefined && Number(min) <= Number(max)) return 'ambiguous'
  return rangeBetween(alone === 'most' ? undefined : one, alone === 'least' ? undefined : one)
}

/** Returns undefined if both ends are missing. */
function rangeBetween(min: string | undefined, max: string | undefined): Range | undefined {
  if (min === undefined && max === undefined) return undefined
  return { min: min === undefined ? NONE : numberIn(min), max: max === undefined ? OPEN : numberIn(max) }
}

function numberIn(digits: string): number {
  return Number(digits.includes(',') ? digits.replaceAll(',', '') : digits)
}
