import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Query, QueryNode } from '../../src/catalog/ports/query.ts'
import type { Home } from '../../src/model/home.ts'
import { naiveCountBy, naiveExplain, naiveMatches, naiveSearch } from './naive.ts'
import { type Oddity, oddHome } from './odd-homes.ts'

function homesOf(...oddities: readonly Oddity[]): Home[] {
  return oddities.map((oddity, i) => oddHome(i + 1, oddity))
}

function query(nodes: readonly QueryNode[], change: Partial<Query> = {}): Query {
  const where = nodes.map((node, i) => ({ parameter: `p${i}`, node }))
  const page = { order: 'PriceAscending', offset: 0, limit: 10, grouped: false, today: 20_000 } as const
  return { listingClass: 'For_Sale', where, ...page, ...change }
}

/** Returns the zpids of the matching homes. The homes are numbered from 1. */
function fitting(homes: readonly Home[], ...nodes: readonly QueryNode[]): number[] {
  return naiveMatches(homes, query(nodes)).map(({ zpid }) => zpid)
}

/**
 * `src/catalog/engine/places.test.ts` has examples of shapes that were computed by hand. About shapes, the oracle and
 * the engine must agree.
 */
suite('the oracle finds what was computed by hand: conditions', () => {
  test('a range includes both bounds, and a missing value only with orMissing', () => {
    const homes = homesOf(...[1, 2, 3].map((bedroomsTotal) => ({ facts: { bedroomsTotal } })), {})
    const beds = { kind: 'range', column: 'bedrooms', min: 2, max: 3, orMissing: false } as const
    assert.deepEqual(fitting(homes, beds), [2, 3])
    assert.deepEqual(fitting(homes, { ...beds, orMissing: true }), [2, 3, 4])
    assert.deepEqual(fitting(homes, { ...beds, min: 3, max: 2 }), [])
  })

  test('a range compares what answers show: 999.9 square feet are not 1,000, and 2.3 baths are exactly 2.3', () => {
    const homes = homesOf(
      { facts: { livingArea: 999.9 } },
      { facts: { bathrooms: 2.3 } },
      { facts: { bathrooms: 1.1 } },
    )
    const baths = (min: number, max: number) =>
      ({ kind: 'range', column: 'bathrooms', min, max, orMissing: false }) as const
    const area = { ...baths(1000, 2000), column: 'livingArea' } as const
    assert.deepEqual(fitting(homes, area), [])
    assert.deepEqual(fitting(homes, { ...area, min: 999.9 }), [1])
    assert.deepEqual(fitting(homes, baths(2.3, 2.3)), [2])
    assert.deepEqual(fitting(homes, baths(1.1, 1.1)), [3])
  })

  test('a code must be one of the named codes', () => {
    const homes = homesOf({ homeType: 'CONDO' }, { homeType: 'LOT' }, {})
    assert.deepEqual(fitting(homes, { kind: 'oneOf', column: 'homeType', values: ['LOT', 'SINGLE_FAMILY'] }), [2, 3])
    assert.deepEqual(fitting(homes, { kind: 'oneOf', column: 'homeType', values: [] }), [])
  })

  test('flags require all, at least one, or none of a set', () => {
    const homes = homesOf(
      { facts: { privatePool: true, waterfront: true } },
      { facts: { privatePool: true } },
      { facts: { privatePool: true, waterfront: true, seniorCommunity: true } },
    )
    const flags = { kind: 'flags', all: ['pool'], some: ['waterfront', 'tour3D'], none: ['seniorCommunity'] } as const
    assert.deepEqual(fitting(homes, flags), [1])
    assert.deepEqual(fitting(homes, { ...flags, some: [] }), [1, 2])
    assert.deepEqual(fitting(homes, { kind: 'flags', all: [], some: [], none: [] }), [1, 2, 3])
  })

  test('a sum needs all of its terms', () => {
    const homes = homesOf(
      { listing: { listPrice: 1000 }, facts: { associationFee: 50 } },
      { listing: { listPrice: 1000 } },
      { listing: { listPrice: 1100 }, facts: { associationFee: 1 } },
    )
    const terms = [
      { column: 'price', weight: 0.5 },
      { column: 'associationFee', weight: 2 },
    ] as const
    assert.deepEqual(fitting(homes, { kind: 'sum', terms, min: 600, max: 600 }), [1])
    assert.deepEqual(fitting(homes, { kind: 'sum', terms, min: 552, max: 600 }), [1, 3])
  })

  test('a condition on places matches any of its keys, and a condition on homes any of its zpids', () => {
    const homes = homesOf({}, { address: { city: 'Dallas', zipcode: '75201' } }, { address: { city: '', zipcode: '' } })
    assert.deepEqual(fitting(homes, { kind: 'place', regions: ['city/tx/dallas', 'zipcode/78704'] }), [1, 2])
    assert.deepEqual(fitting(homes, { kind: 'place', regions: ['state/tx'] }), [1, 2, 3])
    assert.deepEqual(fitting(homes, { kind: 'place', regions: ['country/us'] }), [1, 2, 3])
    assert.deepEqual(fitting(homes, { kind: 'place', regions: ['city/tx/waco'] }), [])
    assert.deepEqual(fitting(homes, { kind: 'homes', zpids: [3, 2, 3, 99] }), [2, 3])
  })

  test('every word must occur in some text, and a phrase within one text', () => {
    const homes = homesOf(
      { listing: { description: 'New roof, café' }, facts: { flooring: ['oak'] } },
      { listing: { description: 'Roof new' } },
      { facts: { flooring: ['new', 'roof'] } },
    )
    assert.deepEqual(fitting(homes, { kind: 'words', words: ['roof', 'new'], phrases: [] }), [1, 2, 3])
    assert.deepEqual(fitting(homes, { kind: 'words', words: [], phrases: [['new', 'roof']] }), [1])
    assert.deepEqual(fitting(homes, { kind: 'words', words: ['cafe', 'oak'], phrases: [] }), [1])
    assert.deepEqual(fitting(homes, { kind: 'words', words: ['caf'], phrases: [] }), [])
  })

  test('one alternative is enough if all of its nodes hold; without alternatives nothing matches', () => {
    const homes = homesOf({ homeType: 'CONDO' }, { homeType: 'LOT', listing: { listPrice: 5 } }, { homeType: 'LOT' })
    const type = (value: string) => ({ kind: 'oneOf', column: 'homeType', values: [value] }) as const
    const priced = { kind: 'range', column: 'price', min: 0, max: 9, orMissing: false } as const
    assert.deepEqual(fitting(homes, { kind: 'any', alternatives: [[type('CONDO')], [type('LOT'), priced]] }), [1, 2])
    assert.deepEqual(fitting(homes, { kind: 'any', alternatives: [] }), [])
    assert.deepEqual(fitting(homes, { kind: 'any', alternatives: [[]] }), [1, 2, 3])
  })
})

