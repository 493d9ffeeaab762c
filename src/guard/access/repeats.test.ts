import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../kit/base/clock.ts'
import { NAME_LENGTH, nameOf, Repeats } from './repeats.ts'

test('a question is known for ten minutes, by its own key alone', () => {
  const clock = fixedClock(1_000_000)
  const repeats = new Repeats(clock)
  repeats.add({ name: nameOf('k1', 'r1 /a?b') })
  for (const [keyId, question, known] of [
    ['k1', 'r1 /a?b', true],
    ['k2', 'r1 /a?b', false],
    ['k1', 'r2 /a?b', false],
  ] as const) {
    assert.equal(repeats.has(nameOf(keyId, question)), known)
    assert.equal(nameOf(keyId, question).length, NAME_LENGTH)
  }
  clock.set(1_599_999)
  assert.equal(repeats.has(nameOf('k1', 'r1 /a?b')), true)
  clock.set(1_600_000)
  assert.equal(repeats.has(nameOf('k1', 'r1 /a?b')), false)
  repeats.sweep()
  assert.equal(repeats.size, 0)
})

test('no more are kept than there is room for, the newest of them', () => {
  const repeats = new Repeats(fixedClock(0), 3)
  for (const name of ['1', '2', '3', '1', '4']) repeats.add({ name })
  assert.equal(repeats.size, 3)
  const remembered = ['1', '2', '3', '4'].filter((name) => repeats.has(name))
  assert.deepEqual(remembered, ['1', '3', '4'])
})
