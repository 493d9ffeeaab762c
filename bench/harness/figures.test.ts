import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureOf, tableText } from './figures.ts'

test('the measured value must be in the allowed range, not the rounded value', () => {
  const missed = figureOf('open', 3.00004, 's', { atMost: 3 })
  assert.deepEqual(missed, { name: 'open', value: 3, unit: 's', reach: '≤ 3', ok: false })
  assert.equal(figureOf('ratio', 25, 'times', { atLeast: 25 }).ok, true)
  assert.equal(figureOf('ratio', 24.9, 'times', { atLeast: 25 }).ok, false)
})

test('a count is shown with all digits', () => {
  assert.equal(figureOf('sales', 21_613, '').value, 21_613)
  assert.equal(figureOf('share', 2.16134, '').value, 2.161)
})

test('a figure without an allowed range is never outside of it', () => {
  assert.deepEqual(figureOf('rows', 7, ''), { name: 'rows', value: 7, unit: '', reach: null, ok: true })
})

test('a figure that could not be measured is outside of its allowed range', () => {
  assert.equal(figureOf('ratio', Number.NaN, 'times', { atLeast: 25 }).ok, false)
  assert.equal(figureOf('open', Number.NaN, 's', { atMost: 3 }).ok, false)
})

test('a table shows three digits, counts with all digits, and a dash for a missing value', () => {
  const columns = [
    { name: 'requests', unit: '/s' },
    { name: 'ratio', unit: '' },
  ]
  const rows = [
    { name: 'searches', values: [12_345.6, 0.123456] },
    { name: 'offers', values: [Number.NaN, 2] },
  ]
  const text = `
|          | requests, /s | ratio |
| -------- | ------------ | ----- |
| searches |       12,346 | 0.123 |
| offers   |            – |     2 |
`
  assert.equal(tableText(columns, rows), text.trimStart())
})
