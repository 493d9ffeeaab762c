import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName, quote } from './sentence.ts'

test('two swapped letters are one edit, so the intended name is closer than a name with two different letters', () => {
  assert.equal(nearestName('bde_min', ['bad_min', 'bed_min']), 'bed_min')
  assert.equal(nearestName('ebd', ['page', 'bed']), 'bed')
})

test('the first of equally close names is suggested, and letter case does not count', () => {
  assert.equal(nearestName('CITX', ['city', 'cite']), 'city')
})

test('a name with a third of its letters wrong is still suggested, a name with more is not', () => {
  assert.equal(nearestName('abcxyz', ['abcdef']), undefined)
  assert.equal(nearestName('abcdxy', ['abcdef']), 'abcdef')
})

test('no control character of a user’s text reaches a terminal', () => {
  assert.equal(quote('a\u001b[2J\u009b2J\u007f\u0085ż'), '"a\\u001b[2J\\u009b2J\\u007f\\u0085ż"')
})
