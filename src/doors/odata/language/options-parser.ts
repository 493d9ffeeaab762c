import { nearestName, quote } from '../../../kit/base/sentence.ts'
import type { QueryPairs } from '../../../kit/params/index.ts'
import { EXPAND_DEPTH_MAX, ORDER_FIELDS_MAX } from './bounds.ts'
import { Cursor } from './cursor.ts'
import { parseExpression, refuseBehind } from './expression-parser.ts'
import type { Token } from './lexer.ts'
import { excessive, QueryError } from './query-error.ts'
import { parseSearchTree } from './search-parser.ts'
import { didYouMean } from './slips.ts'
import type { ExpandItem, Expression, OrderItem, Path, QueryOptions } from './tree.ts'

type OptionName = keyof QueryOptions
type Parse<N extends OptionName> = (cursor: Cursor) => Required<QueryOptions>[N]

/** The parser of each option's value. */
const PARSERS: { readonly [N in OptionName]: Parse<N> } = {
  filter: parseCondition,
  select: parseFields,
  orderby: parseOrder,
  expand: parseExpanded,
  search: parseSearchTree,
  top: parseCount,
  skip: parseCount,
  count: parseFlag,
  skiptoken: (cursor) => cursor.takeRest(),
  format: (cursor) => cursor.takeRest(),
}
const OPTIONS = Object.keys(PARSERS) as readonly OptionName[]

/** Options that an `$expand` item may have. */
const NESTED: readonly OptionName[] = OPTIONS.filter((name) => name !== 'skiptoken' && name !== 'format')

/** Standard OData options that Plat does not support. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['apply', 'compute', 'levels', 'deltatoken', 'schemaversion', 'index'])

const OLD_OPTIONS: ReadonlyMap<string, string> = new Map([['inlinecount', '$count=true']])

/**
 * Parses decoded query parameters. Ignores parameters without `$`, which OData reserves for custom options. Throws a
 * QueryError for the first mistake.
 */
export function parseOptions(pairs: QueryPairs): QueryOptions {
  const options: Partial<Record<OptionName, unknown>> = {}
  for (const [written, value] of pairs) {
    const name = optionOf(written, OPTIONS)
    if (name === undefined) {
      const refusal = refusalOf(written, OPTIONS)
      if (refusal !== undefined) throw new QueryError(written, 0, refusal.sentence, refusal.isUnsupported)
      continue
    }
    if (name in options) throw repeated(`$${name}`, 0)
    options[name] = parseValue<unknown>(`$${name}`, value, PARSERS[name])
  }
  return options as QueryOptions // each parser returns its option's type
}

function parseValue<T>(option: string, text: string, parse: (cursor: Cursor) => T): T {
  const cursor = new Cursor(option, text)
  if (text.trim() === '') throw new QueryError(option, 0, `${option} has no value: leave it out, or give it one.`)
  const value = parse(cursor)
  if (!cursor.isAtEnd()) throw cursor.refusal(cursor.endName)
  cursor.checkTerms()
  return value
}

/** Returns the option with this name. The dollar sign is optional, and the letter case does not matter. */
function optionOf(written: string, accepted: readonly OptionName[]): OptionName | undefined {
  const name = bareName(written)
  return accepted.find((each) => each === name)
}

/** Returns why an unknown option is refused; undefined for a custom option, which is ignored. */
function refusalOf(written: string, accepted: readonly OptionName[]): OptionRefusal | undefined {
  const names = accepted.map((each) => `$${each}`)
  const name = bareName(written)
  if (UNSUPPORTED.has(name) || written.startsWith('@')) {
    const sentence = `The query option ${quote(written)} is not supported here. Supported: ${names.join(', ')}.`
    return { sentence, isUnsupported: true }
  }
  if (!written.startsWith('$')) return undefined
  const hint = didYouMean(OLD_OPTIONS.get(name) ?? nearestName(written, names))
  const sentence = `There is no query option ${quote(written)}. Supported: ${names.join(', ')}.`
  return { sentence: hint === '' ? sentence : `${sentence} ${hint}`, isUnsupported: false }
}

interface OptionRefusal {
  readonly sentence: string
  readonly isUnsupported: boolean
}

function bareName(written: string): string {
  return written.toLowerCase().replace(/^\$/, '')
}

function repeated(option: string, at: number): QueryError {
  return new QueryError(option, at, `${option} is given twice: give it once.`)
}

function parseCondition(cursor: Cursor): Expression {
  const condition = parseExpression(cursor)
  if (!cursor.isAtEnd()) throw refuseBehind(cursor, condition, cursor.endName)
  return condition
}

