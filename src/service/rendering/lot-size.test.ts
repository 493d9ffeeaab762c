import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growth, pricePerSquareFoot, squareFeetText } from '../../kit/base/figures.ts'
import { LOT_AREA, lotSizeText } from './lot-size.ts'

test('a lot is given in acres from 43,560 square feet up, and in square feet below', () => {
  assert.deepEqual(LOT_AREA.of(43_559), { lotAreaValue: 43_559, lotAreaUnits: 'Square Feet' })
  assert.deepEqual(LOT_AREA.of(43_560), { lotAreaValue: 1, lotAreaUnits: 'Acres' })
  assert.deepEqual(LOT_AREA.of(65_340), { lotAreaValue: 1.5, lotAreaUnits: 'Acres' })
  assert.deepEqual(LOT_AREA.of(50_000), { lotAreaValue: 1.1478, lotAreaUnits: 'Acres' })
  assert.deepEqual(LOT_AREA.of(undefined), { lotAreaValue: null, lotAreaUnits: 'Square Feet' })
})

test('areas as text are grouped by thousands and carry their unit, and are null when unknown', () => {
  assert.equal(lotSizeText(1682), '1,682 sqft')
  assert.equal(lotSizeText(348_480), '8 Acres')
  assert.equal(lotSizeText(50_000), '1.15 Acres')
  assert.equal(lotSizeText(undefined), null)
  assert.equal(squareFeetText(1367), '1,367 sqft')
  assert.equal(squareFeetText(undefined), null)
})

test('a price per square foot is in whole dollars, and null if either figure is unknown or the area is 0', () => {
  assert.equal(pricePerSquareFoot(500_000, 1900), 263)
  for (const [price, area] of [
    [null, 1900],
    [undefined, 1900],
    [500_000, undefined],
    [500_000, 0],
  ] as const) {
    assert.equal(pricePerSquareFoot(price, area), null)
  }
})

test('growth is a fraction of the previous value, and 0 if there is none', () => {
  assert.equal(growth(200_000, 210_000), 0.05)
  assert.equal(growth(300_000, 200_000), -0.3333)
  for (const [from, to] of [
    [undefined, 1],
    [0, 1],
    [1, undefined],
    [null, 1],
  ] as const)
    assert.equal(growth(from, to), 0)
})
