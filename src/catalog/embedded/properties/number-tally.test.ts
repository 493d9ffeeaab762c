import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageOf } from '../../engine/column.ts'
import { NumberTally } from './number-tally.ts'

function tallied(...numbers: (number | undefined)[]) {
  const tally = new NumberTally()
  for (const number of numbers) tally.add(number)
  const { kind, values } = tally.inOrder(Uint32Array.from(numbers.keys()))
  const { missing } = storageOf(kind)
  return { kind, numbers: Array.from(values, (value) => (value === missing ? undefined : value)) }
}

test('numbers are stored exactly, in the smallest elements that can also represent a missing number', () => {
  for (const [kind, ...numbers] of [
    ['u8', 0, undefined, 254],
    ['u16', 0, 255, undefined, 3],
    ['u32', 65_535, 0, 1],
    ['i32', -1, 300, undefined, 70_000],
    ['f64', -1, 3_000_000_000],
    ['f64', 1, 0.1, undefined, 254, 300],
    ['f64', 2 ** 32 - 1, 2 ** 53],
    ['u32', 2 ** 32 - 2],
  ] as const)
    assert.deepEqual(tallied(...numbers), { kind, numbers })
})

test('a number that is not finite counts as missing', () => {
  const { numbers } = tallied(Number.NaN, Number.POSITIVE_INFINITY, 5)
  assert.deepEqual(numbers, [undefined, undefined, 5])
  assert.equal(new NumberTally().isHeld, false)
})

test('thousands of numbers that need larger and larger elements stay unchanged', () => {
  const numbers = Array.from({ length: 5000 }, (_, i) => (i % 7 === 0 ? undefined : i ** (1 + i / 2000)))
  assert.deepEqual(tallied(...numbers).numbers, numbers)
})
