import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../catalog/catalog.ts'
import { home } from '../catalog/contract.ts'
import type { Home, Listing } from '../model/home.ts'
import { neighboursOf, similarTo } from './neighbours.ts'

const NOW_MS = Date.UTC(2026, 0, 1)
const forSale = (listPrice: number): Listing => ({ kind: 'sale', status: 'Active', listedBy: 'agent', listPrice })
const forRent = (listPrice: number): Listing => ({ ...forSale(listPrice), kind: 'lease' })
const zpids = (homes: readonly Home[]) => homes.map(({ zpid }) => zpid)

test('similar homes are for sale first, then of the same type, then of like size and price', () => {
  const wanted = home(1, { listing: forSale(500_000), facts: { livingArea: 2000 } })
  const neighbours = [
    home(2),
    home(3, { listing: forSale(500_000), homeType: 'LOT' }),
    home(4, { listing: forSale(900_000), facts: { livingArea: 2000 } }),
    home(5, { listing: forSale(510_000), facts: { livingArea: 2000 } }),
    home(6, { listing: forRent(2000) }),
  ]
  assert.deepEqual(zpids(similarTo(wanted, neighbours, 9, NOW_MS)), [5, 4, 3, 2, 6])
  assert.deepEqual(zpids(similarTo(wanted, neighbours, 2, NOW_MS)), [5, 4])
})

test('a rental is similar to rentals; a home off the market to homes for sale', () => {
  const neighbours = [home(2, { listing: forSale(500_000) }), home(3, { listing: forRent(2000) })]
  assert.deepEqual(zpids(similarTo(home(1, { listing: forRent(2000) }), neighbours, 1, NOW_MS)), [3])
  assert.deepEqual(zpids(similarTo(home(1), neighbours, 1, NOW_MS)), [2])
})

test('a home is no neighbour of its own, and one that vanished meanwhile is left out', async () => {
  const catalog = {
    homesNear: async () => [1, 2, 3],
    get: async (_noun: string, zpid: number) => (zpid === 3 ? undefined : home(zpid)),
  } as unknown as Catalog // the two methods are all that neighbours ask
  assert.deepEqual(zpids(await neighboursOf(home(1), { latitude: 0, longitude: 0 }, catalog)), [2])
})
