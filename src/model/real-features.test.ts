import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coolingOf, garageOf, namesAny, realFeatures } from './real-features.ts'

test('a list with None names no feature, a list that refers to remarks leaves the feature unknown, and any real entry counts', () => {
  for (const none of ['None', ' none ', 'No', 'No Cooling', 'No A/C']) assert.equal(namesAny([none]), false, none)
  for (const silent of ['N/A', 'Not Applicable', 'See Remarks', 'Unknown']) assert.equal(namesAny([silent]), undefined)
  assert.deepEqual([namesAny(undefined), namesAny([])], [undefined, false])
  assert.deepEqual(realFeatures(['None', 'Window Unit(s)', 'Nonesuch Stove', 'Other']).length, 3)
  assert.equal(coolingOf({ cooling: ['None'] }), false)
  assert.equal(coolingOf({ hasCooling: true, cooling: ['None'] }), true)
})

test('an attached garage is a garage even if it has 0 spaces', () => {
  assert.equal(garageOf({ garageSpaces: 0, attachedGarage: true }), true)
  assert.equal(garageOf({ garageSpaces: 0 }), false)
  assert.equal(garageOf({ attachedGarage: false }), undefined)
})
