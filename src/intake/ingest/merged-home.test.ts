import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import type { Home, Listing } from '../../model/home.ts'
import { mergedHome } from './merged-home.ts'

const ADDRESS = { streetAddress: '12 Main St', city: 'Seattle', state: 'WA', zipcode: '98103' }
const ACTIVE: Listing = { kind: 'sale', status: 'Active', listedBy: 'agent', mlsName: 'North', mlsId: 'N1' }

/** Merges records of two sources. The home has the id of the first record. */
function merged(first: Partial<Home>, second: Partial<Home>, precedence: Readonly<Record<string, number>> = {}): Home {
  const records = [
    home(1, { source: 'first', address: ADDRESS, facts: {}, ...first }),
    home(2, { source: 'second', address: ADDRESS, facts: {}, ...second }),
  ]
  return mergedHome(1, records, new Map(Object.entries(precedence)))
}

test('a stated ZIP is not marked as guessed, and a ZIP that no record states is', () => {
  const guessed = { address: { ...ADDRESS, zipcodeFrom: 'coordinates' as const } }
  assert.equal(merged(guessed, {}).address.zipcodeFrom, undefined)
  assert.equal(merged({}, guessed).address.zipcodeFrom, undefined)
  assert.equal(merged(guessed, guessed).address.zipcodeFrom, 'coordinates')
})

test('a stated ZIP is replaced neither by a later guess nor by a missing ZIP', () => {
  const { streetAddress: _street, ...place } = ADDRESS
  const guess = { address: { ...ADDRESS, zipcode: '98107', zipcodeFrom: 'coordinates' as const } }
  const none = { address: { ...ADDRESS, zipcode: '' } }
  for (const address of [ADDRESS, { ...place, streetAddress: '' }]) {
    for (const later of [guess, none]) assert.deepEqual(merged({ address }, later, { second: 9 }).address, ADDRESS)
  }
  assert.equal(merged(guess, none, { second: 9 }).address.zipcode, '98107', 'a guess tells more than nothing')
})

test('if one listing forbids valuations, the home is not valued, whichever listing is shown', () => {
  const forbidden: Listing = { ...ACTIVE, noValuation: true }
  const other: Listing = { kind: 'sale', status: 'Active', listedBy: 'agent', mlsName: 'South', mlsId: 'S9' }
  assert.equal(merged({ listing: forbidden }, { listing: other }, { second: 9 }).listing?.noValuation, true)
  const lease: Listing = { ...other, kind: 'lease' }
  assert.equal(merged({ listing: lease }, { listing: forbidden }, { first: 9 }).listing?.noValuation, true)
  const over: Listing = { ...forbidden, status: 'Closed' }
  assert.equal(merged({ listing: over }, { listing: other }, { second: 9 }).listing?.noValuation, undefined)
})

test('a part that one record forbids showing is not shown, whatever the precedence', () => {
  const hidden = { address: { ...ADDRESS, undisclosed: true as const } }
  assert.equal(merged(hidden, {}, { second: 9 }).address.undisclosed, true)
  assert.equal(merged({}, hidden, { first: 9 }).address.undisclosed, true)
})

test('an estimate keeps its own range, and the rent comes from any record that has one', () => {
  const { estimate } = merged(
    { estimate: { value: 500, lowPercent: 5 } },
    { estimate: { value: 600, highPercent: 9, rent: 3 } },
  )
  assert.deepEqual(estimate, { value: 500, lowPercent: 5, rent: 3 })
})

test('the same listing in two records is filled from both, and two listings are not mixed', () => {
  const twin = { ...ACTIVE, mlsName: 'South', mlsId: 'S9', description: 'Bright' }
  assert.deepEqual(merged({ listing: ACTIVE }, { listing: twin }).listing, { ...ACTIVE, description: 'Bright' })
  const other = { ...ACTIVE, mlsId: 'N2', description: 'Bright' }
  assert.deepEqual(merged({ listing: ACTIVE }, { listing: other }).listing, ACTIVE)
})

test('an address comes from one record, preferably one with a street', () => {
  const elsewhere = { address: { ...ADDRESS, streetAddress: '', zipcode: '98104', county: 'King' } }
  assert.deepEqual(merged(elsewhere, {}, { first: 9 }).address, ADDRESS)
  const county = { address: { ...ADDRESS, streetAddress: '', county: 'King' } }
  assert.deepEqual(merged(county, {}, { first: 9 }).address, { ...ADDRESS, county: 'King' })
})

test('recorded events are combined, and a document that both records report counts once, as the first record says', () => {
  const deed = (source: string, document?: string) =>
    ({ day: '2020-01-02', type: 'Deed', source, key: `${source}-1`, ...(document && { document }) }) as const
  const lien = { day: '2019-01-02', type: 'Lien', source: 'second', key: 'l' } as const
  const events = (one: Partial<Home>, other: Partial<Home>) =>
    merged(one, other, { first: 9 }).recorded?.map(({ key }) => key)
  assert.deepEqual(events({ recorded: [deed('first', 'd1')] }, { recorded: [lien, deed('second', 'd1')] }), [
    'l',
    'first-1',
  ])
  assert.deepEqual(events({ recorded: [deed('first')] }, { recorded: [deed('second')] }), ['first-1', 'second-1'])
  const twice = [deed('first', 'd1'), { ...deed('first', 'd1'), key: 'again' }]
  assert.deepEqual(events({ recorded: twice }, {}), ['again', 'first-1'])
  assert.equal(events({}, {}), undefined)
})
