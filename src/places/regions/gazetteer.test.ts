import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { cityKey } from '../../kit/names/name-key.ts'
import { loadGazetteer } from './gazetteer.ts'
import { referenceLines } from './reference/reference.ts'

const gazetteer = loadGazetteer()

test('a ZIP has a city, state, county and time zone', () => {
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

test('every ZIP of the fifty states and DC has a county in its own state', () => {
  const zipcodes = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'))
  const places = zipcodes.map((zipcode) => gazetteer.zip(zipcode)).filter((place) => place !== undefined)
  const stateFips = new Map(gazetteer.states.map((state) => [state.code, state.fips]))
  for (const place of places) assert.equal(place.countyFips.slice(0, 2), stateFips.get(place.state), place.zipcode)
  assert.equal(places.length, 41_902)
  assert.equal(new Set(places.map((place) => place.state)).size, 56)
})

test('only US ZIPs are known: not Canada, military mail, islands outside any state, or nonsense', () => {
  for (const zipcode of ['K1A', 'K1A 0B1', '09012', '96898', '00000', '', '98178-1234', '__proto__', 'constructor']) {
    assert.equal(gazetteer.zip(zipcode), undefined, zipcode)
  }
})

test('a longitude without its sign in the source is still west', () => {
  assert.equal(gazetteer.zip('10200')?.county, 'New York')
})

test('a city is found under any spelling of its name, but only in its state', () => {
  const zips = gazetteer.zipsOfCity('Saint Louis', 'MO').map((place) => place.zipcode)
  assert.ok(zips.includes('63101'))
  assert.deepEqual(
    gazetteer.zipsOfCity('st. louis', 'MO').map((place) => place.zipcode),
    zips,
  )
  assert.ok(gazetteer.hasCity('N. Las Vegas', 'NV') && gazetteer.hasCity('north las vegas', ''))
  assert.ok(!gazetteer.hasCity('Seattle', 'TX') && !gazetteer.hasCity('', '') && !gazetteer.hasCity('Atlantis', ''))
})

test('every ZIP that a county lists has that county', () => {
  const zips = gazetteer.zipsOfCounty('53033')
  assert.ok(zips.length > 80 && zips.some((place) => place.zipcode === '98178'))
  assert.ok(zips.every((place) => place.county === 'King' && place.state === 'WA'))
  assert.deepEqual(gazetteer.zipsOfCounty('99999'), [])
})

test('a county is found by its code, by its name and by a point in it', () => {
  const king = gazetteer.county('53033')
  assert.deepEqual([king?.name, king?.title, king?.state, king?.population], ['King', 'King County', 'WA', 2_262_713])
  assert.equal(gazetteer.county('53999'), undefined)
  assert.equal(gazetteer.countyAt({ latitude: 47.6097, longitude: -122.3331 }), king)
  assert.deepEqual(gazetteer.countiesNamed('king', 'WA'), [king])
  assert.deepEqual(gazetteer.countiesNamed('King County', 'TX'), [gazetteer.county('48269')])
  const richmonds = gazetteer.countiesNamed('Richmond', 'VA').map(({ title }) => title)
  assert.deepEqual(richmonds, ['Richmond County', 'Richmond City'])
  assert.deepEqual(gazetteer.countiesNamed('Richmond City', 'VA'), [gazetteer.county('51760')])
})

test('a point is within the outline of its own county only', () => {
  const seattle = { latitude: 47.6097, longitude: -122.3331 }
  assert.equal(gazetteer.isInCounty(seattle, '53033'), true)
  assert.equal(gazetteer.isInCounty(seattle, '53061'), false)
  assert.equal(gazetteer.isInCounty(seattle, '36061'), false)
  assert.equal(gazetteer.isInCounty({ latitude: 30, longitude: -60 }, '12086'), false)
})

test('a point just off a coast belongs to the nearest county, and a point at sea belongs to none', () => {
  assert.equal(gazetteer.countyAt({ latitude: 41.8858, longitude: -87.59 })?.name, 'Cook')
  assert.equal(gazetteer.countyAt({ latitude: 30, longitude: -60 }), undefined)
})

test('recently assigned ZIPs are known', () => {
  const expected = {
    '75072': ['McKinney', 'TX', 'Collin', '48085'],
    '75036': ['Frisco', 'TX', 'Denton', '48121'],
    '72405': ['Jonesboro', 'AR', 'Craighead', '05031'],
    '72713': ['Bentonville', 'AR', 'Benton', '05007'],
    '89437': ['Sparks', 'NV', 'Storey', '32029'],
  }
  for (const [zipcode, facts] of Object.entries(expected)) {
    const place = gazetteer.zip(zipcode)
    assert.deepEqual([place?.city, place?.state, place?.county, place?.countyFips], facts, zipcode)
    assert.ok(gazetteer.zipsOfCity(place?.city ?? '', place?.state ?? '').some((zip) => zip.zipcode === zipcode))
    assert.ok(gazetteer.zipsOfCounty(place?.countyFips ?? '').some((zip) => zip.zipcode === zipcode))
  }
})

test('every ZIP of the reference has a city, and lies in a county of its state', () => {
  const zips = linesOf('zips')
  assert.equal(zips.length, 33_791)
  for (const [zipcode = '', countyFips] of zips) {
    const place = gazetteer.zip(zipcode)
    assert.ok(place !== undefined && place.city !== '', zipcode)
    assert.equal(place.countyFips, countyFips)
    assert.deepEqual(gazetteer.county(place.countyFips)?.state, place.state)
    const isCounted = !['AS', 'GU', 'MP', 'VI'].includes(place.state)
    assert.equal(Number.isFinite(place.population) && Number.isFinite(place.housingUnits), isCounted, zipcode)
  }
})

test('every postal ZIP in a state or territory is known, with its city and state', () => {
  // The package has no types. This module of the package maps ZIPs to their codes.
  const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as {
    codes: Record<string, { readonly city: string; readonly state: string }>
  }
  const states = new Set(gazetteer.states.map(({ code }) => code))
  const rows = Object.entries(codes).filter(([, { state }]) => states.has(state))
  assert.equal(rows.length, 41_898)
  const lost = rows.filter(([zipcode, { city, state }]) => {
    const place = gazetteer.zip(zipcode)
    return cityKey(place?.city ?? '') !== cityKey(city) || place?.state !== state
  })
  // This ZIP covers no area, and its coordinates are far outside its state.
  assert.deepEqual(
    lost.map(([zipcode]) => zipcode),
    ['96898'],
  )
})

test('every county of the reference is found by its code and by its title, in one state', () => {
  const counties = linesOf('counties')
  assert.equal(counties.filter((cells) => cells.at(-1) === '').length, 3235)
  for (const [fips = '', name, title = ''] of counties) {
    const county = gazetteer.county(fips)
    assert.deepEqual([county?.name, county?.title], [name, title])
    assert.ok(
      gazetteer.countiesNamed(title, county?.state ?? '').some((one) => one === county),
      title,
    )
  }
})

test('Connecticut has its counties and its planning regions, each by code and name', () => {
  const hartford = gazetteer.county('09003')
  assert.deepEqual([hartford?.title, hartford?.successor], ['Hartford County', '09110'])
  assert.deepEqual(gazetteer.countiesNamed('Hartford', 'CT'), [hartford])
  const capitol = gazetteer.county('09110')
  assert.deepEqual([capitol?.title, capitol?.population], ['Capitol Planning Region', 969_029])
  assert.deepEqual(gazetteer.countiesNamed('Capitol Planning Region', 'CT'), [capitol])
  const ofState = Array.from({ length: 200 }, (_, n) => gazetteer.county(`09${String(n).padStart(3, '0')}`))
  assert.equal(ofState.filter((county) => county !== undefined).length, 8 + 9)
  assert.equal(gazetteer.zip('06103')?.county, 'Hartford')
  assert.equal(gazetteer.countyAt({ latitude: 41.765, longitude: -72.673 })?.title, 'Hartford County')
})

test('points in a split county are in one of its parts', () => {
  assert.equal(gazetteer.countyAt({ latitude: 61.13, longitude: -146.35 })?.name, 'Chugach')
  assert.equal(gazetteer.countyAt({ latitude: 62.11, longitude: -145.54 })?.name, 'Copper River')
  assert.equal(gazetteer.county('02261')?.successor, '02063')
  assert.equal(gazetteer.zip('99686')?.countyFips, '02063')
})

test('populations are known for ZIPs with an area, for places and for counties', () => {
  assert.equal(gazetteer.zip('75072')?.population, 55_997)
  const box = gazetteer.zip('98111')
  assert.deepEqual([box?.city, box?.population], ['Seattle', undefined])
  const [seattle, ...others] = gazetteer.placesNamed('seattle', 'WA')
  assert.deepEqual([seattle?.code, seattle?.countyFips, others.length], ['5363000', ['53033'], 0])
  assert.ok((seattle?.population ?? 0) > 700_000)
  assert.deepEqual(gazetteer.placesNamed('St. Louis', 'MO'), gazetteer.placesNamed('Saint Louis', 'MO'))
  assert.deepEqual(gazetteer.placesNamed('Seattle', 'TX'), [])
  for (const [city, state] of [
    ['Nashville', 'TN'],
    ['Indianapolis', 'IN'],
    ['Louisville', 'KY'],
  ] as const) {
    assert.ok((gazetteer.placesNamed(city, state)[0]?.population ?? 0) > 500_000, city)
  }
})

test('a point on land has a county, a state and a time zone', () => {
  const point = { latitude: 47.6097, longitude: -122.3331 }
  const expected = { state: 'WA', county: 'King', countyFips: '53033', timeZone: 'America/Los_Angeles', point }
  assert.deepEqual(gazetteer.around(point), expected)
  assert.equal(gazetteer.around({ latitude: 30, longitude: -60 }), undefined)
})

/** Returns the cells of each line of a reference file. */
function linesOf(name: string): string[][] {
  return referenceLines(name).map((line) => line.split('|'))
}
