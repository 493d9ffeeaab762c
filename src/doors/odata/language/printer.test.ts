import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text.ts'
import { parseExpand, parseFilter, parseOrderBy, parseSearch, parseSelect } from '../../../../test/odata/parse-one.ts'
import { TERMS_MAX } from './bounds.ts'
import { parseOptions } from './options-parser.ts'
import { printExpand, printExpression, printOptions, printOrderBy, printSearch, printSelect } from './printer.ts'
import type { Expression, Lambda, Literal, OrderItem, Path, QueryOptions, SearchTree } from './tree.ts'

const at = 0

const NUMBERS: fc.Arbitrary<Literal> = fc
  .oneof(
    fc.tuple(
      fc.constantFrom('', '-', '+'),
      fc.integer({ min: 0, max: 1e9 }),
      fc.constantFrom('', '.5', 'e3', '.25E-2'),
    ),
    fc.tuple(fc.constantFrom(''), fc.constantFrom('INF', 'NaN'), fc.constant('')),
  )
  .map((parts): Literal => {
    const text = parts.join('')
    const value = text === 'INF' ? Number.POSITIVE_INFINITY : Number(text)
    return { kind: 'literal', type: 'number', text, value, at }
  })
const TEXTS: fc.Arbitrary<Literal> = fc
  .tuple(fc.constantFrom('', '', 'Ns.Enum'), fc.oneof(fc.string(), anyText(), fc.constant("O'Hare''")))
  .map(([type, value]) => {
    return { kind: 'literal', type: 'string', text: `${type}'${value.replaceAll("'", "''")}'`, value, at }
  })
const OTHERS = fc.constantFrom<Literal>(
  { kind: 'literal', type: 'null', text: 'null', value: null, at },
  { kind: 'literal', type: 'boolean', text: 'True', value: true, at },
  { kind: 'literal', type: 'date', text: '2024-02-29', value: '2024-02-29', at },
  { kind: 'literal', type: 'dateTime', text: '2024-01-31T10:00z', value: '2024-01-31T10:00Z', at },
  { kind: 'literal', type: 'dateTime', text: '2024-01-31T10:00:00.5+02:00', value: '2024-01-31T10:00:00.5+02:00', at },
  { kind: 'literal', type: 'timeOfDay', text: '10:00:59', value: '10:00:59', at },
  { kind: 'literal', type: 'duration', text: "duration'-P1DT2.5S'", value: '-P1DT2.5S', at },
  guid('01234567-89ab-cdef-0123-456789abcdef'),
  guid('abcdef01-89ab-cdef-0123-456789abcdef'),
  {
    kind: 'literal',
    type: 'geography',
    text: "geography'SRID=4326;POINT(-97.7 30.2)'",
    value: 'POINT(-97.7 30.2)',
    at,
  },
)
const LITERALS = fc.oneof(NUMBERS, TEXTS, OTHERS)
const NAMES = fc.constantFrom('ListPrice', 'City', 'm', 'x_1', 'Straße', 'desc', 'any', 'contains', 'eqs', 'nothing')
const PATHS: fc.Arbitrary<Path> = fc
  .tuple(
    fc.oneof(NAMES, fc.constantFrom('$it', '$this')),
    fc.array(fc.oneof(NAMES, fc.constantFrom('eq', 'Ns.Type')), { maxLength: 2 }),
    fc.constantFrom([], [], ['$count']),
  )
  .map(([first, others, last]) => ({ kind: 'path', segments: [first, ...others, ...last], at }))

type Operator = 'eq' | 'ne' | 'gt' | 'le' | 'add' | 'sub' | 'mul' | 'divby'
const LEVELS: readonly (readonly Operator[])[] = [
  ['eq', 'ne'],
  ['gt', 'le'],
  ['add', 'sub'],
  ['mul', 'divby'],
]

/**
 * Trees as the parser makes them: an operand of an operator binds more, or stands in parentheses. `depth` is how often
 * parentheses, functions and lambdas may stand inside each other.
 */
function expressions(depth: number): fc.Arbitrary<Expression> {
  const inside = depth === 0 ? fc.oneof(LITERALS, PATHS) : expressions(depth - 1)
  const primary = fc.oneof(
    { arbitrary: LITERALS, weight: 3 },
    { arbitrary: PATHS, weight: 3 },
    { arbitrary: nestings(inside), weight: 2 },
  )
  const membership = fc.oneof({ arbitrary: primary, weight: 4 }, { arbitrary: memberships(primary), weight: 1 })
  const prefixed = fc.oneof({ arbitrary: membership, weight: 4 }, { arbitrary: prefixes(membership), weight: 1 })
  const unary = fc.oneof({ arbitrary: prefixed, weight: 4 }, { arbitrary: prefixes(prefixed), weight: 1 })
  const comparison = LEVELS.reduceRight((operand, operators) => binary(operators, operand), unary)
  return joined('or', joined('and', comparison))
}

