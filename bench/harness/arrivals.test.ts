import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivals } from './arrivals.ts'
import { mean } from './timing.ts'

const PER_SECOND = 500
const COUNT = 20_000

function gaps(): number[] {
  const due = arrivals(COUNT, PER_SECOND, 7)
  return Array.from(due, (ms, i) => ms - (due[i - 1] ?? 0))
}

test('requests have the requested average rate', () => {
  const perSecond = 1000 / mean(gaps())
  assert.ok(Math.abs(perSecond / PER_SECOND - 1) < 0.03, `${perSecond} a second`)
})

test('requests are in order of time, at intervals as irregular as those of independent clients', () => {
  const between = gaps()
  assert.ok(between.every((ms) => ms >= 0))
  const average = mean(between)
  const deviation = Math.sqrt(mean(between.map((ms) => (ms - average) ** 2)))
  // the ratio is 1 in an exponential distribution
  assert.ok(Math.abs(deviation / average - 1) < 0.05, `deviation ${deviation}, mean ${average}`)
})

test('the same seed makes the same times, and another seed makes other times', () => {
  assert.deepEqual(arrivals(5, 10, 1), arrivals(5, 10, 1))
  assert.notDeepEqual(arrivals(5, 10, 1), arrivals(5, 10, 2))
})
