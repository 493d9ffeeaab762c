import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largeSample } from '../../../test/sample/homes.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Home } from '../../model/home.ts'
import { exampleHome } from './example-home.ts'

const { home: homes } = await largeSample(12_000, 2)

/** Returns a catalog in which searches find the houses with an open house, and all homes are near each other. */
function catalogOf(list: readonly Home[]): Catalog {
  const onShow = list.filter(({ homeType, listing }) => homeType === 'SINGLE_FAMILY' && listing?.openHouses)
  const byZpid = new Map(list.map((home) => [home.zpid, home]))
  const asked = {
    search: () => ({ page: async () => ({ hits: onShow.map(({ zpid }) => ({ kind: 'home', zpid })) }) }),
    records: { get: async (_noun: string, zpid: number) => byZpid.get(zpid) },
    regions: () => (list.length === 0 ? [] : [{ homes: list.length, point: list[0]?.point }]),
    near: { homes: async () => list.map(({ zpid }) => zpid) },
  }
  return asked as unknown as Catalog // the test needs nothing else
}

test('the example is a house for sale with much data', async () => {
  const home = await exampleHome(catalogOf(homes))
  assert.equal(home?.homeType, 'SINGLE_FAMILY')
  assert.equal(home.lotId, undefined)
  const { listing, interest, taxes, history } = home
  assert.equal(listing?.status, 'Active')
  assert.ok(listing.openHouses && listing.listAgentId && (listing.drawnPhotos ?? 0) >= 8)
  assert.ok(taxes.length >= 8 && history.length >= 3 && (interest?.pageViews ?? 0) > 0)
})

test('without open houses a home with a unique address is found, and an empty catalog has no example', async () => {
  const quiet = homes.filter(({ listing }) => listing === undefined)
  const home = await exampleHome(catalogOf(quiet))
  assert.ok(home && home.lotId === undefined)
  assert.equal(await exampleHome(catalogOf([])), undefined)
})
