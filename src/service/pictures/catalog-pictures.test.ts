import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherSample } from '../../../test/sample/trial.ts'
import { HOME_TYPES, type Home } from '../../model/home.ts'
import { type PictureRecords, pictureAt } from './catalog-pictures.ts'
import { drawPicture } from './draw-picture.ts'
import { buildingViews, homeViews } from './drawn-views.ts'
import { picturedOffer } from './pictured-offer.ts'

const { records } = await gatherSample(3000, 5)
const homes = new Map(records.home.map((home) => [home.zpid, home]))
const buildings = new Map(records.building.map((building) => [building.lotId, building]))
const offers = new Map(records.offer.map((offer) => [offer.offerId, offer]))
const nouns: Readonly<Record<string, ReadonlyMap<unknown, unknown>>> = {
  home: homes,
  building: buildings,
  offer: offers,
}
// each map has only records of its own type
const lookup = { get: async (noun: string, id: unknown) => nouns[noun]?.get(id) } as PictureRecords

async function body(path: string): Promise<string> {
  return (await pictureAt(path, lookup))?.body ?? ''
}

function titleOf(svg: string): string {
  return /<title>(.*?)<\/title>/.exec(svg)?.[1] ?? ''
}

function pictured(homeType: Home['homeType']): Home & { readonly listing: { readonly drawnPhotos: number } } {
  const home = records.home.find((one) => one.homeType === homeType && (one.listing?.drawnPhotos ?? 0) > 3)
  assert.ok(home?.listing?.drawnPhotos)
  return { ...home, listing: { ...home.listing, drawnPhotos: home.listing.drawnPhotos } }
}

test('each picture of a home shows what its caption says', async () => {
  for (const homeType of HOME_TYPES) {
    const home = pictured(homeType)
    const views = homeViews(home)
    const drawn = await Promise.all(
      Array.from({ length: home.listing.drawnPhotos }, (_, at) => body(`/media/home/${home.zpid}/${at + 1}-384.svg`)),
    )
    drawn.forEach((svg, at) => {
      assert.equal(titleOf(svg), views[at]?.caption)
      assert.doesNotMatch(svg, /NaN|undefined|null|<g[^>]*><\/g>/)
      assert.ok(svg.length < 9000, `${homeType} ${views[at]?.caption} has ${svg.length} bytes`)
    })
    assert.equal(new Set(drawn).size, drawn.length)
  }
})

test('no record of the sample has more pictures than views', () => {
  for (const home of records.home) assert.ok((home.listing?.drawnPhotos ?? 0) <= homeViews(home).length)
  for (const offer of records.offer) assert.ok((offer.drawnPhotos ?? 0) <= homeViews(picturedOffer(offer)).length)
  for (const building of records.building) assert.ok((building.drawnPhotos ?? 0) <= buildingViews(building).length)
})

test('all units of a building show the same front, and other buildings show another front', async () => {
  const units = records.home.filter(({ lotId, listing }) => lotId !== undefined && listing?.drawnPhotos)
  const [first, second] = units.filter(({ lotId }) => lotId === units[0]?.lotId)
  const stranger = units.find(({ lotId }) => lotId !== first?.lotId)
  const front = (home?: Home) => body(`/media/home/${home?.zpid}/1-384.svg`)
  assert.equal(await front(first), await front(second))
  assert.notEqual(await front(first), await front(stranger))
})

test('buildings and offers are drawn from their records, and unknown ids get a picture, too', async () => {
  const [building] = records.building
  assert.equal(titleOf(await body(`/media/building/${building?.lotId}/2-384.svg`)), 'Lobby')
  const plot = records.offer.find(({ propertyType, drawnPhotos }) => propertyType === 'Plot' && drawnPhotos)
  assert.equal(titleOf(await body(`/media/offer/${plot?.offerId}/1-384.svg`)), 'The lot from the street')
  for (const path of ['/media/home/1/1-384.svg', '/media/offer/none/1-384.svg', '/media/building/none/3-384.svg']) {
    assert.equal(await body(path), drawPicture(path)?.body)
  }
  assert.equal(await pictureAt('/media/car/1/1-768.svg', lookup), undefined)
})

test('Plat draws no pictures for a home with pictures of its source', async () => {
  const real = { ...pictured('LOT'), zpid: 7, listing: { kind: 'sale', status: 'Active', listedBy: 'agent' } as const }
  homes.set(7, real)
  assert.equal(await body('/media/home/7/1-384.svg'), drawPicture('/media/home/7/1-384.svg')?.body)
})
