import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distance } from 'geokdbush'
import { NearestIndex } from './nearest.ts'

const point = fc.record({
  longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 0, 10, 180)),
  latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 10, 90)),
})

test('the index returns the same nearest points as measuring every point, ties by id', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 200 }), point, fc.integer({ min: 0, max: 20 }), (points, from, limit) => {
      const index = NearestIndex.build(
        Float64Array.from(points, (_, i) => 1000 - i),
        Float64Array.from(points, (p) => p.longitude),
        Float64Array.from(points, (p) => p.latitude),
      )
      const km = (p: { longitude: number; latitude: number }) =>
        distance(from.longitude, from.latitude, p.longitude, p.latitude)
      const expected = points
        .map((p, i) => ({ id: 1000 - i, km: km(p) }))
        .sort((a, b) => a.km - b.km || a.id - b.id)
        .slice(0, limit)
      const nearest = NearestIndex.open(index.arrays).nearest(from.longitude, from.latitude, limit)
      const kmOf = new Map(points.map((p, i) => [1000 - i, km(p)]))
      assert.equal(nearest.length, expected.length)
      assert.equal(new Set(nearest).size, nearest.length)
      nearest.forEach((id, i) => {
        assert.ok(Math.abs((kmOf.get(id) ?? 0) - (expected[i]?.km ?? 0)) < 1e-5)
      })
    }),
  )
})

test('points at the same place come in order of id', () => {
  const index = NearestIndex.build(
    Float64Array.of(9, 3, 7, 1),
    new Float64Array(4).fill(-122),
    new Float64Array(4).fill(47),
  )
  assert.deepEqual(index.nearest(-122, 47, 3), [1, 3, 7])
})

test('a point on the opposite side of the globe is found', () => {
  const index = NearestIndex.build(Float64Array.of(5), Float64Array.of(-180), Float64Array.of(-6e-7))
  assert.deepEqual(index.nearest(0, 0, 1), [5])
})
