import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../base/clock.ts'
import { Repeats } from './repeats.ts'

test('a question is known for ten minutes, by its own key alone', () => {
  const clock = fixedClock(1_000_000)
  const repeats = new Repeats(clock)
  repeats.add('k1', 'r1 /a?b')
  for (const [keyId, question, known] of [
    ['k1', 'r1 /a?b', true],
    ['k2', 'r1 /a?b', false],
    ['k1', 'r2 /a?b', false],
  ] as const) {
    assert.equal(repeats.has(keyId, question), known)
  }
  clock.set(1_599_999)
  assert.equal(repeats.has('k1', 'r1 /a?b'), true)
  clock.set(1_600_000)
  assert.equal(repeats.has('k1', 'r1 /a?b'), false)
  repeats.sweep()
  assert.equal(repeats.size, 0)
})

test('no more are kept than there is room for, the newest of them', () => {
  const repeats = new Repeats(fixedClock(0), 3)
  for (const question of ['1', '2', '3', '1', '4']) repeats.add('k', question)
  assert.equal(repeats.size, 3)
  const known = ['1', '2', '3', '4'].filter((question) => repeats.has('k', question))
  assert.deepEqual(known, ['1', '3', '4'])
})
