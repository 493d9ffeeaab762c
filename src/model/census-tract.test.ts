import assert from 'node:assert/strict'
import { test } from 'node:test'
import { censusTract } from './census-tract.ts'

test('a tract is parsed from its eleven digits, or from the tract alone if the county is known', () => {
  for (const text of ['53033010102', '010102', '101.02', '0101.02']) {
    assert.equal(censusTract(text, '53033'), '53033010102', text)
  }
  assert.equal(censusTract('101', '53033'), '53033010100')
  assert.equal(censusTract('1.5', '53033'), '53033000150')
  assert.equal(censusTract('1001020100', undefined), '01001020100', 'the leading zero of Alabama is restored')
})

test('other text is rejected, and so is a tract alone without its county', () => {
  assert.equal(censusTract('101.02', undefined), undefined)
  for (const text of ['', 'downtown', '12345', '1.234', '530330101021']) {
    assert.equal(censusTract(text, '53033'), undefined, text)
  }
})
