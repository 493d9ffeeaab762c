import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../../src/catalog/catalog-writer.ts'
import { HOME_TYPES } from '../../../src/model/home.ts'
import { home, listed } from './records.ts'

/** What `catalog.ts` promises of what is near, part of the contract of every backend. */
export function nearContract(written: (write: (writer: CatalogWriter) => void) => Catalog): void {
  test('the nearest homes of a selection come nearest first, ties by zpid, with what columns hold of them', async () => {
    const here = { latitude: 30, longitude: -97 }
    const catalog = written((writer) => {
      for (const zpid of [4, 1, 3, 2]) writer.put('home', listed(zpid, { listPrice: 1000 - zpid }))
      writer.put('home', { ...listed(7, {}), point: { latitude: 30.002, longitude: -97 }, homeType: 'CONDO' })
      writer.put('home', { ...listed(8, {}), address: { ...home(8).address, undisclosed: true }, point: here })
      const { point: _, ...nowhere } = listed(9, {})
      writer.put('home', nowhere)
      writer.put('home', home(5))
    })
    const near = { listingClass: 'For_Sale', where: [], point: here, limit: 3 } as const
    const found = await catalog.near.select(near, ['price', 'homeType'])
    assert.deepEqual([...found.zpids], [1, 2, 7])
    assert.deepEqual(found.values, {
      price: Float64Array.of(999, 998, Number.NaN),
      homeType: Float64Array.of(0, 0, HOME_TYPES.indexOf('CONDO')),
    })
    assert.ok(Math.abs((found.distancesM[0] ?? 0) - 111.2) < 0.1)
    const cheap = {
      parameter: 'p',
      node: { kind: 'range', column: 'price', min: 0, max: 998, orMissing: false },
    } as const
    const far = { ...near, where: [cheap], limit: 99 }
    assert.deepEqual([...(await catalog.near.select(far, [])).zpids], [2, 3, 4])
    const austin = { parameter: 'p', node: { kind: 'place', regions: ['city/tx/austin'] } } as const
    assert.deepEqual([...(await catalog.near.select({ ...far, where: [austin, cheap] }, [])).zpids], [2, 3, 4])
    assert.deepEqual([...(await catalog.near.select({ ...near, limit: 0 }, ['price'])).zpids], [])
    const all = await catalog.search('home').selectAll({ listingClass: 'For_Sale', where: [cheap] }, ['bedrooms'])
    assert.deepEqual(
      [Array.from(all.zpids.toSorted()), [...all.values.bedrooms]],
      [
        [2, 3, 4],
        [3, 3, 3],
      ],
    )
    const none = { ...near, listingClass: 'Sold' } as const
    assert.deepEqual((await catalog.near.select(none, ['price'])).values, { price: new Float64Array() })
    catalog.close()
  })

  test('of a building one unit is a place, the one with the least zpid; a hidden home is none', async () => {
    const here = { latitude: 30, longitude: -97 }
    const catalog = written((writer) => {
      for (const zpid of [14, 12, 13]) writer.put('home', home(zpid, { lotId: 'b-1', point: here }))
      writer.put('home', home(20, { lotId: 'b-2' }))
      writer.put('home', home(3))
      writer.put('home', home(2, { address: { ...home(2).address, undisclosed: true } }))
    })
    assert.deepEqual(await catalog.near.places(here, 9), [12, 3, 20])
    assert.deepEqual(await catalog.near.places(here, 2), [12, 3])
    assert.deepEqual(await catalog.near.homes(here, 4), [12, 13, 14, 2])
    catalog.close()
  })

  test('the brief of a home is all of it but its past, what others think of it, and most of its facts', async () => {
    const talkative = 'Say ,"history":[ and "facts":{ and }'
    const facts = { yearBuilt: 1950, bathrooms: 2.5, livingArea: 1e3, bedroomsTotal: 0 }
    const {
      history: _history,
      taxes: _taxes,
      ...brief
    } = listed(1, { description: talkative, virtualTourUrl: 'https://tour.example' })
    const catalog = written((writer) => {
      writer.put('home', {
        ...brief,
        facts: { other: { history: talkative, facts: talkative }, ...facts, basement: 'none' },
        history: [{ date: '2020-01-01', event: 'Sold', price: 1, source: 'test' }],
        taxes: [{ year: 2020 }],
        estimate: { value: 1, history: [['2020-01', 1]] },
        interest: { pageViews: 1 },
      })
      writer.put('home', home(2, { facts: { cooling: [] } }))
      writer.put('home', home(3, { facts: {} }))
    })
    const [third, first, second] = await catalog.records.briefs([3, 9, 1, 2])
    assert.deepEqual(first, { ...brief, facts })
    assert.deepEqual([second?.facts, third?.facts], [{}, {}])
    assert.deepEqual(await catalog.records.briefs([]), [])
    catalog.close()
  })
}
