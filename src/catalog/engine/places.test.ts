import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { NaiveTable } from '../../../test/engine/naive.ts'
import { Random } from '../../../test/engine/random.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'
import { EARTH_RADIUS_M, greatCircleM } from './great-circle.ts'
import type { Predicate } from './predicate.ts'
import { Searcher } from './searcher.ts'
import { TableBuilder, type TableShape } from './table-builder.ts'
import { finish, Work } from './work.ts'

const SHAPE: TableShape = {
  columns: [{ name: 'id', kind: 'f64' }],
  id: 'id',
  orders: [{ name: 'byId', column: 'id', direction: 'ascending' }],
  lists: [],
  normalize: (text: string) => text,
  words: [],
}
type Point = readonly [longitude: number, latitude: number]

/** Returns the points that the engine finds, and the points that an exact test with whole numbers finds. */
function find(points: readonly Point[], predicate: Predicate): { found: number[]; expected: number[] } {
  const builder = new TableBuilder(SHAPE)
  const rows = points.map(([longitude, latitude], id) => ({ values: { id }, longitude, latitude }))
  for (const row of rows) builder.add(row)
  const { table, rowOf } = builder.build()
  const naive = new NaiveTable(
    SHAPE,
    rows.map((row, i) => ({ ...row, row: rowOf[i] ?? 0 })),
  )
  const idsOf = (wanted: Iterable<number>) => Array.from(wanted, (row) => rowOf.indexOf(row)).sort((a, b) => a - b)
  return {
    found: idsOf(finish(new Searcher(table).matches([predicate], new Work()))),
    expected: idsOf(naive.matches([predicate]).map(({ row }) => row)),
  }
}

function polygon(...rings: readonly Point[][]): Predicate {
  return { kind: 'polygon', rings: rings.map((ring) => ring.flat()) }
}

test('a point on an edge or a corner is inside, open or closed, in either direction', () => {
  const square: Point[] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ]
  const points: Point[] = [...square, [1, 0], [2, 1], [1, 2], [0, 1], [1, 1], [3, 1], [-1, 0], [1, -1], [3, 2], [3, 0]]
  for (const ring of [square, square.toReversed(), [...square, [0, 0] as const]]) {
    assert.deepEqual(find(points, polygon(ring)).found, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  }
})

test('points that a self-crossing polygon encloses twice are outside', () => {
  const star: Point[] = [0, 2, 4, 1, 3].map((i) => {
    const angle = (i * 2 * Math.PI) / 5
    return [Math.sin(angle) * 10, Math.cos(angle) * 10]
  })
  assert.deepEqual(find([[0, 0], [0, 8], [20, 0]], polygon(star)).found, [1]) // biome-ignore format: points
})

test('a ring inside another is a hole, whose edge belongs to the polygon', () => {
  const outer: Point[] = [[0, 0], [9, 0], [9, 9], [0, 9]] // biome-ignore format: points
  const hole: Point[] = [[3, 3], [6, 3], [6, 6], [3, 6]] // biome-ignore format: points
  assert.deepEqual(find([[1, 1], [4, 4], [3, 4], [8, 8]], polygon(outer, hole)).found, [0, 2, 3]) // biome-ignore format: points
})

test('rings without area contain the points on them', () => {
  assert.deepEqual(find([[0, 0], [1, 1], [2, 2], [1, 2]], polygon([[0, 0], [2, 2], [1, 1]])).found, [0, 1, 2]) // biome-ignore format: points
  assert.deepEqual(find([[0, 0], [1, 1]], polygon([[1, 1]])).found, [1]) // biome-ignore format: points
  assert.deepEqual(find([[0, 0]], polygon()).found, []) // biome-ignore format: points
})

const degree = fc.double({ min: -80, max: 80, noNaN: true }).map((value) => Math.round(value * 2 ** 40) / 2 ** 40)
/** Replaces tiny values by 0, because the exact test has room for only 120 binary places. */
function notTiny(value: number): number {
  return Math.abs(value) < 2 ** -60 ? 0 : value
}

const corner = fc.tuple(degree, degree)

