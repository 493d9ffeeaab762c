import { ITEMS_MAX } from './bounds.ts'
import type { Cursor } from './cursor.ts'
import type { Plain, Token } from './lexer.ts'
import { excessive } from './query-error.ts'
import { hintBehind, hintInstead, isCondition, OLD_FUNCTIONS } from './slips.ts'
import { CALCULATIONS, COMPARISONS, type Expression, type In, type Lambda, type Literal, type Path } from './tree.ts'

/** Binary operators by precedence, from low to high. `has` and `in` bind even more tightly. */
const LEVELS = [
  ['eq', 'ne'],
  ['gt', 'ge', 'lt', 'le'],
] as const

/** Names that cannot be a field at the beginning of an operand. */
const RESERVED: ReadonlySet<string> = new Set([...COMPARISONS, ...CALCULATIONS, 'in', 'and', 'or'])

const STANDARD_VARIABLES: ReadonlySet<string> = new Set(['$it', '$this', '$root'])

const OPERAND = "a field, a value such as 5, 'text', 2024-01-31 or null, a function, or an expression in parentheses"
const COMPARISON = 'a comparison such as eq, ne, gt, ge, lt, le, in or has'
const ITEM = "a value such as 5, 'text' or null"

/**
 * Returns the error for a token that cannot follow an expression. `closing`: what may follow instead of an operator.
 */
export function refuseBehind(cursor: Cursor, expression: Expression, closing: string): Error {
  const token = cursor.peek()
  if (token.kind === 'end') return cursor.refusal(closing)
  const after = isCondition(expression) ? `"and", "or", or ${closing}` : COMPARISON
  const accepted = expression.kind === 'call' ? `an operator, or ${closing}` : after
  return cursor.refusal(accepted, hintBehind(expression, token))
}

/** Parses an expression, up to the first token that does not belong to it. */
export function parseExpression(cursor: Cursor): Expression {
  return parseJunction(cursor, 'or', () => parseJunction(cursor, 'and', () => parseBinary(cursor, 0)))
}

function parseJunction(cursor: Cursor, kind: 'and' | 'or', parseOperand: () => Expression): Expression {
  const first = parseOperand()
  const operands = [first]
  while (cursor.takeOperator([kind])) {
    cursor.countTerm()
    operands.push(parseOperand())
  }
  return operands.length === 1 ? first : { kind, operands, at: first.at }
}

function parseBinary(cursor: Cursor, level: number): Expression {
  const operators = LEVELS[level]
  if (operators === undefined) return parseUnary(cursor)
  let left = parseBinary(cursor, level + 1)
  for (let isFirst = true; ; isFirst = false) {
    const operator = cursor.takeOperator<(typeof operators)[number]>(operators)
    if (operator === undefined) return left
    const right = parseBinary(cursor, level + 1)
    const { at } = left
    left = { kind: 'compare', operator, left, right, at }
    if (!isFirst) cursor.countTerm()
  }
}

function parseUnary(cursor: Cursor): Expression {
  const { at } = cursor.peek()
  if (cursor.takeOperator(['not'])) return { kind: 'not', operand: cursor.nested(at, () => parseUnary(cursor)), at }
  if (!cursor.takeSign('-')) return parseMembership(cursor, parsePrimary(cursor))
  const number = takeNumberBehindMinus(cursor, at)
  if (number !== undefined) return parseMembership(cursor, number)
  throw cursor.refusal('a number after the minus sign')
}

/** Consumes a number after a minus. Together they are one literal, even with a space in between. */
function takeNumberBehindMinus(cursor: Cursor, at: number): Literal | undefined {
  const token = cursor.peek()
  if (token.kind !== 'literal' || token.type !== 'number' || /^[+-]/.test(token.text)) return undefined
  cursor.take()
  return { kind: 'literal', type: 'number', text: `-${token.text}`, value: -Number(token.value), at }
}

/** Parses `has` or `in` after an operand. */
function parseMembership(cursor: Cursor, operand: Expression): Expression {
  let left = operand
  for (let isFirst = true; ; isFirst = false) {
    const operator = cursor.takeOperator(['has', 'in'])
    if (operator === undefined) return refuseCalculation(cursor, left)
    if (!isFirst) cursor.countTerm()
    const { at } = left
    if (operator === 'in') left = { kind: 'in', left, items: parseItems(cursor), at }
    else left = { kind: 'compare', operator, left, right: parsePrimary(cursor), at }
  }
}

/** Throws for arithmetic operators. Clients must send the result of the calculation. */
function refuseCalculation(cursor: Cursor, operand: Expression): Expression {
  const { kind, text } = cursor.peek()
  if (kind === 'name' && CALCULATIONS.some((name) => name === text.toLowerCase()))
    throw cursor.unsupported('a comparison of a field with a value, such as ListPrice gt 500000')
  return operand
}

