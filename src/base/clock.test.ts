import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, daysBetween, fixedClock, startOfDay } from './clock.ts'

test('days are counted by the calendar: the count rises at midnight UTC', () => {
  const listed = Date.parse('2026-03-01T18:00:00Z')
  assert.equal(daysBetween(listed, Date.parse('2026-03-01T23:59:59.999Z')), 0)
  assert.equal(daysBetween(listed, Date.parse('2026-03-02T00:00:00Z')), 1)
  assert.equal(daysBetween(listed, Date.parse('2026-03-31T12:00:00Z')), 30)
  assert.equal(daysBetween(listed, Date.parse('2026-02-01T00:00:00Z')), 0)
})

test('a day is one that exists, written YYYY-MM-DD, and gives itself back', () => {
  assert.equal(dayOf(startOfDay('2024-02-29')), '2024-02-29')
  for (const text of [
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-01-00',
    '2024-00-10',
    '2024-13-10',
    '2024-1-1',
    '20240101',
    '',
    '2024-01-01T00:00:00Z',
  ]) {
    assert.ok(Number.isNaN(startOfDay(text)), text)
  }
})

test('a fixed clock stands still until it is set', () => {
  const clock = fixedClock(5)
  assert.equal(clock.now(), 5)
  clock.set(7)
  assert.equal(clock.now(), 7)
})
