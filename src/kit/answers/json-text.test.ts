import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/any-text.ts'
import { escaped, numberJson, textJson } from './json-text.ts'

test('any text and any number are written exactly as JSON.stringify writes them', () => {
  fc.assert(
    fc.property(anyText(), fc.double(), (text, number) => {
      assert.equal(textJson(text), JSON.stringify(text))
      assert.equal(numberJson(number), JSON.stringify(number))
    }),
  )
  for (const text of ['"', '\\', '\n', '\u007f', '\ud800', 'a\udc00b', '😀', '\u2028', 'Łódź']) {
    assert.equal(textJson(text), JSON.stringify(text))
  }
})

test('a text may be escaped part by part', () => {
  assert.equal(`"${escaped('a"b')}/1-${escaped('ü\\')}"`, JSON.stringify('a"b/1-ü\\'))
})
