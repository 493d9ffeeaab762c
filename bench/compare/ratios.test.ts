import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Figure, figureOf } from '../harness/figures.ts'
import { ratiosOf } from './ratios.ts'

function turnsOf(name: string, unit: string, values: readonly number[]): Figure[][] {
  return values.map((value) => [figureOf(name, value, unit)])
}

test('ratios are computed within a turn, and their median is reported', () => {
  const first = turnsOf('median', 'ms', [1, 10, 2])
  const second = turnsOf('median', 'ms', [2, 10, 5])
  assert.deepEqual(ratiosOf(first, second), [{ name: 'median, ms', values: [2, 5, 2, 1, 2.5] }])
})

test('figures that only one side has measured are left out', () => {
  assert.deepEqual(ratiosOf(turnsOf('old', '', [1, 2]), turnsOf('new', '', [1, 2])), [])
})

test('a turn without the figure does not count', () => {
  const withNull = [{ ...figureOf('rate', 4, '/s'), value: null }] as unknown as Figure[] // JSON writes NaN as null
  const rows = ratiosOf([...turnsOf('rate', '/s', [1]), withNull], turnsOf('rate', '/s', [3, 8]))
  assert.deepEqual(rows, [{ name: 'rate, /s', values: [1, 8, 3, 3, 3] }])
})

test('figures that are equal everywhere are left out, because no change affected them', () => {
  assert.deepEqual(ratiosOf(turnsOf('homes', '', [7, 7]), turnsOf('homes', '', [7, 7])), [])
})

test('division by zero yields no ratio', () => {
  assert.deepEqual(ratiosOf(turnsOf('failures', '', [0]), turnsOf('failures', '', [3])), [])
})
