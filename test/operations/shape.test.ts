import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nullable, problemsOf, type Shape, unspeakable } from './shape.ts'

test('a missing key, a null where none may be, and a wrong type are each one problem with its path', () => {
  const shape: Shape = { a: 'num', b: 'str|null', c: 'int?', d: [{ e: 'bool' }], f: nullable({ g: 'day' }) }
  assert.deepEqual(problemsOf({ a: 1, b: null, d: [], f: null }, shape), [])
  assert.deepEqual(problemsOf({ a: '1', c: null, d: [{ e: true }, { e: 1 }], f: { g: '1.1.2020' } }, shape), [
    ".a: '1' is not num",
    '.b: is missing',
    '.c: null is not int',
    '.d[1].e: 1 is not bool',
    ".f.g: '1.1.2020' is not day",
  ])
})

test('values that JSON cannot hold are found wherever they stand', () => {
  assert.deepEqual(unspeakable({ a: [1, Number.NaN], b: { c: undefined, d: null }, e: -Infinity }), [
    '.a[1]: NaN',
    '.b.c: undefined',
    '.e: -Infinity',
  ])
})
