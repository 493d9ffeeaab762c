import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temperatureOf } from './temperature.ts'

test('the faster homes are rented compared with the whole country, the hotter the market', () => {
  const days = [0, 17, 23, 24, 30, 33, 40, 43, 45, 200]
  assert.deepEqual(
    days.map((here) => temperatureOf(here, 29)),
    ['Hot', 'Warm', 'Warm', 'Warm', 'Neutral', 'Neutral', 'Cool', 'Cool', 'Cold', 'Cold'],
  )
})

test('an unknown market has no temperature', () => {
  assert.equal(temperatureOf(undefined, 30), undefined)
  assert.equal(temperatureOf(30, undefined), undefined)
  assert.equal(temperatureOf(0, 0), 'Neutral')
})
