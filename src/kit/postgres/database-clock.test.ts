import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../base/clock.ts'
import type { Database } from './database.ts'
import { DatabaseClock } from './database-clock.ts'

const AHEAD_MS = 5000

test('a slow answer of the database never sets the clock of a node wrong', async () => {
  const own = fixedClock(1_000_000)
  const tookMs = [1, 1, 1, 4000, 2, 1]
  const seenMs: number[] = []
  let clock: DatabaseClock | undefined
  const database = {
    query: async () => {
      if (clock !== undefined) seenMs.push(clock.now() - own.now())
      const now = own.now() + AHEAD_MS // the server reads its clock immediately, but the answer takes a while
      own.set(own.now() + (tookMs.shift() ?? 0))
      return [{ now }]
    },
  } as unknown as Database // the clock uses no other method
  clock = await DatabaseClock.open(database, own)
  await clock.follow()
  seenMs.push(clock.now() - own.now())
  assert.ok(
    seenMs.every((ms) => Math.abs(ms - AHEAD_MS) <= 2),
    seenMs.join(),
  )
})
