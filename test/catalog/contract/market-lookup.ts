import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../../src/catalog/ports/catalog.ts'
import { DAY_MS, dayNumber } from '../../../src/kit/base/clock.ts'
import { HOME_TYPES } from '../../../src/model/home.ts'
import { COURSE_STATES, NOW } from '../../../src/model/market-facts.ts'
import type { CatalogWith } from '../catalog-with.ts'
import { home } from './records.ts'

const CONDO = HOME_TYPES.indexOf('CONDO')
const LISTED_MS = Date.UTC(2026, 3, 1)

/** More places than any backend reads in one batch. */
const PLACES = 1203

/** Tests the promises of `MarketLookup`. */
export function marketContract(catalogWith: CatalogWith<'market' | 'about'>): void {
  test('market facts are the sales, rents and values of exactly the homes in a region', async () => {
    const catalog = await catalogWith((writer) => {
      const listing = { kind: 'sale', status: 'Active', listedBy: 'agent' } as const
      const sale = { ...listing, listPrice: 500_000, onMarketMs: LISTED_MS }
      writer.put('home', home(1, { homeType: 'CONDO', listing: sale, estimate: { value: 480_000 } }))
      const lease = { ...listing, kind: 'lease', listPrice: 2100 } as const
      writer.put('home', home(2, { listing: lease, facts: { bedroomsTotal: 2 } }))
      writer.put('home', home(3, { address: { ...home(3).address, city: 'Dallas' }, listing: sale }))
    })
    const [sales, ...moreSales] = (await catalog.market.facts('sales', 'city/tx/austin')).parts
    assert.equal(moreSales.length, 0)
    assert.equal(sales?.rows, 1)
    assert.equal(sales?.asked[0], 500_000)
    assert.equal(sales?.listed[0], dayNumber(LISTED_MS))
    assert.equal(sales?.homeType[0], CONDO)
    assert.equal(sales?.state[0], COURSE_STATES.indexOf('active'))
    const [rents] = (await catalog.market.facts('rents', 'state/tx')).parts
    assert.deepEqual([rents?.rows, rents?.rent[0], rents?.bedrooms[0], rents?.available[0]], [1, 2100, 2, 1])
    const [values] = (await catalog.market.facts('values', 'country/us')).parts
    assert.deepEqual([values?.rows, values?.homes[0], values?.month[0]], [1, 1, NOW])
    assert.ok(Math.abs(Math.exp(values?.logSum[0] ?? 0) - 480_000) < 0.01)
    assert.deepEqual((await catalog.market.facts('sales', 'city/tx/nowhere')).parts, [])
    catalog.close()
  })

  test('pages of market facts contain every home of a large region once, and the data version', async () => {
    const catalog = await catalogWith((writer) => {
      for (let zpid = 1; zpid <= PLACES; zpid++) {
        const address = { ...home(zpid).address, neighborhood: `Quarter ${zpid}` }
        const sold = { date: '2026-05-01', event: 'Sold', price: zpid, source: 'test' } as const
        writer.put('home', home(zpid, { address, history: [sold] }))
      }
    })
    const paid: number[] = []
    for (let from: number | undefined = 0; from !== undefined; ) {
      const page = await pageFrom(catalog, from)
      for (const part of page.parts) paid.push(...part.paid)
      assert.equal(page.dataVersion, catalog.about().dataVersion)
      from = page.next
    }
    assert.deepEqual(
      paid.sort((one, other) => one - other),
      Array.from({ length: PLACES }, (_, i) => i + 1),
    )
    assert.equal((await catalog.market.regionsWithin('zipcode/78704', 'neighborhood')).length, PLACES)
    catalog.close()
  })

  test('a record that is put again replaces its previous market facts', async () => {
    const sold = (date: string, price: number) => ({ date, event: 'Sold', price, source: 'test' }) as const
    const catalog = await catalogWith((writer) => {
      writer.put('home', home(1, { history: [sold('2026-05-01', 1)] }))
      writer.put('home', home(1, { history: [sold('2026-05-02', 2)] }))
    })
    const { parts } = await catalog.market.facts('sales', 'country/us')
    assert.deepEqual(
      parts.flatMap(({ paid, closed }) => [...paid, ...closed]),
      [2, Date.UTC(2026, 4, 2) / DAY_MS],
    )
    catalog.close()
  })

  test('the regions within a region are those that share homes with it, in order', async () => {
    const catalog = await catalogWith((writer) => {
      const { address } = home(1)
      writer.put('home', home(1))
      writer.put('home', home(2, { address: { ...address, zipcode: '78701' } }))
      writer.put('home', home(3, { address: { ...address, city: 'Dallas', zipcode: '75201' } }))
    })
    assert.deepEqual(await catalog.market.regionsWithin('city/tx/austin', 'zipcode'), [
      'zipcode/78701',
      'zipcode/78704',
    ])
    assert.deepEqual(await catalog.market.regionsWithin('zipcode/75201', 'city'), ['city/tx/dallas'])
    assert.deepEqual(await catalog.market.regionsWithin('zipcode/00000', 'city'), [])
    catalog.close()
  })

  test('each place of a region is returned once, with its region of a type or without a region', async () => {
    const catalog = await catalogWith((writer) => {
      const { address } = home(1)
      writer.put('home', home(1))
      writer.put('home', home(2))
      writer.put('home', home(3, { address: { ...address, zipcode: '' } }))
      writer.put('home', home(4, { address: { ...address, city: 'Dallas', zipcode: '75201' } }))
    })
    const zipcodes = await catalog.market.placesIn('city/tx/austin', 'zipcode')
    assert.deepEqual(new Set(zipcodes.values()), new Set(['zipcode/78704', undefined]))
    assert.equal(zipcodes.size, 2)
    const cities = await catalog.market.placesIn('country/us', 'city')
    assert.equal(cities.size, 3)
    for (const place of zipcodes.keys()) assert.equal(cities.get(place), 'city/tx/austin')
    assert.equal((await catalog.market.placesIn('zipcode/00000', 'city')).size, 0)
    catalog.close()
  })
}

function pageFrom(catalog: Pick<Catalog, 'market'>, from: number) {
  return catalog.market.facts('sales', 'zipcode/78704', from)
}
