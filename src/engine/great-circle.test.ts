import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EARTH_RADIUS_M, greatCircleM, reachAtLatitude } from './great-circle.ts'

test('a quarter of the way around is a quarter of the circumference, from the equator to the pole or along it', () => {
  const quarter = (Math.PI / 2) * EARTH_RADIUS_M
  for (const metres of [greatCircleM(10, 0, 77, 90), greatCircleM(-45, 0, 45, 0), greatCircleM(135, 0, -135, 0)]) {
    assert.ok(Math.abs(metres - quarter) < 1e-6)
  }
})

test('where a circle reaches at a latitude, its rim is', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: 0.001, max: 179, noNaN: true }),
      fc.double({ min: -89, max: 89, noNaN: true }),
      (centre, radiusDegrees, latitude) => {
        const reach = reachAtLatitude(centre, radiusDegrees, latitude)
        const radiusM = (radiusDegrees * Math.PI * EARTH_RADIUS_M) / 180
        if (reach === -1) assert.ok(greatCircleM(0, centre, 0, latitude) > radiusM * (1 - 1e-9))
        else if (reach === 180) assert.ok(greatCircleM(0, centre, 180, latitude) <= radiusM * (1 + 1e-9))
        else assert.ok(Math.abs(greatCircleM(0, centre, reach, latitude) - radiusM) < 1)
      },
    ),
  )
})