function nestings(inside: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  const collections = PATHS.filter(({ segments }) => segments.at(-1) !== '$count')
  return fc.oneof(
    fc
      .tuple(fc.constantFrom('contains', 'geo.distance', 'now'), fc.array(inside, { maxLength: 2 }))
      .map(([name, args]): Expression => ({ kind: 'call', name, args, at })),
    fc
      .tuple(collections, fc.constantFrom<Lambda['quantifier']>('any', 'all'), inside)
      .map(([collection, quantifier, condition]): Expression => {
        return { kind: 'lambda', collection, quantifier, variable: 'm', condition, at }
      }),
    collections.map((collection): Expression => ({ kind: 'lambda', collection, quantifier: 'any', at })),
    inside.map((inner): Expression => ({ kind: 'group', inner, at })),
  )
}

function memberships(primary: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc.oneof(
    fc
      .tuple(primary, fc.array(LITERALS, { minLength: 1, maxLength: 3 }))
      .map(([left, items]): Expression => ({ kind: 'in', left, items, at })),
    fc
      .tuple(primary, primary)
      .map(([left, right]): Expression => ({ kind: 'compare', operator: 'has', left, right, at })),
  )
}

function prefixes(operands: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc.oneof(
    operands.map((operand): Expression => ({ kind: 'not', operand, at })),
    operands
      .filter((operand) => !/^(\d|INF|NaN|[a-f]\w+-)/.test(printExpression(operand)))
      .map((operand): Expression => ({ kind: 'negate', operand, at })),
  )
}

function guid(text: string): Literal {
  return { kind: 'literal', type: 'guid', text, value: text, at }
}

/** Mostly a single operand, so that trees do not grow without end. */
function joined(kind: 'and' | 'or', operand: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  const junction = fc
    .array(operand, { minLength: 2, maxLength: 3 })
    .map((operands): Expression => ({ kind, operands, at }))
  return fc.oneof({ arbitrary: operand, weight: 4 }, { arbitrary: junction, weight: 1 })
}

function binary(operators: readonly Operator[], operand: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  const pairs = fc.array(fc.tuple(fc.constantFrom(...operators), operand), { minLength: 1, maxLength: 2 })
  const chain = fc.tuple(operand, pairs).map(([first, others]) =>
    others.reduce<Expression>((left, [operator, right]) => {
      if (operator === 'eq' || operator === 'ne' || operator === 'gt' || operator === 'le')
        return { kind: 'compare', operator, left, right, at }
      return { kind: 'calculate', operator, left, right, at }
    }, first),
  )
  return fc.oneof({ arbitrary: operand, weight: 4 }, { arbitrary: chain, weight: 1 })
}

const EXPRESSIONS = expressions(3)

const { search: SEARCHES } = fc.letrec<{ search: SearchTree }>((tie) => ({
  search: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .oneof(fc.constantFrom('pool', 'and', "O'Hare", 'ANDY', '$x=5,7'), fc.string())
      .filter((text) => /^[^\s"'();][^\s"();]*$/.test(text) && !['AND', 'OR', 'NOT'].includes(text))
      .map((text): SearchTree => ({ kind: 'word', text, at })),
    fc
      .oneof(fc.constantFrom('a b', '"', '\\', '\\"', "'"), fc.string())
      .filter((text) => text.trim() !== '')
      .map((text): SearchTree => ({ kind: 'phrase', text, at })),
    tie('search').map((operand): SearchTree => ({ kind: 'not', operand, at })),
    fc
      .tuple(fc.constantFrom<'and' | 'or'>('and', 'or'), fc.array(tie('search'), { minLength: 2, maxLength: 3 }))
      .map(([kind, operands]): SearchTree => ({ kind, operands, at })),
  ),
}))

const FIELDS = fc.oneof(
  fc.array(NAMES, { minLength: 1, maxLength: 2 }).map((segments): Path => ({ kind: 'path', segments, at })),
  fc.constant<Path>({ kind: 'path', segments: ['*'], at }),
)
const ORDERS: fc.Arbitrary<OrderItem> = fc.record({
  expression: EXPRESSIONS,
  direction: fc.constantFrom<OrderItem['direction']>('asc', 'desc'),
  at: fc.constant(0),
})

/** Options of a query, or of an item that is expanded at this depth. */
function optionsAt(depth: number): fc.Arbitrary<QueryOptions> {
  const none: fc.Arbitrary<QueryOptions> = fc.constant({})
  const items = fc.record({ path: FIELDS, options: depth < 2 ? optionsAt(depth + 1) : none, at: fc.constant(0) })
  return fc.record(
    {
      filter: EXPRESSIONS,
      select: fc.array(FIELDS, { minLength: 1, maxLength: 3 }),
      orderby: fc.array(ORDERS, { minLength: 1, maxLength: 2 }),
      expand: fc.array(items, { minLength: 1, maxLength: 2 }),
      search: SEARCHES,
      top: fc.nat(),
      skip: fc.maxSafeNat(),
      count: fc.boolean(),
    },
    { requiredKeys: [] },
  )
}

const OPTIONS = fc
  .tuple(optionsAt(0), fc.constantFrom({}, { skiptoken: 'a;b) c', format: 'application/json;odata.metadata=none' }))
  .map(([shared, own]): QueryOptions => ({ ...shared, ...own }))

