import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { day } from './day.ts'
import type { DrawnPolygon } from './geojson-polygons.ts'
import { listOf } from './list-of.ts'
import { number } from './number.ts'
import { polygon } from './polygon.ts'
import { range } from './range.ts'
import { Refusal, type Shape } from './shape.ts'

function refused(shape: Shape<unknown>, text: string): string {
  const value = shape.parse(text)
  assert.ok(value instanceof Refusal, `${text} was accepted as ${JSON.stringify(value)}`)
  return value.why
}

const open = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

test('a range is accepted in every form that clients use', () => {
  const dollars = range('dollars')
  for (const text of ['min:1, max:20', 'min:1,max:20', 'min: 1, max: 20', 'max:20,min:1', ' min :1 , max : 20 ']) {
    assert.deepEqual(dollars.parse(text), { min: 1, max: 20 }, text)
  }
  assert.deepEqual(dollars.parse('min:5'), { ...open, min: 5 })
  assert.deepEqual(dollars.parse('max:5.5'), { ...open, max: 5.5 })
  for (const text of ['1-20', '1 - 20', '1 to 20', '$1–$20', '1,20', 'MIN:1, MAX:20', 'min 1, max 20', 'min=1,max=20'])
    assert.deepEqual(dollars.parse(text), { min: 1, max: 20 }, text)
})

test('an empty end of a range is open', () => {
  const dollars = range('dollars')
  for (const text of ['max:400', '-400', 'min:,max:400', 'max:400,min:', 'to 400'])
    assert.deepEqual(dollars.parse(text), { ...open, max: 400 }, text)
  for (const text of ['min:100', '100-', '100+', 'min:100,max:', 'min 100', '100 to'])
    assert.deepEqual(dollars.parse(text), { ...open, min: 100 }, text)
  assert.deepEqual(dollars.parse('0-4000'), { min: 0, max: 4000 })
  for (const text of ['min:undefined, max:400', 'min:null,max:400', 'NaN-400'])
    assert.deepEqual(dollars.parse(text), { ...open, max: 400 }, text)
  for (const text of ['min:undefined', 'min:null, max:null', 'min:None,max:NaN'])
    assert.deepEqual(dollars.parse(text), open, text)
  assert.ok(dollars.asksNothing?.(open))
})

test('a single number is the maximum, the minimum or the exact value, as the range declares', () => {
  assert.deepEqual(range('dollars').parse('4000'), { ...open, max: 4000 })
  assert.deepEqual(range('square feet', 'least').parse('$4000'), { ...open, min: 4000 })
  assert.deepEqual(range('rooms', 'exact').parse('4'), { min: 4, max: 4 })
})

test('commas between thousands are read if they cannot mean anything else', () => {
  const dollars = range('dollars')
  assert.deepEqual(dollars.parse('$300,000-$500,000'), { min: 300_000, max: 500_000 })
  assert.deepEqual(dollars.parse('min:300,000, max:1,500,000'), { min: 300_000, max: 1_500_000 })
  assert.deepEqual(dollars.parse('500,000'), { ...open, max: 500_000 })
  assert.match(refused(dollars, '1,500'), /This can be read as one number or as two/)
  assert.deepEqual(dollars.parse('1,1500'), { min: 1, max: 1500 })
})

test('a range that is malformed, reversed or huge, or has a bound twice, is refused with the allowed forms', () => {
  const dollars = range('dollars')
  for (const text of [
    '-',
    'to',
    '--5',
    '+5',
    '100-200-300',
    '100;200',
    'min:,max:',
    'min',
    'min:',
    'min:x',
    'min:-1',
    'min:1,',
    'min:1,min:2',
    'min:1 max:2',
    'mid:1',
    `min:${'9'.repeat(99)}`,
    'min:1e9',
    'min:1,'.repeat(4000),
  ]) {
    assert.match(refused(dollars, text), /must be min:N, max:N, or min:N, max:N, in dollars/)
  }
  assert.match(refused(dollars, 'min:20,max:1'), /The minimum must not exceed the maximum/)
})

test('a list is split at commas; spaces around values are dropped, spaces inside are kept, duplicates count once', () => {
  const shape = listOf(['City', 'Mountain view', 'Park'])
  assert.deepEqual(shape.parse('City, Mountain view,City,'), ['City', 'Mountain view'])
  assert.match(
    refused(shape, 'City,perk'),
    /must be one or more of City, Mountain view, Park\. .*"perk" is not one of them\. Did you mean Park\?/,
  )
})

test('a number is accepted in plain notation and within its bounds', () => {
  const miles = number(0, 500, '1.5')
  for (const [text, value] of [
    ['1', 1],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['+2', 2],
    ['-0', -0],
  ] as const)
    assert.equal(miles.parse(text), value)
  for (const text of ['-1', '501', '1e2', 'NaN', 'Infinity', '1,5', '0x10', '１']) refused(miles, text)
})

test('a day must exist', () => {
  assert.equal(day.parse('1970-01-02'), 1)
  for (const time of ['', 'T00:00', 'T00:00:00.000Z', ' 23:59:59+02:00'])
    assert.equal(day.parse(`2024-02-29${time}`), 19_782)
  for (const text of ['2023-02-29', '2024-13-01', '2024-1-1', '01/02/2024', 'today', '2024-02-30T00:00'])
    refused(day, text)
})

