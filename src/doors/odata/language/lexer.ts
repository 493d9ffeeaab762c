import { bareConstant, type Constant, type Malformed, typedConstant } from './literals.ts'
import { type Piece, unreadable, unsupported } from './query-error.ts'
import type { Literal } from './tree.ts'

/**
 * One word or sign of a value. Names may have dots, as `geo.distance` has, and begin with a dollar sign. A sign is any
 * other character, or an operator of another language, so that `&&` is refused as one. An equals sign stands alone: what
 * follows the one of an option may begin with another.
 */
export type Token = Literal | Plain

export interface Plain extends Piece {
  readonly kind: 'name' | 'sign' | 'word' | 'phrase' | 'end'
}

/** Reads the token that begins behind the blanks at `from`. Throws a QueryError. */
export type ReadToken = (option: string, text: string, from: number) => Token

const NAME =
  /\$?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*(?:\.[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*)*/uy
const BARE = /[+-]?\d[\w.:+-]*/y
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/iy
const SIGN = /<>|[!<>]=*|&&|\|\||./suy
const WORD = /[^\s"'();][^\s"();]*/y

/** Characters behind a literal that are examined, for an error to say why it is malformed. */
const LOOK_AHEAD_CHARACTERS = 10

/** Names that stand for values, by their lower case where any case is read. */
const CONSTANTS: ReadonlyMap<string, Constant> = new Map<string, Constant>([
  ['null', { type: 'null', value: null }],
  ['true', { type: 'boolean', value: true }],
  ['false', { type: 'boolean', value: false }],
])
const EXACT_CONSTANTS: ReadonlyMap<string, Constant> = new Map<string, Constant>([
  ['INF', { type: 'number', value: Number.POSITIVE_INFINITY }],
  ['NaN', { type: 'number', value: Number.NaN }],
])

/** Reads a token of expressions, and of the lists that options have. */
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

/** Reads a quoted text with its type in front. */
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

/** Finds where a quoted text ends. A quote inside it is written twice. */
function quoteEnd(option: string, text: string, open: number): number {
  for (let close = text.indexOf("'", open + 1); close >= 0; close = text.indexOf("'", close + 2))
    if (text.charAt(close + 1) !== "'") return close + 1
  const accepted = 'a text that ends with a single quote'
  throw unreadable(option, { text: text.slice(open), at: open }, accepted, 'A quote inside a text is written twice.')
}

/** Finds where a phrase ends. A backslash stands in front of a quote or a backslash inside it. */
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

/** The text that a sticky expression matches at a place. */
function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at
  return expression.exec(text)?.[0]
}
