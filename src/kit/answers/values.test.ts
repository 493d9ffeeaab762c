import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import {
  type AnswerOf,
  always,
  anything,
  component,
  day,
  each,
  either,
  flag,
  instant,
  large,
  listOf,
  mapOf,
  nullable,
  number,
  type OnlyDeclared,
  object,
  oneOf,
  optional,
  scalar,
  second,
  secondNameOf,
  Telling,
  text,
  toldApart,
  type Value,
  whole,
} from './index.ts'

const plain = (written: string) => written.replaceAll('{Word}', 'Hearth')

function schemaOf(value: Value<unknown>): { schema: unknown; components: unknown } {
  const telling = new Telling(plain)
  return { schema: value.schema(telling), components: Object.fromEntries(telling.components) }
}

function problemsOf(given: unknown, value: Value<unknown>): readonly string[] {
  return value.problems(given, '', plain)
}

test('a key is required unless it may be absent; null is an additional type or alternative', () => {
  const named = component('Name', text())
  const value = object({ a: text('A.'), b: optional(nullable(oneOf(['x']))), c: nullable(named, 'C.') })
  assert.deepEqual(schemaOf(value), {
    schema: {
      type: 'object',
      required: ['a', 'c'],
      properties: {
        a: { type: 'string', description: 'A.' },
        b: { type: ['string', 'null'], enum: ['x', null] },
        c: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }], description: 'C.' },
      },
    },
    components: { Name: { type: 'string' } },
  })
})

test('a missing key, an undeclared key, a forbidden null and a wrong type are one problem each, with a path', () => {
  const value = object({
    a: number(),
    b: nullable(text()),
    c: optional(whole()),
    d: listOf(object({ e: flag() })),
    f: nullable(object({ g: day() })),
  })
  assert.deepEqual(problemsOf({ a: 1, b: null, d: [], f: null }, value), [])
  assert.deepEqual(problemsOf({ a: '1', c: null, d: [{ e: true }, { e: 1, h: 0 }], f: { g: '1.1.2020' } }, value), [
    ".a: '1' is not a number",
    '.b: is missing',
    '.c: null is not a whole number',
    '.d[1].e: 1 is not true or false',
    '.d[1].h: is not declared',
    ".f.g: '1.1.2020' is not a day",
  ])
})

test('a value that JSON cannot represent fits no declaration', () => {
  const value = object({
    a: listOf(number()),
    b: object({ c: optional(text()), d: anything('D.') }),
    e: mapOf(scalar()),
  })
  assert.deepEqual(problemsOf({ a: [1, Number.NaN], b: { c: undefined, d: undefined }, e: { f: undefined } }, value), [
    '.a[1]: NaN is not a number',
    '.b.c: undefined is not a text',
    '.b.d: undefined is not a JSON value',
    '.e.f: undefined is not a string, a number or a boolean',
  ])
})

for (const [name, value, fitting, unfitting] of [
  ['a text', text(), ['', 'a'], [1, null]],
  ['a whole number', whole(), [0, -3, 2 ** 60], [1.5, '1', Number.NaN]],
  ['a large number', large(), [2 ** 53 - 1], [2 ** 53, 0.1]],
  ['a day', day(), ['2026-11-21'], ['2026-13-01', '2026-1-1', 20261121]],
  ['an instant', instant(), ['2026-11-21T12:00:00.000Z'], ['2026-11-21T12:00:00Z', '2026-11-21']],
  ['a second', second('S.'), ['2026-11-21 12:00:00'], ['2026-11-21T12:00:00', '']],
  ['one of some', oneOf(['a', 'b']), ['a', 'b'], ['c', 'A', null]],
  ['always the same', always(false), [false], [true, 0, null]],
  ['a list', listOf(text()), [[], ['a']], [{ 0: 'a' }, 'a', [1]]],
  ['a map', mapOf(number()), [{}, { a: 1 }], [{ a: '1' }, [], null]],
] as const) {
  test(`${name} is valid, and nothing else is`, () => {
    for (const given of fitting) assert.deepEqual(problemsOf(given, value), [], inspect(given))
    for (const given of unfitting) assert.equal(problemsOf(given, value).length, 1, inspect(given))
  })
}

