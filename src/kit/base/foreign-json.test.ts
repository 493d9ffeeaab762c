import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooMuch, parseForeignJson } from './foreign-json.ts'

test('foreign JSON is parsed up to a depth of 100 and 10 million values, and rejected as broken beyond', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
  assert.equal(JSON.stringify(parseForeignJson(nested(100))), nested(100))
  assert.throws(() => parseForeignJson(nested(102)), SyntaxError)
  assert.throws(() => parseForeignJson('['.repeat(20_000_000)), SyntaxError)
  assert.throws(() => parseForeignJson(`[${'1,'.repeat(10_000_000)}1]`), SyntaxError)
  assert.throws(() => parseForeignJson('{'), SyntaxError)
  assert.deepEqual(
    parseForeignJson('[1]', (_, value) => (value === 1 ? 2 : value)),
    [2],
  )
})

test('brackets in strings do not count as nesting, even after escaped quotes', () => {
  assert.equal(isTooMuch('["[[[[", "\\"[[[[", "\\\\", "{{{"]', 1), false)
  assert.equal(isTooMuch('["\\\\", ["\\""]]', 1), true)
  assert.equal(isTooMuch('[],[],{},{}', 1), false)
})
