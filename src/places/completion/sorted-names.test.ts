import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { atOnce } from '../../kit/threads/slices.ts'
import { nameArrays, SortedNames } from './sorted-names.ts'

const RANKS = Uint32Array.from({ length: 2000 }, (_, index) => (index * 7919) % 2000)

const names = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 }), { maxLength: 40 })

test('a search finds the same best ranks for a prefix as a scan of all names', () => {
  fc.assert(
    fc.property(
      names,
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 2 }),
      fc.integer({ min: 1, max: 5 }),
      (all, prefix, limit) => {
        const entries = all.map((name, index): [string, number] => [name, index])
        const expected = entries
          .filter(([name]) => name.startsWith(prefix))
          .map(([, index]) => RANKS[index] ?? 0)
          .sort((a, b) => a - b)
          .slice(0, limit)
        assert.deepEqual(new SortedNames(atOnce(nameArrays(entries)), RANKS).best(prefix, limit), expected)
      },
    ),
  )
})

test('a prefix of very many names gives the same result the second time, regardless of the previous limit', () => {
  const entries = Array.from({ length: 2000 }, (_, index): [string, number] => [`a${index}`, index])
  const sorted = new SortedNames(atOnce(nameArrays(entries)), RANKS)
  for (const limit of [3, 10, 3]) {
    assert.deepEqual(
      sorted.best('a', limit),
      Array.from({ length: limit }, (_, rank) => rank),
    )
  }
})
