import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withNumbersAsTexts } from './json-numbers.ts'

test('numbers become texts as written, and everything else stays unchanged', () => {
  const written = '{"id": 12345678901234567890, "a\\"1": [-0, 1.50, 2E+3,3e-7,null], "b\\\\": "4\\"5", "6":{"c":true}}'
  const texts = withNumbersAsTexts(written)
  assert.equal(
    texts,
    '{"id": "12345678901234567890", "a\\"1": ["-0", "1.50", "2E+3","3e-7",null], "b\\\\": "4\\"5", "6":{"c":true}}',
  )
  assert.equal(withNumbersAsTexts('7'), '"7"')
})

test('any JSON text is parsed as with a reviver that returns numbers as written', () => {
  const asWritten = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? context?.source : value
  fc.assert(
    fc.property(fc.json(), (json) => {
      assert.deepEqual(JSON.parse(withNumbersAsTexts(json)), JSON.parse(json, asWritten))
    }),
    { seed: 45_001 },
  )
})
