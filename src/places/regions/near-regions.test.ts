import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HomeAddress } from '../../model/home.ts'
import type { Region, RegionType } from '../../model/region.ts'
import { regionIds, regionsOf } from './near-regions.ts'

const ADDRESS: HomeAddress = { streetAddress: '', city: 'St. Louis', state: 'MO', zipcode: '63101' }

function region(type: RegionType, key: string, name: string, latitude = 0, more: Partial<Region> = {}): Region {
  const box = { west: 0, south: 0, east: 0, north: 0, homes: 1, listings: 0 }
  return { regionId: latitude + 100, key, type, name, state: 'MO', point: { latitude, longitude: 0 }, ...box, ...more }
}

test('an address finds its regions, in any spelling of its city', () => {
  const city = region('city', 'city/mo/st-louis', 'Saint Louis')
  const quarter = region('neighborhood', 'neighborhood/mo/st-louis/soulard', 'Soulard', 1, { city: 'St Louis' })
  const county = region('county', 'county/29510', 'St. Louis')
  const index = regionsOf([city, quarter, county])
  const address = { ...ADDRESS, neighborhood: 'Soulard', countyFips: '29510' }
  assert.equal(index.of('city', address), city)
  assert.equal(index.of('neighborhood', address), quarter)
  assert.equal(index.of('county', address), county)
  assert.equal(index.of('zipcode', address), undefined)
})

test('a region has the same id in any spelling of its name, and an address has no id of a region that it lacks', () => {
  assert.equal(regionIds(ADDRESS).city, regionIds({ ...ADDRESS, city: 'Saint Louis' }).city)
  assert.notEqual(regionIds(ADDRESS).city, regionIds({ ...ADDRESS, state: 'IL' }).city)
  assert.equal(regionIds(ADDRESS).county, undefined)
})

test('the nearest regions come nearest first, of one type only, and without the excluded region', () => {
  const cities = [5, 1, 4, 2, 3].map((latitude) => region('city', `city/mo/c${latitude}`, `C${latitude}`, latitude))
  const index = regionsOf([...cities, region('county', 'county/1', 'One', 0)])
  const names = (limit: number, except?: Region) =>
    index.nearest('city', { latitude: 0, longitude: 0 }, limit, except).map(({ name }) => name)
  assert.deepEqual(names(3), ['C1', 'C2', 'C3'])
  assert.deepEqual(names(3, cities[1]), ['C2', 'C3', 'C4'])
  assert.deepEqual(names(9), ['C1', 'C2', 'C3', 'C4', 'C5'])
})

test('a search finds the same nearest regions as a scan, and the first of equally distant ones', () => {
  const degrees = fc.integer({ min: -4, max: 4 }) // small integers, so that many regions are equally far away
  const points = fc.record({ latitude: degrees, longitude: degrees })
  fc.assert(
    fc.property(
      fc.array(points, { maxLength: 40 }),
      points,
      fc.integer({ min: 1, max: 9 }),
      fc.nat(),
      (given, at, limit, seed) => {
        const cities = given.map((point, i) => region('city', `city/mo/c${i}`, `C${i}`, 0, { point }))
        const except = cities[seed % 50]
        const shrink = Math.cos((at.latitude * Math.PI) / 180)
        const away = ({ point }: Region) =>
          (point.latitude - at.latitude) ** 2 + ((point.longitude - at.longitude) * shrink) ** 2
        const expected = cities.filter((city) => city !== except).sort((one, other) => away(one) - away(other))
        assert.deepEqual(regionsOf(cities).nearest('city', at, limit, except), expected.slice(0, limit))
      },
    ),
  )
})

test('the index of one catalog version is built once', () => {
  const regions: readonly Region[] = []
  assert.equal(regionsOf(regions), regionsOf(regions))
})
