import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildingViews, homeViews } from '../src/service/pictures/drawn-views.ts'
import { picturedOffer } from '../src/service/pictures/pictured-offer.ts'
import { gatherSample } from '../test/sample/trial.ts'
import { drawnPhotosMax } from './photos.ts'

const { records } = await gatherSample(3000, 7)

test('the sample and the service agree on the number of pictures of a home', () => {
  for (const home of records.home)
    assert.equal(
      drawnPhotosMax(home.homeType === 'LOT', home.facts),
      homeViews(home).length,
      JSON.stringify(home.facts),
    )
  assert.ok(new Set(records.home.map((home) => homeViews(home).length)).size > 12)
})

test('no home, offer or building has more pictures than the service draws different ones, and some have the maximum', () => {
  const counts = [
    ...records.home.map((home) => [home.listing?.drawnPhotos, homeViews(home).length]),
    ...records.offer.map((offer) => [offer.drawnPhotos, homeViews(picturedOffer(offer)).length]),
    ...records.building.map((building) => [building.drawnPhotos, buildingViews(building).length]),
  ]
  for (const [photos = 0, views = 0] of counts) assert.ok(photos <= views)
  assert.ok(counts.some(([photos, views]) => photos === views))
})