test('points as close to an edge as doubles allow are on the right side of the edge', () => {
  fc.assert(
    fc.property(
      fc.array(corner, { minLength: 3, maxLength: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (ring, share) => {
        const points = ring.flatMap(([x, y], i): Point[] => {
          const [toX, toY] = ring[(i + 1) % ring.length] ?? [0, 0]
          const near: Point = [notTiny(x + (toX - x) * share), notTiny(y + (toY - y) * share)]
          const nudge = notTiny(Math.abs(near[0]) * Number.EPSILON)
          return [near, [near[0] + nudge, near[1]], [near[0] - nudge, near[1]], [near[0], near[1] + nudge]]
        })
        const { found, expected } = find(points, polygon(ring))
        assert.deepEqual(found, expected)
      },
    ),
  )
})

/** Returns a point whose coordinates have this many decimals. `units`: the coordinates in units of the last decimal. */
function written(places: number, units: readonly [number, number]): Point {
  return [units[0] / 10 ** places, units[1] / 10 ** places] // correctly rounded, like a decimal literal
}

test('a point whose decimals lie on a slanted edge is on the side that exact arithmetic with doubles gives', () => {
  const start = fc.tuple(fc.integer({ min: -179e6, max: 179e6 }), fc.integer({ min: -89e6, max: 89e6 }))
  const step = fc.tuple(fc.integer({ min: -997, max: 997 }), fc.integer({ min: -997, max: 997 }))
  fc.assert(
    fc.property(
      fc.constantFrom(6, 7, 9),
      start,
      step,
      step,
      fc.integer({ min: 2, max: 60 }),
      (places, from, b, c, n) => {
        const a = from.map((unit) => unit * 10 ** (places - 6)) as [number, number] // `from` has two elements
        const along = (by: typeof a, k: number) => written(places, [a[0] + by[0] * k, a[1] + by[1] * k])
        const steps = Array.from({ length: n + 1 }, (_, k) => k)
        const onEdges = steps.flatMap((k) => [along(b, k), along(c, k)])
        const next = steps.map((k) => written(places, [a[0] + b[0] * k, a[1] + b[1] * k + 1]))
        const ring = [written(places, a), along(b, n), along(c, n)]
        const { found, expected } = find([...onEdges, ...next], polygon(ring))
        assert.deepEqual(found, expected)
      },
    ),
  )
})

test('a polygon of a few meters is as exact as a large one', () => {
  fc.assert(
    fc.property(corner, fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 3, maxLength: 9 }), ([x, y], steps) => {
      const at = ([dx, dy]: readonly [number, number]): Point => [x + dx * 2 ** -20, y + dy * 2 ** -20]
      const grid = Array.from({ length: 400 }, (_, i): Point => at([(i % 20) * 2, Math.floor(i / 20) * 2]))
      const { found, expected } = find(grid, polygon(steps.map(at)))
      assert.deepEqual(found, expected)
    }),
    { numRuns: 15 },
  )
})

/** Returns a grid of points over the whole globe, including the poles and the date line. */
function globe(step: number): Point[] {
  const points: Point[] = []
  for (let longitude = -180; longitude <= 180; longitude += step) {
    for (let latitude = -90; latitude <= 90; latitude += step) points.push([longitude, latitude])
  }
  return points
}

test('a circle across a pole or the date line contains exactly the points within its radius', () => {
  const points = globe(3)
  for (const [longitude, latitude, radiusKm] of [
    [0, 90, 1500],
    [120, -88, 3000],
    [179, 10, 2500],
    [-180, -60, 9000],
    [15, 45, 10_000],
    [-100, 20, 12_345],
    [33, 1, 20_000],
    [33, 1, 20_016],
  ] as const) {
    const inside = (point: Point) => greatCircleM(longitude, latitude, ...point) <= radiusKm * 1000
    const { found } = find(points, { kind: 'circle', longitude, latitude, radiusM: radiusKm * 1000 })
    assert.deepEqual(
      found,
      points.flatMap((point, id) => (inside(point) ? [id] : [])),
      `${longitude} ${latitude}`,
    )
  }
})

/** Returns the point at a distance of `meters` in the direction `bearing`, in radians. */
function travel([longitude, latitude]: Point, bearing: number, meters: number): Point {
  const angle = meters / EARTH_RADIUS_M
  const from = (latitude * Math.PI) / 180
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing))
  const east = Math.sin(bearing) * Math.sin(angle) * Math.cos(from)
  const turned = longitude + (Math.atan2(east, Math.cos(angle) - Math.sin(from) * Math.sin(to)) * 180) / Math.PI
  return [turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned, (to * 180) / Math.PI]
}

