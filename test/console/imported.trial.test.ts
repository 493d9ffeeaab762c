import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newKey, plat, scratch } from '../e2e/program.ts'
import { tinyPmtiles } from '../http/pmtiles.ts'
import { consoleTrial, IN_BROWSER } from './browser.ts'

const MAPPING = `
name: listed
source: county
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StreetAddress: street
  PostalCode: zip
  StandardStatus: { constant: Active }
  ListPrice: price
  OnMarketDate: listed
  PhotoURLs: { column: photos, separator: "|" }
`

const NAMED = 'https://pictures.example'
const PHOTOS = [`${NAMED}/1.svg`, 'https://photos.example/2.jpg', 'https://photos.example/3.jpg']
const ROWS = `id,street,zip,price,listed,photos\n1,1 Elm St,98103,500000,2026-01-02,${PHOTOS.join('|')}\n`
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'

let key = ''

const tiles = scratch()
after(tiles.remove)
const tileFile = join(tiles.path, 'ground.pmtiles')
writeFileSync(tileFile, tinyPmtiles())

const trial = consoleTrial({ PLAT_PICTURE_ORIGINS: NAMED, PLAT_MAP_TILES: tileFile }, async (dataDir) => {
  const [mapping, rows] = [join(dataDir, 'listed.yaml'), join(dataDir, 'listed.csv')]
  writeFileSync(mapping, MAPPING)
  writeFileSync(rows, ROWS)
  const { code, stdout, stderr } = await plat(['import', rows, '--mapping', mapping, '--data', dataDir])
  assert.equal(code, 0, stdout + stderr)
  key = (await newKey(dataDir, 'basic')).key
})

test('pictures of imported homes are loaded only from allowed origins, and linked otherwise', IN_BROWSER, async () => {
  const { served, open } = trial()
  const search = await served.get('/search/byaddress?location=98103&listingStatus=For_Sale', { 'x-service-key': key })
  assert.equal(search.status, 200, await search.clone().text())
  // the operation declares this type
  const { searchResults } = (await search.json()) as { searchResults: readonly { property: { zpid: number } }[] }
  const { page, faults, close } = await open('/console/key')
  await page.evaluate(`sessionStorage.setItem('plat.key', '${key}')`)
  await page.route(`${NAMED}/**`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }))
  await page.goto(`${served.a}/console/homes/${searchResults[0]?.property.zpid}`)
  await page.getByRole('heading', { level: 1, name: '1 Elm St' }).waitFor()
  const link = page.getByRole('link', { name: '2 pictures at photos.example' })
  await link.waitFor()
  assert.deepEqual(
    [await link.getAttribute('href'), await link.getAttribute('rel'), await link.getAttribute('target')],
    [PHOTOS[1], 'noreferrer', '_blank'],
  )
  await page.getByText('Show them here').click()
  await page.getByText(`PLAT_PICTURE_ORIGINS=${NAMED},https://photos.example`, { exact: true }).waitFor()
  await page.evaluate("document.querySelector('.pictures img').decode()")
  assert.equal(await page.locator('.pictures img').count(), 1)
  assert.deepEqual(faults, [`${PHOTOS[0]} is asked for`])
  await close()
})

test(
  'the map shows tiles of a file that this service serves, and outlines if the file is damaged',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open('/console/search?layout=map', { hasCounties: true })
    const tiled = page.locator('.map-canvas[data-drawn][data-tiled]')
    await tiled.waitFor()
    assert.deepEqual(faults, [])
    truncateSync(tileFile, 40)
    const refused = page.waitForResponse((response) => response.url().endsWith('/console/tiles.pmtiles'))
    await page.reload()
    assert.equal((await refused).status(), 503)
    await page.locator('.map-canvas[data-drawn]').waitFor()
    assert.equal(await tiled.count(), 0)
    writeFileSync(tileFile, tinyPmtiles())
    await close()
  },
)
