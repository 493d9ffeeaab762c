import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { inject } from '../../../../test/http/inject.ts'
import { priced, SEARCH, serveKept } from '../../../../test/http/kept-service.ts'
import { TRIAL_KEY } from '../../../../test/http/trial.ts'
import { HOMES, RICH } from '../../../../test/operations/made-homes.ts'
import type { Home } from '../../../model/home.ts'
import { listingClassOf } from '../../../model/home-columns.ts'
import { askedSearch, tokenOf } from '../../../service/tiles/tile-search.ts'
import { WORLD, worldX, worldY } from '../../../service/tiles/world.ts'

const AUSTIN = '/tiles?path=/search/byaddress&location=Austin,%20TX&listingStatus=For_Sale'
const KEYED = { 'x-service-key': TRIAL_KEY }

async function served(context: TestContext) {
  const service = await serveKept(context)
  const get = (url: string, headers: Readonly<Record<string, string>> = KEYED, method = 'GET') =>
    inject(service.server, { url, headers, method })
  const pageOf = async (url: string) => {
    const { statusCode, payload } = await get(url)
    assert.equal(statusCode, 200, payload)
    const body = JSON.parse(payload)
    return { ...body, tile: (z = 0, x = 0, y = 0) => tileOf(body.tiles[0], z, x, y) }
  }
  return { ...service, get, pageOf }
}

function tileOf(template: string, z: number, x: number, y: number): string {
  const { pathname, search } = new URL(template)
  const filled = { '{z}': z, '{x}': x, '{y}': y }
  return decodeURI(pathname).replace(/\{.\}/g, (part) => String(filled[part as keyof typeof filled])) + search // the template has no other placeholders
}

/** Returns the zpids of a tile's single homes, and the number of homes in its clusters. */
function shownIn(bytes: Uint8Array) {
  const { homes, cells } = new VectorTile(new PbfReader(bytes)).layers
  const zpids = Array.from({ length: homes?.length ?? 0 }, (_, i) => homes?.feature(i).id ?? 0)
  const counts = Array.from({ length: cells?.length ?? 0 }, (_, i) => Number(cells?.feature(i).properties.count))
  return { zpids, counted: counts.reduce((sum, count) => sum + count, 0) }
}

/** Returns the tile that contains a home at a zoom level. */
function around({ point }: Home, z: number): readonly [z: number, x: number, y: number] {
  const { latitude, longitude } = point ?? { latitude: 0, longitude: 0 }
  const at = (units: number) => Math.floor((units / WORLD) * 2 ** z)
  return [z, at(worldX(longitude)), at(worldY(latitude))]
}

const FOR_SALE = HOMES.filter((home) => listingClassOf(home) === 'For_Sale')
const ON_MAP = FOR_SALE.filter(({ point, address }) => point !== undefined && !address.undisclosed).length

test('the tiles of a search, a saved search and a listing class have all homes, and their URLs have the key if the call had it', async (context) => {
  const { call, get, pageOf } = await served(context)
  const { searchId } = (await call('POST', '/searches', SEARCH)).body.search
  const all = await pageOf('/tiles/for_sale')
  assert.deepEqual([all.homes, all.homes - all.unplaced], [FOR_SALE.length, ON_MAP])
  assert.deepEqual(
    all.vector_layers.map(({ id }: { id: string }) => id),
    ['cells'],
  )
  assert.deepEqual(shownIn((await get(all.tile())).rawPayload), { zpids: [], counted: ON_MAP })
  for (const z of [12, 22]) {
    const { zpids, counted } = shownIn((await get(all.tile(...around(RICH, z)))).rawPayload)
    assert.deepEqual([zpids, counted > 0], [[], true])
  }
  const searched = await pageOf(`${AUSTIN}&page=2`)
  assert.deepEqual(searched.notes, ['Tiles always show all results: Plat ignores page.'])
  const { zpids, counted } = shownIn((await get(searched.tile())).rawPayload)
  assert.equal(zpids.length + counted, searched.homes - searched.unplaced)
  assert.ok(shownIn((await get(searched.tile(...around(RICH, 10)))).rawPayload).zpids.includes(RICH.zpid))
  assert.ok((await pageOf(`/tiles/${searchId}`)).tile().startsWith(`/tiles/${searchId}/0/0/0`))
  const inAddress = await get(`${AUSTIN}&access_token=${TRIAL_KEY}`, {})
  const [template] = inAddress.json().tiles
  assert.equal(template, `${searched.tiles[0]}?access_token=${TRIAL_KEY}`)
  assert.equal((await get(tileOf(template, 0, 0, 0), {}, 'HEAD')).statusCode, 200)
  assert.equal((await get(tileOf(template, 0, 0, 0).replace(/\?.*/, ''), {})).statusCode, 401)
})

