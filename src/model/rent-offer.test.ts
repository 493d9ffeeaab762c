import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, dayOf } from '../kit/base/clock.ts'
import type { HistoryEvent, HistoryEventName, Listing } from './home.ts'
import { rentOffers } from './rent-offer.ts'

const DAY = 20_000

function event(name: HistoryEventName, day: number, price: number): HistoryEvent {
  return { date: dayOf(day * DAY_MS), event: name, price, rental: true, source: 'test' }
}

function offersOf(history: readonly HistoryEvent[], listing?: Partial<Listing>) {
  const lease: Listing = { kind: 'lease', status: 'Active', listedBy: 'owner', ...listing }
  return rentOffers({
    zpid: 1,
    source: 'test',
    sourceKey: '1',
    address: { streetAddress: '', city: '', state: 'TX', zipcode: '' },
    homeType: 'CONDO',
    facts: {},
    history,
    taxes: [],
    ...(listing && { listing: lease }),
  })
}

test('every offer in the history has the last asking rent', () => {
  const history = [
    event('Listed for rent', DAY, 2000),
    event('Price change', DAY + 3, 1900),
    event('Listed for rent', DAY + 400, 2100),
  ]
  assert.deepEqual(offersOf(history), [
    { listed: DAY, rent: 1900, available: false },
    { listed: DAY + 400, rent: 2100, available: false },
  ])
})

test('the listing is the offer of its day, and counts as available while it is active', () => {
  const history = [event('Listed for rent', DAY, 2000)]
  const listing = { onMarketMs: DAY * DAY_MS, listPrice: 1950 }
  assert.deepEqual(offersOf(history, listing), [{ listed: DAY, rent: 1950, available: true }])
  assert.deepEqual(offersOf([], listing), [{ listed: DAY, rent: 1950, available: true }])
  assert.deepEqual(offersOf([], { ...listing, status: 'Closed' }), [{ listed: DAY, rent: 1950, available: false }])
  assert.deepEqual(offersOf([], { listPrice: 1950 }), [{ listed: undefined, rent: 1950, available: true }])
})

test('rooms, sales and listings without a rent are not offers', () => {
  assert.deepEqual(offersOf([event('Listed for rent', DAY, 900)], { listPrice: 900, lease: { space: 'room' } }), [])
  assert.deepEqual(offersOf([], { kind: 'sale', listPrice: 300_000 }), [])
  assert.deepEqual(offersOf([], {}), [])
})
