import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HomeAddress, ListingStatus, Point } from '../../model/home.ts'
import { regionIdOf, regionKeysOf } from './region-keys.ts'
import { collectRegions, type RegionHome, RegionTally } from './regions.ts'

const ballard: HomeAddress = {
  streetAddress: '1 Main St',
  city: 'Seattle',
  state: 'WA',
  zipcode: '98107',
  county: 'King',
  countyFips: '53033',
  neighborhood: 'Ballard',
}

function home(changes: Partial<HomeAddress> = {}, point?: Point, status?: ListingStatus): RegionHome {
  return { address: { ...ballard, ...changes }, ...(point && { point }), ...(status && { listing: { status } }) }
}

test('an address is in a region of every type, under the documented keys', () => {
  assert.deepEqual(regionKeysOf(ballard), {
    country: 'country/us',
    state: 'state/wa',
    metro: 'metro/42660',
    county: 'county/53033',
    city: 'city/wa/seattle',
    neighborhood: 'neighborhood/wa/seattle/ballard',
    zipcode: 'zipcode/98107',
  })
  assert.deepEqual(regionKeysOf({ city: '', state: '', zipcode: '' }), { country: 'country/us' })
})

test('homes of the same place get the same number, even if homes of other places come in between', () => {
  const places: Partial<HomeAddress>[] = [
    {},
    { neighborhood: 'Fremont' },
    { zipcode: '98103' },
    { city: 'Shoreline' },
    { countyFips: '53061' },
    { state: 'OR' },
  ]
  fc.assert(
    fc.property(fc.array(fc.nat(places.length - 1), { minLength: 1 }), (order) => {
      const tally = new RegionTally()
      const numbers = order.map((place) => tally.add(home(places[place])))
      const first = order.map((place) => order.indexOf(place))
      assert.deepEqual(
        numbers,
        first.map((at) => numbers[at]),
      )
      assert.equal(new Set(numbers).size, new Set(order).size)
      order.forEach((place, at) => {
        assert.deepEqual(tally.keysOf(numbers[at] ?? -1), regionKeysOf({ ...ballard, ...places[place] }))
      })
    }),
  )
})

test('homes and listings on the market are counted, with the middle and the bounding box of homes with coordinates', () => {
  const regions = collectRegions([
    home({}, { latitude: 47.6, longitude: -122.4 }, 'Active'),
    home({}, { latitude: 47.8, longitude: -122.2 }, 'Closed'),
    home({}, undefined, 'Pending'),
    home({}, undefined, 'ComingSoon'),
    home({ neighborhood: 'Fremont' }, undefined, 'ActiveUnderContract'),
    home({ neighborhood: 'Fremont' }),
  ])
  assert.deepEqual(
    regions.find(({ type }) => type === 'city'),
    {
      regionId: regionIdOf('city/wa/seattle'),
      key: 'city/wa/seattle',
      type: 'city',
      name: 'Seattle',
      state: 'WA',
      county: 'King',
      point: { latitude: 47.7, longitude: -122.3 },
      west: -122.4,
      south: 47.6,
      east: -122.2,
      north: 47.8,
      homes: 6,
      listings: 4,
      population: 726_054,
    },
  )
  const neighborhoods = regions.filter(({ type }) => type === 'neighborhood')
  assert.deepEqual(
    neighborhoods.map(({ name, city, homes, listings }) => [name, city, homes, listings]),
    [
      ['Ballard', 'Seattle', 4, 3],
      ['Fremont', 'Seattle', 2, 1],
    ],
  )
})

test('regions have the names that people know', () => {
  const named = (changes: Partial<HomeAddress>, type: string): string | undefined =>
    collectRegions([home(changes)]).find((region) => region.type === type)?.name
  assert.equal(named({}, 'country'), 'United States')
  assert.equal(named({}, 'state'), 'Washington')
  assert.equal(named({}, 'metro'), 'Seattle-Tacoma-Bellevue')
  assert.equal(named({}, 'county'), 'King County')
  assert.equal(named({ county: 'King County' }, 'county'), 'King County')
  assert.equal(named({ state: 'LA', county: 'Orleans', countyFips: '22071' }, 'county'), 'Orleans Parish')
  assert.equal(named({ state: 'VA', county: 'Richmond', countyFips: '51760' }, 'county'), 'Richmond City')
})

test('all spellings of a city are one region, named with the spelling that most homes have', () => {
  const regions = collectRegions([
    home({ city: 'St. Louis', state: 'MO' }),
    home({ city: 'Saint Louis', state: 'MO' }),
    home({ city: 'Saint Louis', state: 'MO' }),
  ]).filter(({ type }) => type === 'city')
  assert.deepEqual(
    regions.map(({ key, name, homes }) => [key, name, homes]),
    [['city/mo/st-louis', 'Saint Louis', 3]],
  )
})

test('if the source names no county, the county comes from the ZIP', () => {
  const { county: _county, countyFips: _fips, ...address } = ballard
  const keys = collectRegions([{ address }]).map(({ key }) => key)
  assert.ok(keys.includes('county/53033') && keys.includes('metro/42660'))
})

test('a region whose homes have no coordinates has the position of its ZIPs', () => {
  const region = collectRegions([home()]).find(({ type }) => type === 'city')
  assert.ok(region && Math.abs(region.point.latitude - 47.67) < 0.1 && region.west === region.east)
  const unknown = collectRegions([{ address: { streetAddress: '', city: 'Nowhere', state: 'KS', zipcode: '' } }])
  assert.ok(unknown.every(({ point, west }) => point.latitude === 39.83 && west === -98.58))
})

test('the order of homes does not matter, and each type has every home once', () => {
  const homes = fc.array(
    fc.record({
      city: fc.constantFrom('Seattle', 'SEATTLE', 'Kent'),
      zipcode: fc.constantFrom('98107', '98103', '98030'),
      neighborhood: fc.constantFrom('Ballard', 'Fremont'),
      latitude: fc.integer({ min: 470, max: 480 }),
      status: fc.constantFrom<ListingStatus>('Active', 'Closed'),
    }),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(homes, (drawn) => {
      const all = drawn.map(({ latitude, status, ...changes }) =>
        home(changes, { latitude: latitude / 10, longitude: -122 }, status),
      )
      const regions = collectRegions(all)
      assert.deepEqual(collectRegions(all.toReversed()), regions)
      assert.deepEqual(
        regions.map(({ key }) => key),
        regions.map(({ key }) => key).toSorted(),
      )
      for (const type of ['country', 'city', 'zipcode', 'neighborhood', 'county', 'metro', 'state']) {
        const ofType = regions.filter((region) => region.type === type)
        assert.equal(
          ofType.reduce((sum, region) => sum + region.homes, 0),
          all.length,
        )
      }
    }),
  )
})
