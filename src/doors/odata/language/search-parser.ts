import type { Cursor } from './cursor.ts'
import { readSearchToken } from './lexer.ts'
import type { SearchTree } from './tree.ts'

const OPERAND = 'a word, a phrase in double quotes, NOT, or parentheses'

/** Parses the value of `$search`. `AND` may be left out. In lower case, `and`, `or` and `not` are ordinary words. */
export function parseSearchTree(cursor: Cursor): SearchTree {
  return cursor.readingWith(readSearchToken, () => {
    const tree = parseEither(cursor)
    if (!cursor.isAtEnd()) throw cursor.refusal(`${OPERAND}, or ${cursor.endName}`)
    return tree
  })
}

function parseEither(cursor: Cursor): SearchTree {
  const first = parseAll(cursor)
  const operands = [first]
  while (takeWord(cursor, 'OR')) {
    cursor.countTerm()
    operands.push(parseAll(cursor))
  }
  return operands.length === 1 ? first : { kind: 'or', operands, at: first.at }
}

function parseAll(cursor: Cursor): SearchTree {
  const first = parseOne(cursor)
  const operands = [first]
  while (takeWord(cursor, 'AND') || isOperand(cursor)) {
    cursor.countTerm()
    operands.push(parseOne(cursor))
  }
  return operands.length === 1 ? first : { kind: 'and', operands, at: first.at }
}

function parseOne(cursor: Cursor): SearchTree {
  const token = cursor.peek()
  const { at } = token
  if (!isOperand(cursor)) {
    const isQuote = token.kind === 'sign' && token.text === "'"
    throw cursor.refusal(OPERAND, isQuote ? 'Put a phrase in double quotes.' : '')
  }
  cursor.take()
  if (token.kind === 'phrase') {
    const text = token.text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')
    if (text.trim() === '') throw cursor.refusal('a phrase with words', '', token)
    return { kind: 'phrase', text, at }
  }
  if (token.text === 'NOT') return { kind: 'not', operand: cursor.nested(at, () => parseOne(cursor)), at }
  if (token.kind === 'word') return { kind: 'word', text: token.text, at }
  const inner = cursor.nested(at, () => parseEither(cursor))
  cursor.expectSign(')', `${OPERAND}, or ")" for the "(" at character ${at + 1}`)
  return inner
}

/** Whether the next token begins an operand: a word, a phrase, `NOT` or `(`. */
function isOperand(cursor: Cursor): boolean {
  const { kind, text } = cursor.peek()
  return kind === 'word' ? text !== 'AND' && text !== 'OR' : kind === 'phrase' || cursor.isSign('(')
}

function takeWord(cursor: Cursor, word: 'AND' | 'OR'): boolean {
  const { kind, text } = cursor.peek()
  const isNext = kind === 'word' && text === word
  if (isNext) cursor.take()
  return isNext
}
