import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { fillSample, type Served } from '../e2e/program.ts'
import { consoleTrial, IN_BROWSER, PHONE, runCurl, sidewaysPx } from './browser.ts'

const trial = consoleTrial({}, (dataDir) => fillSample(dataDir, 8000))

interface Answered {
  readonly resultsCount: { readonly totalMatchingCount: number }
}

/** No animations, because maps are drawn without a graphics card in tests. */
const CALM = { reducedMotion: 'reduce', viewport: { width: 1000, height: 600 } } as const

const TOTAL = /^([\d,]+ results?, )?[\d,]+ homes?$/

function money(dollars: number): string {
  return `$${dollars.toLocaleString('en-US')}`
}

function saying(total: number): string {
  return total === 1 ? '1 home' : `${total.toLocaleString('en-US')} homes`
}

/** Waits until the request that the view displays contains a text. */
function requestWith(page: Page, text: string): Promise<void> {
  return page.locator('.request > summary').filter({ hasText: text }).waitFor()
}

/** Clicks corners, given as fractions of the map's size, and finally the first corner again. */
async function drawOn(page: Page, shares: readonly (readonly [x: number, y: number])[]): Promise<void> {
  await page.getByRole('button', { name: 'Draw an area' }).click()
  await page.locator('.map-canvas[data-drawing=polygon]').waitFor()
  const box = await page.locator('.map-canvas').boundingBox()
  assert(box !== null)
  for (const [x, y] of [...shares, ...shares.slice(0, 1)]) {
    await page.mouse.move(box.x + box.width * x - 5, box.y + box.height * y)
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
  }
}

