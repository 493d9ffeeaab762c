import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import type { Home, HomeFacts, Point } from '../../model/home.ts'
import { likenessOf, sameHome, speaksAgainst } from './same-home.ts'

const POINT = { latitude: 47.67, longitude: -122.34 }
const PLACE = { city: 'Seattle', state: 'WA', zipcode: '98103', county: 'King', countyFips: '53033' }

type Told = Partial<Omit<Home, 'address' | 'facts'>> & { readonly facts?: HomeFacts }

/** Returns a detached house. `told` overrides its facts. */
function at(streetAddress: string, told: Told = {}, place: Partial<Home['address']> = {}): Home {
  const facts = told.facts ?? { livingArea: 1500, bedroomsTotal: 3, yearBuilt: 1950 }
  return home(1, {
    point: POINT,
    homeType: 'SINGLE_FAMILY',
    ...told,
    facts,
    address: { ...PLACE, ...place, streetAddress },
  })
}

function northward(metres: number): { readonly point: Point } {
  return { point: { ...POINT, latitude: POINT.latitude + metres / 111_195 } }
}

function withoutPoint({ point: _point, ...rest }: Home): Home {
  return rest
}

const ruleOf = (one: Home, other: Home) => {
  const rules = [sameHome(likenessOf(one), likenessOf(other)), sameHome(likenessOf(other), likenessOf(one))]
  assert.equal(rules[0]?.rule, rules[1]?.rule, 'it does not matter which record comes first')
  return rules[0]?.rule
}

const HERE = at('12 N Main Street')

const SAME_HOMES: readonly (readonly [why: string, other: Home])[] = [
  ['another spelling', at('12 north main st.')],
  ['no direction', at('12 Main St')],
  ['no suffix', at('12 N Main')],
  ['the direction behind', at('12 Main St N')],
  ['100 metres between geocoders', at('12 N Main St', northward(100))],
  ['a geocoder that knows the street only, and the same size', at('12 N Main St', northward(800))],
  ['no coordinates on one side', withoutPoint(at('12 N Main St'))],
  ['no sizes on one side', at('12 N Main St', { facts: {} })],
  ['an area measured in another way', at('12 N Main St', { facts: { livingArea: 1700, bedroomsTotal: 3 } })],
  ['another name for the city', at('12 N Main St', {}, { city: 'Fremont' })],
]

for (const [why, other] of SAME_HOMES) {
  test(`one address is one home: ${why}`, () => assert.equal(ruleOf(HERE, other), 'address'))
}

const APART: readonly (readonly [why: string, one: Home, other: Home])[] = [
  ['another house number', HERE, at('14 N Main St')],
  ['another unit', at('12 Main St Apt 1'), at('12 Main St Apt 2')],
  ['another suffix', HERE, at('12 N Main Ave')],
  ['another direction', HERE, at('12 S Main St')],
  ['another ZIP', HERE, at('12 N Main St', {}, { zipcode: '98104' })],
  ['too far', HERE, at('12 N Main St', northward(1500))],
  ['not near, without the same size', HERE, at('12 N Main St', { ...northward(300), facts: { livingArea: 1500 } })],
  ['no coordinates, another city', HERE, withoutPoint(at('12 N Main St', {}, { city: 'Fremont' }))],
  [
    'the twin next door, which is larger',
    HERE,
    at('12 N Main St', { facts: { livingArea: 2000, bedroomsTotal: 3, yearBuilt: 1950 } }),
  ],
  [
    'a new house on the old lot',
    HERE,
    at('12 N Main St', { facts: { livingArea: 1600, bedroomsTotal: 4, yearBuilt: 2021 } }),
  ],
  ['a vacant lot', HERE, at('12 N Main St', { homeType: 'LOT', facts: {} })],
  ['flats without units', at('12 Main St', { homeType: 'CONDO' }), at('12 Main St', { homeType: 'CONDO' })],
  ['another parcel', at('12 Main St', { parcelNumber: '12345-01' }), at('12 Main St', { parcelNumber: '12345-02' })],
  ['no street', at(''), at('')],
  ['no ZIP on either side', at('12 N Main St', {}, { zipcode: '' }), at('12 N Main St', {}, { zipcode: '' })],
  [
    'no ZIP on either side, another city',
    withoutPoint(at('12 N Main St', {}, { zipcode: '' })),
    withoutPoint(at('12 N Main St', {}, { zipcode: '', city: 'Tacoma' })),
  ],
]

for (const [why, one, other] of APART) {
  test(`two homes stay two: ${why}`, () => assert.equal(ruleOf(one, other), undefined))
}

const PARCEL = { parcelNumber: '0123-456.789' }

