import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadGazetteer } from './gazetteer.ts'

const gazetteer = loadGazetteer()

test('a ZIP knows its city, state, county and time zone', () => {
  const expected = {
    '98178': ['Seattle', 'WA', 'King', '53033', 'America/Los_Angeles'],
    '10001': ['New York', 'NY', 'New York', '36061', 'America/New_York'],
    '60601': ['Chicago', 'IL', 'Cook', '17031', 'America/Chicago'],
    '78701': ['Austin', 'TX', 'Travis', '48453', 'America/Chicago'],
    '80202': ['Denver', 'CO', 'Denver', '08031', 'America/Denver'],
    '85001': ['Phoenix', 'AZ', 'Maricopa', '04013', 'America/Phoenix'],
    '96769': ['Makaweli', 'HI', 'Kauai', '15007', 'Pacific/Honolulu'],
    '99501': ['Anchorage', 'AK', 'Anchorage', '02020', 'America/Anchorage'],
    '70112': ['New Orleans', 'LA', 'Orleans', '22071', 'America/Chicago'],
    '23220': ['Richmond', 'VA', 'Richmond', '51760', 'America/New_York'],
    '00901': ['San Juan', 'PR', 'San Juan', '72127', 'America/Puerto_Rico'],
    '96910': ['Hagatna', 'GU', 'Guam', '66010', 'Pacific/Guam'],
  }
  for (const [zipcode, facts] of Object.entries(expected)) {
    const place = gazetteer.zip(zipcode)
    assert.deepEqual([place?.city, place?.state, place?.county, place?.countyFips, place?.timeZone], facts, zipcode)
  }
})

test('every ZIP of the fifty states and DC finds a county of its own state', () => {
  const zipcodes = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'))
  const places = zipcodes.map((zipcode) => gazetteer.zip(zipcode)).filter((place) => place !== undefined)
  const stateFips = new Map(gazetteer.states.map((state) => [state.code, state.fips]))
  for (const place of places) assert.equal(place.countyFips.slice(0, 2), stateFips.get(place.state), place.zipcode)
  assert.equal(places.length, 41_897)
  assert.equal(new Set(places.map((place) => place.state)).size, 56)
})

test('what is no US ZIP is unknown: Canada, military mail, islands of no state, nonsense', () => {
  for (const zipcode of ['K1A', 'K1A 0B1', '09012', '96898', '00000', '', '98178-1234', '__proto__', 'constructor']) {
    assert.equal(gazetteer.zip(zipcode), undefined, zipcode)
  }
})

test('a longitude that lost its sign in the source is still in the west', () => {
  assert.equal(gazetteer.zip('10200')?.county, 'New York')
})

test('a city is found in any spelling of its name, in its state only', () => {
  const zips = gazetteer.zipsOfCity('Saint Louis', 'MO').map((place) => place.zipcode)
  assert.ok(zips.includes('63101'))
  assert.deepEqual(
    gazetteer.zipsOfCity('st. louis', 'MO').map((place) => place.zipcode),
    zips,
  )
  assert.ok(gazetteer.hasCity('N. Las Vegas', 'NV') && gazetteer.hasCity('north las vegas', ''))
  assert.ok(!gazetteer.hasCity('Seattle', 'TX') && !gazetteer.hasCity('', '') && !gazetteer.hasCity('Atlantis', ''))
})

test('the ZIPs of a county all lie in it', () => {
  const zips = gazetteer.zipsOfCounty('53033')
  assert.ok(zips.length > 80 && zips.some((place) => place.zipcode === '98178'))
  assert.ok(zips.every((place) => place.county === 'King' && place.state === 'WA'))
  assert.deepEqual(gazetteer.zipsOfCounty('99999'), [])
})

test('a county is found by its code and around a point', () => {
  const king = { fips: '53033', name: 'King', state: 'WA' }
  assert.deepEqual(gazetteer.county('53033'), king)
  assert.equal(gazetteer.county('53999'), undefined)
  assert.deepEqual(gazetteer.countyAt({ latitude: 47.6097, longitude: -122.3331 }), king)
})

test('a point just off a coast belongs to the nearest county, one at sea to none', () => {
  assert.equal(gazetteer.countyAt({ latitude: 41.8858, longitude: -87.59 })?.name, 'Cook')
  assert.equal(gazetteer.countyAt({ latitude: 30, longitude: -60 }), undefined)
})