test('a search is charged once an hour for all its tile addresses; the tiles of a listing class are free', async (context) => {
  const { access, get, pageOf } = await served(context)
  const searched = await pageOf(AUSTIN)
  await pageOf(`${AUSTIN}&page=2&resultCount=5`)
  await get(searched.tile(3, 1, 3))
  const [text] = access.idempotencyKeys.map((question) => question?.text)
  const paid = { text, lasts: true, isForAnHour: true }
  assert.deepEqual(access.idempotencyKeys, [paid, paid, paid])
  assert.deepEqual(access.events, Array(3).fill('settled /tiles 1'))
  await get((await pageOf('/tiles/For_Sale')).tile())
  assert.equal(access.idempotencyKeys.length, 3)
})

test('a client that has a tile gets a 304, and an address with an older data version gets the current tile and says so', async (context) => {
  const { get, pageOf, commit } = await served(context)
  const asked = askedSearch('/search/byaddress', { location: 'Austin, TX', listingStatus: 'For_Sale' }, 'normal')
  const searched = await pageOf(AUSTIN)
  const tile = await get(searched.tile(), { ...KEYED, 'accept-encoding': 'gzip' })
  assert.deepEqual(
    [tile.headers['content-type'], tile.headers['cache-control'], tile.headers['x-data-version-asked']],
    ['application/vnd.mapbox-vector-tile', 'private, max-age=300', undefined],
  )
  const bytes = tile.headers['content-encoding'] === 'gzip' ? gunzipSync(tile.rawPayload) : tile.rawPayload
  const { etag = '' } = tile.headers
  assert.equal((await get(searched.tile(), { ...KEYED, 'if-none-match': etag })).statusCode, 304)
  commit(priced(1).filter(({ zpid }) => zpid === RICH.zpid))
  const now = await get(`/tiles/${tokenOf(asked, 'of before')}/0/0/0`)
  assert.deepEqual([shownIn(bytes).counted > 1, shownIn(now.rawPayload)], [true, { zpids: [RICH.zpid], counted: 0 }])
  assert.deepEqual(
    [now.headers['cache-control'], now.headers['x-data-version-asked'], now.headers['x-data-version']],
    ['private, no-cache', 'of before', searched.dataVersion],
  )
})

test('an address without a tile is refused with the allowed addresses', async (context) => {
  const { access, get, pageOf } = await served(context)
  for (const [url, status, ...words] of [
    ['/tiles', 400, 'path is missing'],
    ['/tiles?path=/search/byadress', 404, 'Cannot draw "/search/byadress"', '/search/byaddress'],
    ['/tiles?path=/search/bylocation&location=Polska', 404, 'area B'],
    ['/tiles?path=/search/byaddress&listingStatus=For_Sale', 400, 'location'],
    [`${AUSTIN}&homeType=Hauses`, 400, 'Hauses'],
    ['/tiles?path=/search/byaddress&location=Nowhere%20At%20All,%20ZZ&listingStatus=Sold', 404, 'Nowhere At All'],
    ['/tiles/s_0123456789abcdef', 404, 'no saved search "s_0123456789abcdef"'],
    ['/tiles/nothing', 400, 'The search of tiles must be a name from GET /tiles', 'For_Sale'],
    ['/tiles/nothing/0/0/0', 400, 'The search of tiles must be a name from GET /tiles'],
    ['/tiles/For_Sale/30/0/0', 400, 'z of a tile', 'from 0 to 22'],
    ['/tiles/For_Sale/1/2/-1', 400, 'x of a tile', 'y of a tile', 'from 0 to 1 at this zoom'],
    ['/tiles/For_Sale/a/0/0', 400, 'z of a tile'],
    ['/tiles/For_Sale/0/0', 400, 'y of a tile'],
    ['/tiles/For_Sale/0/0/0/0', 400, 'the last part of the path'],
  ] as const) {
    const { statusCode, payload } = await get(url)
    assert.equal(statusCode, status, `${url} ${payload}`)
    for (const word of words) assert.ok(JSON.parse(payload).detail.includes(word), `${url} ${payload}`)
  }
  assert.equal(access.misses, 14)
  assert.deepEqual(
    access.events.filter((event) => event.startsWith('settled')),
    [],
  )
  const { tile } = await pageOf('/tiles/Sold')
  assert.equal((await get(tile(22, 2 ** 22 - 1, 2 ** 22 - 1))).statusCode, 200)
})
