import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { homes } from '../../../test/catalog/changing-records.ts'
import type { Home, HomeAddress, Listing } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import { isSameRecord, kindsOf } from './change-kinds.ts'

const LISTED: Listing = { kind: 'sale', status: 'Active', listedBy: 'agent', listPrice: 500_000 }
const SOLD_ONCE: Home['history'] = [{ date: '2010-05-01', event: 'Sold', source: 'county' }]
const DEED = { day: '2010-05-01', type: 'Deed', source: 'county' } as const
const LISTED_ONCE: Home['history'] = [{ date: '2010-04-01', event: 'Listed for sale', source: 'mls' }]

const UNLISTED: Home = {
  zpid: 1,
  source: 'test',
  sourceKey: '1',
  address: { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78704' },
  homeType: 'CONDO',
  facts: { bedroomsTotal: 2 },
  history: [],
  taxes: [],
}

function listed(listing: Partial<Listing> = {}, home: Partial<Home> = {}): Home {
  return { ...UNLISTED, ...home, listing: { ...LISTED, ...listing } }
}

const undisclosed: HomeAddress = { ...UNLISTED.address, undisclosed: true }

const CASES: readonly [what: string, before: Home | undefined, after: Home | undefined, kinds: string][] = [
  ['a record is new', undefined, UNLISTED, 'new'],
  ['a record is removed', listed(), undefined, 'gone'],
  ['a home that was never listed is listed', { ...UNLISTED, history: SOLD_ONCE }, listed(), 'new'],
  ['a home that was never listed is sold', UNLISTED, listed({ status: 'Closed', closePrice: 1 }), 'new status'],
  ['a home is listed again', { ...UNLISTED, history: LISTED_ONCE }, listed(), 'back'],
  ['a withdrawn home is listed again', listed({ status: 'Withdrawn' }), listed(), 'back status'],
  ['a sold home is listed again for more', listed({ status: 'Closed', listPrice: 1 }), listed(), 'back price status'],
  ['a listing is taken away', listed(), UNLISTED, 'gone'],
  ['a listing is withdrawn', listed(), listed({ status: 'Withdrawn' }), 'gone status'],
  ['a withdrawn listing is taken away', listed({ status: 'Expired' }), UNLISTED, 'facts'],
  ['a price changes', listed(), listed({ listPrice: 490_000 }), 'price'],
  [
    'a home is sold',
    listed(),
    listed({ status: 'Closed', closePrice: 490_000, closeDate: '2024-05-01' }),
    'price status',
  ],
  [
    'a sold home is sold again',
    listed({ status: 'Closed', closeDate: '2014-05-01' }),
    listed({ status: 'Closed', closeDate: '2024-05-01' }),
    'status',
  ],
  ['a home is under contract', listed(), listed({ status: 'Pending', pendingDate: '2024-05-01' }), 'status'],
  ['a fact changes', listed(), { ...listed(), facts: { bedroomsTotal: 3 } }, 'facts'],
  ['a part of the listing changes', listed(), listed({ description: 'pool' }), 'facts'],
  ['an event of the past becomes known', UNLISTED, { ...UNLISTED, history: SOLD_ONCE }, 'history'],
  ['a deed is recorded', UNLISTED, { ...UNLISTED, recorded: [DEED] }, 'history'],
  ['an event comes with the price', listed(), listed({ listPrice: 1 }, { history: LISTED_ONCE }), 'price'],
  ['an event and a fact become known', UNLISTED, { ...UNLISTED, history: SOLD_ONCE, facts: {} }, 'facts history'],
  ['the address is withheld', listed(), listed({}, { address: undisclosed }), 'withheld'],
  ['the address is shown again', listed({}, { address: undisclosed }), listed(), 'withheld'],
]

for (const [what, before, after, kinds] of CASES)
  test(`the kinds are "${kinds}" if ${what}`, () => {
    assert.equal(kindsOf('home', before, after).join(' '), kinds)
  })

test('a record that existed before is back, and `wasThere` is called only if the record does not show this', () => {
  const yes = () => true
  const never = () => assert.fail('this is known')
  assert.deepEqual(kindsOf('home', undefined, UNLISTED, yes), ['back'])
  assert.deepEqual(kindsOf('home', UNLISTED, listed(), yes), ['back'])
  assert.deepEqual(kindsOf('home', { ...UNLISTED, history: LISTED_ONCE }, listed(), never), ['back'])
  assert.deepEqual(kindsOf('home', listed(), listed({ listPrice: 1 }), never), ['price'])
})

test('new timestamps, sightings and counts of visitors are not changes', () => {
  const photo = { url: 'https://example.com/1.jpg' }
  const before = listed({ photos: [photo] })
  const after: Home = {
    ...listed({ modifiedMs: 7, cumulativeDaysOnMarket: 8, photos: [{ ...photo, toldMs: 9 }] }),
    toldMs: 5,
    interest: { pageViews: 8 },
  }
  assert.deepEqual(kindsOf('home', before, after), [])
  const other = (value: string): Home => ({ ...UNLISTED, facts: { other: { Modified: value } } })
  assert.deepEqual(kindsOf('home', other('2024-05-01T10:00:00Z'), other('2024-05-02T10:00:00Z')), [])
  assert.deepEqual(kindsOf('home', other('2024-05-01'), other('2024-05-02')), ['facts'])
})

test('offers are gone or back as lists say, and their prices are events', () => {
  const offer = { offerId: 1, price: 5, area: 3, modifiedMs: 1, lastSeen: '2024-05-01' } as unknown as Offer // in part
  const later = { ...offer, modifiedMs: 2, lastSeen: '2024-05-02' }
  assert.deepEqual(kindsOf('offer', offer, later), [])
  assert.deepEqual(kindsOf('offer', offer, { ...later, goneSince: '2024-05-03' }), ['gone'])
  assert.deepEqual(kindsOf('offer', { ...offer, goneSince: '2024-05-03' }, { ...later, price: 4 }), ['back', 'price'])
  assert.deepEqual(kindsOf('offer', offer, { ...later, area: 4 }), ['facts'])
})

test('two records have kinds of change if and only if they differ', () => {
  fc.assert(
    fc.property(homes, homes, (before, after) => {
      assert.equal(kindsOf('home', before, after).length === 0, isSameRecord(before, after))
      assert.deepEqual(kindsOf('home', before, structuredClone(before)), [])
    }),
    { seed: 1, numRuns: 2000 },
  )
})
