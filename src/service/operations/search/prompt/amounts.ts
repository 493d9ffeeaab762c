import { LETTERS, type Match } from './sentence.ts'

/** `3`, `2.5`, `three` */
export const COUNT = String.raw`(?:\d{1,3}(?:\.\d)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)`
/** `600000`, `600,000`, `$600k`, `1.2 million` */
export const AMOUNT = String.raw`(?:\$? ?(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,4})?(?: ?(?:k|mm?|mil|million|thousand|grand)(?![a-z]))?|(?:half a|a|one|two|three|four|five) million|(?:a|one|two|three|four|five|six|seven|eight|nine) hundred (?:thousand|k|grand))`

const COUNTS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'quarter:0.25 half:0.5 a:1 an:1 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 twelve:12'
    .split(' ')
    .map((word) => word.split(':'))
    .map(([word = '', count]) => [word, Number(count)] as const),
  ['third', 1 / 3],
])

const SCALES: Readonly<Record<string, number>> = Object.fromEntries([
  ...['k', 'thousand', 'grand'].map((word) => [word, 1e3] as const),
  ...['m', 'mm', 'mil', 'million'].map((word) => [word, 1e6] as const),
])

/**
 * Words that mean less than a number. Counts of bedrooms exclude the number itself. Other amounts include it, because
 * people do not mean them exactly.
 */
const LESS = 'under|below|beneath|less than|fewer than|lower than|smaller than|cheaper than|<'
const AT_MOST =
  'up to|at most|no more than|not more than|not over|not above|max(?:imum)?(?: of)?:?|no higher than|within|<=|≤'
const MORE = 'over|above|more than|greater than|larger than|bigger than|higher than|>'
const AT_LEAST =
  'at least|no less than|not less than|not under|not below|min(?:imum)?(?: of)?:?|from|starting (?:at|from)|upwards of|>=|≥'
const NEAR = String.raw`around|about|approximately|approx\.?|roughly|circa|close to|near|~`
/** The words before this must not be followed by a number, because they would then belong to that number. */
const NO_NUMBER = String.raw`(?! ?(?:of |the )?\$? ?\d)`
const OR_MORE = String.raw` ?\+| ?plus| or (?:more|above|higher|over|better|larger|bigger|greater|up)${NO_NUMBER}| and (?:up|above|over|more)${NO_NUMBER}| min(?:imum)?${NO_NUMBER}`
const OR_LESS = ` or (?:less|fewer|below|under|lower|smaller|cheaper)${NO_NUMBER}| and (?:under|below|less)${NO_NUMBER}| max(?:imum)?${NO_NUMBER}| tops`

/** A number in a sentence, as inclusive bounds; an open bound is infinite. `said` is the kind of comparison. */
export interface Quantity {
  readonly min: number
  readonly max: number
  readonly said: 'bare' | 'around' | 'bounds'
}

/**
 * Returns a pattern for a number with its comparison, as people write it: `under 600k`, `between 2 and 4 bedrooms`,
 * `2000+ sq ft`, `3 acres or more`. `before` and `after` are patterns around the number, such as its unit.
 */
export function quantity(number: string, { before = '', after = '' }: { before?: string; after?: string }): RegExp {
  const less = `(?:(?<less>${LESS})|(?<atMost>${AT_MOST})) ?(?:an? )?`
  const more = `(?:(?<more>${MORE})|(?<atLeast>${AT_LEAST})) ?(?:an? )?`
  const near = `(?<near>${NEAR}) ?(?:an? )?`
  const from = `(?:between |from )?(?<from>${number})(?:${nameless(after)})? ?(?:-|to|and|or|through|thru) ?`
  const tail = `(?<orMore>${OR_MORE})|(?<orLess>${OR_LESS})`
  const late = `(?<orMoreBehind>${OR_MORE})|(?<orLessBehind>${OR_LESS})`
  const lead = `(?:${from}|${less}|${more}|${near})?`
  return new RegExp(
    `(?<![${LETTERS}$.,])${before}${lead}(?<number>${number})(?:${tail})?${after}(?:${late})?(?![${LETTERS}])`,
  )
}

/** Removes the names of capture groups from a pattern, because a pattern may use each name only once. */
function nameless(source: string): string {
  return source.replace(/\(\?<\w+>/g, '(?:')
}

/** The share of the number by which `around` widens it in both directions. */
const AROUND = 0.1

/** Converts a match of `quantity` to bounds. With `isCount`, `more than 3` means 4 or more. */
export function meaningOf({ groups }: Match, isCount = false): Quantity {
  const value = numberOf(groups.number ?? '')
  const [min, max] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const beside = isCount ? 1 : 0
  if (groups.from !== undefined) {
    const other = numberOf(groups.from, scaleOf(groups.number ?? ''))
    return { min: Math.min(other, value), max: Math.max(other, value), said: 'bounds' }
  }
  if (groups.less !== undefined) return { min, max: value - beside, said: 'bounds' }
  if (groups.more !== undefined) return { min: value + beside, max, said: 'bounds' }
  if (groups.atMost ?? groups.orLess ?? groups.orLessBehind) return { min, max: value, said: 'bounds' }
  if (groups.atLeast ?? groups.orMore ?? groups.orMoreBehind) return { min: value, max, said: 'bounds' }
  if (groups.near === undefined) return { min: value, max: value, said: 'bare' }
  const [low, high] = [value * (1 - AROUND), value * (1 + AROUND)]
  return { min: Math.round(low), max: Math.round(high), said: 'around' }
}

/** Returns the factor in a text such as `600k`; undefined if there is none. */
function scaleOf(text: string): number | undefined {
  return SCALES[/[a-z]+$/.exec(text.trim())?.[0] ?? '']
}

/** Parses a number. If it is below 1,000, multiplies it by `inherited`, the factor of the other end: `300-400k`. */
export function numberOf(text: string, inherited = 1): number {
  const plain = text.replace(/[$, ]/g, '')
  const word = COUNTS[plain]
  if (word !== undefined) return word
  const [, millions = ''] = /^(half|[a-z]+?)a?million$/.exec(plain) ?? []
  if (millions !== '') return (COUNTS[millions] ?? 1) * 1e6
  const [, hundreds = ''] = /^([a-z]+)hundred(?:thousand|k|grand)$/.exec(plain) ?? []
  if (hundreds !== '') return (COUNTS[hundreds] ?? 1) * 1e5
  const [, one = '', other] = /^(\d+)\/(\d+)/.exec(plain) ?? []
  if (other !== undefined) return Number(one) / Number(other)
  const digits = Number.parseFloat(plain)
  const scale = scaleOf(plain) ?? (digits < 1000 ? inherited : 1)
  return Math.round(digits * scale * 100) / 100
}

/** Formats bounds as parameters do: `min:1, max:2`. */
export function written({ min, max }: Pick<Quantity, 'min' | 'max'>): string {
  return [Number.isFinite(min) ? `min:${min}` : '', Number.isFinite(max) ? `max:${max}` : ''].filter(Boolean).join(', ')
}
