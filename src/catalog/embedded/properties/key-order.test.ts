import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countBefore, rowOfId, rowsByText } from './key-order.ts'

const SHORT = [0, 1, 2, 9, 10, 11, 100, 101, 19, 999, 1000, 123_456_789_012_345, 12_345_678_901_234]
const LONG = [1_234_567_890_123_456, 1_234_567_890_123_459, 10 ** 14, 10 ** 15, 2 ** 52, 2 ** 53 - 1, 2 ** 53 - 2]
const IDS = [...SHORT, ...LONG]
const BY_TEXT = IDS.map(String).sort().map(Number)

test('ids are put in the order of their texts', () => {
  const ids = Float64Array.from(IDS)
  assert.deepEqual(
    Array.from(rowsByText(ids), (row) => ids[row]),
    BY_TEXT,
  )
})

test('an id is found among ids in the order of their texts, and a missing id is not', () => {
  const ids = Float64Array.from(BY_TEXT)
  for (const [row, id] of BY_TEXT.entries()) assert.equal(rowOfId(ids, id), row)
  for (const id of [3, 12, 1002, 2 ** 52 + 1]) assert.equal(rowOfId(ids, id), undefined)
})

test('the ids before any text are counted', () => {
  const ids = Float64Array.from(BY_TEXT)
  for (const text of [...BY_TEXT.map(String), '', '1x', '10-', 'a', ' ', '007', '99999999999999999999']) {
    assert.equal(countBefore(ids, text, false), BY_TEXT.filter((id) => String(id) < text).length, text)
    assert.equal(countBefore(ids, text, true), BY_TEXT.filter((id) => String(id) <= text).length, text)
  }
})
