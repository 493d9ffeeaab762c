import { dayMicroseconds } from '../language/moments.ts'
import type { Comparison } from '../language/tree.ts'
import { type Compiled, constant, type Operand, TYPE_WORDS, type Type } from './types.ts'

type Tests = Readonly<Record<Exclude<Comparison, 'has'>, (one: Operand, other: Operand) => boolean>>

/** Only texts and numbers are put in order; null equals null, and is neither more nor less than anything. */
const TESTS: Tests = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  gt: (one, other) => one !== undefined && other !== undefined && one > other,
  ge: (one, other) => one !== undefined && other !== undefined && one >= other,
  lt: (one, other) => one !== undefined && other !== undefined && one < other,
  le: (one, other) => one !== undefined && other !== undefined && one <= other,
}

/** Types whose values have an order. */
const ORDERED: ReadonlySet<Type> = new Set([
  'text',
  'number',
  'day',
  'moment',
  'timeOfDay',
  'duration',
  'null',
  'boolean',
])

/** Compares two values of one type. A sentence says why they cannot be compared. */
export function comparator(operator: Comparison, left: Compiled, right: Compiled): Compiled | string {
  if (operator === 'has') return has(left, right)
  const [one, other] = alike(left, right)
  if (left.isList || right.isList)
    return `${nameOf(left.isList ? left : right)} is a list: accepted is ${nameOf(left.isList ? left : right)}/any(x:x eq 'word').`
  if (one.type !== other.type && one.type !== 'null' && other.type !== 'null')
    return `${nameOf(one)} is compared with ${TYPE_WORDS[other.type]}: accepted is ${TYPE_WORDS[one.type]}.`
  if (!ORDERED.has(one.type) && other.type !== 'null')
    return `Places are not compared: accepted are geo.distance and geo.intersects.`
  const test = TESTS[operator]
  const fixed = other.constant
  if ('constant' in other) return boolean((row, bound) => test(one.value(row, bound), fixed))
  return boolean((row, bound) => test(one.value(row, bound), other.value(row, bound)))
}

/** Whether a value is one of some constants. */
export function isOneOf(value: Compiled, items: readonly Compiled[]): Compiled | string {
  if (value.isList) return `${nameOf(value)} is a list: accepted is ${nameOf(value)}/any(x:x in ('one','other')).`
  const given = new Set<Operand>()
  for (const item of items) {
    const [, other] = alike(value, item)
    if (other.type !== value.type && other.type !== 'null')
      return `${nameOf(value)} is compared with ${TYPE_WORDS[other.type]}: accepted is ${TYPE_WORDS[value.type]}.`
    given.add(other.constant)
  }
  return boolean((row, bound) => given.has(value.value(row, bound)))
}

/** Whether a list has a word, or a word is another one. A list that is not known is empty, as rows show it. */
function has(left: Compiled, right: Compiled): Compiled | string {
  if (left.type !== 'text' || right.type !== 'text' || right.isList)
    return `has takes a word of a list: accepted is Field has 'word'.`
  return boolean((row, bound) => {
    const [held, asked] = [left.value(row, bound), right.value(row, bound)]
    if (asked === undefined || (held === undefined && !left.isList)) return undefined
    return Array.isArray(held) ? held.includes(asked) : held === asked
  })
}

/** A day beside a moment is its first microsecond in UTC. */
function alike(left: Compiled, right: Compiled): readonly [Compiled, Compiled] {
  if (left.type === 'moment' && right.type === 'day') return [left, asMoment(right)]
  if (left.type === 'day' && right.type === 'moment') return [asMoment(left), right]
  return [left, right]
}

function asMoment(day: Compiled): Compiled {
  const moment = (value: Operand) => (value === undefined ? undefined : dayMicroseconds(String(value)))
  if ('constant' in day) return constant('moment', moment(day.constant))
  return { ...day, type: 'moment', value: (row, bound) => moment(day.value(row, bound)) }
}

function boolean(value: Compiled['value']): Compiled {
  return { type: 'boolean', isList: false, value }
}

/** How sentences call an expression. */
function nameOf({ field, type }: Compiled): string {
  return field?.name ?? TYPE_WORDS[type]
}
