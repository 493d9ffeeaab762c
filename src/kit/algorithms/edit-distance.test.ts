import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance } from './edit-distance.ts'

test('a missing, extra, wrong or swapped letter is one edit', () => {
  for (const slip of ['seatle', 'seatttle', 'seaddle', 'saettle']) {
    assert.equal(editDistance(slip, 'seattle', 2), slip === 'seaddle' ? 2 : 1, slip)
  }
  assert.equal(editDistance('seattle', 'seattle', 0), 0)
  assert.equal(editDistance('', 'ab', 2), 2)
})

test('a text with more edits than the limit has no distance', () => {
  assert.equal(editDistance('seatle', 'seattle', 0), undefined)
  assert.equal(editDistance('kitten', 'sitting', 2), undefined)
  assert.equal(editDistance('kitten', 'sitting', 3), 3)
})

/** Computes the distance directly from its recursive definition. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)]
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(
    plainDistance(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1),
    plainDistance(restA, b) + 1,
    plainDistance(a, restB) + 1,
    isSwap ? plainDistance(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
  )
}

test('the distance equals the definition up to the limit', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(text, text, fc.nat(4), (a, b, most) => {
      const edits = plainDistance(a, b)
      assert.equal(editDistance(a, b, most), edits > most ? undefined : edits)
    }),
  )
})
