import { dayMicroseconds } from '../language/moments.ts'
import type { Comparison } from '../language/tree.ts'
import { asText, type Compiled, constant, type Operand, TYPE_WORDS } from './types.ts'

type Tests = Readonly<Record<Exclude<Comparison, 'has'>, (one: Operand, other: Operand) => boolean>>

/** Comparisons in which null equals null, and is neither less nor greater than any value. */
const TESTS: Tests = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  gt: (one, other) => one !== undefined && other !== undefined && one > other,
  ge: (one, other) => one !== undefined && other !== undefined && one >= other,
  lt: (one, other) => one !== undefined && other !== undefined && one < other,
  le: (one, other) => one !== undefined && other !== undefined && one <= other,
}

/** Compiles a comparison. Returns a sentence with the reason if the two values cannot be compared. */
export function comparator<S>(operator: Comparison, left: Compiled<S>, right: Compiled<S>): Compiled<S> | string {
  if (operator === 'has') return has(left, right)
  const [one, other] = alike(left, right)
  const list = left.isList ? left : right
  if (list.isList) return `${nameOf(list)} is a list: write ${nameOf(list)}/any(x:x eq 'word').`
  if (one.type !== other.type && one.type !== 'null' && other.type !== 'null')
    return `${nameOf(one)} must be compared with ${TYPE_WORDS[one.type]}, not with ${TYPE_WORDS[other.type]}.`
  if (one.type === 'place' && other.type !== 'null')
    return 'Places cannot be compared: use geo.distance or geo.intersects.'
  const test = TESTS[operator]
  return boolean((subject) => test(one.value(subject), other.value(subject)))
}

/**
 * Compiles a test whether a value is one of several constants. Returns a sentence with the reason if that is
 * impossible.
 */
export function isOneOf<S>(value: Compiled<S>, items: readonly Compiled<unknown>[]): Compiled<S> | string {
  if (value.isList) return `${nameOf(value)} is a list: write ${nameOf(value)}/any(x:x in ('one','other')).`
  const constants = new Set<Operand>()
  for (const item of items) {
    const [, other] = alike(value, item)
    if (other.type !== value.type && other.type !== 'null')
      return `${nameOf(value)} must be compared with ${TYPE_WORDS[value.type]}, not with ${TYPE_WORDS[other.type]}.`
    constants.add(other.constant)
  }
  return boolean((subject) => constants.has(value.value(subject)))
}

/** Compiles `has`: whether a list contains a word, or a text equals it. A missing list counts as empty. */
function has<S>(left: Compiled<S>, right: Compiled<S>): Compiled<S> | string {
  if (left.type !== 'text' || right.type !== 'text' || right.isList)
    return `The operator "has" needs a word of a list: write Field has 'word'.`
  return boolean((subject) => {
    const [listOrWord, word] = [left.value(subject), right.value(subject)]
    if (word === undefined || (listOrWord === undefined && !left.isList)) return undefined
    return Array.isArray(listOrWord) ? listOrWord.includes(word) : listOrWord === word
  })
}

/** Converts a date to a moment (its first microsecond in UTC) if it is compared with a moment. */
function alike<S>(left: Compiled<S>, right: Compiled<S>): readonly [Compiled<S>, Compiled<S>] {
  if (left.type === 'moment' && right.type === 'day') return [left, asMoment(right)]
  if (left.type === 'day' && right.type === 'moment') return [asMoment(left), right]
  return [left, right]
}

function asMoment<S>(day: Compiled<S>): Compiled<S> {
  if ('constant' in day) return constant('moment', beginningOf(day.constant))
  return { ...day, type: 'moment', value: (subject) => beginningOf(day.value(subject)) }
}

function beginningOf(day: Operand): number | undefined {
  return day === undefined ? undefined : dayMicroseconds(asText(day))
}

function boolean<S>(value: Compiled<S>['value']): Compiled<S> {
  return { type: 'boolean', isList: false, value }
}

/** Returns the name of an expression for use in a sentence. */
function nameOf({ field, type }: Compiled<never>): string {
  return field?.name ?? TYPE_WORDS[type]
}
