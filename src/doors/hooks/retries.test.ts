import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { retryAfterMs, waitAfter } from './retries.ts'

const HOUR_MS = 3_600_000
const FAILURES = [1, 2, 3, 4, 5, 6, 7, 8, 9]

suite('retries', () => {
  test('are nine, over about three days, for any jitter and any wait that the receiver requests', () => {
    for (const [unit, asked] of [0, 0.5, 0.999].flatMap((each) =>
      [0, 900 * HOUR_MS].map((ms) => [each, ms] as const),
    )) {
      const hours = FAILURES.reduce((sum, failures) => sum + (waitAfter(failures, unit, asked) ?? 0), 0) / HOUR_MS
      assert.ok(hours > 67 && hours < 87, `${hours} h`)
      assert.equal(waitAfter(10, unit, asked), undefined)
    }
  })

  test('wait as long as a receiver requests, up to an hour, but not less than the usual wait', () => {
    const waits = [0, 30_000, 2 * HOUR_MS].map((asked) => waitAfter(1, 0.5, asked))
    assert.deepEqual(waits, [5_000, 30_000, HOUR_MS])
    assert.equal(waitAfter(9, 0.5, 1_000), 24 * HOUR_MS)
  })

  test('read only seconds and dates from the header', () => {
    const nowMs = Date.parse('2026-01-01T00:00:00Z')
    const texts = ['120', ' 120 ', 'Thu, 01 Jan 2026 00:02:00 GMT', 'Wed, 31 Dec 2025 00:00:00 GMT', '-5', 'soon', '']
    assert.deepEqual(
      [...texts, undefined].map((text) => retryAfterMs(text, nowMs)),
      [120_000, 120_000, 120_000, 0, 0, 0, 0, 0],
    )
  })
})
