import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../src/kit/algorithms/median.ts'
import { DAY_MS, dayOf, startOfDay } from '../src/kit/base/clock.ts'
import type { HistoryEvent, Home, Listing } from '../src/model/home.ts'
import { largeSample } from '../test/sample/homes.ts'
import { TRIAL_NOW_MS } from '../test/sample/trial.ts'
import { ON_MARKET } from './market-tally.ts'
import { ECONOMIES } from './words/economies.ts'

/**
 * Distributions that the sample must have. Ranges contain the published figures for the United States; metros are close
 * to their own. `words/economies.ts` names the sources.
 */
const { home: homes } = await largeSample(60_000, 7)
const houses = homes.filter(({ homeType }) => homeType === 'SINGLE_FAMILY')
const dwellings = homes.filter(({ homeType }) => homeType !== 'LOT')
const lastYear = dayOf(TRIAL_NOW_MS - 365 * DAY_MS)

const listings = homes.flatMap(({ listing }) => listing ?? [])
const sold = listings.filter(({ kind, status }) => kind === 'sale' && status === 'Closed')
const forSale = listings.filter(({ kind, status }) => kind === 'sale' && ON_MARKET.has(status))

function within(value: number, least: number, most: number, what: string): void {
  assert.ok(value >= least && value <= most, `${what}: ${value}`)
}

function share<T>(list: readonly T[], fits: (one: T) => boolean): number {
  return list.filter(fits).length / list.length
}

function quantile(values: readonly number[], rank: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * rank)] as number // `rank` is below 1
}

function inMetro(city: string, list: readonly Home[] = homes): readonly Home[] {
  const counties = ECONOMIES.find((economy) => economy.city === city)?.counties ?? []
  return list.filter(({ address }) => counties.includes(address.countyFips ?? ''))
}

function inState(state: string): readonly Home[] {
  return homes.filter(({ address }) => address.state === state)
}

function medianOf(list: readonly Home[], figure: (home: Home) => number | undefined): number {
  return median(list.flatMap((home) => figure(home) ?? []))
}

function rentOf({ estimate }: Home): number | undefined {
  return estimate?.rent
}

function daysOf(event: HistoryEvent['event'], list: readonly Home[] = homes): string[] {
  return list.flatMap(({ history }) => history.filter((one) => one.event === event).map(({ date }) => date))
}

/** Returns the share of days by weekday, Monday first. */
function byWeekday(days: readonly string[]): readonly number[] {
  return [1, 2, 3, 4, 5, 6, 0].map((weekday) => share(days, (day) => new Date(day).getUTCDay() === weekday))
}

function daysToPending({ onMarketMs = 0, pendingDate = '' }: Listing): number {
  return (startOfDay(pendingDate) - startOfDay(dayOf(onMarketMs))) / DAY_MS
}

test('more homes are sold in summer than in winter, every year', () => {
  const days = daysOf('Sold').filter((day) => day < dayOf(TRIAL_NOW_MS).slice(0, 4))
  const ofMonths = (months: string) => share(days, (day) => months.split(' ').includes(day.slice(5, 7)))
  within(ofMonths('06 07'), 0.185, 0.225, 'June and July')
  within(ofMonths('01'), 0.05, 0.065, 'January')
  within(ofMonths('03') / ofMonths('02'), 1.2, 1.5, 'March to February')
})

test('deeds are recorded on working days, mostly Fridays, and homes are listed on Thursdays, rarely on weekends', () => {
  const closings = byWeekday(daysOf('Sold'))
  const listed = byWeekday(daysOf('Listed for sale'))
  assert.deepEqual(closings.slice(5), [0, 0])
  assert.equal(Math.max(...closings), closings[4])
  assert.equal(Math.max(...listed), listed[3])
  for (const weekend of listed.slice(5)) within(weekend, 0.04, 0.11, 'listed at a weekend')
})