test('a circle contains points just inside its rim and no points just outside, all the way around', () => {
  const bearings = Array.from({ length: 512 }, (_, i) => (i * Math.PI) / 256)
  for (const from of [
    [-122, 47.6],
    [179.9, 50],
    [10, -33],
    [0, 0],
    [50, 89.9],
    [-75, 62],
    [-180, -71],
  ] as const) {
    // biome-ignore format: centers
    for (const radiusM of [0.5, 1609, 80_467, 500_000, 2_000_000, 9_000_000, 11_000_000, 19_000_000]) {
      const points = [1 - 1e-6, 1 + 1e-6].flatMap((share) => bearings.map((each) => travel(from, each, radiusM * share)))
      const inside = points.flatMap((point, id) => (greatCircleM(from[0], from[1], ...point) <= radiusM ? [id] : []))
      const [longitude, latitude] = from
      const { found } = find(points, { kind: 'circle', longitude, latitude, radiusM })
      assert.deepEqual(found, inside, `${radiusM} m around ${from.join(' ')}`)
    }
  }
})

test('a circle of radius 0 contains its center; a negative radius or NaN contains nothing', () => {
  for (const [radiusM, found] of [[0, [0]], [-1, []], [Number.NaN, []]] as const) // biome-ignore format: cases
    assert.deepEqual(find([[7, 50], [7, 50.001]], { kind: 'circle', longitude: 7, latitude: 50, radiusM }).found, found) // biome-ignore format: points
})

test('a box whose west is east of its east crosses the date line', () => {
  const points: Point[] = [[179, 0], [-179, 0], [0, 0], [180, 0], [170, 0], [-170, 1]] // biome-ignore format: points
  const box = { kind: 'box', west: 175, south: -1, east: -175, north: 0 } as const
  assert.deepEqual(find(points, box).found, [0, 1, 3])
  assert.deepEqual(find(points, { ...box, west: -175, east: 175 }).found, [2, 4])
})

test(
  'the sold homes of King County within a distance of downtown Seattle are counted correctly',
  needs('shared data'),
  () => {
    const sold = join(SHARED_DATA, 'king-county/kc_house_data.csv')
    const [header = '', ...lines] = readFileSync(sold, 'utf8').trim().split('\n')
    const names = header.replaceAll('"', '').split(',')
    const [x, y] = [names.indexOf('long'), names.indexOf('lat')]
    const builder = new TableBuilder(SHAPE)
    // The file has two lines for homes that were sold twice.
    const homes = new Map(lines.map((line) => line.replaceAll('"', '').split(',')).map((cells) => [cells[0], cells]))
    for (const [id, cells] of homes) {
      builder.add({ values: { id: Number(id) }, longitude: Number(cells[x]), latitude: Number(cells[y]) })
    }
    const searcher = new Searcher(builder.build().table)
    const counts = [1, 2, 5].map((miles) =>
      finish(
        searcher.count(
          [{ kind: 'circle', longitude: -122.3331, latitude: 47.6097, radiusM: miles * 1609.344 }],
          new Work(),
        ),
      ),
    )
    assert.deepEqual(counts, [20, 557, 3629])
  },
)

test('combs, stars and tangles of a thousand corners contain exactly the points that they enclose', () => {
  const random = new Random(7)
  const degrees = (value: number) => Math.round(value * 2 ** 30) / 2 ** 30
  const comb = Array.from({ length: 998 }, (_, i): Point => [-60 + (i >> 1) / 4, i % 4 === 0 || i % 4 === 3 ? -20 : 20])
  const star = Array.from({ length: 999 }, (_, i): Point => {
    const angle = (2 * Math.PI * ((i * 499) % 999)) / 999
    return [degrees(30 * Math.cos(angle)), degrees(25 * Math.sin(angle))]
  })
  const crowd = Array.from(
    { length: 400 },
    (): Point => [degrees(random.between(0, 0.5)), degrees(random.between(0, 0.2))],
  )
  const levels = comb.map(([x, y]): Point => [y, x / 100])
  const near = (ring: readonly Point[], spread: number): Point[] =>
    Array.from({ length: 150 }, () => {
      const [x, y] = random.pick(ring)
      return [degrees(x + random.between(-spread, spread)), degrees(y + random.between(-spread, spread))]
    })
  const center = Array.from(
    { length: 400 },
    (): Point => [degrees(random.between(-0.3, 0.3)), degrees(random.between(-0.3, 0.3))],
  )
  for (const ring of [comb, star, [...crowd, [-90, -45], [90, 45]] as Point[], levels]) {
    const points = [...ring.slice(0, 40), ...near(ring, 20), ...near(ring, 0.1), ...near(ring, 0.001), ...center]
    const { found, expected } = find(points, polygon(ring))
    assert.deepEqual(found, expected)
  }
})