/** Whether a tree has few enough terms to be accepted: each takes more than 50 characters as JSON. */
function isSmall(tree: unknown): boolean {
  return JSON.stringify(tree).length < 50 * TERMS_MAX
}

/** A tree whose positions are all zero. */
function bare(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(bare)
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, key === 'at' ? 0 : bare(value)]))
}

test('a tree is parsed from its text again', () => {
  fc.assert(
    fc.property(EXPRESSIONS.filter(isSmall), (tree) => {
      assert.deepEqual(bare(parseFilter(printExpression(tree))), bare(tree))
    }),
    { numRuns: 400 },
  )
})

test('what is searched for is parsed from its text again', () => {
  fc.assert(
    fc.property(SEARCHES, (tree) => {
      assert.deepEqual(bare(parseSearch(printSearch(tree))), bare(tree))
    }),
    { numRuns: 400 },
  )
})

test('the options of a query are parsed from their text again, with those of expanded items', () => {
  fc.assert(
    fc.property(OPTIONS.filter(isSmall), (given) => {
      const parsed = parseOptions(printOptions(given))
      assert.deepEqual(bare(parsed.options), bare(given))
      assert.deepEqual(parsed.custom, [])
    }),
  )
})

test('each node says where its text begins', () => {
  let nodes = 0
  fc.assert(
    fc.property(EXPRESSIONS.filter(isSmall), (tree) => {
      const text = printExpression(tree)
      for (const node of nodesOf(parseFilter(text))) {
        assert.ok(text.startsWith(printExpression(node), node.at), `${printExpression(node)} at ${node.at} of ${text}`)
        nodes++
      }
    }),
  )
  assert.ok(nodes > 500)
})

function nodesOf(tree: unknown): Expression[] {
  if (typeof tree !== 'object' || tree === null) return []
  const below = Object.values(tree).flatMap(nodesOf)
  return 'kind' in tree ? [tree as Expression, ...below] : below
}

test('positions count blanks, and those inside an expanded item count from the start of the whole value', () => {
  const filter = parseFilter("  City  eq\t'a'")
  assert.equal(filter.at, 2)
  assert.equal(filter.kind === 'compare' && filter.right.at, 11)
  const [, second] = parseExpand('A, Media( $orderby = a , Order desc )')
  assert.equal(second?.at, 3)
  assert.equal(second?.options.orderby?.[1]?.at, 25)
  const search = parseSearch(' a  NOT b')
  assert.deepEqual(search.kind === 'and' && search.operands.map((operand) => operand.at), [1, 4])
})

test('a text in canonical form is printed as it was written', () => {
  const filters = [
    "ListPrice ge 500000 and (City eq 'Austin' or City in ('Lakeway','O''Hare',null))",
    "not contains(tolower(City),'a') and -ListPrice lt --5",
    'Media/any(m:m/Order eq 1 and m/Category ne $it/Category) or Media/any() or Media/$count gt 5',
    "geo.distance(Location,geography'SRID=4326;POINT(-97.7 30.2)') le 1.5e3",
    "Features has Ns.Feature'Pool,Spa' and year(CloseDate) add 1 eq 2024",
    'ModificationTimestamp gt 2024-01-31T10:00:00.123Z and CloseDate le 2024-01-31 and Opens lt 10:00',
  ]
  for (const text of filters) assert.equal(printExpression(parseFilter(text)), text)
  assert.equal(
    printOrderBy(parseOrderBy('ListPrice desc,City,year(CloseDate) desc')),
    'ListPrice desc,City,year(CloseDate) desc',
  )
  assert.equal(printSelect(parseSelect('*,ListingKey,Media/Order')), '*,ListingKey,Media/Order')
  assert.equal(printSearch(parseSearch('pool AND NOT ("hot tub" OR spa)')), 'pool AND NOT ("hot tub" OR spa)')
  const expand = 'Media($filter=Order gt 1;$select=MediaURL;$expand=X($search=a OR b;$count=true);$top=5),Rooms'
  assert.equal(printExpand(parseExpand(expand)), expand)
})

test('blanks, letter case of operators, and what may be left out or added become canonical', () => {
  const written: readonly (readonly [string, string])[] = [
    [" ListPrice  GE 5 AND\n( City Eq\t'a' ) ", "ListPrice ge 5 and (City eq 'a')"],
    ["contains ( City , 'a' )", "contains(City,'a')"],
    ['a IN ( 1 , - 2 )', 'a in (1,-2)'],
    ['NOT(a eq 1)', 'not (a eq 1)'],
    ['Media/ANY( m : m/Order eq 1 )', 'Media/any(m:m/Order eq 1)'],
    ['(a eq 1)and(b eq 2)', '(a eq 1) and (b eq 2)'],
    ['a gt - 5', 'a gt -5'],
  ]
  for (const [text, canonical] of written) assert.equal(printExpression(parseFilter(text)), canonical)
  assert.equal(printOrderBy(parseOrderBy('a ASC , b Desc')), 'a,b desc')
  assert.equal(printSearch(parseSearch('a b NOT (c)')), 'a AND b AND NOT c')
})
