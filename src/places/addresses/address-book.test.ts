import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Building } from '../../model/building.ts'
import type { Home, HomeAddress } from '../../model/home.ts'
import { addressEntry, buildingEntry } from './address-book.ts'

const address: HomeAddress = { streetAddress: '1204 N Lamar Blvd APT 4', city: 'Austin', state: 'TX', zipcode: '78703' }

function homeAt(changes: Partial<HomeAddress>): Home {
  return {
    zpid: 7,
    source: 'test',
    sourceKey: '7',
    address: { ...address, ...changes },
    homeType: 'CONDO',
    facts: {},
    history: [],
    taxes: [],
  }
}

const expected = {
  display: '1204 N Lamar Blvd APT 4, Austin, TX 78703',
  houseNumber: '1204',
  preDirection: 'n',
  street: 'lamar',
  suffix: 'blvd',
  postDirection: '',
  unit: '4',
  city: 'austin',
  state: 'TX',
  zipcode: '78703',
}

test('a home is in the book with its parts', () => {
  assert.deepEqual(addressEntry(homeAt({})), { id: 7, kind: 'home', ...expected })
})

test('a building is in the book under its lotid', () => {
  const building: Building = {
    lotId: 'lot-1',
    source: 'test',
    sourceKey: '1',
    name: 'The Lamar',
    address: { ...address, streetAddress: '1204 N Lamar Blvd' },
    point: { latitude: 30, longitude: -97 },
    amenities: [],
    floorPlans: [],
  }
  assert.deepEqual(buildingEntry(building), {
    ...expected,
    id: 'lot-1',
    kind: 'building',
    display: '1204 N Lamar Blvd, Austin, TX 78703',
    unit: '',
  })
})

test('a home without a street, or whose address must not be shown, is not in the book', () => {
  assert.equal(addressEntry(homeAt({ streetAddress: '' })), undefined)
  assert.equal(addressEntry(homeAt({ streetAddress: ' - ' })), undefined)
  assert.equal(addressEntry(homeAt({ undisclosed: true })), undefined)
})

test('unknown parts leave no gap in the displayed address', () => {
  assert.equal(addressEntry(homeAt({ city: '', zipcode: '' }))?.display, '1204 N Lamar Blvd APT 4, TX')
  assert.equal(addressEntry(homeAt({ city: '', state: '', zipcode: '' }))?.display, '1204 N Lamar Blvd APT 4')
})
