import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ODD_HOMES } from '../../../../test/search/odd-homes.ts'
import type { Home, HomeFacts } from '../../../model/home.ts'
import { flagsOf, HOME_FLAGS } from '../../../model/home-columns.ts'
import { insightPhrases } from './insight-phrases.ts'
import { atAGlance } from './reso-at-a-glance.ts'
import { BATHS_AND_ROOMS } from './reso-baths.ts'
import { FEATURES } from './reso-features.ts'
import { FEES } from './reso-fees.ts'
import { STRUCTURE } from './reso-structure.ts'

const HOME: Home = {
  zpid: 1,
  source: 'test',
  sourceKey: '1',
  address: { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78704' },
  homeType: 'SINGLE_FAMILY',
  facts: {},
  history: [],
  taxes: [],
}

function baths(facts: HomeFacts, isLenient = false) {
  return BATHS_AND_ROOMS.of({ home: { facts }, surroundings: { isLenient } })
}

function kinds(bathrooms: number) {
  const shown = baths({ bathrooms })
  return [shown.bathroomsFull, shown.bathroomsThreeQuarter, shown.bathroomsHalf, shown.bathroomsOneQuarter]
}

test('if only the total of baths is known, its fraction is the kind of the last bath', () => {
  assert.deepEqual(kinds(2), [2, 0, 0, 0])
  assert.deepEqual(kinds(1.75), [1, 1, 0, 0])
  assert.deepEqual(kinds(2.5), [2, 0, 1, 0])
  assert.deepEqual(kinds(3.25), [3, 0, 0, 1])
  assert.deepEqual(kinds(0), [0, 0, 0, 0])
})

test('baths that the source counts by kind are kept as they are', () => {
  const shown = baths({ bathrooms: 3, bathroomsFull: 2, bathroomsHalf: 2 })
  assert.deepEqual([shown.bathroomsFull, shown.bathroomsHalf, shown.bathroomsFloat], [2, 2, 3])
})

test('bathrooms is a whole number, for clients that declare an integer: every bath counts as one', () => {
  const count = (facts: HomeFacts) => baths(facts).bathrooms
  assert.deepEqual([count({ bathrooms: 2.5 }), count({ bathrooms: 2 }), count({})], [3, 2, null])
  assert.equal(count({ bathrooms: 3, bathroomsFull: 2, bathroomsHalf: 2 }), 4)
  assert.equal(count({ bathrooms: 3.5, bathroomsFull: 1 }), 3) // the source names the kind of only one bath
})

test('numbers of baths are null if none is known, and 0 for clients that cannot take null', () => {
  const { rooms, ...unknown } = baths({})
  assert.deepEqual([...new Set(Object.values(unknown)), rooms], [null, []])
  assert.deepEqual(new Set(Object.values({ ...baths({}, true), rooms: 0 })), new Set([0]))
})

test('dues are monthly, as text; hasAssociation distinguishes no dues from unknown ones', () => {
  assert.deepEqual(FEES.of({ associationFee: 385 }).associationFee, '$385 monthly')
  assert.deepEqual(FEES.of({ associationFee: 1250, associationName: 'Lamar HOA' }).feesAndDues, [
    { type: 'Association fee', fee: '$1,250 monthly', name: 'Lamar HOA', phone: null },
  ])
  assert.deepEqual(
    [FEES.of({ associationFee: 0 }).hoaFee, FEES.of({ associationFee: 0 }).hasAssociation],
    [null, false],
  )
  assert.deepEqual([FEES.of({}).hoaFee, FEES.of({}).hasAssociation, FEES.of({}).associations], [null, null, []])
  assert.equal(FEES.of({ associationName: 'Lamar HOA' }).hasAssociation, true)
})

test('a flag is null if unknown, and a list that says None is empty', () => {
  const unknown = FEATURES.of({})
  assert.deepEqual([unknown.hasCooling, unknown.hasGarage, unknown.hasView, unknown.view], [null, null, null, null])
  const none = FEATURES.of({ cooling: ['None'], garageSpaces: 0, views: [], fireplacesTotal: 0 })
  assert.deepEqual([none.hasCooling, none.hasGarage, none.hasView, none.hasFireplace], [false, false, false, false])
  const some = FEATURES.of({
    hasCooling: true,
    attachedGarage: true,
    views: ['Water'],
    garageSpaces: 2,
    carportSpaces: 1,
  })
  assert.deepEqual([some.hasCooling, some.hasAttachedGarage, some.hasWaterfrontView], [true, true, true])
  assert.equal(some.coveredParkingCapacity, 3)
})

test('the year of construction is absent if unknown, and levels follow from the number of stories', () => {
  assert.equal(Object.hasOwn(STRUCTURE.of(HOME), 'yearBuilt'), false)
  const levels = (storiesTotal: number) => STRUCTURE.of({ ...HOME, facts: { storiesTotal } }).levels
  assert.deepEqual([1, 1.5, 2, 3.5].map(levels), ['One', 'One and One Half', 'Two', 'Three Or More'])
})

test('only known facts are listed at a glance', () => {
  assert.deepEqual(atAGlance(HOME), [{ factLabel: 'Type', factValue: 'Single Family' }])
  assert.deepEqual(atAGlance({ ...HOME, facts: { yearBuilt: 1998, garageSpaces: 1 } }).slice(1), [
    { factLabel: 'Year Built', factValue: '1998' },
    { factLabel: 'Parking', factValue: '1 space' },
  ])
})

test('insights are supported by the description or the features, and none are made up', () => {
  assert.deepEqual(insightPhrases(HOME), [])
  const listing = { kind: 'sale', status: 'Active', listedBy: 'agent' } as const
  assert.deepEqual(insightPhrases({ ...HOME, listing: { ...listing, description: 'A plain house.' } }), [])
  assert.deepEqual(insightPhrases({ ...HOME, listing: { ...listing, description: 'Granite; open-concept living.' } }), [
    'Granite countertops',
    'Open floor plan',
  ])
  assert.deepEqual(insightPhrases({ ...HOME, facts: { lotFeatures: ['Corner Lot'] } }), ['Corner lot'])
})

test('a document shows cooling and a garage exactly if filters find them', () => {
  const isFound = (home: Home, flag: 'cooling' | 'garage') => (flagsOf(home) & (1 << HOME_FLAGS.indexOf(flag))) !== 0
  for (const home of ODD_HOMES) {
    const { hasCooling, hasGarage } = FEATURES.of(home.facts)
    const said = JSON.stringify(home.facts)
    assert.equal(hasCooling === true, isFound(home, 'cooling'), said)
    assert.equal(hasGarage === true, isFound(home, 'garage'), said)
    if (home.facts.cooling?.join() === 'None') assert.equal(hasCooling, home.facts.hasCooling ?? false)
  }
})

test('dues are shown to the cent if they have cents', () => {
  assert.equal(FEES.of({ associationFee: 50.4 }).associationFee, '$50.40 monthly')
  assert.equal(FEES.of({ associationFee: 1385 }).associationFee, '$1,385 monthly')
})