suite('the oracle finds what was computed by hand: pages', () => {
  test('ties are in order of zpid, and homes without a value come last, in either direction', () => {
    const homes = homesOf(
      ...[5, undefined, 7, 5, undefined].map((price) => ({ listing: price ? { listPrice: price } : {} })),
    )
    const zpids = (change: Partial<Query>) =>
      naiveSearch(homes.toReversed(), query([], change)).hits.map((hit) => (hit.kind === 'home' ? hit.zpid : -1))
    assert.deepEqual(zpids({}), [1, 4, 3, 2, 5])
    assert.deepEqual(zpids({ order: 'PriceDescending' }), [3, 1, 4, 2, 5])
    assert.deepEqual(zpids({ offset: 1, limit: 2 }), [4, 3])
    assert.deepEqual(zpids({ offset: 5 }), [])
  })

  test('a rental building has the rank of its best unit; homes for sale are never grouped', () => {
    const units = [300, 200, 100, 250].map((listPrice, i) => ({
      listing: { listPrice },
      ...(i % 2 === 1 && { lotId: 'b' }),
    }))
    const rentals = homesOf(...units).map(
      (home): Home => ({ ...home, ...(home.listing && { listing: { ...home.listing, kind: 'lease' } }) }),
    )
    const unit = (zpid: number, price: number) => ({ zpid, bedrooms: undefined, price, room: false })
    assert.deepEqual(naiveSearch(rentals, query([], { listingClass: 'For_Rent', grouped: true })), {
      total: 3,
      ungrouped: 4,
      hits: [
        { kind: 'home', zpid: 3 },
        { kind: 'building', lotId: 'b', units: [unit(2, 200), unit(4, 250)] },
        { kind: 'home', zpid: 1 },
      ],
    })
    assert.equal(naiveSearch(rentals, query([], { listingClass: 'For_Rent' })).hits.length, 4)
    assert.equal(naiveSearch(homesOf(...units), query([], { grouped: true })).hits.length, 4)
  })

  test('each condition reports how many homes it excludes, and counts leave out missing values', () => {
    const homes = homesOf({ homeType: 'LOT' }, { homeType: 'CONDO' }, { address: { zipcode: '' } }, { homeType: 'LOT' })
    const lots = { kind: 'oneOf', column: 'homeType', values: ['LOT'] } as const
    const one = { kind: 'homes', zpids: [4] } as const
    assert.deepEqual(naiveExplain(homes, query([lots, one, lots])), [2, 1, 0])
    assert.deepEqual(naiveCountBy(homes, query([]), 'zipcode'), [{ value: '78704', homes: 3 }])
    assert.deepEqual(naiveCountBy(homes, query([]), 'price'), [])
    assert.deepEqual(naiveCountBy(homes, query([]), 'homeType'), [
      { value: 'SINGLE_FAMILY', homes: 1 },
      { value: 'CONDO', homes: 1 },
      { value: 'LOT', homes: 2 },
    ])
  })
})
