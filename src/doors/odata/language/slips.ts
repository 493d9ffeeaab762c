import { nearestName } from '../../../kit/base/sentence.ts'
import type { Token } from './lexer.ts'
import { COMPARISONS, type Expression } from './tree.ts'

/** All operators that can follow an operand. */
const OPERATORS = [...COMPARISONS, 'in', 'and', 'or']

const CONTAINS = "Write contains(Field,'text')."

/** Operators of other languages, with a sentence about the OData operator to use. */
const SLIPS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    '=': 'eq',
    '!=': 'ne',
    '!==': 'ne',
    '<>': 'ne',
    '>': 'gt',
    '>=': 'ge',
    '<': 'lt',
    '<=': 'le',
    '&&': 'and',
    '&': 'and',
    '||': 'or',
    '|': 'or',
    '!': 'not',
    is: 'eq',
    equals: 'eq',
    gte: 'ge',
    lte: 'le',
    neq: 'ne',
  }).map(([slip, operator]) => [slip, didYouMean(operator)] as const),
  ['"', 'Put text in single quotes.'],
  ['[', 'Put a list in parentheses.'],
  ['like', CONTAINS],
  ['ilike', CONTAINS],
  ['contains', CONTAINS],
  ['startswith', "Write startswith(Field,'text')."],
  ['endswith', "Write endswith(Field,'text')."],
  ['between', 'Write Field ge 1 and Field le 5.'],
])

/** Functions of older OData versions, with the current way to write them. */
export const OLD_FUNCTIONS: ReadonlyMap<string, string> = new Map([['substringof', "contains(Field,'text')"]])

export function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : `Did you mean ${name}?`
}

/** Returns a hint about an unexpected token after an expression; empty if there is no hint. */
export function hintBehind(expression: Expression, token: Token): string {
  const slip = SLIPS.get(token.text.toLowerCase())
  if (slip !== undefined) return slip
  if (token.kind !== 'name' && token.kind !== 'literal') return ''
  const operand = lastOperand(expression)
  if (operand.kind === 'literal' && operand.type === 'string' && operand.at + operand.text.length === token.at)
    return "Write a quote inside text twice: 'O''Hare'."
  const nearest = nearestName(token.text, OPERATORS)
  if (nearest !== undefined) return didYouMean(nearest)
  const isWord = operand.kind === 'path' && operand !== lastCondition(expression)
  return isWord ? `Put text in single quotes: '${operand.segments.join('/')} ${token.text}'.` : ''
}

/** Returns a hint about a token in place of an operand; empty if there is no hint. */
export function hintInstead(token: Token): string {
  return token.kind === 'sign' ? (SLIPS.get(token.text) ?? '') : ''
}

/**
 * Whether an expression is certainly a condition and needs no comparison. False for functions, which may return any
 * type.
 */
export function isCondition(expression: Expression): boolean {
  return ['compare', 'in', 'lambda'].includes(lastCondition(expression).kind)
}

/** Returns the last condition in an expression of `and`, `or` and `not`. */
function lastCondition(expression: Expression): Expression {
  if (expression.kind === 'not') return lastCondition(expression.operand)
  if (expression.kind !== 'and' && expression.kind !== 'or') return expression
  const operand = expression.operands.at(-1)
  return operand === undefined ? expression : lastCondition(operand)
}

/** Returns the rightmost operand of an expression. */
function lastOperand(expression: Expression): Expression {
  const condition = lastCondition(expression)
  return condition.kind === 'compare' ? lastOperand(condition.right) : condition
}
