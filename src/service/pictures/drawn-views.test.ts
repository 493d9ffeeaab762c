import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME_TYPES } from '../../model/home.ts'
import type { PicturedHome } from './drawing/paint.ts'
import { buildingViews, homeViews } from './drawn-views.ts'

const LARGE: PicturedHome['facts'] = {
  bedroomsTotal: 9,
  bathrooms: 7.5,
  bathroomsFull: 7,
  bathroomsHalf: 1,
  basement: 'finished',
  fireplacesTotal: 2,
  garageSpaces: 2,
  attachedGarage: true,
  inUnitLaundry: true,
  privatePool: true,
  waterfront: true,
  views: ['City', 'Mountain', 'Park', 'Water'],
}

function captions(homeType: PicturedHome['homeType'], facts: PicturedHome['facts']): string[] {
  return homeViews({ homeType, facts }).map(({ caption }) => caption)
}

test('no two pictures of a home or a building show the same, and each says what it shows', () => {
  for (const homeType of HOME_TYPES) {
    for (const facts of [{}, LARGE]) {
      const said = captions(homeType, facts)
      assert.equal(new Set(said).size, said.length, said.join())
      assert.ok(said.every((caption) => caption.length > 0))
    }
  }
  for (const amenities of [[], ['Pool']]) {
    const said = buildingViews({ amenities }).map(({ caption }) => caption)
    assert.ok(said.length >= 9)
    assert.equal(new Set(said).size, said.length)
  }
})

test('the first picture shows the front of the kind of home', () => {
  assert.equal(captions('LOT', {})[0], 'The lot from the street')
  assert.equal(captions('CONDO', {})[0], 'Front of the building')
  assert.equal(captions('SINGLE_FAMILY', {})[0], 'Front of the house')
})

test('views follow the facts: the number of bedrooms and baths, and nothing that a home does not have', () => {
  const said = captions('SINGLE_FAMILY', { bedroomsTotal: 3, bathroomsFull: 2, basement: 'none', garageSpaces: 0 })
  assert.deepEqual(
    said.filter((caption) => /bedroom/i.test(caption)),
    ['Primary bedroom', 'Bedroom 2', 'Bedroom 3'],
  )
  assert.deepEqual(
    said.filter((caption) => /bath/i.test(caption)),
    ['Bathroom', 'Bathroom 2'],
  )
  for (const none of ['Pool', 'Dock', 'Basement', 'Garage', 'Fireplace', 'Half bath'])
    assert.ok(!said.includes(none), none)
  assert.ok(captions('CONDO', { bedroomsTotal: 0 }).includes('Sleeping corner'))
  const land = captions('LOT', {})
  assert.ok(
    land.every((caption) => !/room|kitchen|bath|house/i.test(caption)),
    land.join(),
  )
})
