import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLOCK_ROWS, blocksOf, boundZones, REGION_BLOCKS, regionsOf } from './zones.ts'

test('blocks and regions cover all rows, even if the last block is not full', () => {
  assert.deepEqual([0, 1, BLOCK_ROWS, BLOCK_ROWS + 1].map(blocksOf), [0, 1, 1, 2])
  const regionRows = BLOCK_ROWS * REGION_BLOCKS
  assert.deepEqual([0, 1, regionRows, regionRows + 1].map(regionsOf), [0, 1, 1, 2])
})

test('each block and each region has the minimum and maximum of its rows, missing values included', () => {
  const values = Float64Array.from({ length: BLOCK_ROWS + 2 }, (_, row) => row)
  values[BLOCK_ROWS + 1] = Number.POSITIVE_INFINITY
  const bounds = { lows: new Float64Array(3), highs: new Float64Array(3) }
  boundZones('f64', values, bounds)
  assert.deepEqual(Array.from(bounds.lows), [0, BLOCK_ROWS, 0])
  assert.deepEqual(Array.from(bounds.highs), [BLOCK_ROWS - 1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
})

test('zones of codes and flags have the bits that all rows have, and the bits that any row has', () => {
  const bounds = { lows: new Float64Array(2), highs: new Float64Array(2) }
  boundZones('flags', Uint32Array.of(0x8000_0003, 0x8000_0005), bounds)
  assert.deepEqual([bounds.lows[0], bounds.highs[0]], [0x8000_0001, 0x8000_0007])
  boundZones('codes', Uint8Array.of(0, 3, 255), bounds)
  assert.deepEqual([bounds.lows[0], bounds.highs[0]], [0, 0x8000_0009])
})