/** Parses the list after `in`. Counts all items before it throws, so that the message can say how many. */
function parseItems(cursor: Cursor): In['items'] {
  const open = cursor.peek()
  cursor.expectSign('(', "a list of values in parentheses, such as ('A','B')")
  const items: Literal[] = []
  do {
    const token = cursor.peek()
    const number = cursor.takeSign('-') ? takeNumberBehindMinus(cursor, token.at) : undefined
    if (number === undefined && token.kind !== 'literal') throw cursor.refusal(ITEM, hintOfItem(token), token)
    items.push(number ?? (cursor.take() as Literal)) // the line above refused other tokens
  } while (cursor.takeSign(','))
  if (!cursor.takeSign(')')) throw cursor.refusal(`a comma, or ")" for the "(" at character ${open.at + 1}`)
  if (items.length > ITEMS_MAX)
    throw excessive(cursor.option, open.at, `A list in ${cursor.option} has # items`, items.length, ITEMS_MAX)
  return items
}

function hintOfItem(token: Token): string {
  return token.kind === 'name' ? `Put text in single quotes: '${token.text}'.` : hintInstead(token)
}

function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.peek()
  if (token.kind === 'literal') {
    cursor.take()
    return token
  }
  if (cursor.takeSign('(')) {
    return parseInside(cursor, token)
  }
  if (token.kind === 'sign' && token.text === '@') throw cursor.unsupported('a value instead of a parameter alias')
  if (token.kind === 'sign' && '[{'.includes(token.text)) throw cursor.unsupported(OPERAND)
  if (token.kind !== 'name' || RESERVED.has(token.text.toLowerCase())) throw cursor.refusal(OPERAND, hintInstead(token))
  cursor.take()
  return cursor.isSign('(') ? parseCall(cursor, token) : parsePath(cursor, token)
}

/** Parses an expression in parentheses, after the opening parenthesis. */
function parseInside(cursor: Cursor, open: Token): Expression {
  const inner = cursor.nested(open.at, () => parseExpression(cursor))
  if (!cursor.takeSign(')')) throw refuseBehind(cursor, inner, `")" for the "(" at character ${open.at + 1}`)
  return inner
}

function parseCall(cursor: Cursor, { text: name, at }: Token): Expression {
  const today = OLD_FUNCTIONS.get(name.toLowerCase())
  const called = { kind: 'name', text: name, at } as const
  if (today !== undefined) throw cursor.refusal(today, '', called)
  if (name.startsWith('$')) throw refuseVariable(cursor, called)
  if (isQuantifier(name)) throw cursor.refusal(`a field before it, such as Field/${name.toLowerCase()}`, '', called)
  const open = cursor.take()
  if (cursor.takeSign(')')) return { kind: 'call', name, args: [], at }
  const args = cursor.nested(open.at, () => {
    const list = [parseExpression(cursor)]
    while (cursor.takeSign(',')) list.push(parseExpression(cursor))
    return list
  })
  cursor.expectSign(')', `an operator, a comma, or ")" for the "(" at character ${open.at + 1}`)
  return { kind: 'call', name, args, at }
}

function parsePath(cursor: Cursor, first: Plain): Expression {
  if (first.text.startsWith('$')) throw refuseVariable(cursor, first)
  const segments = [first.text]
  while (cursor.takeSign('/')) {
    const token = cursor.peek()
    if (token.kind !== 'name') throw cursor.refusal('any or all after "/"')
    cursor.take()
    if (cursor.isSign('(')) return parseLambda(cursor, token, { kind: 'path', segments, at: first.at })
    segments.push(token.text)
  }
  return { kind: 'path', segments, at: first.at }
}

function refuseVariable(cursor: Cursor, token: Plain): Error {
  return STANDARD_VARIABLES.has(token.text)
    ? cursor.unsupported('a field', token)
    : cursor.refusal('a field', '', token)
}

function parseLambda(cursor: Cursor, token: Plain, collection: Path): Lambda {
  const quantifier = token.text.toLowerCase()
  if (!isQuantifier(quantifier)) throw cursor.unsupported('any or all after a collection', token)
  const open = cursor.take()
  const { at } = collection
  if (quantifier === 'any' && cursor.takeSign(')')) return { kind: 'lambda', collection, quantifier, at }
  const variable = cursor.peek()
  if (variable.kind !== 'name' || /[.$]/.test(variable.text))
    throw cursor.refusal(`a variable and a colon, such as ${quantifier}(x:x/Field eq 1)`)
  cursor.take()
  cursor.expectSign(':', `a colon after the variable ${variable.text}`)
  return { kind: 'lambda', collection, quantifier, variable: variable.text, condition: parseInside(cursor, open), at }
}

function isQuantifier(name: string): name is Lambda['quantifier'] {
  return ['any', 'all'].includes(name)
}
