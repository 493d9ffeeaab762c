import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../../kit/params/index.ts'
import { HOME_TYPES } from '../../../model/home.ts'
import { MAX_ZIPCODES, part, partConditions, partText } from './part.ts'

const dollars = fc.integer({ min: 0, max: 4_294_967_295 })
const bounds = fc.tuple(dollars, dollars, fc.boolean(), fc.boolean()).map(([one, other, open, openAbove]) => ({
  min: open ? Number.NEGATIVE_INFINITY : Math.min(one, other),
  max: openAbove && !open ? Number.POSITIVE_INFINITY : Math.max(one, other),
}))
const zipcode = fc.integer({ min: 0, max: 99_999 }).map((digits) => String(digits).padStart(5, '0'))
const anyPart = fc
  .record(
    {
      zipcodes: fc.uniqueArray(zipcode, { minLength: 1, maxLength: MAX_ZIPCODES }),
      price: fc.oneof(bounds, fc.constant('none' as const)),
      homeTypes: fc.subarray([...HOME_TYPES], { minLength: 1 }),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .filter((fields) => Object.keys(fields).length > 0)

test('the text of a part parses to the same part', () => {
  fc.assert(fc.property(anyPart, (given) => assert.deepEqual(part.shape.parse(partText(given)), given)))
})

test('the refusal of a malformed part states what a part must be', () => {
  for (const bad of [
    'zip:1234',
    'zip:',
    `zip:${Array.from({ length: MAX_ZIPCODES + 1 }, () => '98101').join(',')}`,
    'zip:98101 zip:98102',
    'price:-',
    'price:2-1',
    'price:1.5-2',
    'price:none-2',
    'price:99999999999-',
    'type:condo',
    'type:CONDO,',
    'size:1-2',
    'constructor:1',
    'toString',
    '98101',
    ':98101',
    'x'.repeat(5000),
  ]) {
    const refusal = part.shape.parse(bad)
    assert.ok(refusal instanceof Refusal, bad.slice(0, 60))
    assert.match(refusal.why, /^must be a part/)
  }
})

test('homes without a price are a separate part', () => {
  const [condition] = partConditions({ price: 'none' })
  assert.deepEqual(condition?.node, { kind: 'range', column: 'price', min: -2, max: -1, orMissing: true })
})
