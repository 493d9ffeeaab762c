import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../kit/threads/slices.ts'
import { areaOfZip, holdsArea } from '../../facts/home-areas.ts'
import type { BoxNode, CircleNode, PolygonNode } from '../../ports/query.ts'
import { KnownAreas } from './held-areas.ts'

const ZIPS = ['78701', '78702', '78703', '76701', '99501', '96813', '96910', '10001', '02108', '33040']

const SHAPES: readonly (BoxNode | CircleNode | PolygonNode)[] = [
  { kind: 'circle', latitude: 30.27, longitude: -97.74, radiusM: 20_000 },
  { kind: 'circle', latitude: 89, longitude: 0, radiusM: 9_000_000 },
  { kind: 'circle', latitude: 10, longitude: 179, radiusM: 9_000_000 },
  { kind: 'box', south: 30, north: 31, west: -98, east: -97 },
  { kind: 'box', south: -90, north: 90, west: -180, east: 180 },
  { kind: 'box', south: 10, north: 65, west: 140, east: -140 },
  { kind: 'box', south: 31, north: 30, west: -98, east: -97 },
  {
    kind: 'polygon',
    points: [
      [29, -99],
      [29, -96],
      [33, -96],
      [31, -99],
    ],
  },
]

test('the areas within a shape are the same as when each area is tested', () => {
  const heldAreas = new KnownAreas()
  const rows = ZIPS.map((zip) => ({ key: `zipcode/${zip}` }))
  atOnce(heldAreas.add([...rows, { key: 'zipcode/00000' }]))
  atOnce(heldAreas.add(rows.slice(0, 3)))
  const held = SHAPES.map((shape) => heldAreas.areasHeld(shape).toSorted())
  const expected = SHAPES.map((shape) =>
    ZIPS.filter((zip) => {
      const area = areaOfZip(zip)
      return area !== undefined && holdsArea(shape, area)
    }).map((zip) => `zipcode/${zip}`),
  )
  assert.deepEqual(
    held,
    expected.map((keys) => keys.toSorted()),
  )
  assert.deepEqual(
    held.map(({ length }) => Math.min(length, 2)),
    [2, 2, 2, 2, 2, 2, 0, 2],
  )
})
