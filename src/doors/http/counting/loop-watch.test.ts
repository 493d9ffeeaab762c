import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Counts } from './counts.ts'
import { watchLoop } from './loop-watch.ts'

test('a loop that is held up shows as late and busy, in the thread that held it', async () => {
  await pause(1) // the loop runs from here on
  const memory = Counts.memory(2)
  const unwatch = watchLoop(new Counts(memory, 1))
  const untilMs = performance.now() + 400
  while (performance.now() < untilMs);
  const looked = () => new Counts(memory, 0).threads()
  while (looked()[1]?.delays.sum === 0) await pause(10)
  unwatch()
  const [idle, busy] = looked()
  const { delays, busyS = 0, heapBytes = 0 } = busy ?? {}
  assert.ok((delays?.sum ?? 0) > 0.25, `late by ${delays?.sum} s`)
  assert.ok(busyS > 0.25 && heapBytes > 1e6, `busy for ${busyS} s, ${heapBytes} bytes`)
  assert.deepEqual([idle?.delays.sum, idle?.busyS, idle?.heapBytes], [0, 0, 0])
})
