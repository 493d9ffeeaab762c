import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../kit/base/failure.ts'
import { byPolygon } from './by-polygon.ts'
import { shownParts } from './plan.ts'

const parts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    part: { price: { min: i, max: i } },
    total: 1,
    indivisible: false,
  }))

test('each part of a plan repeats the query and adds what distinguishes the part', () => {
  assert.deepEqual(shownParts(parts(1), byPolygon, 'listingStatus=Sold'), [
    { query: 'listingStatus=Sold&part=price%3A0-0', path: '/search/bypolygon', total: 1 },
  ])
})

test('a plan whose parts would repeat a long query too often is refused with the reason and what makes it shorter', () => {
  const polygon = `polygon=${'47.5+-122.3%2C'.repeat(3500)}`
  assert.equal(shownParts(parts(300), byPolygon, polygon).length, 300)
  assert.throws(
    () => shownParts(parts(400), byPolygon, polygon),
    (error) =>
      error instanceof Fault &&
      error.code === 'search.too_costly' &&
      /has 400 parts, .* its query of 49,008 characters: .* fewer corners/.test(error.message),
  )
  assert.equal(shownParts(parts(20_000), byPolygon, 'listingStatus=Sold').length, 20_000)
})
