import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LISTING_CLASSES } from '../../src/model/home-columns.ts'
import type { Facets } from '../../src/service/operations/search/facets/answer.ts'
import { ODD_HOMES } from '../search/odd-homes.ts'
import { call } from './call.ts'
import { HOMES } from './made-homes.ts'
import { EXPERIENCES, OFFERS } from './made-portals.ts'
import { smallContext } from './small-catalog.ts'

type Given = Readonly<Record<string, string>>

interface Answer {
  readonly resultsCount: { readonly totalMatchingCount: number }
  readonly total: number
  readonly facets: Facets
}

const context = smallContext({ homes: [...HOMES, ...ODD_HOMES.slice(0, 40)], offers: OFFERS, experiences: EXPERIENCES })
const BOX = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }

async function ask(path: string, given: Given): Promise<Answer> {
  return (await call(path, given, context)) as Answer
}

/** Filters that are set while facets count their values, or the values of other filters. */
const FILTERS: Readonly<Record<string, readonly Given[]>> = {
  For_Sale: [
    {},
    { homeType: 'Houses,Townhomes', bed_min: '2', bathrooms: 'TwoPlus', listPriceRange: 'max:900000' },
    { listingType: 'By_Agent', listingTypeOptions: 'Owner Posted,Agent listed', maxHOA: '200', view: 'City' },
  ],
  For_Rent: [{}, { pets: 'Allow cats', space: 'Room', homeType: 'Houses' }, { bed_min: '1', bed_max: '2' }],
  Sold: [{}, { soldInLast: '24_months', haveGarage: 'true', parkingSpots: 'OnePlus' }],
}

for (const listingStatus of LISTING_CLASSES)
  test(`each value of a filter has the count of the search with that value, ${listingStatus}`, async () => {
    for (const filters of FILTERS[listingStatus] ?? []) {
      const given = { ...BOX, listingStatus, listingType: 'Any', ...filters }
      const { facets } = await ask('/search/bymapbounds', { ...given, facets: 'all' })
      assert.ok(Object.keys(facets.values).length > 10)
      for (const [parameter, values] of Object.entries(facets.values))
        for (const [value, results] of Object.entries(values)) {
          const { resultsCount } = await ask('/search/bymapbounds', { ...given, [parameter]: value })
          assert.equal(results, resultsCount.totalMatchingCount, `${JSON.stringify(filters)} ${parameter}=${value}`)
        }
    }
  })

test('offers and experiences also have the counts of their searches', async () => {
  for (const [path, given] of [
    ['/search/bylocation', { location: 'Polska', propertyType: 'Apartment', extras: 'Balcony' }],
    ['/search/exp/bydestination', { searchDestinations: 'Italy; France', timeOfDay: 'morning' }],
  ] as const) {
    const { facets } = await ask(path, { ...given, facets: 'all' })
    for (const [parameter, values] of Object.entries(facets.values))
      for (const [value, results] of Object.entries(values))
        assert.equal(
          results,
          (await ask(path, { ...given, [parameter]: value })).total,
          `${path} ${parameter}=${value}`,
        )
  }
})

test('a class of a histogram has the count of the search with that range, regardless of the current range', async () => {
  const given = { ...BOX, listingStatus: 'For_Sale', listingType: 'Any' }
  const { facets } = await ask('/search/facets', { ...given, listPriceRange: 'min:400000', facets: 'price' })
  assert.deepEqual([Object.keys(facets.values), Object.keys(facets.places)], [[], []])
  const { histogram, min } = facets.numbers.price ?? assert.fail()
  assert.ok((min ?? 0) >= 400_000)
  for (const [i, from] of histogram.from.entries()) {
    const next = histogram.from[i + 1]
    const listPriceRange = `min:${from}${next === undefined ? '' : `,max:${next - 1}`}`
    const { resultsCount } = await ask('/search/bymapbounds', { ...given, listPriceRange })
    assert.equal(histogram.results[i], resultsCount.totalMatchingCount, listPriceRange)
  }
})

test('places have the counts of searches within them, under names that find them, and groups have at least three homes', async () => {
  const { facets } = await ask('/search/facets', { ...BOX, listingStatus: 'For_Sale', listingType: 'Any' })
  for (const { place, results } of facets.places.zipcode?.places ?? []) {
    const { resultsCount } = await ask('/search/bymapbounds', {
      ...BOX,
      listingStatus: 'For_Sale',
      listingType: 'Any',
      part: `zip:${place}`,
    })
    assert.equal(results, resultsCount.totalMatchingCount, place)
  }
  assert.ok(facets.places.city?.places.some(({ place }) => place === 'Austin, TX'))
  for (const { groups } of Object.values(facets.groups)) for (const { count } of groups) assert.ok(count >= 3)
})

test('features of layers are counted under names that inLayer accepts, and under all only if there are layers', async () => {
  const layers = [{ layer: 'zones', id: 'a/b', name: 'A' }]
  const disclosed = HOMES.filter(({ address }) => !address.undisclosed) // homes without a public address are in no layer
  const layered = smallContext({ homes: disclosed.map((home) => ({ ...home, layers })) })
  const given = { ...BOX, listingStatus: 'For_Sale', listingType: 'Any' }
  const { resultsCount, facets } = (await call('/search/facets', { ...given, facets: 'layer' }, layered)) as Answer
  assert.deepEqual(facets.places, {
    layer: { places: [{ place: 'zones:a/b', results: resultsCount.totalMatchingCount }], others: 0 },
  })
  const all = (await call('/search/facets', { ...given, facets: 'all' }, layered)) as Answer
  assert.equal(all.facets.places.layer, undefined)
})

test('a sentence and a URL count as the search that they were read as', async () => {
  const { facets } = await ask('/search/byaddress', {
    location: 'Austin, TX',
    listingStatus: 'For_Sale',
    bed_min: '3',
    facets: 'all',
  })
  const sentence = { ai_search_prompt: '3+ bedrooms for sale in Austin, TX', facets: 'all' }
  assert.deepEqual((await ask('/search/byaiprompt', sentence)).facets, facets)
  const state = { filterState: { beds: { min: 3 }, baths: { min: 2, max: 2.5 } } }
  const url = `https://portal.example/homes/Austin,-TX_rb/?searchQueryState=${encodeURIComponent(JSON.stringify(state))}`
  const byUrl = (await call('/search/byurl', { url, facets: 'all' }, context)) as Answer & { total_results: number }
  const { price, bathrooms } = byUrl.facets.numbers
  assert.equal((price?.count ?? 0) + (price?.missing ?? 0), byUrl.total_results)
  assert.ok((byUrl.facets.values.bathrooms?.Any ?? 0) > byUrl.total_results, JSON.stringify(byUrl.facets.values))
  assert.ok((bathrooms?.max ?? 9) <= 2.5)
})

test('an unknown or inapplicable name is refused with the allowed ones', async () => {
  const refusal = (facets: string, listingStatus = 'For_Sale') =>
    ask('/search/facets', { ...BOX, listingStatus, facets }).catch(({ extras }) => extras.errors[0])
  assert.match((await refusal('homeTypes')).detail, /you sent "homeTypes"\. Did you mean homeType\?/)
  assert.match((await refusal('pets')).detail, /^The facet "pets" works only with For_Rent, not with For_Sale\.$/)
  assert.match((await refusal('priceByMonth')).detail, /works only with Sold/)
  assert.match((await refusal('daysListed', 'Sold')).detail, /works only with For_Sale, For_Rent, not with Sold/)
})
