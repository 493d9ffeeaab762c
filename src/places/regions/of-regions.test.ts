import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Region } from '../../model/region.ts'
import { indexByKey, ofNames, ofRegions, prepareRegions, regionAt } from './of-regions.ts'

const MIDDLE = { point: { latitude: 30, longitude: -97 }, west: -97, south: 30, east: -97, north: 30 }

function city(name: string, homes = 1): Region {
  const key = `city/tx/${name.toLowerCase()}`
  return { ...MIDDLE, regionId: key.length, key, type: 'city', name, state: 'TX', homes, listings: 0 }
}

test('a value derived from names is reused if only other properties of the regions change, and made again otherwise', () => {
  const counts: number[] = []
  const lengthsOf = ofNames(function* (regions) {
    yield
    counts.push(regions.length)
    return regions.map(({ name }) => name.length)
  })
  const first = [city('Austin'), city('Waco')]
  const lengths = lengthsOf(first)
  assert.deepEqual(lengths, [6, 4])
  assert.equal(lengthsOf([city('Austin', 2), city('Waco', 3)]), lengths)
  assert.deepEqual(lengthsOf([city('Austin'), city('Bryan'), city('Waco')]), [6, 5, 4])
  assert.deepEqual(lengthsOf([city('Austin'), city('Bryan'), { ...city('Waco'), name: 'Old Waco' }]), [6, 5, 8])
  assert.equal(lengthsOf(first), lengths)
  assert.deepEqual(counts, [2, 3, 3])
})

test('a region is found by its key in the given regions', () => {
  const [before, after] = [
    [city('Austin'), city('Waco')],
    [city('Austin'), city('Waco', 5)],
  ]
  assert.equal(regionAt('city/tx/waco', before), before[1])
  assert.equal(regionAt('city/tx/waco', after), after[1])
  assert.equal(regionAt('city/tx/bryan', after), undefined)
  assert.equal(indexByKey(after), indexByKey(before))
})

test('after previous regions, only values that were used with them are prepared; without previous regions, all are', async () => {
  const made: string[] = []
  const make = (name: string) =>
    ofRegions(function* (regions, before) {
      yield
      made.push(`${name} ${regions.length} after ${before?.regions.length}`)
      return regions.slice()
    })
  const [used] = [make('used'), make('unused')]
  const [first, second, third] = [[city('Austin')], [city('Austin'), city('Waco')], [city('Waco')]]
  used(first)
  await prepareRegions(second, first)
  assert.equal(used(second), used(second))
  assert.deepEqual(made, ['used 1 after undefined', 'used 2 after 1'])
  await prepareRegions(third)
  assert.deepEqual(made.slice(2), ['used 1 after 2', 'unused 1 after undefined'])
})