function parseOrder(cursor: Cursor): readonly OrderItem[] {
  const { at } = cursor.peek()
  const items = parseList<OrderItem>(cursor, ['asc', 'desc'], () => {
    const path = parseOrderPath(cursor)
    return { path, direction: cursor.takeOperator(['asc', 'desc']) ?? 'asc', at: path.at }
  })
  if (items.length > ORDER_FIELDS_MAX)
    throw excessive(cursor.option, at, '$orderby has # fields', items.length, ORDER_FIELDS_MAX)
  return items
}

function parseOrderPath(cursor: Cursor): Path {
  const expression = parseExpression(cursor)
  if (expression.kind === 'path') return expression
  throw new QueryError(
    cursor.option,
    expression.at,
    `${cursor.option} takes names of fields, such as ListPrice desc.`,
    true,
  )
}

function parseFields(cursor: Cursor): readonly Path[] {
  return parseList(cursor, [], () => {
    const path = parseFieldPath(cursor)
    if (cursor.isSign('(')) throw cursor.unsupported('a field without options of its own')
    return path
  })
}

function parseExpanded(cursor: Cursor): readonly ExpandItem[] {
  if (cursor.expanded === EXPAND_DEPTH_MAX) {
    const { at } = cursor.peek()
    const accepted = `at most ${EXPAND_DEPTH_MAX} levels are allowed`
    throw new QueryError(cursor.option, at, `$expand is nested too deep at character ${at + 1}: ${accepted}.`)
  }
  return parseList(cursor, ['"("'], () => {
    const path = parseFieldPath(cursor)
    const options = cursor.takeSign('(') ? cursor.inExpanded(() => parseNestedOptions(cursor)) : {}
    return { path, options, at: path.at }
  })
}

/** Parses a comma-separated list. `besides`: what else may follow an item, for error messages. */
function parseList<T>(cursor: Cursor, besides: readonly string[], parseItem: () => T): T[] {
  const items: T[] = []
  do items.push(parseItem())
  while (cursor.takeSign(','))
  if (cursor.isAtEnd()) return items
  const accepted = `${[...besides, 'a comma'].join(', ')} or ${cursor.endName}`
  throw cursor.refusal(accepted, didYouMean(nearestName(cursor.peek().text, besides)))
}

/** Parses a field name, a path such as `Media/Order`, or `*`. */
function parseFieldPath(cursor: Cursor): Path {
  const first = cursor.peek()
  if (cursor.takeSign('*')) return { kind: 'path', segments: ['*'], at: first.at }
  const segments: string[] = []
  do {
    const token = cursor.peek()
    if (token.kind === 'name' && ['$ref', '$count', '$value'].includes(token.text))
      throw cursor.unsupported('the name of a field')
    if (token.kind !== 'name' || token.text.startsWith('$')) throw cursor.refusal('the name of a field, or *')
    segments.push(cursor.take().text)
  } while (cursor.takeSign('/'))
  return { kind: 'path', segments, at: first.at }
}

/** Parses the options of an `$expand` item, up to the closing parenthesis. */
function parseNestedOptions(cursor: Cursor): QueryOptions {
  const options: Partial<Record<OptionName, unknown>> = {}
  do {
    const token = cursor.peek()
    const name = optionOf(token.text, NESTED)
    if (name === undefined) throw refuseNested(cursor, token)
    if (name in options) throw repeated(`$${name} of an item in ${cursor.option}`, token.at)
    cursor.take()
    cursor.expectSign('=')
    options[name] = PARSERS[name](cursor)
    if (!cursor.isAtEnd()) throw cursor.refusal(cursor.endName)
  } while (cursor.takeSign(';'))
  cursor.take()
  return options as QueryOptions // each parser returns its option's type
}

function refuseNested(cursor: Cursor, token: Token): QueryError {
  const refusal = token.kind === 'name' ? refusalOf(token.text, NESTED) : undefined
  if (refusal === undefined) return cursor.refusal(`an option such as ${NESTED.map((each) => `$${each}`).join(', ')}`)
  return new QueryError(cursor.option, token.at, refusal.sentence, refusal.isUnsupported)
}

/** Parses a whole number, as for `$top`. */
function parseCount(cursor: Cursor): number {
  const token = cursor.peek()
  const count = token.kind === 'literal' && /^\d+$/.test(token.text) ? Number(token.text) : Number.NaN
  if (!Number.isSafeInteger(count)) throw cursor.refusal('a whole number from 0')
  cursor.take()
  return count
}

function parseFlag(cursor: Cursor): boolean {
  const token = cursor.peek()
  if (token.kind !== 'literal' || token.type !== 'boolean') throw cursor.refusal('true or false')
  cursor.take()
  return token.value === true
}