test('a closed polygon and an open one are the same ring', () => {
  const ring = [
    [1, 2],
    [3, 4],
    [5, -6.5],
  ]
  assert.deepEqual(polygon.parse('1 2,3 4,5 -6.5'), [{ points: ring }])
  assert.deepEqual(polygon.parse('1 2, 3  4 ,5 -6.5,1 2,'), [{ points: ring }])
})

test('polygons are read from GeoJSON of routing engines, also several polygons, and polygons with holes', () => {
  const ring = (...corners: readonly (readonly [number, number])[]) => [...corners, ...corners.slice(0, 1)]
  const outline = ring([0, 0], [4, 0], [4, 4.5])
  const hole = ring([3, 1], [3, 2], [2, 1])
  const polygonOf = (...rings: readonly unknown[]) => ({ type: 'Polygon', coordinates: rings })
  const feature = (geometry: object) => ({ type: 'Feature', properties: { contour: 15, metric: 'time' }, geometry })
  const collection = {
    type: 'FeatureCollection',
    features: [feature(polygonOf(outline, hole)), feature({ type: 'LineString', coordinates: outline })],
  }
  const points = [
    [0, 0],
    [0, 4],
    [4.5, 4],
  ]
  const read = polygon.parse(JSON.stringify(collection))
  assert.ok(!(read instanceof Refusal))
  assert.deepEqual(read, [{ points, holes: [[[1, 3], [2, 3], [1, 2]]] }, { points }]) // biome-ignore format: a line
  assert.deepEqual(polygon.parse(polygon.format?.(read) ?? ''), read)
  assert.deepEqual(polygon.parse(polygon.format?.(read.slice(0, 1)) ?? ''), read.slice(0, 1))
  const refusals: readonly (readonly [object | string, RegExp])[] = [
    ['{"type"', /^must be a Polygon/],
    [{ type: 'Point', coordinates: [1, 2] }, /^must be a Polygon/],
    [{ type: 'FeatureCollection', features: [] }, /^must be a Polygon/],
    [
      polygonOf(outline.slice(0, 3)),
      /^must have rings of 4 or more corners, the last one the same as the first, and has a ring of 3/,
    ],
    [
      polygonOf(ring([0, 0], [181, 0], [4, 4])),
      /^must have corners of a longitude and a latitude .*, and has \[181,0\]/,
    ],
    [
      polygonOf(ring([0, 0], ['1', 0] as never, [4, 4])),
      /^must have corners of a longitude and a latitude .*, and has \["1",0\]/,
    ],
    [polygonOf(ring(...Array.from({ length: 3001 }, (_, i) => [i / 100, i % 2] as const))), /^it has more than 3000/],
  ]
  for (const [text, why] of refusals)
    assert.match(refused(polygon, typeof text === 'string' ? text : JSON.stringify(text)), why)
})

test('a polygon reads every digit of a double', () => {
  const ring = [
    51.50735190000001, -0.12775829999999999, 9.123456789012344, -0.012345678901234568, -89.99999999999999, 0.1,
  ]
  const points = [ring.slice(0, 2), ring.slice(2, 4), ring.slice(4)]
  assert.deepEqual(polygon.parse(points.map((point) => point.join(' ')).join()), [{ points }])
})

test('a polygon with too few or too many points, or an invalid one, is refused with the reason', () => {
  assert.match(refused(polygon, '1 2,3 4'), /must have 3 to 1000 points, and has 2/)
  assert.match(refused(polygon, '1 2,3 4,1 2'), /has 2/)
  const many = Array.from({ length: 1001 }, (_, i) => `${i / 100} 1`)
  assert.match(refused(polygon, many.join(',')), /and has more than 1000/)
  // a ring of 1000 points is allowed
  const [most] = polygon.parse([...many.slice(0, 1000), many[0]].join(',')) as readonly DrawnPolygon[]
  assert.equal(most?.points.length, 1000)
  assert.match(
    refused(polygon, '1 2,-122.3 47.6,3 3'),
    /must have latitudes .* before its longitude; point 2 has latitude -122\.3/,
  )
  assert.match(refused(polygon, '1 2,2 181,3 3'), /point 2 has longitude 181/)
  for (const bad of ['1 2 3', '1', '', 'a b', '1e1 2', 'NaN 1'])
    assert.match(refused(polygon, `1 2,${bad},3 3`), /point 2 is/)
})

test('no text makes a shape throw or hang', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300 }),
      fc.constantFrom<Shape<unknown>>(range('x'), polygon, day, number(0, 1, '0'), listOf(['a', 'b'])),
      (text, shape) => {
        shape.parse(text)
      },
    ),
  )
  for (const shape of [range('x'), polygon, day, number(0, 1, '0'), listOf(['a', 'b'])]) {
    for (const text of ['9'.repeat(64_000), ' '.repeat(64_000), 'min:'.repeat(16_000), '1 1,'.repeat(16_000)])
      shape.parse(text)
  }
})

test('every shape accepts its own example', () => {
  for (const shape of [range('x'), polygon, day, number(0, 500, '1.5'), listOf(['a', 'b'])] as Shape<unknown>[]) {
    assert.ok(!(shape.parse(shape.example) instanceof Refusal), shape.example)
  }
})
