import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, dayOf, daysBetween, fixedClock, startOfDay } from './clock.ts'

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

test('every day from the year 100 to 9999 begins when the calendar says', () => {
  const [first, last] = [Date.parse('0100-01-01'), Date.parse('9999-12-31')]
  fc.assert(
    fc.property(fc.integer({ min: first / DAY_MS, max: last / DAY_MS }), (day) => {
      assert.equal(startOfDay(dayOf(day * DAY_MS)), day * DAY_MS)
    }),
    { numRuns: 10_000, examples: [[first / DAY_MS], [last / DAY_MS], [-1], [0]] },
  )
})

test('a text is a day just when the calendar gives it back', () => {
  const figures = (most: number, length: number) =>
    fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(length, '0'))
  const days = fc.tuple(figures(9999, 4), figures(14, 2), figures(33, 2)).map((parts) => parts.join('-'))
  const spoilt = fc.tuple(days, fc.nat(9), fc.string({ maxLength: 2 })).map(([day, at, sign]) => {
    return `${day.slice(0, at)}${sign}${day.slice(at + 1)}`
  })
  fc.assert(
    fc.property(fc.oneof(days, spoilt), (text) => {
      const timeMs = /^\d{4}-\d\d-\d\d$/.test(text) && text >= '0100' ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
      const exists = !Number.isNaN(timeMs) && dayOf(timeMs) === text
      assert.equal(startOfDay(text), exists ? timeMs : Number.NaN)
    }),
    { numRuns: 10_000 },
  )
})

test('a fixed clock stands still until it is set', () => {
  const clock = fixedClock(5)
  assert.equal(clock.now(), 5)
  clock.set(7)
  assert.equal(clock.now(), 7)
})
