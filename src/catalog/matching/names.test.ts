import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Names } from './names.ts'

test('a name keeps its number until its last use ends; then another name gets the number', () => {
  const names = new Names()
  const one = names.take('pool')
  assert.equal(names.take('pool'), one)
  names.release(one)
  assert.equal(names.numberOf('pool'), one)
  names.release(one)
  assert.equal(names.numberOf('pool'), undefined)
  assert.equal(names.take('garage'), one)
  assert.equal(names.numberOf('garage'), one)
})
