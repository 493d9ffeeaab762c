import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lottery, Random } from './random.ts'

function stream(seed: number, noun: string, index: number): string {
  const random = new Random(seed, noun, index)
  return Array.from({ length: 5 }, () => random.unit()).join()
}

test('the same seed, word and index give the same stream, and any difference gives another stream', () => {
  assert.equal(stream(1, 'home', 7), stream(1, 'home', 7))
  const others = [stream(1, 'home', 7), stream(2, 'home', 7), stream(1, 'agent', 7), stream(1, 'home', 8)]
  assert.equal(new Set(others).size, 4)
})

test('the first numbers of neighboring indices spread evenly', () => {
  const bins = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < 20_000; index++) {
    const bin = new Random(1, 'home', index).below(10)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  for (const count of bins) assert.ok(Math.abs(count - 2000) < 200, `a bin has ${count}`)
})

test('a choice of several preserves the order, repeats nothing and has the requested size', () => {
  const random = new Random(3, 'choice')
  for (let size = 0; size <= 6; size++) {
    const chosen = random.some([1, 2, 3, 4, 5], size)
    assert.equal(chosen.length, Math.min(5, size))
    assert.deepEqual(
      chosen,
      [...new Set(chosen)].sort((one, other) => one - other),
    )
  }
})

test('a lottery draws in proportion to the weights', () => {
  const lottery = new Lottery([
    ['rare', 1],
    ['often', 9],
  ])
  const random = new Random(4, 'lottery')
  let rare = 0
  for (let draw = 0; draw < 10_000; draw++) if (lottery.draw(random) === 'rare') rare++
  assert.ok(rare > 800 && rare < 1200, `${rare} of 10,000`)
})
