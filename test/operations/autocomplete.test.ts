import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { call } from './call.ts'
import { RICH, TOWER } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

interface Result {
  readonly display: string
  readonly resultType: string
  readonly metaData: Readonly<Record<string, unknown>>
}

async function resultsFor(query: string, context = smallContext()): Promise<readonly Result[]> {
  const answer = await call('/autocomplete', { query }, context)
  return (answer as { readonly results: readonly Result[] }).results
}

test('a partly typed address is completed, with its parts, its location and its id', async () => {
  const [found] = await resultsFor('1204 n lam')
  assert.deepEqual(found, {
    display: '1204 N Lamar Blvd, Austin, TX 78703',
    resultType: 'Address',
    metaData: {
      addressType: 'house',
      streetNumber: '1204',
      streetName: 'N Lamar Blvd',
      city: 'Austin',
      state: 'TX',
      country: 'USA',
      zipCode: '78703',
      lat: RICH.point?.latitude,
      lng: RICH.point?.longitude,
      zpid: RICH.zpid,
    },
  })
})

test('a building is suggested with its lotid, its units with their numbers', async () => {
  const [tower, ...units] = await resultsFor('500 Lamar Tower')
  assert.equal(tower?.metaData.lotId, TOWER.lotId)
  assert.equal(tower?.metaData.addressType, 'building')
  assert.deepEqual(
    units.map(({ metaData }) => [metaData.addressType, metaData.streetName, metaData.unitNumber, metaData.zpid]),
    [
      ['unit', 'Lamar Tower Dr', '1', 1101],
      ['unit', 'Lamar Tower Dr', '2', 1102],
      ['unit', 'Lamar Tower Dr', '3', 1103],
    ],
  )
})

test('a building is found by its name and shown with it', async () => {
  const [tower] = await resultsFor('lamar tow')
  assert.equal(tower?.display, 'Lamar Tower, 500 Lamar Tower Dr, Austin, TX 78703')
  assert.equal(tower?.metaData.lotId, TOWER.lotId)
  assert.deepEqual((await resultsFor(tower?.display ?? ''))[0], tower)
})

test('regions are completed by name and shown as a search understands them', async () => {
  const shown = async (query: string) => (await resultsFor(query)).map(({ display }) => display)
  assert.deepEqual((await shown('austi'))[0], 'Austin, TX')
  assert.deepEqual(await shown('clarks'), ['Clarksville, Austin, TX'])
  assert.ok((await shown('7870')).includes('78703'))
  const [city] = await resultsFor('austin')
  assert.equal(city?.resultType, 'Region')
  assert.deepEqual([city?.metaData.city, city?.metaData.regionType], ['Austin', 'city'])
})

test('there are at most ten results, and none if nothing begins with the text', async () => {
  const homes = Array.from({ length: 30 }, (_, index) => ({
    ...RICH,
    zpid: 3000 + index,
    address: { ...RICH.address, streetAddress: `12 Long${index} St` },
  }))
  assert.equal((await resultsFor('12 l', smallContext({ homes }))).length, 10)
  assert.deepEqual(await resultsFor('zzzz'), [])
  for (const query of ['#', '%', "'", '\u0000', '999999', ',', 'a'.repeat(500)]) await resultsFor(query)
})

test('a home with unknown coordinates is suggested at the center of its ZIP code', async () => {
  const { point: _, ...unlocated } = RICH
  const zip = loadGazetteer().zip('78703')
  const [found] = await resultsFor('1204 n lam', smallContext({ homes: [unlocated] }))
  assert.deepEqual([found?.metaData.lat, found?.metaData.lng], [zip?.point.latitude, zip?.point.longitude])
})

test('a text with one typing error is completed, and a point is read completely or refused', async () => {
  const [found] = await resultsFor('1204 n lmaar')
  assert.equal(found?.metaData.zpid, RICH.zpid)
  const near = await call('/autocomplete', { query: 'austi', latitude: '30.3', longitude: '-97.7' }, smallContext())
  assert.equal((near as { readonly results: readonly Result[] }).results[0]?.display, 'Austin, TX')
  await assert.rejects(async () => call('/autocomplete', { query: 'austi', latitude: '30.3' }, smallContext()), {
    code: 'param.invalid',
  })
})

test('if nothing begins with the text, places with similar names are listed with their totals, but none for an address', async () => {
  const context = smallContext()
  const misspelt = (await call('/autocomplete', { query: 'Austtinn, TX', totals: 'true' }, context)) as {
    readonly results: readonly { readonly display: string; readonly totals: Readonly<Record<string, number>> }[]
  }
  const [place] = misspelt.results
  const counts = ['For_Sale', 'For_Rent', 'Sold'].map(async (listingStatus) => {
    const answer = await call('/search/byaddress', { location: 'Austin, TX', listingStatus }, context)
    return (answer as { resultsCount: { totalMatchingCount: number } }).resultsCount.totalMatchingCount
  })
  const [forSale, forRent, sold] = await Promise.all(counts)
  assert.deepEqual(place, { ...place, display: 'Austin, TX', totals: { forSale, forRent, sold } })
  assert.ok([forSale, forRent, sold].some(Boolean))
  assert.deepEqual(await resultsFor('99 Austtinn'), [])
})
