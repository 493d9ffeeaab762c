import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName, quote } from './sentence.ts'

test('two letters swapped are one slip, so the name they come from is nearer than one with two other letters', () => {
  assert.equal(nearestName('bde_min', ['bad_min', 'bed_min']), 'bed_min')
  assert.equal(nearestName('ebd', ['page', 'bed']), 'bed')
})

test('of names equally near the first is offered, and letter case does not count', () => {
  assert.equal(nearestName('CITX', ['city', 'cite']), 'city')
})

test('a name with a third of its letters wrong is still offered, one with more is not', () => {
  assert.equal(nearestName('abcxyz', ['abcdef']), undefined)
  assert.equal(nearestName('abcdxy', ['abcdef']), 'abcdef')
})

test('no control character of a given text reaches a terminal', () => {
  assert.equal(quote('a\u001b[2J\u009b2J\u007f\u0085ż'), '"a\\u001b[2J\\u009b2J\\u007f\\u0085ż"')
})
