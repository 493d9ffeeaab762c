import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endsAt, inSight, resultsBetween, valueAt } from '../../console/src/parts/filters/facets.ts'
import { bedsText, counted } from '../../console/src/parts/format.ts'
import { nextSorting, sorted } from '../../console/src/parts/sorting.ts'
import { byWeight, type Comparable } from '../../console/src/views/home/by-weight.ts'
import { countText, homesIn, thingOf, thingsAt } from '../../console/src/views/search/search-page.ts'
import { isSentence, searchOf } from '../../console/src/views/search/sentence.ts'

test('a single thing has a singular noun', () => {
  assert.deepEqual(
    [counted(0, 'room'), counted(1, 'room'), counted(1.5, 'room'), counted(1200, 'home'), counted(2, 'city', 'cities')],
    ['0 rooms', '1 room', '1.5 rooms', '1,200 homes', '2 cities'],
  )
})

test('a home is a studio only if it is known to have no bedroom', () => {
  assert.deepEqual([0, 1, 3, null, undefined].map(bedsText), ['Studio', '1 bd', '3 bd', '', ''])
  const property = { zpid: 1, address: { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78701' } }
  const searchResults = [{ property: { ...property, bedrooms: 0 } }, { property }]
  const homes = homesIn({ resultsCount: { totalMatchingCount: 2 }, searchResults })
  assert.deepEqual(
    homes.map(({ size, beds: inTable }) => [size, inTable]),
    [
      ['Studio', 'Studio'],
      ['', '–'],
    ],
  )
})

test('results are called homes only if each of them is one', () => {
  const grouped = { totalMatchingCount: 28, ungroupedResultCount: 165 }
  assert.deepEqual([countText(grouped), thingOf(grouped)], ['28 results, 165 homes', 'result'])
  const alone = { totalMatchingCount: 1, ungroupedResultCount: 1 }
  assert.deepEqual(
    [countText(alone), thingOf(alone), countText({ totalMatchingCount: 0 })],
    ['1 home', 'home', '0 homes'],
  )
})

test('homes of a building are available, not free of charge', () => {
  const address = { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78701' }
  const building = (matchingHomeCount: number) => ({
    property: { zpid: 1, lotId: 'a', matchingHomeCount, listingStatus: 'forRent', address },
  })
  const buildings = homesIn({ resultsCount: { totalMatchingCount: 2 }, searchResults: [building(1), building(5)] })
  assert.deepEqual(
    buildings.map(({ size }) => size),
    ['1 home available', '5 homes available'],
  )
  assert.equal(thingsAt(buildings), '2 results')
})

test('a table is sorted in both directions with unknown values last, and the third click restores the order', () => {
  const rows = [{ by: 2 }, { by: null }, { by: 10 }, { by: 1 }]
  const ordered = (isDown: boolean) => sorted(rows, ({ by }) => by, isDown).map(({ by }) => by)
  assert.deepEqual(
    [ordered(true), ordered(false)],
    [
      [10, 2, 1, null],
      [1, 2, 10, null],
    ],
  )
  assert.deepEqual(
    sorted(['10 Elm', '9 Elm', 'Ash'], (text) => text, false),
    ['9 Elm', '10 Elm', 'Ash'],
  )
  const first = nextSorting(undefined, 3, true)
  const second = nextSorting(first, 3, true)
  assert.deepEqual([first?.isDown, second?.isDown, nextSorting(second, 3, true)], [true, false, undefined])
  assert.deepEqual(nextSorting(second, 0, false), { column: 0, isDown: false })
})

test('sales with almost no weight are shown separately, unless no sale has weight', () => {
  const sale = (weight: number | null) => ({ comparison: { weight } }) as Comparable // the code under test reads nothing else
  const weights = (given: readonly (number | null)[]) => {
    const { weighty, others } = byWeight(given.map(sale))
    return [weighty, others].map((sales) => sales.map(({ comparison }) => comparison.weight))
  }
  assert.deepEqual(weights([0.98, 0.01, 0.009, null]), [
    [0.98, 0.01],
    [0.009, null],
  ])
  assert.deepEqual(weights([null, null]), [[null, null], []])
})

test('a sentence is distinguished from a place and an address, and becomes the search that it was read as', () => {
  const sentences = [
    '3 bed houses under 600k in Austin',
    'condos for rent in Dallas',
    'homes with a pool near Waco, TX',
  ]
  const places = [
    'Austin, TX',
    'Bath, ME',
    'House Springs, MO',
    '12 Homes Under Hill Rd, Waco, TX',
    'Travis County, TX',
    '78701',
  ]
  assert.deepEqual([...sentences, ...places].filter(isSentence), sentences)
  const applied = [
    { parameter: 'listingStatus', value: 'For_Sale' },
    { parameter: 'listingTypeOptions', value: 'Auctions' },
    { parameter: 'listingTypeOptions', value: 'Foreclosed' },
    { parameter: 'location', value: 'Austin' },
    { parameter: 'location', value: 'Dallas' },
    { parameter: 'page', value: '2' },
  ]
  assert.deepEqual(searchOf({ applied, dropped: [] }), {
    listingStatus: 'For_Sale',
    listingTypeOptions: 'Auctions,Foreclosed',
    location: 'Austin; Dallas',
  })
})

test('the handles of a histogram are at the ends of the range, each bound leads back to its value, and all results are visible', () => {
  const histogram = { from: [0, 100, 200], results: [4, 10, 1] }
  const numbers = { unit: 'dollars', count: 15, p25: 100, median: 120, p75: 180, max: 300, histogram }
  assert.deepEqual(endsAt('', numbers), [0, 3])
  assert.deepEqual(endsAt('min:100, max:200', numbers), [1, 2])
  assert.deepEqual(endsAt('min:150', numbers), [1.5, 3])
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => valueAt(place, numbers, [0, 3])),
    ['', '100', '200', ''],
  )
  const long = { ...numbers, histogram: { from: [0, 1, 2, 3, 4, 5, 6, 7], results: [0, 0, 0, 2, 0, 1, 0, 0] } }
  const sightOf = (text: string) => inSight(long, text, endsAt(text, long))
  assert.deepEqual(['', 'min:1', 'max:7'].map(sightOf), [[2, 7], [0, 7], [2, 8]]) // biome-ignore format: a line
  assert.deepEqual([valueAt(2, long, [2, 7]), valueAt(7, long, [2, 7])], ['', ''])
  assert.deepEqual([resultsBetween([0, 3], numbers), resultsBetween([1.5, 3], numbers)], [15, 6])
  const [, high] = endsAt('max:5000', numbers)
  assert(high > 2 && high < 3, 'an end beyond all values lies in the open class')
})
