import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundValues } from './bound-values.ts'

test('values are numbered in the order of the final text, and unused values are left out', () => {
  const values = new BoundValues<number>()
  const [ten, , thirty] = [10, 20, 30].map((value) => values.bind(value))
  const statement = values.statement(`b < ${thirty} AND a > ${ten}`, '$')
  assert.deepEqual(statement, { text: 'b < $1 AND a > $2', values: [30, 10] })
})

test('a value that occurs twice in the text is bound once', () => {
  const values = new BoundValues<number>()
  const [ten, twenty] = [10, 20].map((value) => values.bind(value))
  const statement = values.statement(`a > ${twenty} AND b < ${ten} AND c > ${twenty}`, '$')
  assert.deepEqual(statement, { text: 'a > $1 AND b < $2 AND c > $1', values: [20, 10] })
})
