import { bareConstant, type Constant, type Malformed, typedConstant } from './literals.ts'
import { type Piece, unreadable, unsupported } from './query-error.ts'
import type { Literal } from './tree.ts'

/**
 * A token in the value of an option. A name may contain dots, as in `geo.distance`, and begin with `$`. A sign is one
 * character, or an operator of another language such as `&&`, so that error messages show the whole operator. But `==`
 * is two signs, because a value may begin with `=`.
 */
export type Token = Literal | Plain

export interface Plain extends Piece {
  readonly kind: 'name' | 'sign' | 'word' | 'phrase' | 'end'
}

/** Reads the first token at or after `from`. Throws a QueryError if it is malformed. */
export type ReadToken = (option: string, text: string, from: number) => Token

const NAME =
  /\$?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*(?:\.[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*)*/uy
const BARE = /[+-]?\d[\w.:+-]*/y
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/iy
const SIGN = /<>|[!<>]=*|&&|\|\||./suy
const WORD = /[^\s"'();][^\s"();]*/y

/** The number of characters after a literal that are examined for an error message. */
const LOOK_AHEAD_CHARACTERS = 10

/** Constants by lower-case name. Queries may write them in any letter case. */
const CONSTANTS: ReadonlyMap<string, Constant> = new Map<string, Constant>([
  ['null', { type: 'null', value: null }],
  ['true', { type: 'boolean', value: true }],
  ['false', { type: 'boolean', value: false }],
])
const EXACT_CONSTANTS: ReadonlyMap<string, Constant> = new Map<string, Constant>([
  ['INF', { type: 'number', value: Number.POSITIVE_INFINITY }],
  ['NaN', { type: 'number', value: Number.NaN }],
])

/** Reads a token of any option's value except `$search`. */
export const readToken: ReadToken = (option, text, from) => {
  const at = skipBlanks(text, from)
  if (at === text.length) return { kind: 'end', text: '', at }
  if (text.charAt(at) === "'") return quotedText(option, text, at)
  const bare = matchAt(BARE, text, at) ?? matchAt(GUID, text, at)
  if (bare !== undefined) {
    const rest = text.slice(at + bare.length, at + bare.length + LOOK_AHEAD_CHARACTERS)
    return literal(option, { text: bare, at }, bareConstant(bare, rest))
  }
  const name = matchAt(NAME, text, at)
  if (name === undefined) return { kind: 'sign', text: matchAt(SIGN, text, at) ?? text.charAt(at), at }
  if (text.charAt(at + name.length) === "'") return typedText(option, text, { text: name, at })
  const constant = EXACT_CONSTANTS.get(name) ?? CONSTANTS.get(name.toLowerCase())
  return constant ? { kind: 'literal', text: name, at, ...constant } : { kind: 'name', text: name, at }
}

/** Reads a token of `$search`: a word, a phrase in double quotes, or a sign. */
export const readSearchToken: ReadToken = (option, text, from) => {
  const at = skipBlanks(text, from)
  if (at === text.length) return { kind: 'end', text: '', at }
  if (text.charAt(at) === '"') return { kind: 'phrase', text: text.slice(at, phraseEnd(option, text, at)), at }
  const word = matchAt(WORD, text, at)
  return word === undefined ? { kind: 'sign', text: text.charAt(at), at } : { kind: 'word', text: word, at }
}

function quotedText(option: string, text: string, at: number): Literal {
  const written = text.slice(at, quoteEnd(option, text, at))
  return { kind: 'literal', type: 'string', text: written, value: unquoted(written), at }
}

/** Reads a quoted string with a type prefix, such as `geography'POINT(1 2)'`. */
function typedText(option: string, text: string, prefix: Piece): Literal {
  const open = prefix.at + prefix.text.length
  const quoted = text.slice(open, quoteEnd(option, text, open))
  const piece = { text: prefix.text + quoted, at: prefix.at }
  return literal(option, piece, typedConstant(prefix.text, unquoted(quoted)))
}

function literal(option: string, piece: Piece, constant: Constant | Malformed): Literal {
  if ('type' in constant) return { kind: 'literal', ...piece, ...constant }
  const { accepted, hint, isUnsupported } = constant
  throw isUnsupported ? unsupported(option, piece, accepted) : unreadable(option, piece, accepted, hint)
}

function unquoted(quoted: string): string {
  return quoted.slice(1, -1).replaceAll("''", "'")
}

/** Returns the index after a quoted string. Quotes inside the string are doubled. */
function quoteEnd(option: string, text: string, open: number): number {
  for (let close = text.indexOf("'", open + 1); close >= 0; close = text.indexOf("'", close + 2))
    if (text.charAt(close + 1) !== "'") return close + 1
  const accepted = 'a text that ends with a single quote'
  throw unreadable(option, { text: text.slice(open), at: open }, accepted, 'Write a quote inside text twice.')
}

/** Returns the index after a phrase. Quotes and backslashes in the phrase are escaped by a backslash. */
function phraseEnd(option: string, text: string, open: number): number {
  for (let i = open + 1; i < text.length; i++) {
    if (text.charAt(i) === '"') return i + 1
    if (text.charAt(i) === '\\') i++
  }
  throw unreadable(option, { text: text.slice(open), at: open }, 'a phrase that ends with a double quote')
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++
  return at
}

/** Returns the match of a sticky regular expression at a position. */
function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at
  return expression.exec(text)?.[0]
}
