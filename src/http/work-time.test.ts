import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { WorkTime } from './work-time.ts'

test('what is done at once is work, waiting is none, and what goes on later is, once the thread is told', async () => {
  let nowMs = 1000
  const times = new WorkTime(() => nowMs)
  const time = times.begin(900, nowMs)
  nowMs += 3
  await Promise.resolve()
  nowMs += 4
  await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
  nowMs += 5
  await nextTurn()
  nowMs += 100
  await nextTurn()
  assert.equal(time.workedMs, 12)
  times.turnTo(time)
  times.turnTo(time)
  nowMs += 2
  times.end(time, nowMs)
  nowMs += 50
  await nextTurn()
  assert.deepEqual([time.workedMs, time.cameMs], [14, 900])
})

test('the thread works on one call at a time: turning to another ends the work on the one before', () => {
  const times = new WorkTime()
  const one = times.begin(0, 1000)
  const other = times.begin(0, 1003)
  assert.deepEqual([one.workedMs, other.workedMs], [3, 0])
  times.end(one, 1010)
  times.end(other, 1010)
  assert.deepEqual([one.workedMs, other.workedMs], [3, 7])
})