test('homes for sale would last two to six months in every metro, the shortest in Boston and Chicago, the longest in Miami', () => {
  const supplyOf = (list: readonly Home[]) => {
    const active = list.filter(({ listing }) => listing?.kind === 'sale' && listing.status === 'Active').length
    return active / (daysOf('Sold', list).filter((day) => day >= lastYear).length / 12)
  }
  within(supplyOf(dwellings), 3, 4.5, 'in the country')
  // Metros with only twenty homes for sale may deviate by a quarter.
  for (const { city } of ECONOMIES) within(supplyOf(inMetro(city, dwellings)), 1.5, 7.5, city)
  const of = (states: string) => supplyOf(dwellings.filter(({ address }) => states.includes(address.state)))
  assert.ok(of('MA IL') < 3 && of('FL') > 4.5, `${of('MA IL')} and ${of('FL')}`)
})

test('half of the homes that are sold have a buyer within about five weeks, a few after half a year', () => {
  const days = sold.map(daysToPending)
  within(median(days), 25, 40, 'the median')
  within(days.reduce((sum, one) => sum + one, 0) / days.length, 40, 60, 'the mean')
  within(quantile(days, 0.97), 150, 260, 'the slowest three of a hundred')
  const active = forSale.filter(({ status }) => status === 'Active')
  const waiting = active.map(({ onMarketMs = 0 }) => (TRIAL_NOW_MS - onMarketMs) / DAY_MS)
  within(median(waiting), 40, 75, 'days since a home for sale was listed')
})

test('two to four of ten listings change their price, one change in ten is an increase, also for rents', () => {
  for (const kind of ['sale', 'lease'] as const) {
    let changes = 0
    let raises = 0
    const listed = homes.filter(({ listing }) => listing?.kind === kind && listing.onMarketMs !== undefined)
    const changed = listed.filter(({ history, listing }) => {
      const own = history.filter(
        ({ date, rental = false }) => rental === (kind === 'lease') && date >= dayOf(listing?.onMarketMs ?? 0),
      )
      own.forEach(({ event, price = 0 }, at) => {
        if (event !== 'Price change') return
        changes++
        if (price > (own[at - 1]?.price ?? 0)) raises++
      })
      return own.some(({ event }) => event === 'Price change')
    })
    within(changed.length / listed.length, 0.2, 0.4, kind)
    within(raises / changes, 0.07, 0.13, `raises of ${kind}`)
  }
})

test('homes sell at 98 to 100 % of the asking price, a fifth to a third of them above it, and some far above or below', () => {
  const paid = sold.map(({ closePrice = 0, listPrice = 0 }) => closePrice / listPrice)
  within(median(paid), 0.98, 1, 'the median')
  within(
    share(paid, (one) => one > 1),
    0.2,
    0.33,
    'above',
  )
  within(
    share(paid, (one) => one === 1),
    0.13,
    0.23,
    'at what was asked',
  )
  assert.ok(Math.min(...paid) < 0.85 && Math.max(...paid) > 1.12)
})

test('no two listings begin at the same time, and none changed before its last event', () => {
  for (const time of ['onMarketMs', 'modifiedMs'] as const) {
    const times = listings.flatMap((listing) => listing[time] ?? [])
    assert.ok(times.length - new Set(times).size <= 1, time)
  }
  for (const { history, listing, zpid } of homes)
    if (listing) assert.ok(dayOf(listing.modifiedMs ?? 0) >= (history.at(-1)?.date ?? ''), String(zpid))
})

test('new homes close on many days, and no owner of a new home has failed to pay', () => {
  const built = listings.filter(({ newConstruction }) => newConstruction === true)
  const closings = built.flatMap(({ closeDate }) => closeDate ?? [])
  const busiest = Math.max(...[...Map.groupBy(closings, (day) => day).values()].map((days) => days.length))
  assert.ok(closings.length > 200 && busiest < 0.05 * closings.length, `${busiest} of ${closings.length} on one day`)
  assert.ok(built.every(({ conditions }) => conditions === undefined))
})

test('a home with one more bedroom rents for more, in every metro and state', () => {
  const groups = [...ECONOMIES.map(({ city }) => inMetro(city)), ...['NJ', 'NY', 'CA', 'TX', 'FL'].map(inState)]
  for (const group of groups) {
    const byBedrooms = [0, 1, 2, 3, 4].map((bedrooms) => group.filter(({ facts }) => facts.bedroomsTotal === bedrooms))
    const rents = byBedrooms.filter((list) => list.length >= 30).map((list) => medianOf(list, rentOf))
    const sorted = rents.toSorted((one, other) => one - other)
    assert.deepEqual(rents, sorted, `${group[0]?.address.city}: ${rents.join()}`)
  }
})

