import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from './failure.ts'

test('a refusal has no stack to make; errors after it have theirs', () => {
  assert.doesNotMatch(new Fault('home.unknown').stack ?? '', /\n/)
  assert.match(new Error('a defect').stack ?? '', /\n +at /)
})
