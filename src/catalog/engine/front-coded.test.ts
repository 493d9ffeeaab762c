import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../kit/algorithms/random.ts'
import { FrontCoded, FrontCoder } from './front-coded.ts'

const LETTERS = ['a', 'b', ' ', 'é', '😀', '😁', '1']

function coded(sorted: readonly string[]): FrontCoded {
  const coder = new FrontCoder()
  for (const text of sorted) coder.add(text)
  return new FrontCoded(coder.arrays())
}

test('reading from a text on returns the rest of the sorted texts, with their numbers', () => {
  const random = new Random(1, 'front-coded')
  const word = (most: number) => Array.from({ length: random.whole(0, most) }, () => random.pick(LETTERS)).join('')
  for (let round = 0; round < 60; round++) {
    const sorted = Array.from({ length: random.whole(0, 80) }, () => word(round % 5 === 0 ? 600 : 6)).sort()
    const texts = coded(sorted)
    for (const from of ['', ...Array.from({ length: 12 }, () => word(6)), ...sorted.slice(0, 8)]) {
      const expected = sorted.map((text, number) => [text, number]).filter(([text]) => (text as string) >= from)
      assert.deepEqual([...texts.from(from)], expected)
    }
  }
})