test(
  'an area drawn on the map is searched and filtered, its curl runs, and a result leads to the home',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open('/console/search?location=TX', {
      ...CALM,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
    await drawOn(page, [
      [0.1, 0.12],
      [0.9, 0.12],
      [0.9, 0.8],
      [0.1, 0.8],
    ])
    await page.waitForURL(/polygon=/)
    await requestWith(page, '/search/bypolygon')
    await requestWith(page, 'listingType=Any') // without this parameter, the service leaves out homes that have no agent
    assert.equal(await page.getByText('Listed by').count(), 0)
    const drawn = await page.getByText(TOTAL).textContent()
    const prices = await page.locator('.found-price').allTextContents()
    const least = Math.min(...prices.map((price) => Number(price.replace(/\D/g, ''))))
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Price, to').fill(money(least))
    await page.getByRole('button', { name: 'Show homes' }).click()
    await page.getByRole('button', { name: `Remove Price up to ${money(least)}` }).waitFor()
    await requestWith(page, `listPriceRange=max:${least}`)
    await page.getByText('This request').click()
    await page.getByText('Data version').waitFor()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied.').waitFor()
    const curl = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(curl, /search\/bypolygon\?polygon=.*listPriceRange=max:\d+/)
    const stdout = await runCurl(curl)
    const { totalMatchingCount } = (JSON.parse(stdout) as Answered).resultsCount
    assert(totalMatchingCount > 0)
    await page.getByText(saying(totalMatchingCount), { exact: true }).waitFor()
    assert.notEqual(saying(totalMatchingCount), drawn)
    await page.locator('.card').first().hover()
    await page.locator('.map-lit').waitFor()
    await page.locator('.card-link').first().click()
    await page.waitForURL(/\/console\/homes\/\d+$/)
    assert.deepEqual(faults, [])
    await close()
  },
)

test('50,000 pins leave the page responsive, and the list renders only visible homes', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/search?keywords=pins', CALM)
  await page.route('**/search/bymapbounds?*', (route) => route.fulfill({ json: manyHomes(50_000) }))
  await page.locator('.map-canvas[data-drawn]').waitFor()
  await page.evaluate(COUNT_FRAMES)
  await page.getByLabel('Search as I move').check()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.locator('.map-canvas[data-drawn="50000"]').waitFor()
  assert((await page.evaluate<number>('frames')) >= 5, 'frames were drawn while the pins were sorted')
  assert.equal(await page.locator('.card').count(), 60)
  await page.getByText('50,000 homes', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test(
  'an area can be drawn with the keyboard, and its search finds every home of the place inside',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open('/console/search?location=TX', CALM)
    await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
    const total = await page.getByText(TOTAL).textContent()
    const begin = async (kind: string) => {
      await page.getByRole('button', { name: kind }).press('Enter')
      await page.locator('.map-canvas[data-drawing]').waitFor()
      await page.getByText('arrow keys show and move').waitFor()
    }
    await begin('Draw an area')
    for (const key of ['ArrowUp', 'Escape']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Circle' }).waitFor()
    assert.doesNotMatch(page.url(), /polygon=/)
    await begin('Draw an area')
    await page.keyboard.press('ArrowRight')
    for (let i = 0; i < 40; i++) for (const side of ['Right', 'Up']) await page.keyboard.press(`Shift+Arrow${side}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/polygon=/)
    await requestWith(page, '/search/bypolygon')
    await page.getByText(total ?? '', { exact: true }).waitFor()
    await begin('Circle')
    for (const key of ['ArrowLeft', 'Shift+ArrowUp', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL(/circle=/)
    assert.deepEqual(faults, [])
    await close()
  },
)

test(
  'the search starts at the places with the most homes, and says that a catalog is a sample',
  IN_BROWSER,
  async () => {
    const { served, open } = trial()
    // the service declares this type
    const { starts } = (await (await served.get('/console/facts.json')).json()) as {
      starts: readonly { name: string }[]
    }
    assert(starts.length > 1)
    const { page, close } = await open('/console', CALM)
    await page.getByText('This catalog is a sample. All of its homes are invented.').waitFor()
    const totals: string[] = []
    for (const { name } of starts) {
      await page.goto(new URL('/console', page.url()).href)
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByText(TOTAL).waitFor()
      totals.push((await page.getByText(TOTAL).textContent()) ?? '')
    }
    // A city may have more homes for rent than for sale.
    assert(
      totals.some((total) => !total.startsWith('0 ')),
      totals.join(),
    )
    await close()
  },
)

/** Counts the frames that the page draws. */
const COUNT_FRAMES = 'frames = 0; (function count() { frames++; requestAnimationFrame(count) })()'

function manyHomes(total: number): Answered & object {
  const searchResults = Array.from({ length: total }, (_, i) => ({
    resultType: 'property',
    property: {
      zpid: i + 1,
      location: { latitude: 30 + ((i * 7919) % 10_007) / 1000, longitude: -120 + ((i * 104_729) % 40_009) / 1000 },
      address: { streetAddress: `${i} Main St`, city: 'Austin', state: 'TX', zipcode: '78701' },
      listing: { listingStatus: 'forSale' },
      price: { value: 100_000 + i },
    },
  }))
  return { resultsCount: { totalMatchingCount: total }, pagesInfo: { totalPages: 1 }, searchResults } as Answered &
    object
}

test('a result beyond one search is loaded completely, for exactly the announced credits', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/search?layout=table')
  const answer = answerTo(page, '/search/byaddress')
  await page.goto(`${trial().served.a}/console/search?layout=table&location=TX`)
  const searched = await answer
  await page.route('**/search/byaddress?*', async (route) => {
    const { resultsCount, ...rest } = searched
    await route.fulfill({
      json: { ...rest, resultsCount: { ...resultsCount, totalMatchingCount: 1201, ungroupedResultCount: 1201 } },
      headers: CHARGED,
    })
  })
  const parts = [400, 801].map((total, i) => ({ path: '/search/byaddress', query: `location=TX&part=${i}`, total }))
  await page.route('**/search/plan?*', (route) => route.fulfill({ json: { parts }, headers: CHARGED }))
  await page.reload()
  await page.getByRole('button', { name: 'Check the price of loading all · 1 credit' }).press('Enter')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).search))
  await page.getByRole('button', { name: 'Load all 1,201 homes · 7 credits' }).waitFor()
  await page.keyboard.press('Enter') // presses the button, because it still has the focus
  await page.getByText(/loaded for 8 credits\./).waitFor()
  assert.match(await page.evaluate<string>('document.activeElement.textContent'), /loaded for 8 credits/)
  assert.equal(await page.locator('[role=status] :is(button, progress)').count(), 0)
  assert.deepEqual(
    asked.filter((search) => search.includes('part=')).map((search) => search.replace('?location=TX&', '')),
    ['part=0&page=1', 'part=0&page=2', ...[1, 2, 3, 4, 5].map((n) => `part=1&page=${n}`)],
  )
  assert.deepEqual(faults, [])
  await close()
})

const CHARGED = { 'x-credits-cost': '1', 'content-type': 'application/json' }

/** Waits for the answer to a request for `path` whose query contains `text`. */
async function answerTo(page: Page, path: string, text = /$/): Promise<Answered> {
  const response = await page.waitForResponse((one) => {
    const { pathname, search } = new URL(one.url())
    return pathname === path && text.test(decodeURIComponent(search))
  })
  return (await response.json()) as Answered // the operation declares this type
}

test(
  'a filter that the service adds appears in the form automatically; a refused value is shown at its field',
  IN_BROWSER,
  async () => {
    const { page, close } = await trial().open('/console/search?layout=list')
    await page.route('**/openapi.json', async (route) => {
      const response = await route.fetch()
      const document = (await response.json()) as { paths: Record<string, { get: { parameters: object[] } }> }
      const added = { name: 'roofAge', in: 'query', description: 'Age of the roof.', schema: { type: 'integer' } }
      document.paths['/search/byaddress']?.get.parameters.push(added)
      await route.fulfill({ json: document })
    })
    await page.goto(`${trial().served.a}/console/search?location=TX&layout=list`)
    await page.getByText(TOTAL).waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Find a filter').fill('roof')
    await page.getByLabel('Roof age').fill('12')
    await page.getByLabel('Find a filter').fill('')
    await page.getByLabel('Living area, from').fill('large')
    await page.getByLabel('Condos/Co-ops').check({ force: true })
    await page.getByRole('button', { name: 'Show homes' }).click()
    await requestWith(page, 'roofAge=12')
    await page.getByRole('button', { name: 'Change the filters' }).click()
    await page
      .getByRole('dialog')
      .getByText(/squareFeetRange must be /)
      .waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'Condos/Co-ops' }).isChecked(), true)
    await close()
  },
)

test(
  'without matches, each filter can be removed by one click, and the matches without each are counted on request',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open('/console/search', CALM)
    await page.route('**/search/byaddress?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'x-ignored-parameters': 'squareFeetRange' },
      })
    })
    const filters = 'listPriceRange=max:1&yearBuiltRange=min:1900&squareFeetRange=min:1'
    await page.goto(`${trial().served.a}/console/search?location=TX&layout=map&${filters}`)
    await page.getByRole('button', { name: 'Without Price up to $1' }).waitFor()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.getByRole('heading', { name: 'No homes match' }).waitFor()
    assert.equal(await page.locator('.without li').count(), 2) // two, because one of the three filters was ignored
    const broken = { status: 500, json: { detail: 'It broke.' } }
    await page.route('**/search/byaddress?*listPriceRange*', (route) => route.fulfill(broken), { times: 1 })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/search/')) asked.push(request.url())
    })
    await page.getByRole('button', { name: 'Count matches without each filter · 2 credits' }).click()
    await page.getByRole('button', { name: 'Count matches without each filter · 1 credit', exact: true }).click()
    const rowOf = (filter: string) => page.locator('.without li').filter({ hasText: `Without ${filter}` })
    await rowOf('Year built').getByText(TOTAL).waitFor() // only the second click requested this number
    const row = rowOf('Price up to $1')
    const total = await row.getByText(TOTAL).textContent()
    assert.notEqual(total, '0 homes')
    assert.equal(asked.length, 3)
    await row.getByRole('button').click()
    await page
      .locator('.search-status')
      .getByText(total ?? '', { exact: true })
      .waitFor()
    assert.deepEqual(faults, [])
    await close()
  },
)

test('filters that have no effect on rentals are not offered for them', IN_BROWSER, async () => {
  const { page, close } = await trial().open('/console/search?location=TX&layout=list&listingStatus=For_Rent')
  await page.getByText(TOTAL).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('heading', { name: 'What it has' }).click()
  await page.getByLabel('Allow cats').waitFor()
  assert.equal(await page.getByLabel('Garage').count(), 0)
  assert.equal(await page.getByLabel('Multi-family').count(), 0)
  await close()
})

test('alternative meanings of a place are offered, and one click searches there', IN_BROWSER, async () => {
  const { page, close } = await trial().open('/console/search?layout=list')
  const locations = [{ query: 'Austin', name: 'Austin, TX', found: true, alternatives: ['TX'] }]
  await page.route('**/search/byaddress?location=Austin&*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...((await response.json()) as object), locations } })
  })
  await page.goto(`${trial().served.a}/console/search?location=Austin&layout=list`)
  await page.getByRole('button', { name: 'TX', exact: true }).click()
  await page.waitForURL(/location=TX/)
  await page.waitForFunction("[...document.querySelectorAll('input')].some(({ value }) => value === 'TX')")
  assert.equal(await page.getByLabel('Place').inputValue(), 'TX')
  await close()
})

test('an unknown place is not shown as another, and no filter is blamed for it', IN_BROWSER, async () => {
  const { page, close } = await trial().open('/console/search?layout=list')
  const locations = [{ query: 'Austn', name: null, found: false, alternatives: ['Austin, TX'] }]
  await page.route('**/search/byaddress?location=Austn&*', (route) =>
    route.fulfill({ json: { resultsCount: { totalMatchingCount: 0 }, searchResults: [], locations } }),
  )
  await page.goto(`${trial().served.a}/console/search?location=Austn&layout=list`)
  await page.getByText('Did you mean:', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Austin, TX', exact: true }).waitFor()
  assert.equal(await page.getByText('was read as').count(), 0)
  assert.equal(await page.getByRole('heading', { name: 'No homes match' }).count(), 0)
  await close()
})

test('the map moves to each searched place, and stays if nothing is found', IN_BROWSER, async () => {
  const { served, open } = trial()
  type Start = { readonly name: string; readonly bounds: readonly [number, number, number, number] }
  // the service declares this type
  const { starts } = (await (await served.get('/console/facts.json')).json()) as { starts: readonly Start[] }
  const isForSale = async ({ name }: Start) => {
    const path = `/search/byaddress?location=${encodeURIComponent(name)}&listingStatus=For_Sale`
    // the service declares this type
    return ((await (await served.get(path)).json()) as Answered).resultsCount.totalMatchingCount > 0
  }
  const hasHomes = await Promise.all(starts.map(isForSale))
  const [from, to] = starts.filter((_, i) => hasHomes[i])
  assert(from !== undefined && to !== undefined, JSON.stringify(starts))
  const { page, faults, close } = await open(`/console/search?location=${encodeURIComponent(from.name)}`, CALM)
  for (const name of [to.name, 'Nowhere at all']) {
    await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
    await page.getByLabel('Place').fill(name)
    const searched = answerTo(page, '/search/byaddress')
    await page.getByLabel('Place').press('Enter')
    const { totalMatchingCount } = (await searched).resultsCount
    await page.locator('.search-status').getByText(saying(totalMatchingCount), { exact: true }).waitFor()
    await page.locator(`.map-canvas[data-drawn="${totalMatchingCount}"]`).waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Search here' }).click()
    await page.waitForURL(/bounds=/)
    const [west = 0, south = 0, east = 0, north = 0] = (new URL(page.url()).searchParams.get('bounds') ?? '')
      .split(',')
      .map(Number)
    const [left, bottom, right, top] = to.bounds
    const offDegrees = Math.hypot(west + east - left - right, south + north - bottom - top) / 2
    assert(offDegrees < 0.5, `${name}: ${offDegrees} degrees away`)
  }
  assert.deepEqual(faults, [])
  await close()
})

test('a column of the table is sorted by its heading, over all loaded homes', IN_BROWSER, async () => {
  const { page, close } = await trial().open('/console/search?location=TX&layout=table')
  const dollars = async () =>
    (await page.locator('.found-price').allTextContents()).map((price) => Number(price.replace(/\D/g, '')))
  const heading = page.getByRole('button', { name: 'Price', exact: true })
  await heading.click()
  await page.locator('th[aria-sort=descending]').waitFor()
  const highest = await dollars()
  assert.deepEqual(
    highest,
    highest.toSorted((a, b) => b - a),
  )
  await heading.click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  const lowest = await dollars()
  assert.deepEqual(
    lowest,
    lowest.toSorted((a, b) => a - b),
  )
  assert((lowest[0] ?? 0) < (highest.at(-1) ?? 0) || highest.length === lowest.length)
  await page.reload() // the page's address must contain the column
  await page.locator('th[aria-sort=ascending]').waitFor()
  await close()
})

test('on a phone list, map and filters fit the screen, and Escape returns the focus', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/search?location=TX', { ...CALM, ...PHONE })
  await page.locator('.card').first().waitFor()
  assert.equal(await page.locator('.map').count(), 0)
  assert.equal(await sidewaysPx(page), 0)
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price, from').waitFor()
  const { width, height } = (await dialog.boundingBox()) ?? {}
  assert.deepEqual([width, height], [PHONE.viewport.width, PHONE.viewport.height])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^Filters/)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.locator('.map-canvas canvas').waitFor()
  assert.equal(await sidewaysPx(page), 0)
  assert.deepEqual(faults, [])
  await close()
})

test('a sentence in the search box becomes filters, and words without effect are shown', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/search?layout=list&bathrooms=TwoPlus')
  await page.getByLabel('Place').fill('3 bed houses under 900k with a dragon in Texas')
  await page.getByLabel('Place').press('Enter')
  await page.getByRole('button', { name: 'Remove Price up to $900,000' }).waitFor()
  await page.getByText('“dragon”').waitFor()
  assert.equal(await page.getByLabel('Place').inputValue(), 'Texas')
  const { searchParams } = new URL(page.url())
  assert.deepEqual(
    ['bed_min', 'bed_max', 'homeType', 'bathrooms', 'layout'].map((name) => searchParams.get(name)),
    ['3', '3', 'Houses', null, 'list'],
  )
  assert.deepEqual(faults, [])
  await close()
})

test(
  'before a search, the map counts every home for sale for free, and a click on any pin of a later search shows its card, a second click its page',
  IN_BROWSER,
  async () => {
    const { served, open } = trial()
    // the service declares this type
    const { homes, unplaced } = (await (await served.get('/tiles/For_Sale')).json()) as AllHomes
    assert(homes - unplaced > 0)
    const left = async () => (await served.get('/usage')).headers.get('x-credits-remaining')
    const before = await left()
    const { page, faults, close } = await open('/docs', CALM)
    await page.route('**/tiles/For_Sale/*/*/*', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 })
    await page.goto(`${served.a}/console`)
    // matches once the browser has repeated the request for the refused tile
    await page.locator(`.map-canvas[data-matches="${homes - unplaced}"]`).waitFor()
    await page.getByRole('region', { name: `Map: ${saying(homes - unplaced)}` }).waitFor()
    await page.getByText(`${saying(homes)} for sale · free to view`).waitFor()
    assert.equal(await left(), before)
    await page.route('**/search/bymapbounds?*', (route) => route.fulfill({ json: { ...manyHomes(1), ...MORE } }), {
      times: 1,
    })
    const tilesOfSearch = page.waitForRequest(/\/tiles\?path=%2Fsearch%2Fbymapbounds/) // a map without filters also requests tiles
    await page.getByRole('button', { name: `Show about ${saying(homes - unplaced)} · 1 credit` }).click()
    await tilesOfSearch
    const { alone, together } = await placesOf(served)
    const look = async ({ location: { latitude, longitude } }: Placed) => {
      await page.goto(`${served.a}/console?map=${latitude},${longitude},17`)
      await page.locator('.map-canvas[data-matches]:not([data-matches="0"])').waitFor()
      await page.locator('.map-canvas').click()
      await page.getByText('Search here to see which homes these are.').waitFor()
      await page.getByRole('button', { name: /^Show about \d+ homes? · 1 credit$/ }).click()
      await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
      await page.locator('.map-canvas').click()
    }
    await look(alone)
    const card = page.getByRole('region', { name: 'The clicked home' })
    await card.locator(`a[href$="/homes/${alone.zpid}"]`).getByText('Open').waitFor()
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter') // opens the card of the home in the middle of the map
    await card.waitFor()
    await page.locator('.map-canvas').click()
    await page.waitForURL(`**/console/homes/${alone.zpid}`)
    await look(together)
    await page.getByRole('heading', { name: /^\d+ homes at this place$/ }).waitFor()
    await page.locator(`.map-homes a[href$="/homes/${together.zpid}"]`).click()
    await page.waitForURL(`**/console/homes/${together.zpid}`)
    assert.deepEqual(faults, [])
    await close()
  },
)

const MORE = { resultsCount: { totalMatchingCount: 201 }, pagesInfo: { totalPages: 2 } }

interface AllHomes {
  readonly homes: number
  readonly unplaced: number
}

interface Placed {
  readonly zpid: number
  readonly location: { readonly latitude: number; readonly longitude: number }
}

/** Returns two homes for sale: one with its own position, and one at the position of other homes. */
async function placesOf({ get }: Served) {
  const everywhere = 'westLongitude=-125&eastLongitude=-66&southLatitude=24&northLatitude=50&listingType=Any'
  const states = 'Coming+soon,Accepting+backup+offers,Pending+%26+under+contract'
  const response = await get(`/search/bymapbounds?listingStatus=For_Sale&${everywhere}&propertyStatus=${states}`)
  // the service declares this type
  const body = (await response.json()) as { readonly searchResults: readonly { readonly property: Placed }[] }
  const homes = body.searchResults.map(({ property }) => property).filter(({ location }) => location !== undefined)
  const beside = ({ location }: Placed) =>
    homes.filter(({ location: other }) => JSON.stringify(other) === JSON.stringify(location)).length
  const [alone, together] = [homes.find((home) => beside(home) === 1), homes.find((home) => beside(home) > 1)]
  assert(alone !== undefined && together !== undefined)
  return { alone, together }
}

test('a range set by a handle is shown, drawn and searched, by keyboard and by pointer', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/search?location=TX', CALM)
  await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
  const least = page.getByRole('slider', { name: 'Price, lower end' })
  const first = answerTo(page, '/search/byaddress', /listPriceRange=min/)
  await least.focus()
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
  await page
    .locator('.search-status')
    .getByText(/^about [\d,]+ homes?$/)
    .waitFor()
  const searched = await first
  await page.waitForURL(/listPriceRange=min/)
  assert.equal(await least.getAttribute('aria-valuenow'), '2')
  const handle = await page.getByRole('slider', { name: 'Price, upper end' }).boundingBox()
  assert(handle !== null)
  await page.mouse.move(handle.x + 11, handle.y + 11)
  await page.mouse.down()
  await page.mouse.move(handle.x - 60, handle.y + 11)
  const second = answerTo(page, '/search/byaddress', /listPriceRange=min.*max/)
  await page.mouse.up()
  await page.waitForURL(/listPriceRange=min.*max/)
  const { totalMatchingCount: total } = (await second).resultsCount
  assert(total <= searched.resultsCount.totalMatchingCount)
  await page.locator('.search-status strong').getByText(saying(total), { exact: true }).waitFor()
  await page.locator(`.map-canvas[data-drawn="${total}"]`).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

function number(text: string | null): number {
  return Number(text?.replace(/\D/g, ''))
}

test('selected homes are shown side by side for the announced credits, at their own address', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/search?location=TX&layout=list')
  const marks = page.getByRole('checkbox', { name: /^Compare / })
  for (const i of [0, 1]) await marks.nth(i).check()
  await page.getByRole('button', { name: 'Compare · 2 credits' }).click()
  await page.waitForURL(/\/console\/compare\?homes=\d+,\d+$/)
  const prices = page
    .getByRole('row', { name: /^Price/ })
    .first()
    .getByRole('cell')
  await prices.nth(1).filter({ hasText: '$' }).waitFor()
  await page.getByLabel('Show only differences').check()
  await page
    .getByRole('row')
    .filter({ hasText: /^Price, differs/ })
    .waitFor()
  assert.equal(await page.locator('tr.same').count(), 0)
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page.waitForURL(/homes=\d+(&|$)/)
  assert.deepEqual(faults, [])
  await close()
})

test('a printed result has its text, its map and its charts, but no controls', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/search?location=TX', CALM)
  await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await page.locator('.map-picture').waitFor()
  await page.getByRole('heading', { name: 'For sale in TX' }).waitFor()
  assert.equal(await page.locator('.card').count(), number(await page.getByText(TOTAL).textContent()))
  assert.equal(await page.getByRole('button').count(), 0)
  assert.equal(await page.locator('.histogram svg:visible').count(), 3)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.locator('.map-picture').waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
  await close()
})
