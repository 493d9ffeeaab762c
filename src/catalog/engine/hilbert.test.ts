import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hilbertDistance } from './hilbert.ts'

const CELL_DEGREES = 360 / 2 ** 24
/** A square of cells whose side is a power of two, and its corner. */
const square = fc.record({
  level: fc.integer({ min: 0, max: 16 }),
  x: fc.integer({ min: 0, max: 2 ** 24 - 1 }),
  y: fc.integer({ min: 0, max: 2 ** 23 - 1 }),
})

function distanceOfCell(x: number, y: number): number {
  return hilbertDistance((x + 0.5) * CELL_DEGREES - 180, (y + 0.5) * CELL_DEGREES - 90)
}

test('the curve completes a square before it enters the next', () => {
  fc.assert(
    fc.property(square, fc.nat(), fc.nat(), ({ level, x, y }, dx, dy) => {
      const side = 2 ** level
      const [west, south] = [x - (x % side), y - (y % side)]
      const somewhere = distanceOfCell(west + (dx % side), south + (dy % side))
      assert.equal(Math.floor(somewhere / side ** 2), Math.floor(distanceOfCell(west, south) / side ** 2))
    }),
  )
})

test('the curve always moves to a neighboring cell', () => {
  for (const [west, south] of [
    [0, 0],
    [2 ** 23, 2 ** 22],
    [1 << 20, 3 << 10],
  ] as const) {
    const cells = Array.from({ length: 256 }, (_, i) => ({ x: west + (i % 16), y: south + (i >> 4) }))
    const along = cells.toSorted((a, b) => distanceOfCell(a.x, a.y) - distanceOfCell(b.x, b.y))
    along.slice(1).forEach((cell, i) => {
      const before = along[i] ?? cell
      assert.equal(Math.abs(cell.x - before.x) + Math.abs(cell.y - before.y), 1)
    })
  }
})

test('the corners of the globe are on the curve', () => {
  for (const longitude of [-180, 180]) {
    for (const latitude of [-90, 90]) {
      const distance = hilbertDistance(longitude, latitude)
      assert.ok(Number.isInteger(distance) && distance >= 0 && distance < 2 ** 48)
    }
  }
})
