import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cityKey, foldText } from './name-key.ts'

test('all spellings of a city have one key', () => {
  const groups = [
    ['Saint Louis', 'St. Louis', 'ST LOUIS', 'St.Louis', ' st  louis '],
    ['North Las Vegas', 'N. Las Vegas', 'n las vegas'],
    ['Fort Worth', 'Ft. Worth'],
    ['Winston-Salem', 'Winston Salem'],
    ['McKinney', 'Mckinney', 'Mc Kinney', 'MC KINNEY'],
    ["Coeur d'Alene", 'Coeur d’Alene', 'COEUR DALENE'],
    ['Cañon City', 'Canon City'],
  ]
  for (const group of groups) assert.equal(new Set(group.map(cityKey)).size, 1, group.join())
})

test('different cities have different keys', () => {
  const cities = [
    'Saint Louis',
    'East Saint Louis',
    'Las Vegas',
    'North Las Vegas',
    'West',
    'Westport',
    'Fort',
    'Mount',
  ]
  assert.equal(new Set(cities.map(cityKey)).size, cities.length)
})

test('keys and folded texts are idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(cityKey(cityKey(text)), cityKey(text))
      assert.equal(foldText(foldText(text)), foldText(text))
    }),
  )
})

test('names of built-in properties are treated like any other name', () => {
  assert.equal(cityKey('constructor'), 'constructor')
  assert.equal(cityKey('__proto__ toString'), 'proto tostring')
})
