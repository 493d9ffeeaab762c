import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addMonths,
  DAY_MS,
  dayNumber,
  dayOf,
  daysBetween,
  firstDayOfMonth,
  fixedClock,
  monthNumber,
  monthOfDay,
  startOfDay,
} from './clock.ts'

test('days are counted by the calendar: the count rises at midnight UTC', () => {
  const listed = Date.parse('2026-03-01T18:00:00Z')
  assert.equal(daysBetween(listed, Date.parse('2026-03-01T23:59:59.999Z')), 0)
  assert.equal(daysBetween(listed, Date.parse('2026-03-02T00:00:00Z')), 1)
  assert.equal(daysBetween(listed, Date.parse('2026-03-31T12:00:00Z')), 30)
  assert.equal(daysBetween(listed, Date.parse('2026-02-01T00:00:00Z')), 0)
})

test('any moment has the day of the calendar', () => {
  const moments = fc.oneof(
    fc.integer({ min: -1e10, max: 1e10 }).map((seconds) => seconds * 1000),
    fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
    fc.double({ min: -1e13, max: 1e13, noNaN: true }),
    fc.integer({ min: -800_000, max: 3_000_000 }).map((day) => day * DAY_MS),
  )
  fc.assert(
    fc.property(moments, (timeMs) => assert.equal(dayOf(timeMs), new Date(timeMs).toISOString().slice(0, 10))),
    { numRuns: 1000 },
  )
  assert.throws(() => dayOf(Number.NaN), RangeError)
})

test('a day must exist, is written YYYY-MM-DD, and survives a round trip', () => {
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

test('every day from the year 100 to 9999 begins at the moment of the calendar', () => {
  const [first, last] = [Date.parse('0100-01-01'), Date.parse('9999-12-31')]
  fc.assert(
    fc.property(fc.integer({ min: first / DAY_MS, max: last / DAY_MS }), (day) => {
      assert.equal(startOfDay(dayOf(day * DAY_MS)), day * DAY_MS)
    }),
    { numRuns: 10_000, examples: [[first / DAY_MS], [last / DAY_MS], [-1], [0]] },
  )
})

test('a text is a day exactly if it survives a round trip through the calendar', () => {
  const figures = (most: number, length: number) =>
    fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(length, '0'))
  const days = fc.tuple(figures(9999, 4), figures(14, 2), figures(33, 2)).map((parts) => parts.join('-'))
  const spoiled = fc.tuple(days, fc.nat(9), fc.string({ maxLength: 2 })).map(([day, at, sign]) => {
    return `${day.slice(0, at)}${sign}${day.slice(at + 1)}`
  })
  fc.assert(
    fc.property(fc.oneof(days, spoiled), (text) => {
      const timeMs = /^\d{4}-\d\d-\d\d$/.test(text) && text >= '0100' ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
      const exists = !Number.isNaN(timeMs) && dayOf(timeMs) === text
      assert.equal(startOfDay(text), exists ? timeMs : Number.NaN)
    }),
    { numRuns: 10_000 },
  )
})

test('adding months preserves the day of the month, or uses the last day of a month that is too short', () => {
  const added = (day: string, months: number) => dayOf(addMonths(startOfDay(day), months))
  assert.equal(added('2026-01-31', 1), '2026-02-28')
  assert.equal(added('2024-01-31', 1), '2024-02-29')
  assert.equal(added('2026-01-31', 2), '2026-03-31')
  assert.equal(added('2026-11-20', 2), '2027-01-20')
  assert.equal(added('2026-03-31', -1), '2026-02-28')
  assert.equal(added('2026-01-15', -24), '2024-01-15')
  assert.equal(addMonths(Date.parse('2026-11-20T23:59:59Z'), 0), Date.parse('2026-11-20'))
})

test('a month as text has the same number as each of its days, also before 1970', () => {
  for (const day of ['1969-12-31', '1970-01-01', '1970-02-28', '2024-02-29', '2026-12-01'])
    assert.equal(monthNumber(day.slice(0, 7)), monthOfDay(dayNumber(startOfDay(day))), day)
})

test('the first day of a month is in it, and the day before is not', () => {
  for (const month of [-13, -1, 0, 1, 2, 13, 649, 682]) {
    const first = firstDayOfMonth(month)
    assert.deepEqual([monthOfDay(first - 1), monthOfDay(first)], [month - 1, month])
  }
})

test('a fixed clock stands still until it is set', () => {
  const clock = fixedClock(5)
  assert.equal(clock.now(), 5)
  clock.set(7)
  assert.equal(clock.now(), 7)
})
