import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, dayOf } from '../base/clock.ts'
import {
  atLeast,
  day,
  dayInUs,
  flag,
  format,
  homeReference,
  listOf,
  minMax,
  names,
  number,
  oneOf,
  polygon,
  positive,
  range,
  type Shape,
  text,
  wholeNumber,
} from './index.ts'

const VALUES = ['Houses', 'Condos/Co-ops', 'Must have A/C'] as const
const ROOMS: ReadonlyMap<string, number> = new Map([
  ['Studio', 0],
  ['1', 1],
  ['Any', Number.NEGATIVE_INFINITY],
])
const ROOMS_ASKED: ReadonlyMap<string, number> = new Map([
  ['Any', Number.NEGATIVE_INFINITY],
  ['OnePlus', 1],
])
const digits = fc.integer({ min: 0, max: 999_999_999 })
const coordinate = (max: number) =>
  fc.integer({ min: -max * 1e7, max: max * 1e7 }).map((value) => (value / 1e7).toFixed(7))

const FORMATTED: readonly (readonly [Shape<unknown>, fc.Arbitrary<string>])[] = [
  [flag, fc.constantFrom('true', 'False', '1', '0')],
  [oneOf(VALUES), fc.constantFrom(...VALUES)],
  [listOf(VALUES), fc.subarray([...VALUES], { minLength: 1 }).map((list) => list.join(', '))],
  [listOf(VALUES), fc.subarray([...VALUES], { minLength: 1 }).map((list) => list.join(',').toLowerCase())],
  [atLeast(ROOMS_ASKED), fc.constantFrom('Any', '0', '2', '2+', '2.5', 'OnePlus')],
  [dayInUs, fc.constantFrom('2026-05-01', '5/1/2026', '12/31/2026')],
  [oneOf(ROOMS), fc.constantFrom(...ROOMS.keys())],
  [listOf(ROOMS), fc.subarray([...ROOMS.keys()], { minLength: 1 }).map((list) => list.join(' , '))],
  [day, fc.integer({ min: -600_000, max: 100_000 }).map((number) => dayOf(number * DAY_MS))],
  [names('a,b'), fc.subarray(['English', 'French', 'Élan'], { minLength: 1 }).map((list) => list.join(' ,'))],
  [
    minMax('dollars'),
    fc.tuple(digits, digits).map(([one, other]) => `${Math.min(one, other)} , ${Math.max(one, other)}.5`),
  ],
  [homeReference, fc.constantFrom('48749425', '1204 N Lamar Blvd, Austin, TX', 'https://a.example/48749425_zpid/')],
  [text(40, ''), fc.string({ minLength: 1, maxLength: 40 })],
  [wholeNumber(0, 1e9), digits.map(String)],
  [number(-180, 180, '1'), coordinate(180)],
  [positive(500, 'miles', '1'), coordinate(500)],
  [
    range('dollars'),
    fc
      .tuple(digits, digits)
      .chain(([one, other]) =>
        fc.constantFrom(`min:${one}`, `max: ${other}.25`, `max:${Math.max(one, other)},min:${Math.min(one, other)}`),
      ),
  ],
  [
    polygon,
    fc
      .array(fc.tuple(coordinate(90), coordinate(180)), { minLength: 3, maxLength: 9 })
      .map((points) => points.map((point) => point.join(' ')).join(',')),
  ],
]

test('a parsed value is formatted as text that parses to the same value', () => {
  for (const [shape, texts] of FORMATTED) {
    let seen = 0
    fc.assert(
      fc.property(texts, (written) => {
        const value = shape.parse(written)
        if (value instanceof Object && value.constructor.name === 'Refusal') return
        seen++
        assert.deepEqual(shape.parse(format(shape, value)), value)
      }),
    )
    assert.ok(seen > 20, shape.example)
  }
})

test('the smallest numbers are formatted without an exponent', () => {
  assert.equal(format(number(0, 1, '0'), 0.000_000_012), '0.000000012')
  assert.equal(format(number(-1, 0, '0'), -0.000_000_1), '-0.0000001')
})
