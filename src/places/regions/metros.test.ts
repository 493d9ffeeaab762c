import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadGazetteer } from './gazetteer.ts'
import { allMetros, metroOfCounty, metrosNamed } from './metros.ts'

test('every county of a metro exists, and belongs to no other metro', () => {
  const gazetteer = loadGazetteer()
  const counties = allMetros().flatMap((metro) => metro.countyFips)
  for (const fips of counties) assert.ok(gazetteer.county(fips), fips)
  assert.equal(new Set(counties).size, counties.length)
  assert.equal(new Set(allMetros().map(({ code }) => code)).size, 935)
})

test('a metro has a county in the state of its principal city', () => {
  const gazetteer = loadGazetteer()
  for (const { name, state, countyFips } of allMetros()) {
    assert.ok(
      countyFips.some((fips) => gazetteer.county(fips)?.state === state),
      name,
    )
  }
})

test('the large metros are there, under the counties of their cities', () => {
  const expected = {
    '53033': 'Seattle',
    '48453': 'Austin',
    '36061': 'New York',
    '06037': 'Los Angeles',
    '17031': 'Chicago',
    '48113': 'Dallas',
    '48201': 'Houston',
    '04013': 'Phoenix',
    '42101': 'Philadelphia',
    '13121': 'Atlanta',
    '12086': 'Miami',
    '08031': 'Denver',
    '25025': 'Boston',
    '27053': 'Minneapolis',
    '41051': 'Portland',
    '06073': 'San Diego',
    '12057': 'Tampa',
    '37119': 'Charlotte',
    '47037': 'Nashville',
    '20091': 'Kansas City',
    '49035': 'Salt Lake City',
    '32003': 'Las Vegas',
  }
  for (const [fips, city] of Object.entries(expected)) assert.ok(metroOfCounty(fips)?.name.startsWith(city), city)
  assert.equal(metroOfCounty('48301'), undefined)
})

test('every metro is found by its name and by its first city, each with its state', () => {
  for (const metro of allMetros()) {
    const { name, state } = metro
    assert.deepEqual(metrosNamed(name, state), [metro], name)
    assert.deepEqual(metrosNamed(name.split(/[-/]/)[0] ?? '', state), [metro], name)
  }
})

test('a metro is found by its names in other delineations', () => {
  const expected = {
    'Austin-Round Rock-Georgetown, TX': '12420',
    'Austin-Round Rock, TX': '12420',
    'Atlanta-Sandy Springs-Alpharetta, GA': '12060',
    'Cleveland-Elyria, OH': '17410',
    'Boise City, ID': '14260',
    'Dayton-Kettering, OH': '19430',
    'Cincinnati-Middletown, OH': '17140',
    'Hartford-West Hartford-East Hartford, CT': '25540',
    'New Haven-Milford, CT': '35300',
    'Dallas-Fort Worth, TX': '19100',
    'Seattle-Tacoma, WA': '42660',
    'Minneapolis-St. Paul, MN': '33460',
  }
  for (const [written, code] of Object.entries(expected)) assert.deepEqual(codesNamed(written), [code], written)
})

test('the name of a division or of a combined area does not mean a metro', () => {
  const others = [
    'Dallas-Plano-Irving, TX',
    'Chicago-Naperville-Evanston, IL',
    'Seattle-Bellevue-Kent, WA',
    'Dayton-Springfield-Kettering, OH',
    'Austin-Dallas, TX',
    'Fort Worth, TX',
  ]
  for (const written of others) assert.deepEqual(codesNamed(written), [], written)
})

test('a former county belongs to the metro of its successor', () => {
  const metros = { '09001': '14860', '09003': '25540', '09009': '35300', '09110': '25540', '12025': '33100' }
  for (const [fips, code] of Object.entries(metros)) assert.equal(metroOfCounty(fips)?.code, code, fips)
})

function codesNamed(written: string): string[] {
  const [name = '', state] = written.split(', ')
  return metrosNamed(name, state).map(({ code }) => code)
}
