import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverView } from '../../console/src/parts/map/tile-reach.ts'

const CITY = { kind: 'vector', url: '', attribution: '', zooms: [10, 14], bounds: [-98, 30, -97, 31] } as const
const WITHIN = { west: -97.6, south: 30.4, east: -97.5, north: 30.5 }

test('tiles of a city cover views of it, but no other city and no wider view', () => {
  assert.equal(coverView(CITY, WITHIN, 12), true)
  assert.equal(coverView(CITY, { west: -87.7, south: 41.8, east: -87.6, north: 41.9 }, 12), false)
  assert.equal(coverView(CITY, { ...WITHIN, west: -99 }, 12), false)
  assert.equal(coverView(CITY, { ...WITHIN, north: 31.1 }, 12), false)
})

test('there are no tiles below their first zoom, and beyond their last they are enlarged', () => {
  assert.equal(coverView(CITY, WITHIN, 9.9), false)
  assert.equal(coverView(CITY, WITHIN, 17), true)
  assert.equal(coverView({ ...CITY, kind: 'raster' }, WITHIN, 9), true)
  assert.equal(coverView({ ...CITY, kind: 'raster' }, WITHIN, 8), false)
})

test('tiles without bounds cover every view', () => {
  const { bounds: _, ...server } = CITY
  assert.equal(coverView({ ...server, zooms: null }, WITHIN, 3), true)
  assert.equal(coverView({ ...server, zooms: null, bounds: null }, WITHIN, 3), true)
})
