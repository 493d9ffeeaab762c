import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Ready, writeJson } from './ready.ts'

/** Replaces random parts of a value with `Ready` values. */
function partlyReady(value: unknown, choose: () => boolean): unknown {
  if (value === undefined) return undefined
  if (choose()) return Ready.of(value).inPlace
  if (Array.isArray(value)) return value.map((each) => partlyReady(each ?? null, choose))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, partlyReady(each, choose)]))
}

test('ready parts are written like the values that they stand for, by writeJson and by JSON.stringify', () => {
  fc.assert(
    fc.property(fc.object({ withNullPrototype: false }), fc.infiniteStream(fc.boolean()), (value, choices) => {
      const plain = JSON.parse(JSON.stringify(value))
      const some = { whole: partlyReady(plain, () => choices.next().value === true), text: 'ready 1' }
      const expected = JSON.stringify({ whole: plain, text: 'ready 1' })
      assert.equal(writeJson(some), expected)
      assert.equal(JSON.stringify(some), expected)
    }),
  )
})

test('a ready list of ready parts is written like a list of their values', () => {
  const items = [{ a: 1 }, { a: 2 }]
  assert.equal(writeJson({ items: Ready.list(items.map(Ready.of)) }), JSON.stringify({ items }))
  assert.equal(writeJson({ items: Ready.list([]) }), '{"items":[]}')
})

test('an answer that cannot be written does not affect the next answer', () => {
  const circular: Record<string, unknown> = { first: Ready.of(1) }
  circular.again = circular
  assert.throws(() => writeJson(circular))
  assert.equal(JSON.stringify({ one: Ready.of(1) }), '{"one":1}')
  assert.equal(writeJson({ one: Ready.of(1) }), '{"one":1}')
})
