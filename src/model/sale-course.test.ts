import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, dayOf } from '../kit/base/clock.ts'
import type { HistoryEvent, HistoryEventName, Home, Listing } from './home.ts'
import { saleCourses } from './sale-course.ts'

/** The first day of each test. Events are dated from this day. */
const DAY = 20_000

function event(name: HistoryEventName, day: number, price?: number): HistoryEvent {
  return { date: dayOf((DAY + day) * DAY_MS), event: name, source: 'test', ...(price !== undefined && { price }) }
}

function listing(status: Listing['status'], change: Partial<Listing> = {}): Listing {
  return { kind: 'sale', status, listedBy: 'agent', ...change }
}

function coursesOf(history: readonly HistoryEvent[], last?: Listing) {
  const home: Home = {
    zpid: 1,
    source: 'test',
    sourceKey: '1',
    address: { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78704' },
    homeType: 'CONDO',
    facts: {},
    history,
    taxes: [],
    ...(last && { listing: last }),
  }
  return saleCourses(home).map((course) =>
    Object.fromEntries(
      Object.entries(course)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, typeof value === 'number' && isDay(key) ? value - DAY : value]),
    ),
  )
}

function isDay(key: string): boolean {
  return ['listed', 'pending', 'closed'].includes(key)
}

test('a history is split into courses whenever a listing begins, is removed or ends in a sale', () => {
  const history = [
    event('Listed for sale', 0, 500),
    event('Price change', 5, 480),
    event('Pending sale', 9),
    event('Sold', 40, 470),
    event('Listed for sale', 400, 600),
    event('Listing removed', 430),
    event('Listed for sale', 500, 650),
    event('Listed for sale', 600, 640),
  ]
  assert.deepEqual(coursesOf(history), [
    { state: 'over', listed: 0, pending: 9, closed: 40, asked: 480, paid: 470 },
    { state: 'over', listed: 400, asked: 600 },
    { state: 'over', listed: 500, asked: 650 },
    { state: 'over', listed: 600, asked: 640 },
  ])
})

test('sales that two sources report a few days apart count as one sale, later sales do not', () => {
  const sales = [event('Sold', 0), event('Sold', 20, 300), event('Sold', 60, 310)]
  assert.deepEqual(coursesOf(sales), [
    { state: 'over', closed: 0, paid: 300 },
    { state: 'over', closed: 60, paid: 310 },
  ])
})

test('a closed listing takes precedence over the history, and adds a sale that the history lacks', () => {
  const closed = listing('Closed', {
    onMarketMs: (DAY + 1) * DAY_MS,
    pendingDate: dayOf((DAY + 11) * DAY_MS),
    closeDate: dayOf((DAY + 41) * DAY_MS),
    listPrice: 490,
    closePrice: 471,
  })
  const course = { state: 'over', listed: 1, pending: 11, closed: 41, asked: 490, paid: 471 }
  assert.deepEqual(coursesOf([], closed), [course])
  assert.deepEqual(coursesOf([event('Listed for sale', 0, 500), event('Sold', 44, 470)], closed), [course])
  assert.deepEqual(coursesOf([event('Sold', -900, 300)], closed), [{ state: 'over', closed: -900, paid: 300 }, course])
})

test('a home on the market has a course with its state, and a failed deal leaves no trace', () => {
  const history = [event('Listed for sale', 0, 500), event('Pending sale', 8)]
  const pending = listing('Pending', { listPrice: 495 })
  assert.deepEqual(coursesOf(history, pending), [{ state: 'pending', listed: 0, pending: 8, asked: 495 }])
  assert.deepEqual(coursesOf(history, listing('Active')), [{ state: 'active', listed: 0, asked: 500 }])
  assert.deepEqual(coursesOf([], listing('ComingSoon')), [{ state: 'coming_soon' }])
  assert.deepEqual(coursesOf([], listing('ActiveUnderContract')), [{ state: 'backup' }])
})

test('neither leases nor failed listings that the history lacks are courses', () => {
  assert.deepEqual(coursesOf([{ ...event('Listed for rent', 0, 2), rental: true }]), [])
  assert.deepEqual(coursesOf([], listing('Withdrawn', { listPrice: 3 })), [])
  assert.deepEqual(coursesOf([], listing('Closed')), [])
  assert.deepEqual(coursesOf([], { ...listing('Active'), kind: 'lease' }), [])
})
