import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadGazetteer } from './gazetteer.ts'
import { METROS, metroOfCounty } from './metros.ts'

test('every county of a metro exists, and belongs to no other metro', () => {
  const gazetteer = loadGazetteer()
  const counties = METROS.flatMap((metro) => metro.countyFips)
  for (const fips of counties) assert.ok(gazetteer.county(fips), fips)
  assert.equal(new Set(counties).size, counties.length)
  assert.equal(new Set(METROS.map(({ code }) => code)).size, METROS.length)
})

test('a metro has a county in the state of its principal city', () => {
  const gazetteer = loadGazetteer()
  for (const { name, state, countyFips } of METROS) {
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
