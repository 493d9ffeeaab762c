import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Column, type ColumnKind, type FlatArray, storageOf } from './column.ts'
import { PROFILE_LENGTH, profileColumn, shareBetween, shareMissing, shareOfBit } from './profile.ts'

function columnOf(kind: ColumnKind, values: FlatArray): Column {
  const profile = new Float64Array(PROFILE_LENGTH)
  profileColumn(kind, values, profile)
  return { name: 'x', kind, values, lows: new Float64Array(0), highs: new Float64Array(0), profile }
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 0.04, `${actual} is not about ${expected}`)
}

test('the estimated share of a range is close to the real share, also with skewed and missing values', () => {
  const { missing } = storageOf('u32')
  const values = Uint32Array.from({ length: 20_000 }, (_, i) => (i % 5 === 0 ? missing : (i % 1000) ** 2))
  const column = columnOf('u32', values)
  assertNear(shareMissing(column), 0.2)
  for (const [min, max] of [
    [0, 250_000],
    [810_000, Number.MAX_VALUE],
    [-5, -1],
    [0, Number.MAX_VALUE],
  ] as const) {
    assertNear(
      shareBetween(column, min, max),
      values.filter((value) => value >= min && value <= max && value !== missing).length / values.length,
    )
  }
})

test('the estimated share of a code or a flag is close to the real share', () => {
  const codes = columnOf(
    'codes',
    Uint8Array.from({ length: 1000 }, (_, i) => (i % 4 === 0 ? 255 : i % 2)),
  )
  assertNear(shareOfBit(codes, 1), 0.5)
  assertNear(shareOfBit(codes, 31), 0.25)
  const flags = columnOf(
    'flags',
    Uint32Array.from({ length: 1000 }, (_, i) => (i % 10 === 0 ? 0x8000_0001 : 1)),
  )
  assertNear(shareOfBit(flags, 0), 1)
  assertNear(shareOfBit(flags, 31), 0.1)
})

test('in a column without known values every range has a share of 0', () => {
  assertNear(shareBetween(columnOf('i32', new Int32Array(0)), -10, 10), 0)
  assertNear(shareBetween(columnOf('f64', Float64Array.of(Number.POSITIVE_INFINITY)), -10, 10), 0)
})