test('one parcel number in one county is one home, in any spelling and with any address', () => {
  assert.equal(ruleOf(at('12 Main St', PARCEL), at('', { parcelNumber: '123456789' })), 'parcel')
  assert.equal(ruleOf(at('12 Main St', PARCEL), at('12 Main Street W', { ...PARCEL, ...northward(1200) })), 'parcel')
})

test('equal parcel numbers are not one home in another county, or with another unit, house number or building', () => {
  const here = at('12 Main St Apt 1', PARCEL)
  assert.equal(ruleOf(here, at('', PARCEL, { countyFips: '53061', county: 'Snohomish' })), undefined)
  assert.equal(ruleOf(here, at('12 Main St Apt 2', PARCEL)), undefined)
  assert.equal(ruleOf(here, at('14 Main St', PARCEL)), undefined)
  assert.equal(
    ruleOf(here, at('12 Main St Apt 1', { ...PARCEL, facts: { livingArea: 3000, yearBuilt: 2020 } })),
    undefined,
  )
})

const LATER: HomeFacts = { livingArea: 860, bedroomsTotal: 2 }
const NOWHERE = { zipcode: '' }

const ON_A_PARCEL: readonly (readonly [why: string, one: Home, other: Home, isAgainst: boolean])[] = [
  ['another house and unit, no ZIP', at('100 Main St APT 2', PARCEL), at('104 Main St APT 9', PARCEL, NOWHERE), true],
  ['another unit, no ZIP', at('100 Main St APT 2', PARCEL), at('100 Main St APT 9', PARCEL, NOWHERE), true],
  ['another house, another ZIP', at('100 Main St', PARCEL), at('104 Main St', PARCEL, { zipcode: '98104' }), true],
  [
    'flats without units, unlike in size',
    at('100 Main St', { ...PARCEL, homeType: 'CONDO', facts: { livingArea: 700, bedroomsTotal: 1 } }),
    at('100 Main St', { ...PARCEL, homeType: 'CONDO', facts: LATER }),
    false,
  ],
  [
    'a flat without a unit, and one without a street, of unknown size',
    at('100 Main St', { ...PARCEL, homeType: 'CONDO' }),
    at('', { ...PARCEL, homeType: 'CONDO', facts: {} }),
    false,
  ],
  ['no streets and no sizes', at('', { ...PARCEL, facts: {} }), at('', { ...PARCEL, facts: {} }), false],
  [
    'another area, though all else agrees',
    at('100 Main St', { ...PARCEL, facts: { livingArea: 700, bedroomsTotal: 2, yearBuilt: 1950 } }),
    at('100 Main St', { ...PARCEL, facts: { livingArea: 2100, bedroomsTotal: 2, yearBuilt: 1950 } }),
    true,
  ],
]

for (const [why, one, other, isAgainst] of ON_A_PARCEL) {
  test(`two homes on one parcel stay two: ${why}`, () => {
    assert.equal(ruleOf(one, other), undefined)
    assert.equal(speaksAgainst(likenessOf(one), likenessOf(other)), isAgainst)
  })
}

test('on one parcel, the size shows which apartment a record without a unit or a street means', () => {
  const facts = { livingArea: 812, bedroomsTotal: 2 }
  const flat = at('100 Main St APT 2', { ...PARCEL, homeType: 'CONDO', facts })
  assert.equal(ruleOf(flat, at('100 Main St', { ...PARCEL, homeType: 'CONDO', facts }, NOWHERE)), 'parcel')
  assert.equal(ruleOf(flat, at('', { ...PARCEL, homeType: 'CONDO', facts })), 'parcel')
})

test('placeholders for a missing parcel number merge nothing', () => {
  for (const parcelNumber of ['0', 'N/A', '000000', '1111', 'NONE-1']) {
    assert.equal(ruleOf(at('1 Main St', { parcelNumber }), at('', { parcelNumber })), undefined, parcelNumber)
  }
})

test('a shortened parcel number is not a contradiction', () => {
  assert.equal(
    ruleOf(at('12 Main St', { parcelNumber: '123456' }), at('12 Main St', { parcelNumber: '123456-0000' })),
    'address',
  )
})

test('a unit that one record omits is found only by the same size', () => {
  const flat = at('12 Main St Apt 4', { homeType: 'CONDO', facts: { livingArea: 812, bedroomsTotal: 2, bathrooms: 1 } })
  const without = (facts: HomeFacts) => at('12 Main St', { homeType: 'CONDO', facts })
  assert.equal(ruleOf(flat, without({ livingArea: 812, bedroomsTotal: 2, bathrooms: 1 })), 'unit left out')
  assert.equal(ruleOf(flat, without({ livingArea: 812, bedroomsTotal: 2, bathrooms: 2 })), undefined)
  assert.equal(ruleOf(flat, without({ livingArea: 840, bedroomsTotal: 2 })), undefined)
  assert.equal(ruleOf(flat, without({ livingArea: 812 })), undefined)
})
