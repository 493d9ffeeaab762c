import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from './failure.ts'

test('a Fault builds no stack, and later errors still have stacks', () => {
  assert.doesNotMatch(new Fault('home.unknown').stack ?? '', /\n/)
  assert.match(new Error('a defect').stack ?? '', /\n +at /)
})
