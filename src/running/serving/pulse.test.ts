import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOOK_MS, Pulse, STUCK_LOOKS } from './pulse.ts'

/** Simulates a thread. `look` makes a check and returns whether the thread counts as stuck. */
function looked() {
  let nowMs = 5000
  const pulse = new Pulse(nowMs)
  return {
    beat: () => pulse.beat(),
    look: (afterMs = LOOK_MS) => {
      nowMs += afterMs
      return pulse.isStuck(nowMs)
    },
  }
}

test('a thread that has not responded to ten checks in a row is stuck, and not before', () => {
  const { look } = looked()
  for (let looks = 1; looks < STUCK_LOOKS; looks++) assert.equal(look(), false)
  assert.equal(look(), true)
})

test('a thread that responds once in a while is never stuck', () => {
  const { look, beat } = looked()
  for (let round = 0; round < 20; round++) {
    for (let looks = 1; looks < STUCK_LOOKS; looks++) assert.equal(look(), false)
    beat()
  }
})

test('after a pause of the whole process, or without processor time for the main thread, counting begins again', () => {
  const { look } = looked()
  for (let looks = 1; looks < STUCK_LOOKS; looks++) look()
  assert.equal(look(3_600_000), false)
  for (let looks = 1; looks < STUCK_LOOKS; looks++) assert.equal(look(), false)
  assert.equal(look(), true)
  const starved = looked()
  for (let looks = 0; looks < 100; looks++) assert.equal(starved.look(4 * LOOK_MS), false)
})
