import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { periodAt } from './period.ts'

function monthAt(since: string, now: string): string[] {
  const { startMs, endMs } = periodAt('month', Date.parse(since), Date.parse(now))
  return [startMs, endMs ?? Number.NaN].map(dayOf)
}

test('a month begins at 00:00 UTC of the day the key got the plan', () => {
  const period = periodAt('month', Date.parse('2026-11-20T17:45:12.345Z'), Date.parse('2026-12-01T00:00:00Z'))
  assert.deepEqual(period, { startMs: Date.parse('2026-11-20'), endMs: Date.parse('2026-12-20') })
})

test('the first moment of a month belongs to the month, and the moment before it does not', () => {
  assert.deepEqual(monthAt('2026-11-20', '2026-12-20T00:00:00.000Z'), ['2026-12-20', '2027-01-20'])
  assert.deepEqual(monthAt('2026-11-20', '2026-12-19T23:59:59.999Z'), ['2026-11-20', '2026-12-20'])
})

test('a plan of January 31 renews on the last day of shorter months and on the 31st after them', () => {
  assert.deepEqual(monthAt('2026-01-31', '2026-02-27'), ['2026-01-31', '2026-02-28'])
  assert.deepEqual(monthAt('2026-01-31', '2026-02-28'), ['2026-02-28', '2026-03-31'])
  assert.deepEqual(monthAt('2026-01-31', '2026-03-31'), ['2026-03-31', '2026-04-30'])
  assert.deepEqual(monthAt('2026-01-31', '2028-02-29'), ['2028-02-29', '2028-03-31'])
  assert.deepEqual(monthAt('2028-02-29', '2029-03-01'), ['2029-02-28', '2029-03-29'])
})

test('a plan of period once has one period without an end', () => {
  const since = Date.parse('2026-11-20T17:45:00Z')
  assert.deepEqual(periodAt('once', since, since + 9_000 * DAY_MS), {
    startMs: Date.parse('2026-11-20'),
    endMs: undefined,
  })
})

test('a time before the plan, after the clock was set back, is in the first period', () => {
  assert.deepEqual(monthAt('2026-11-20', '2026-01-01'), ['2026-11-20', '2026-12-20'])
})

test('the months of any plan follow one another without gap or overlap', () => {
  const day = fc.integer({ min: 0, max: 40_000 })
  fc.assert(
    fc.property(day, day, (sinceDay, laterDays) => {
      const sinceMs = sinceDay * DAY_MS
      const nowMs = sinceMs + laterDays * DAY_MS + 1
      const { startMs, endMs = Number.NaN } = periodAt('month', sinceMs, nowMs)
      assert.ok(startMs <= nowMs && nowMs < endMs)
      assert.equal(periodAt('month', sinceMs, endMs).startMs, endMs)
      assert.equal(periodAt('month', sinceMs, startMs).endMs, endMs)
    }),
  )
})
