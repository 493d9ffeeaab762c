import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME_TYPES } from '../../../src/model/home.ts'
import type { CatalogWith } from '../catalog-with.ts'
import { home, listed, school } from './records.ts'

/** Tests the promises of `NearLookup`. */
export function nearContract(catalogWith: CatalogWith<'near'>): void {
  test('homes and schools come nearest first, and homes without coordinates are left out', async () => {
    const nowhere = home(9)
    const catalog = await catalogWith((writer) => {
      for (const zpid of [5, 3, 4]) writer.put('home', home(zpid))
      const { point, ...rest } = nowhere
      assert.ok(point)
      writer.put('home', rest)
      writer.put('school', school('far', 35))
      writer.put('school', school('near', 30.1))
    })
    assert.deepEqual(await catalog.near.homes({ latitude: 30, longitude: -97 }, 2), [3, 4])
    const schools = await catalog.near.schools({ latitude: 30, longitude: -97 }, 5)
    assert.deepEqual(
      schools.map((found) => found.schoolId),
      ['near', 'far'],
    )
    catalog.close()
  })

  test('of many homes at one point, the homes with the lowest zpids come first, up to the limit', async () => {
    const here = { latitude: 30, longitude: -97 }
    const catalog = await catalogWith((writer) => {
      for (let zpid = 60; zpid > 0; zpid--) writer.put('home', { ...listed(zpid, { listPrice: zpid }), point: here })
    })
    const near = { listingClass: 'For_Sale', where: [], point: here, withinM: 20 } as const
    for (const limit of [1, 5, 52, 60, 99]) {
      const first = Array.from({ length: Math.min(limit, 60) }, (_, i) => i + 1)
      const [homes, selected] = await Promise.all([
        catalog.near.homes(here, limit),
        catalog.near.select({ ...near, limit }, ['price']),
      ])
      assert.deepEqual(homes, first)
      assert.deepEqual([...selected.zpids], first)
      assert.deepEqual([...selected.values.price], first)
    }
    catalog.close()
  })

  test('the nearest homes of a selection come nearest first, ties by zpid, with their column values', async () => {
    const here = { latitude: 30, longitude: -97 }
    const catalog = await catalogWith((writer) => {
      for (const zpid of [4, 1, 3, 2]) writer.put('home', listed(zpid, { listPrice: 1000 - zpid }))
      writer.put('home', { ...listed(7, {}), point: { latitude: 30.002, longitude: -97 }, homeType: 'CONDO' })
      writer.put('home', { ...listed(8, {}), address: { ...home(8).address, undisclosed: true }, point: here })
      const { point: _, ...nowhere } = listed(9, {})
      writer.put('home', nowhere)
      writer.put('home', home(5))
    })
    const near = { listingClass: 'For_Sale', where: [], point: here, limit: 3 } as const
    const selected = await catalog.near.select(near, ['price', 'homeType'])
    assert.deepEqual([...selected.zpids], [1, 2, 7])
    assert.deepEqual(selected.values, {
      price: Float64Array.of(999, 998, Number.NaN),
      homeType: Float64Array.of(0, 0, HOME_TYPES.indexOf('CONDO')),
    })
    assert.ok(Math.abs((selected.distancesM[0] ?? 0) - 111.2) < 0.1)
    const cheap = {
      parameter: 'p',
      node: { kind: 'range', column: 'price', min: 0, max: 998, orMissing: false },
    } as const
    const far = { ...near, where: [cheap], limit: 99 }
    assert.deepEqual([...(await catalog.near.select(far, [])).zpids], [2, 3, 4])
    const austin = { parameter: 'p', node: { kind: 'place', regions: ['city/tx/austin'] } } as const
    assert.deepEqual([...(await catalog.near.select({ ...far, where: [austin, cheap] }, [])).zpids], [2, 3, 4])
    assert.deepEqual([...(await catalog.near.select({ ...near, limit: 0 }, ['price'])).zpids], [])
    const [nearest = 0, second = 0] = selected.distancesM
    const within = async (withinM: number) => [
      ...(await catalog.near.select({ ...near, limit: 99, withinM }, [])).zpids,
    ]
    assert.deepEqual(await within(nearest / 2), [])
    assert.deepEqual(await within(nearest), [1])
    assert.deepEqual(await within(second), [1, 2, 7])
    const none = { ...near, listingClass: 'Sold' } as const
    assert.deepEqual((await catalog.near.select(none, ['price'])).values, { price: new Float64Array() })
    catalog.close()
  })

  test('near a point, a building counts once, as its unit with the lowest zpid; a home with a withheld address is not found', async () => {
    const here = { latitude: 30, longitude: -97 }
    const catalog = await catalogWith((writer) => {
      for (const zpid of [14, 12, 13]) writer.put('home', home(zpid, { lotId: 'b-1', point: here }))
      writer.put('home', home(20, { lotId: 'b-2' }))
      writer.put('home', home(3))
      writer.put('home', home(2, { address: { ...home(2).address, undisclosed: true } }))
    })
    assert.deepEqual(await catalog.near.places(here, 9), [12, 3, 20])
    assert.deepEqual(await catalog.near.places(here, 2), [12, 3])
    assert.deepEqual(await catalog.near.homes(here, 9), [12, 13, 14, 3, 20])
    catalog.close()
  })
}