test('the schema of objects with a discriminator lists all kinds, and each object is checked against its own kind', () => {
  const one = component('One', object({ kind: always('one'), a: number() }))
  const two = component('Two', object({ kind: always('two'), b: text() }))
  const value = toldApart('kind', { one, two })
  assert.deepEqual(schemaOf(value).schema, {
    oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { one: '#/components/schemas/One', two: '#/components/schemas/Two' },
    },
  })
  assert.deepEqual(problemsOf({ kind: 'two', b: '' }, value), [])
  assert.deepEqual(problemsOf({ kind: 'two', a: 1 }, value), ['.b: is missing', '.a: is not declared'])
  for (const kind of ['three', 'toString', undefined]) assert.equal(problemsOf({ kind }, value).length, 1)
})

test('a value of several possible kinds is checked against the closest kind', () => {
  const value = either(object({ a: number(), b: number() }), object({ c: text() }))
  assert.deepEqual(problemsOf({ c: 'c' }, value), [])
  assert.deepEqual(problemsOf({ a: 1 }, value), ['.b: is missing'])
})

test('a document defines each component once, before the components inside it, no matter how often it is named', () => {
  const inner = component('Inner', text('In.'))
  const outer = component('Outer', object({ a: inner, b: inner.as('Another.') }))
  const { schema, components } = schemaOf(listOf(outer))
  assert.deepEqual(schema, { type: 'array', items: { $ref: '#/components/schemas/Outer' } })
  assert.deepEqual(Object.keys(components as object), ['Outer', 'Inner'])
  const b = { $ref: '#/components/schemas/Inner', description: 'Another.' }
  assert.deepEqual((components as { Outer: { properties: object } }).Outer.properties, {
    a: { $ref: '#/components/schemas/Inner' },
    b,
  })
})

test('a second name is checked against its own value, and documents mention it at the first name', () => {
  const value = object({ a_b: number('A.'), 'a b': secondNameOf('a_b', number()) })
  assert.deepEqual(schemaOf(value).schema, {
    type: 'object',
    required: ['a_b'],
    properties: { a_b: { type: 'number', description: 'A.' } },
    additionalProperties: true,
    'x-second-names': { 'a b': 'a_b' },
  })
  assert.deepEqual(problemsOf({ a_b: 1, 'a b': 1 }, value), [])
  assert.deepEqual(problemsOf({ a_b: 1 }, value), ['.a b: is missing'])
  assert.deepEqual(problemsOf({ a_b: 1, 'a b': '1' }, value), [".a b: '1' is not a number"])
})

test('keys and descriptions are written and checked in the words of the server', () => {
  const value = object({ ...each(number('Days on {Word}.'), 'daysOn{Word}'), a: optional(text()) })
  assert.deepEqual(schemaOf(value).schema, {
    type: 'object',
    required: ['daysOnHearth'],
    properties: { daysOnHearth: { type: 'number', description: 'Days on Hearth.' }, a: { type: 'string' } },
  })
  assert.deepEqual(problemsOf({ daysOnHearth: 1 }, value), [])
  assert.equal(problemsOf({ 'daysOn{Word}': 1 }, value).length, 2)
})

/** The compiler compares these rows with the type that it derives, so a wrong type fails `npm run ok`. */
const ROW = object({ a: number(), b: optional(nullable(oneOf(['x', 'y']))), c: listOf(object({ d: text() })) })
type Row = AnswerOf<typeof ROW>

test('the type of a declared object has all its keys, including optional ones', () => {
  const rows: readonly Row[] = [
    { a: 1, c: [] },
    { a: 1, b: 'x', c: [{ d: '' }] },
    { a: 1, b: null, c: [] },
  ]
  for (const row of rows) assert.deepEqual(problemsOf(row, ROW), [])
})

test('data with undeclared keys at any depth needs a member that names them', () => {
  const beside: OnlyDeclared<{ a: 1; z: 1; c: { d: string }[] }, Row> = { undeclared: 'z' }
  const below: OnlyDeclared<{ a: 1; c: { d: string; e: 1 }[] }, Row | null> = { undeclared: 'e' }
  const exact: OnlyDeclared<{ a: 1; b: null; c: { d: string }[] }, Row> = 'needs no member'
  const keysAreData: OnlyDeclared<{ z: 1 }, Readonly<Record<string, number>>> = 'needs no member'
  assert.deepEqual([beside, below, exact, keysAreData].length, 4)
})
