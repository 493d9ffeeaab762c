import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ALL, type Filter, NONE } from '../filter.ts'
import type { Degrees, Places } from '../table.ts'
import { filterBox } from './box.ts'
import { filterCircle } from './circle.ts'
import { filterPolygon } from './polygon.ts'

interface Rectangle {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

function degrees(low: number, high: number, values: number[]): Degrees {
  const column = { name: 'degrees', kind: 'f64', profile: new Float64Array(0) } as const
  return { ...column, values: Float64Array.from(values), lows: Float64Array.of(low), highs: Float64Array.of(high) }
}

/** Returns a zone of points: a grid over the rectangle and its rim, plus points at these longitudes. */
function zoneOf({ west, east, south, north }: Rectangle, longitudes: readonly number[]): Places {
  const steps = Array.from({ length: 9 }, (_, i) => i / 8)
  const columns = [
    ...steps.map((step) => west + (east - west) * step),
    ...longitudes.filter((x) => x >= west && x <= east),
  ]
  const points = columns.flatMap((x) => steps.map((step) => [x, south + (north - south) * step] as const))
  return {
    longitudes: degrees(
      west,
      east,
      points.map(([x]) => Math.min(x, east)),
    ),
    latitudes: degrees(
      south,
      north,
      points.map(([, y]) => Math.min(y, north)),
    ),
  }
}

function assertVerdictHolds(filter: Filter, { longitudes }: Places): void {
  const rows = Uint32Array.from(longitudes.values.keys())
  const kept = filter.keep(rows, 0, rows.length, new Uint32Array(rows.length + 1), 0)
  const verdict = filter.verdict(0)
  if (verdict === ALL) assert.equal(kept, rows.length)
  if (verdict === NONE) assert.equal(kept, 0)
}

function between(min: number, max: number): fc.Arbitrary<number> {
  return fc.double({ min, max, noNaN: true })
}

function rectangle(longitudeMax: number, latitudeMax: number): fc.Arbitrary<Rectangle> {
  const longitudes = fc.tuple(between(-longitudeMax, longitudeMax), between(-longitudeMax, longitudeMax))
  const latitudes = fc.tuple(between(-latitudeMax, latitudeMax), between(-latitudeMax, latitudeMax))
  return fc.tuple(longitudes, latitudes).map(([[a, b], [c, d]]) => ({
    west: Math.min(a, b),
    east: Math.max(a, b),
    south: Math.min(c, d),
    north: Math.max(c, d),
  }))
}

const MANY = { numRuns: 1000 }

test('the verdict on a zone and a circle holds for every place in the zone, also at poles and date line', () => {
  const nearPole = fc.tuple(between(80, 90), between(0, 3_000_000))
  const anywhere = fc.tuple(between(-90, 90), between(0, 21_000_000))
  const zones = fc.oneof(
    rectangle(180, 90),
    fc.tuple(between(-180, 180), between(75, 90)).map(([x, y]) => ({ west: x, east: 180, south: y, north: y })),
  )
  fc.assert(
    fc.property(zones, between(-180, 180), fc.oneof(nearPole, anywhere), (zone, longitude, [latitude, radiusM]) => {
      const opposite = longitude > 0 ? longitude - 180 : longitude + 180
      const places = zoneOf(zone, [longitude, opposite])
      assertVerdictHolds(filterCircle({ kind: 'circle', longitude, latitude, radiusM }, places), places)
    }),
    MANY,
  )
})

test('the verdict on a zone and a polygon holds for every place in the zone', () => {
  const ring = fc.array(fc.tuple(between(-10, 10), between(-10, 10)), { minLength: 3, maxLength: 12 })
  const square = fc.constant([[-9, -9], [9, -9], [9, 9], [-9, 9]] as [number, number][]) // biome-ignore format: corners
  fc.assert(
    fc.property(rectangle(12, 12), fc.oneof(ring, square), (zone, corners) => {
      const places = zoneOf(zone, [])
      assertVerdictHolds(filterPolygon({ kind: 'polygon', rings: [corners.flat()] }, places), places)
    }),
    MANY,
  )
})

test('if a circle goes nearly around the globe, a zone opposite its center is judged outside', () => {
  for (let latitude = 88; latitude < 90; latitude += 0.01) {
    const places = zoneOf({ west: -180, east: -160, south: latitude, north: latitude }, [-170])
    for (let radiusM = 1_112_000; radiusM < 1_300_000; radiusM += 2000) {
      assertVerdictHolds(filterCircle({ kind: 'circle', longitude: 10, latitude: 80, radiusM }, places), places)
    }
  }
})

function zoneAt(longitude: number): Places {
  return zoneOf({ west: longitude, east: longitude + 1, south: 0, north: 1 }, [])
}

function verdictsOf(places: Places): number[] {
  return [
    filterPolygon({ kind: 'polygon', rings: [[-9, -9, 9, -9, 9, 9, -9, 9]] }, places),
    filterCircle({ kind: 'circle', longitude: 0, latitude: 0, radiusM: 1_000_000 }, places),
    filterBox({ kind: 'box', west: -9, south: -9, east: 9, north: 9 }, places),
  ].map((filter) => filter.verdict(0))
}

test('a zone deep inside a polygon, circle or box is judged inside, and a zone far away outside', () => {
  assert.deepEqual(verdictsOf(zoneAt(0)), [ALL, ALL, ALL])
  assert.deepEqual(verdictsOf(zoneAt(20)), [NONE, NONE, NONE])
})

test('the verdict on a zone and a box holds for every place in the zone, also across the date line', () => {
  fc.assert(
    fc.property(rectangle(180, 90), rectangle(180, 90), fc.boolean(), (zone, box, turned) => {
      const [west, east] = turned ? [box.east, box.west] : [box.west, box.east]
      const places = zoneOf(zone, [box.west, box.east])
      assertVerdictHolds(filterBox({ kind: 'box', ...box, west, east }, places), places)
    }),
    MANY,
  )
})
