import type { Calculation } from '../language/tree.ts'
import { type Compiled, constant, type Operand, TYPE_WORDS } from './types.ts'

const CALCULATE: Readonly<Record<Calculation, (one: number, other: number) => number | undefined>> = {
  add: (one, other) => one + other,
  sub: (one, other) => one - other,
  mul: (one, other) => one * other,
  div: divided,
  divby: divided,
  mod: (one, other) => (other === 0 ? undefined : one % other),
}

/** Nothing is divided by 0. */
function divided(one: number, other: number): number | undefined {
  return other === 0 ? undefined : one / other
}

/** Whole numbers are divided without a rest, as OData has it for `div`. */
function dividedWhole(one: number, other: number): number | undefined {
  return other === 0 ? undefined : Math.trunc(one / other)
}

/** Calculates with numbers, and with moments and durations as OData does. A sentence says why that cannot be. */
export function calculated(operator: Calculation, left: Compiled, right: Compiled): Compiled | string {
  const type = resultOf(operator, left, right)
  if (type === undefined || left.isList || right.isList)
    return `${operator} takes numbers, or a moment and a duration such as now() sub duration'P7D'; here it has ${TYPE_WORDS[left.type]} and ${TYPE_WORDS[right.type]}.`
  const isWhole = operator !== 'divby' && left.isWhole === true && right.isWhole === true
  const calculate = isWhole && operator === 'div' ? dividedWhole : CALCULATE[operator]
  const value: Compiled['value'] = (row, bound) => {
    const [one, other] = [left.value(row, bound), right.value(row, bound)]
    return one === undefined || other === undefined ? undefined : calculate(one as number, other as number) // as the types say
  }
  if ('constant' in left && 'constant' in right)
    return { ...constant(type, calculate(left.constant as number, right.constant as number)), isWhole }
  return { type, isList: false, isWhole, value }
}

function resultOf(
  operator: Calculation,
  { type: left }: Compiled,
  { type: right }: Compiled,
): Compiled['type'] | undefined {
  if (left === 'number' && right === 'number') return 'number'
  if (operator === 'sub' && left === 'moment' && right === 'moment') return 'duration'
  const isSum = operator === 'add' || operator === 'sub'
  return isSum && (left === 'moment' || left === 'duration') && right === 'duration' ? left : undefined
}

export function negated(operand: Compiled): Compiled | string {
  if (operand.isList || (operand.type !== 'number' && operand.type !== 'duration'))
    return `- takes a number: here it has ${TYPE_WORDS[operand.type]}.`
  return {
    type: operand.type,
    isList: false,
    isWhole: operand.isWhole === true,
    value: (row, bound) => minus(operand.value(row, bound)),
  }
}

function minus(value: Operand): number | undefined {
  return typeof value === 'number' ? -value : undefined
}
