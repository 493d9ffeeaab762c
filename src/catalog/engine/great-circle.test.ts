import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EARTH_RADIUS_M, greatCircleM, leastDistanceToBoxM, reachAtLatitude } from './great-circle.ts'

test('a quarter of the way around the globe is a quarter of its circumference, to the pole or along the equator', () => {
  const quarter = (Math.PI / 2) * EARTH_RADIUS_M
  for (const meters of [greatCircleM(10, 0, 77, 90), greatCircleM(-45, 0, 45, 0), greatCircleM(135, 0, -135, 0)]) {
    assert.ok(Math.abs(meters - quarter) < 1e-6)
  }
})

test('the reach of a circle at a latitude ends at its rim', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: 0.001, max: 179, noNaN: true }),
      fc.double({ min: -89, max: 89, noNaN: true }),
      (center, radiusDegrees, latitude) => {
        const reach = reachAtLatitude(center, radiusDegrees, latitude)
        const radiusM = (radiusDegrees * Math.PI * EARTH_RADIUS_M) / 180
        if (reach === -1) assert.ok(greatCircleM(0, center, 0, latitude) > radiusM * (1 - 1e-9))
        else if (reach === 180) assert.ok(greatCircleM(0, center, 180, latitude) <= radiusM * (1 + 1e-9))
        else assert.ok(Math.abs(greatCircleM(0, center, reach, latitude) - radiusM) < 1)
      },
    ),
  )
})

test('no point of a box is nearer than the computed distance to the box', () => {
  const longitude = fc.double({ min: -180, max: 180, noNaN: true })
  const latitude = fc.double({ min: -90, max: 90, noNaN: true })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      fc.tuple(longitude, longitude, longitude),
      fc.tuple(latitude, latitude, latitude),
      share,
      share,
      (x, y, a, b) => {
        const [west, east] = [Math.min(x[0], x[1]), Math.max(x[0], x[1])]
        const [south, north] = [Math.min(y[0], y[1]), Math.max(y[0], y[1])]
        const inside = greatCircleM(x[2], y[2], west + a * (east - west), south + b * (north - south))
        assert.ok(leastDistanceToBoxM(x[2], y[2], { west, south, east, north }) <= inside)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a box is as far away as its nearest side, straight north and straight along the equator', () => {
  const box = { west: 10, south: 10, east: 20, north: 20 }
  assert.ok(Math.abs(leastDistanceToBoxM(15, 0, box) - greatCircleM(15, 0, 15, 10)) < 2)
  assert.ok(Math.abs(leastDistanceToBoxM(0, 0, { ...box, south: -5 }) - greatCircleM(0, 0, 10, 0)) < 2)
  assert.equal(leastDistanceToBoxM(15, 15, box), 0)
})
