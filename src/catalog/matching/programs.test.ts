import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../kit/algorithms/random.ts'
import { Programs } from './programs.ts'

test('programs stay unchanged while others are added and dropped, and memory of dropped programs is reused', () => {
  const random = new Random(1, 'programs')
  const programs = new Programs()
  const expected = new Map<number, number[]>()
  for (let step = 0; step < 10_000; step++) {
    const number = random.below(200)
    if (expected.delete(number)) programs.drop(number)
    const length = random.chance(0.001) ? 100_000 : random.whole(1, 100)
    const program = [length, ...Array.from({ length: length - 1 }, (_, i) => step + i)]
    programs.put(number, program)
    expected.set(number, program)
  }
  for (const [number, program] of expected) {
    const start = programs.startOf(number)
    assert.deepEqual([...programs.chunkOf(number).subarray(start, start + program.length)], program)
  }
})
