import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cellsAt, cellsOf } from './cells.ts'

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })

test('a point in a box is in a cell of the box, and a box has few cells', () => {
  const two = (most: number) => fc.tuple(degrees(most), degrees(most)).map((pair) => pair.sort((a, b) => a - b))
  fc.assert(
    fc.property(two(180), two(90), fc.double({ min: 0, max: 1, noNaN: true }), (longitudes, latitudes, share) => {
      const [[west, east], [south, north]] = [longitudes, latitudes]
      const cells = cellsOf({ west, south, east, north })
      assert.ok(cells.length <= 6)
      const within = (from: number, to: number) => Math.min(to, Math.max(from, from + (to - from) * share))
      for (const longitude of [west, east, within(west, east)])
        for (const latitude of [south, north, within(south, north)])
          assert.ok(cellsAt({ latitude, longitude }).some((cell) => cells.includes(cell)))
    }),
  )
})

test('a box across the date line has cells at every point', () => {
  const cells = cellsOf({ west: 170, south: 0, east: -170, north: 10 })
  for (const longitude of [-180, -175, 0, 175, 180])
    assert.ok(cellsAt({ latitude: 5, longitude }).some((cell) => cells.includes(cell)))
})