test('two bedrooms rent for about the Fair Market Rent of their metro, and for nearly 3,000 in San Francisco', () => {
  for (const { city, rent } of ECONOMIES) {
    const two = inMetro(city).filter(({ facts }) => facts.bedroomsTotal === 2)
    const ratio = medianOf(two, rentOf) / rent
    assert.ok(ratio > 0.82 && ratio < 1.12, `${city}: ${ratio}`)
  }
  const one = inMetro('San Francisco').filter(({ facts }) => facts.bedroomsTotal === 1)
  assert.ok(medianOf(one, rentOf) > 2500 && medianOf(one, rentOf) < 3200)
})

test('the tax is that of the state: highest in New Jersey, lowest in Arizona, Colorado and Tennessee', () => {
  const BANDS = 'NJ 1.8 2.3|IL 1.7 2.1|TX 1.35 1.7|WA 0.7 0.95|CA 0.6 0.8|FL 0.75 1|NY 0.8 1|NC 0.6 0.8|AZ 0.4 0.6'
  for (const band of `${BANDS}|CO 0.4 0.6|TN 0.45 0.65`.split('|')) {
    const [state = '', least, most] = band.split(' ')
    const percent = medianOf(inState(state), ({ taxes, estimate }) => {
      const paid = taxes.at(-1)?.taxPaid
      return paid && estimate?.value && (100 * paid) / estimate.value
    })
    assert.ok(percent > Number(least) && percent < Number(most), `${state}: ${percent} %`)
  }
})

test('most waterfront homes are in Miami, some in Seattle, few in Dallas, hardly any in Phoenix', () => {
  const shares = ['Miami', 'Seattle', 'Dallas', 'Phoenix'].map((city) => {
    const own = inMetro(city)
    return own.filter(({ facts }) => facts.waterfront === true).length / own.length
  })
  assert.deepEqual(
    shares,
    shares.toSorted((one, other) => other - one),
  )
  assert.ok((shares[0] ?? 0) > 0.06 && (shares[3] ?? 1) < 0.006, shares.join())
})

test('houses of the South and of Denver are larger than those of New York, Los Angeles and Boston', () => {
  const areaOf = (city: string) => medianOf(inMetro(city, houses), ({ facts }) => facts.livingArea)
  const large = ['Dallas', 'Austin', 'Atlanta', 'Charlotte', 'Denver'].map(areaOf)
  const small = ['New York', 'Los Angeles', 'San Francisco', 'Boston'].map(areaOf)
  assert.ok(Math.min(...large) > 1.12 * Math.max(...small), `${large.join()} and ${small.join()}`)
})

test('no figure of a home is rounder than in public records', () => {
  const figures: Readonly<Record<string, (home: Home) => number | undefined>> = {
    area: ({ facts }) => facts.livingArea,
    lot: ({ facts }) => facts.lotSizeSquareFeet,
    dues: ({ facts }) => facts.associationFee || undefined,
    assessment: ({ taxes }) => taxes.at(-1)?.assessedValue,
    number: ({ address, lotId }) => (lotId === undefined ? undefined : Number.parseInt(address.streetAddress, 10)),
  }
  for (const [name, figure] of Object.entries(figures)) {
    const list = homes.flatMap((home) => figure(home) ?? [])
    const round = list.filter((one) => one % 10 === 0).length / list.length
    assert.ok(round > 0.07 && round < 0.13, `${name}: ${round} end with 0`)
  }
})

test('a city has one spelling, and no manufactured home is older than the standard of its kind by ten years', () => {
  const spellings = new Set(homes.map(({ address }) => `${address.city}, ${address.state}`))
  assert.ok(spellings.has('McKinney, TX'))
  assert.equal(new Set([...spellings].map((city) => city.toLowerCase().replace(/\bmc /, 'mc'))).size, spellings.size)
  const years = homes.flatMap(({ homeType, facts }) => (homeType === 'MANUFACTURED' ? (facts.yearBuilt ?? []) : []))
  assert.ok(Math.min(...years) > 1966)
})
