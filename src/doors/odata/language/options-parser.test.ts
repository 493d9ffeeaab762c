import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpand, parseFilter, parseOrderBy, parseSearch, parseSelect } from '../../../../test/odata/parse-one.ts'
import { parseOptions } from './options-parser.ts'
import type { Expression, SearchTree } from './tree.ts'

/** Writes a parsed expression with parentheses around all operations. */
function shape(tree: Expression): string {
  switch (tree.kind) {
    case 'literal':
      return tree.text
    case 'path':
      return tree.segments.join('/')
    case 'and':
    case 'or':
      return `(${tree.operands.map(shape).join(` ${tree.kind} `)})`
    case 'not':
      return `(${tree.kind} ${shape(tree.operand)})`
    case 'compare':
      return `(${shape(tree.left)} ${tree.operator} ${shape(tree.right)})`
    case 'in':
      return `(${shape(tree.left)} in ${tree.items.length})`
    case 'call':
      return `${tree.name}[${tree.args.map(shape).join()}]`
    case 'lambda':
      return `${shape(tree.collection)}.${tree.quantifier}[${tree.variable}: ${tree.condition ? shape(tree.condition) : ''}]`
  }
}

function searched(tree: SearchTree): string {
  switch (tree.kind) {
    case 'word':
    case 'phrase':
      return tree.text
    case 'not':
      return `(not ${searched(tree.operand)})`
    case 'and':
    case 'or':
      return `(${tree.operands.map(searched).join(` ${tree.kind} `)})`
  }
}

test('operators have the precedence of the standard', () => {
  const shapes: readonly (readonly [string, string])[] = [
    ['a or b and c or d', '(a or (b and c) or d)'],
    ['a and b and c', '(a and b and c)'],
    ['(a and b) and c', '((a and b) and c)'],
    ['a eq b gt c', '(a eq (b gt c))'],
    ['a gt b eq c lt d', '((a gt b) eq (c lt d))'],
    ['a eq b ne c', '((a eq b) ne c)'],
    ['not a eq b', '((not a) eq b)'],
    ['not a and b', '((not a) and b)'],
    ["not a has N.T'x'", "(not (a has N.T'x'))"],
    ['not a in (1,2)', '(not (a in 2))'],
    ['not not a', '(not (not a))'],
    ["a eq b has N.T'x'", "(a eq (b has N.T'x'))"],
    ["contains(a,'b') eq true", "(contains[a,'b'] eq true)"],
    ['a/b/any(x:x/c eq 1 and d) or e', '(a/b.any[x: ((x/c eq 1) and d)] or e)'],
    ['a gt -1 eq - 2', '((a gt -1) eq -2)'],
  ]
  for (const [text, wanted] of shapes) assert.equal(shape(parseFilter(text)), wanted, text)
})

test('each literal has its type and its value', () => {
  const literals: readonly (readonly [text: string, type: string, value: unknown])[] = [
    ['null', 'null', null],
    ['TRUE', 'boolean', true],
    ['false', 'boolean', false],
    ['-1.5e3', 'number', -1500],
    ['+0.25', 'number', 0.25],
    ['-INF', 'number', Number.NEGATIVE_INFINITY],
    ['NaN', 'number', Number.NaN],
    ["''", 'string', ''],
    ["'O''Hare ''n'''", 'string', "O'Hare 'n'"],
    ["RESO.Enums.City'Austin,O''Hare'", 'string', "Austin,O'Hare"],
    ['2024-02-29', 'date', '2024-02-29'],
    ['0001-01-01', 'date', '0001-01-01'],
    ['2024-01-31t10:00z', 'dateTime', '2024-01-31T10:00Z'],
    ['2024-01-31T10:00:00.123456789-06:00', 'dateTime', '2024-01-31T10:00:00.123456789-06:00'],
    ['01234567-89AB-cdef-0123-456789abcdef', 'guid', '01234567-89AB-cdef-0123-456789abcdef'],
    ['fedcba98-89ab-cdef-0123-456789abcdef', 'guid', 'fedcba98-89ab-cdef-0123-456789abcdef'],
    ["geography'SRID=4326;POINT(-97.7 30.2)'", 'geography', 'POINT(-97.7 30.2)'],
    ["Geography'Polygon((0 0,1 0,1 1,0 0))'", 'geography', 'Polygon((0 0,1 0,1 1,0 0))'],
  ]
  for (const [text, type, value] of literals)
    assert.deepEqual(parseFilter(text), { kind: 'literal', type, text, value, at: 0 }, text)
})

test('options are read with and without dollar sign, in any letter case, and custom options have no effect', () => {
  const options = parseOptions([
    ['$top', '10'],
    ['ORDERBY', 'ListPrice'],
    ['token', 'x'],
    ['$Count', 'true'],
    ['skip', ' 20 '],
    ['$skiptoken', 'a b;c'],
    ['format', 'json'],
    ['token', 'y'],
  ])
  assert.deepEqual(options, {
    top: 10,
    orderby: [{ path: { kind: 'path', segments: ['ListPrice'], at: 0 }, direction: 'asc', at: 0 }],
    count: true,
    skip: 20,
    skiptoken: 'a b;c',
    format: 'json',
  })
})

test('an expanded item may have its own options', () => {
  const [media, rooms] = parseExpand(
    'Media($select=MediaURL,Order;$orderby=Order desc;top=5;$search=a b=c AND "d);e"; $filter=contains(a,\';)\');$expand=*),Rooms',
  )
  assert.deepEqual(Object.keys(media?.options ?? {}), ['select', 'orderby', 'top', 'search', 'filter', 'expand'])
  assert.deepEqual(media?.path.segments, ['Media'])
  assert.equal(media?.options.search && searched(media.options.search), '(a and b=c and d);e)')
  assert.equal(media?.options.filter && shape(media.options.filter), "contains[a,';)']")
  assert.deepEqual(media?.options.expand?.[0]?.path.segments, ['*'])
  assert.deepEqual(rooms?.options, {})
})

test('$orderby has fields, each with an optional direction after it', () => {
  const items = parseOrderBy('desc desc, ListPrice ASC, Media/$count')
  assert.deepEqual(
    items.map(({ path, direction }) => `${shape(path)} ${direction}`),
    ['desc desc', 'ListPrice asc', 'Media/$count asc'],
  )
})

test('selected fields are paths or a star', () => {
  assert.deepEqual(
    parseSelect('*, ListPrice ,Media/Order,Ns.Type/a').map(({ segments, at }) => [segments, at]),
    [
      [['*'], 0],
      [['ListPrice'], 3],
      [['Media', 'Order'], 14],
      [['Ns.Type', 'a'], 26],
    ],
  )
})

test('in $search, NOT has the highest precedence and OR the lowest, AND is optional, and operators are in upper case', () => {
  const shapes: readonly (readonly [string, string])[] = [
    ['a OR b c', '(a or (b and c))'],
    ['NOT a AND b OR c', '(((not a) and b) or c)'],
    ['(a OR b) AND "c \\"d\\" \\\\"', '((a or b) and c "d" \\)'],
    ['a and not or', '(a and and and not and or)'],
    ["O'Hare", "O'Hare"],
    ['NOT NOT a', '(not (not a))'],
  ]
  for (const [text, wanted] of shapes) assert.equal(searched(parseSearch(text)), wanted, text)
})
