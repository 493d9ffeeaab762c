import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largeSample } from '../../../test/sample/homes.ts'
import { median } from '../../kit/algorithms/median.ts'
import type { Home } from '../../model/home.ts'
import { ECONOMIES } from './words/economies.ts'

/** The shapes of homes that the sample is to have, near those which `words/economies.ts` names sources of. */
const { home: homes } = await largeSample(60_000, 7)
const houses = homes.filter(({ homeType }) => homeType === 'SINGLE_FAMILY')

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

test('a home with one more bedroom lets for more, in every metro and state', () => {
  const groups = [...ECONOMIES.map(({ city }) => inMetro(city)), ...['NJ', 'NY', 'CA', 'TX', 'FL'].map(inState)]
  for (const group of groups) {
    const byBedrooms = [0, 1, 2, 3, 4].map((bedrooms) => group.filter(({ facts }) => facts.bedroomsTotal === bedrooms))
    const rents = byBedrooms.filter((list) => list.length >= 30).map((list) => medianOf(list, rentOf))
    const sorted = rents.toSorted((one, other) => one - other)
    assert.deepEqual(rents, sorted, `${group[0]?.address.city}: ${rents.join()}`)
  }
})

test('two bedrooms let for about the Fair Market Rent of their metro, one in San Francisco for nearly 3,000', () => {
  for (const { city, rent } of ECONOMIES) {
    const two = inMetro(city).filter(({ facts }) => facts.bedroomsTotal === 2)
    const ratio = medianOf(two, rentOf) / rent
    assert.ok(ratio > 0.82 && ratio < 1.12, `${city}: ${ratio}`)
  }
  const one = inMetro('San Francisco').filter(({ facts }) => facts.bedroomsTotal === 1)
  assert.ok(medianOf(one, rentOf) > 2500 && medianOf(one, rentOf) < 3200)
})

test('the tax is that of the state: most in New Jersey, least in Arizona, Colorado and Tennessee', () => {
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

test('most homes at the water are in Miami, some in Seattle, few in Dallas, hardly any in Phoenix', () => {
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

test('no figure of a home is rounder than it is in public records', () => {
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

test('a city is spelt one way, and no manufactured home is older than the standard of its kind by ten years', () => {
  const spellings = new Set(homes.map(({ address }) => `${address.city}, ${address.state}`))
  assert.ok(spellings.has('McKinney, TX'))
  assert.equal(new Set([...spellings].map((city) => city.toLowerCase().replace(/\bmc /, 'mc'))).size, spellings.size)
  const years = homes.flatMap(({ homeType, facts }) => (homeType === 'MANUFACTURED' ? (facts.yearBuilt ?? []) : []))
  assert.ok(Math.min(...years) > 1966)
})
