import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleTrial, IN_BROWSER, PHONE, sidewaysPx } from './browser.ts'
import { complaintsOf } from './compiled.ts'

const trial = consoleTrial()
/** No animations, because maps are drawn without a graphics card in tests. */
const CALM = { reducedMotion: 'reduce' } as const

/** Returns the service's answer to a call with the demo key. */
async function answered<T>(path: string): Promise<T> {
  return (await (await trial().served.get(path)).json()) as T // the operation declares this type
}

interface Series {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Returns the first and the last value of a chart's first line, as strings. */
function endsOf({ DataPoints: { homeValueChartData } }: { DataPoints: { homeValueChartData: readonly Series[] } }) {
  const { name = '', points = [] } = homeValueChartData[0] ?? {}
  const worded = ({ x = 0, y = 0 } = {}) =>
    `$${Math.round(y).toLocaleString('en-US')} in ${new Date(x).getUTCFullYear()}`
  return `${name}: ${worded(points[0])}, ${worded(points.at(-1))}`
}

test('a home is shown with its pictures, value, histories, a chart and comparables', IN_BROWSER, async () => {
  const { served, open } = trial()
  const zpid = served.homePath.split('=')[1] ?? ''
  const { propertyDetails: home } = await answered<{
    propertyDetails: { address: { streetAddress: string }; zestimate: number; responsivePhotos: readonly unknown[] }
  }>(served.homePath)
  const { valuation } = await answered<{ valuation: { value: number } }>(`/comparable_homes?byzpid=${zpid}`)
  const taxes = await answered<{ DataPoints: { homeValueChartData: readonly Series[] } }>(
    `/graph_charts?byzpid=${zpid}&which=tax_paid&recent_first=false`,
  )
  const { page, faults, close } = await open(`/console/homes/${zpid}`)
  await page.getByRole('heading', { level: 1, name: home.address.streetAddress }).waitFor()
  assert.equal(await page.locator('.pictures img').count(), home.responsivePhotos.length)
  const inDollars = (value: number) => `$${value.toLocaleString('en-US')}`
  await page.getByText(inDollars(home.zestimate), { exact: true }).first().waitFor()
  await page.getByRole('region', { name: 'Price history' }).waitFor()
  await page.getByText(`These sales suggest ${inDollars(valuation.value)}`).waitFor()
  await page.getByRole('img', { name: /^Value\. This home: \$/ }).waitFor()
  await page.locator('.chart canvas').waitFor()
  await page.getByRole('tab', { name: 'Tax', exact: true }).click()
  await page.getByRole('img', { name: `Tax. ${endsOf(taxes)}` }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('the public records of a home are listed below its prices', IN_BROWSER, async () => {
  const { open } = trial()
  const country = 'northLatitude=50&southLatitude=24&eastLongitude=-66&westLongitude=-125'
  const { searchResults } = await answered<{ searchResults: readonly { property: { zpid: number } }[] }>(
    `/search/bymapbounds?${country}&listingStatus=Sold&ownedYears=min:0`,
  )
  const { page, faults, close } = await open(`/console/homes/${searchResults[0]?.property.zpid}`)
  const records = page.getByRole('region', { name: 'Public records' })
  await records.getByText('Deed · Warranty deed').first().waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test(
  'comparables are on the map, which loads when it is near; a row and its pin highlight together',
  IN_BROWSER,
  async () => {
    const { served, open } = trial()
    const zpid = served.homePath.split('=')[1] ?? ''
    const { comparable_homes: comparables } = await answered<{
      comparable_homes: readonly { comparison: { adjustedPrice: number }; property: { zpid: number } }[]
    }>(`/comparable_homes?byzpid=${zpid}`)
    const [first] = comparables
    assert(first !== undefined)
    const { page, faults, close } = await open('/console/homes', CALM)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('map-canvas')) asked.push(request.url())
    })
    await page.goto(`${served.a}/console/homes/${zpid}`)
    const map = page.getByRole('region', { name: `Map: this home and its ${comparables.length} comparables` })
    await map.waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(asked, [])
    await map.scrollIntoViewIfNeeded()
    await page.locator(`.map-canvas[data-drawn="${comparables.length}"]`).waitFor()
    assert.notEqual(asked.length, 0)
    await page.locator('.map-around[title="This home"]').waitFor()
    const row = page.locator(`tr[data-id="${first.property.zpid}"]`)
    await row.getByRole('link').focus()
    const adjusted = `Adjusted: $${first.comparison.adjustedPrice.toLocaleString('en-US')}`
    await page.locator('.map-lit').getByText(adjusted).waitFor()
    await row.and(page.locator('[data-lit]')).waitFor()
    assert.deepEqual(faults, [])
    await close()
  },
)

test('the areas that contain a home are listed, and an outline is drawn on request', IN_BROWSER, async () => {
  const { served, open } = trial()
  const { page, faults, close } = await open('/console', CALM)
  await page.route('**/pro/byzpid?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { propertyDetails: object } // the operation declares this type
    const layers = [{ layer: 'flood', label: 'Flood zones', id: '7', name: 'AE', source: 'Sample', date: '2026-05-01' }]
    await route.fulfill({ response, json: { ...body, propertyDetails: { ...body.propertyDetails, layers } } })
  })
  const ring = [
    [-97.8, 30.2],
    [-97.7, 30.2],
    [-97.7, 30.3],
    [-97.8, 30.2],
  ]
  const feature = { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[ring]] } }
  await page.route('**/layers/feature?layer=flood&feature=7', (route) => route.fulfill({ json: feature }))
  await page.goto(`${served.a}/console/homes/${served.homePath.split('=')[1]}`)
  await page.getByRole('region', { name: 'Areas that contain this home' }).getByText('AE').waitFor()
  await page.getByRole('button', { name: 'Draw · 1 credit' }).click()
  const map = page.getByRole('region', { name: 'Map: this home in Flood zones, AE' })
  await map.scrollIntoViewIfNeeded()
  await map.locator('.map-around').waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('an unknown home is reported in the words of the service', IN_BROWSER, async () => {
  const { page, close } = await trial().open('/console/homes/99')
  await page.getByRole('alert').filter({ hasText: '99' }).waitFor()
  await close()
})

test('a market shows its figures, and the reasons for unknown ones', IN_BROWSER, async () => {
  const { market_overview: overview } = await answered<{ market_overview: { for_sale_inventory: number } }>(
    '/housing_market?search_query=TX&exclude_rentalMarketTrends=false',
  )
  const { page, faults, close } = await trial().open('/console/markets')
  await page.getByLabel('Place').fill('TX')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Texas' }).waitFor()
  const inventory = page.locator('.figures > div').filter({ hasText: 'For sale' })
  assert.match(
    (await inventory.textContent()) ?? '',
    new RegExp(`^For sale${overview.for_sale_inventory.toLocaleString('en-US')}\\D`),
  )
  assert.deepEqual(faults, [])
  await close()
})

test('the accuracy of estimates is shown beside the market, or why it is unknown', IN_BROWSER, async () => {
  const { why } = await answered<{ why: string }>('/valuation/backtest')
  const { page, faults, close } = await trial().open('/console/markets')
  await page.getByRole('tab', { name: 'Estimate accuracy' }).click()
  await page.getByText(why).waitFor()
  assert.match(page.url(), /\/console\/markets\?show=estimates$/)
  assert.deepEqual(faults, [])
  await close()
})

test('offers and experiences are counted as the service counts them', IN_BROWSER, async () => {
  const { served, open } = trial()
  const total = async (url: string) => {
    const response = await fetch(url, { headers: { 'x-service-key': served.key } })
    return ((await response.json()) as { total: number }).total // both operations declare this type
  }
  const offers = await total(`${served.a}/search/bylocation?location=Warszawa`)
  const experiences = await total(`${served.a}/search/exp/bydestination?searchDestinations=Italy`)
  const { page, faults, close } = await open('/console/offers?location=Warszawa')
  await page
    .getByRole('status')
    .filter({ hasText: counted(offers, 'offer') })
    .waitFor()
  await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
  await page.locator('.card[data-id]').first().hover()
  await page.locator('.map-lit').waitFor()
  await page.goto(`${served.a}/console/experiences?searchDestinations=Italy`)
  await page
    .getByRole('status')
    .filter({ hasText: counted(experiences, 'experience') })
    .waitFor()
  await page.getByRole('region', { name: 'Map: the experiences of this page' }).waitFor()
  await page.locator('.card').first().waitFor()
  await page.locator('.map canvas').waitFor()
  assert.equal(await page.getByRole('region', { name: 'Map: the experiences of this page' }).count(), 1)
  assert.deepEqual(faults, [])
  await close()
})

const PLACED = [
  { path: '/search/bylocation', page: '/offers?location=Warszawa', own: ['location', 'page', 'facets'] },
  {
    path: '/search/exp/bydestination',
    page: '/experiences?searchDestinations=Italy',
    own: ['searchDestinations', 'nextPageCursor', 'facets'],
  },
] as const

test(
  'every parameter of the searches for offers and experiences has its field, including a newly added one',
  IN_BROWSER,
  async () => {
    const { served, open } = trial()
    const { page, faults, close } = await open('/console')
    await page.route('**/openapi.json', async (route) => {
      const response = await route.fetch()
      const document = (await response.json()) as { paths: Record<string, { get: { parameters: object[] } }> }
      const added = { name: 'roofAge', in: 'query', description: 'Age of the roof.', schema: { type: 'integer' } }
      for (const { path } of PLACED) document.paths[path]?.get.parameters.push(added)
      await route.fulfill({ json: document })
    })
    for (const { path, page: at, own } of PLACED) {
      const document = (await (await fetch(`${served.a}/openapi.json`)).json()) as Documented
      const names = document.paths[path]?.get.parameters.map(({ name }) => name) ?? []
      await page.goto(`${served.a}/console${at}`)
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('dialog').locator('[name]').first().waitFor()
      const fields = await page
        .locator('.place-form, dialog')
        .locator('[name]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('name') ?? ''))
      const wanted = names.filter((name) => !own.some((one) => one === name))
      assert.deepEqual(new Set(fields), new Set([...wanted, 'roofAge']))
      await page.getByRole('heading', { name: 'More' }).click()
      await page.getByLabel('Roof age').fill('12')
      await page.getByRole('button', { name: /^Show \w+s$/ }).click()
      await page.waitForURL(/roofAge=12/)
    }
    assert.deepEqual(faults, [])
    await close()
  },
)

interface Documented {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly { name: string }[] } }>>
}

test(
  'filters of experiences are set by keyboard, counted, stored in the address, and removed again',
  IN_BROWSER,
  async () => {
    const { served, open } = trial()
    const asked = '/search/exp/bydestination?searchDestinations=Italy&minDuration=2.5'
    const { page, faults, close } = await open('/console/experiences?searchDestinations=Italy')
    await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter')
    const when = page.locator('details').filter({ has: page.getByRole('heading', { name: 'When' }) })
    await when.locator('summary').press('Enter')
    await page.getByLabel('Hours, at least').fill('2.5')
    await page.keyboard.press('Tab')
    await when.locator('summary').getByText('1', { exact: true }).waitFor()
    await page.getByLabel('Hours, at least').fill('-1')
    await when.locator('summary').press('Enter')
    await page.getByRole('button', { name: 'Show experiences' }).click()
    await page.getByLabel('Hours, at least').fill('2.5') // the invalid field is shown, and no request is sent
    await page.getByLabel('First day').fill('2030-01-01')
    await page.getByRole('button', { name: 'Show experiences' }).click()
    await page.getByRole('button', { name: 'Change the filters' }).click()
    await page
      .getByRole('dialog')
      .getByText(/Cannot use checkIn "2030-01-01" without checkOut/)
      .waitFor()
    await page.getByLabel('First day', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Show experiences' }).click()
    const response = await fetch(`${served.a}${asked}`, { headers: { 'x-service-key': served.key } })
    const { total } = (await response.json()) as { total: number } // the operation declares this type
    await page
      .getByRole('status')
      .filter({ hasText: counted(total, 'experience') })
      .waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Filters, 1 set' }).waitFor()
    await page.getByRole('button', { name: 'Remove Hours at least 2.5' }).click()
    await page.waitForURL((url) => !url.search.includes('minDuration'))
    assert.deepEqual(faults, [])
    await close()
  },
)

test('filters of offers are read from the address, and reset together', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open(
    '/console/offers?location=Warszawa&heating=Gas,Boiler_Room&priceRange=max:1&page=2',
  )
  await page.getByRole('button', { name: 'Remove Price up to 1 PLN' }).waitFor()
  await page.getByRole('button', { name: 'Filters, 2 set' }).click()
  assert.equal(await page.getByRole('checkbox', { name: 'Boiler Room' }).isChecked(), true)
  await page.getByRole('button', { name: 'Reset 2 filters' }).click()
  await page.getByRole('button', { name: 'Show offers' }).click()
  await page.waitForURL((url) => url.search === '?location=Warszawa')
  assert.deepEqual(faults, [])
  await close()
})

function counted(total: number, one: string): string {
  return `${total} ${one}${total === 1 ? '' : 's'}`
}

test('the key page shows the contents of the ledger', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/key')
  await page.getByRole('heading', { level: 2, name: 'demo key' }).waitFor()
  const usage = await answered<{ creditsRemaining: number }>('/usage')
  const shown = await page.locator('.credits strong').textContent()
  assert.equal(shown, usage.creditsRemaining.toLocaleString('en-US'))
  await page.getByRole('img', { name: / credits from .* at most / }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('owners are found by name, and each call about them needs a click on its price', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/key', CALM)
  await page.evaluate(`sessionStorage.setItem('plat.key', '${trial().served.key}')`)
  await page.reload()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/owner/')) asked.push(new URL(request.url()).pathname)
  })
  const { ownerCount, owners } = await answered<Found>('/owner/search?name=sample+homes')
  const [most] = owners
  assert(most !== undefined && ownerCount > owners.length)
  await page.getByRole('link', { name: 'Search owners' }).click()
  await page.getByLabel('Name').fill('sample homes')
  assert.deepEqual(asked, [])
  await page.getByRole('button', { name: 'Search · 6 credits' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `${ownerCount} owners` })
    .waitFor()
  await page.getByRole('button', { name: `Load ${Math.min(25, ownerCount - 25)} more · 6 credits` }).click()
  const found = page.getByRole('region', { name: 'Owners', exact: true })
  await found.locator('tbody tr').nth(owners.length).waitFor()
  await found
    .getByRole('button', { name: `Show homes · 6 credits: ${most.name}` })
    .first()
    .click()
  await page.getByRole('heading', { level: 2, name: most.name }).waitFor()
  const homes = page.getByRole('region', { name: 'Homes', exact: true })
  assert.equal(await homes.locator('tbody tr').count(), most.homeCount)
  await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
  await page.getByRole('region', { name: 'Owners with this mailing address' }).waitFor()
  const [opened] = await Promise.all([page.waitForEvent('popup'), homes.getByRole('link').first().click()])
  await opened.getByRole('heading', { name: 'Facts' }).waitFor()
  await opened.getByRole('button', { name: /^Your key/ }).waitFor()
  await page.getByRole('button', { name: 'Back to the search' }).click()
  await found.locator('tbody tr').nth(owners.length).waitFor()
  assert.deepEqual(asked, ['/owner/search', '/owner/search', '/owner/portfolio'])
  assert.match(page.url(), /\/console\/owners$/)
  assert.deepEqual(faults, [])
  await close()
})

interface Found {
  readonly ownerCount: number
  readonly owners: readonly { readonly name: string; readonly homeCount: number }[]
}

test('a key without skip tracing sees why the page of owners is empty', IN_BROWSER, async () => {
  const { served, open } = trial()
  const { page, faults, close } = await open('/console')
  await page.route('**/usage', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { plan: object } // the operation declares this type
    await route.fulfill({ response, json: { ...body, plan: { ...body.plan, skip: false } } })
  })
  await page.goto(`${served.a}/console/owners`)
  await page.getByText('Your key’s plan does not include skip tracing').waitFor()
  assert.equal(await page.getByLabel('Name').count(), 0)
  assert.deepEqual(faults, [])
  await close()
})

test('a person at the machine sees the pages for operators', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console')
  await page.getByRole('link', { name: 'Operator' }).click()
  await page.getByRole('strong').filter({ hasText: '5,000 homes' }).waitFor()
  for (const title of ['Imports and syncs', 'Keys', 'Key log', 'Usage']) {
    await page.getByRole('tab', { name: title }).click()
    await page.locator('.operator-page').waitFor()
    await page.locator('.skeleton').waitFor({ state: 'detached' })
  }
  await page.getByRole('tab', { name: 'Usage' }).click()
  await page.getByRole('region', { name: 'Operations' }).getByText('/console', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('an operator creates, limits, rotates and revokes a key, and each secret is shown once', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/operator/keys')
  const dialog = page.getByRole('dialog')
  const secretIn = async () => {
    const secret = (await dialog.locator('.secret').textContent()) ?? ''
    assert.match(secret, /^plat_\w{49}$/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    return secret
  }
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Owner').fill('Ann of the browser')
  await dialog.getByLabel('Only from these addresses').fill('here')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Each entry of addresses must be' }).waitFor()
  await dialog.getByLabel('Only from these addresses').fill('')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const first = await secretIn()
  const row = page.getByRole('row').filter({ hasText: 'Ann of the browser' })
  await row.getByRole('button', { name: /^Limits/ }).click()
  await dialog.getByLabel('Only these operations').fill('/search')
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await row.getByText('good, with limits').waitFor()
  await row.getByRole('button', { name: /^Rotate/ }).click()
  await dialog.getByRole('button', { name: 'Make new secret' }).click()
  assert.notEqual(await secretIn(), first)
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row.getByText(/^revoked/).waitFor()
  await page.getByRole('tab', { name: 'Key log' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'this machine' })
    .filter({ hasText: 'limits changed' })
    .first()
    .waitFor()
  assert.ok(!(await page.content()).includes(first))
  assert.deepEqual(faults, [])
  await close()
})

test('the label of a chart belongs to its figures, not to a tab that is still loading', IN_BROWSER, async () => {
  const { served, open } = trial()
  const { page, close } = await open(`/console/homes/${served.homePath.split('=')[1]}`)
  const values = page.getByRole('img', { name: /^Value\. This home/ })
  await values.waitFor()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/graph_charts?*tax_paid*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('tab', { name: 'Tax', exact: true }).click()
  await page
    .locator('.latest[aria-busy="true"]')
    .getByRole('img', { name: /^Value\. This home/ })
    .waitFor()
  answer()
  await page
    .locator('.latest[aria-busy="false"]')
    .getByRole('img', { name: /^Tax\. This home/ })
    .waitFor()
  await close()
})

test('a chart is redrawn when the system turns dark', IN_BROWSER, async () => {
  const { served, open } = trial()
  const { page, close } = await open(`/console/homes/${served.homePath.split('=')[1]}`, { colorScheme: 'light' })
  await page.locator('.chart canvas').waitFor()
  await page.evaluate("document.querySelector('.chart canvas').dataset.of = 'light'")
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('.chart canvas:not([data-of])').waitFor()
  await close()
})

test(
  'a page for operators continues to update after a refusal, and shows its last content until then',
  IN_BROWSER,
  async () => {
    const { page, close } = await trial().open('/console')
    await page.clock.install()
    const refused = { title: 'Closing', detail: 'The service is about to end.', code: 'service.closing' }
    await page.goto(`${trial().served.a}/console/operator`)
    await page.getByRole('strong').filter({ hasText: '5,000 homes' }).waitFor()
    await page.route('**/operator/catalog', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', json: refused }),
    )
    const refusal = page.getByRole('alert').filter({ hasText: refused.detail })
    await page.clock.runFor(60_000)
    await refusal.waitFor()
    await page.getByRole('strong').filter({ hasText: '5,000 homes' }).waitFor()
    await page.unroute('**/operator/catalog')
    await page.clock.runFor(60_000)
    await refusal.waitFor({ state: 'detached' })
    await close()
  },
)

test('arrow keys move through the operator tabs and keep the focus there', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/operator')
  await page.getByRole('tab', { name: 'Catalog' }).focus()
  for (const title of ['Imports and syncs', 'Keys']) {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel', { name: title }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.textContent'), title)
  }
  assert.match(page.url(), /\/console\/operator\/keys$/)
  await page.goto(`${trial().served.a}/console/operator/nothing`)
  await page.getByText('Page not found').waitFor()
  assert.equal(await page.locator('[role="tab"][tabindex="0"]').textContent(), 'Catalog')
  assert.deepEqual(faults, [])
  await close()
})

test('the TypeScript of every view is a program that compiles', IN_BROWSER, async () => {
  const { served, open } = trial()
  const paths = [
    '/search?location=TX&layout=list&bed_min=2&listPriceRange=min:1&homeType=Houses,Townhomes&hide55plusComm=true',
    '/search?bounds=-99,25,-94,34&layout=list',
    '/search?circle=30.3,-97.7,20&layout=list',
    '/search?polygon=30 -99,34 -99,34 -94&layout=list',
    `/homes/${served.homePath.split('=')[1]}`,
    '/markets?search_query=TX',
    '/markets?search_query=TX&show=estimates&kind=Rent',
    '/offers?location=Warszawa;Kraków, Podgórze&areaRange=min:1, max:900&floors=1,Attic&page=1',
    '/experiences?searchDestinations=Italy&adults=2&maxDuration=9.5&accessibilityFeatures=Sign language',
    '/key',
  ]
  const { page, faults, close } = await open('/console')
  const programs: string[] = []
  for (const path of paths) {
    await page.goto(`${served.a}/console${path}`)
    // the panel with the home's own request comes after the panels with the requests for its parts
    await page
      .locator('.request')
      .nth(path.startsWith('/homes/') ? 1 : 0)
      .waitFor()
    for (const panel of await page.locator('.request').all()) {
      await panel.locator('summary').click()
      await panel.getByRole('tab', { name: 'TypeScript' }).click()
      const code = panel.locator('pre')
      await code.filter({ hasText: 'import { Plat }' }).waitFor()
      programs.push((await code.textContent()) ?? '')
    }
  }
  const asked = programs.map((program) => /await plat\.([\w.]+)/.exec(program)?.[1])
  const expected = ['byAddress', 'byMapBounds', 'byCoordinates', 'byPolygon', 'byLocation', 'exp.byDestination']
  for (const name of expected) assert(asked.includes(`search.${name}`), `${name} is none of ${asked.join(', ')}`)
  for (const name of ['pro.byZpid', 'graphCharts', 'housingMarket', 'valuation.backtest', 'usage.days'])
    assert(asked.includes(name), name)
  assert.equal(complaintsOf(programs), '')
  assert.deepEqual(faults, [])
  await close()
})

test('on a phone no view is wider than the screen', IN_BROWSER, async () => {
  const { served, open } = trial()
  const paths = [
    `/homes/${served.homePath.split('=')[1]}`,
    '/markets?search_query=TX',
    '/offers?location=Warszawa',
    '/key',
  ]
  const { page, faults, close } = await open('/console', { ...PHONE, colorScheme: 'dark' })
  for (const path of paths) {
    await page.goto(`${served.a}/console${path}`)
    await page.getByText('This request').first().waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    assert.equal(await sidewaysPx(page), 0, path)
  }
  assert.deepEqual(faults, [])
  await close()
})

/** Sends a message as an AI agent does, and returns the result. */
async function agentAnswer(method: string, params: object): Promise<Record<string, unknown>> {
  const { a, key } = trial().served
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(`${a}/mcp`, { method: 'POST', headers, body })
  return ((await response.json()) as { result: Record<string, unknown> }).result // the protocol declares this type
}

/**
 * The script of a minimal host for AI agents. It embeds a view with a content security policy that allows no requests,
 * and records the view's messages.
 */
const HOST = `(html) => {
  const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'"
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.srcdoc = html.replace('<head>', '<head><meta http-equiv="Content-Security-Policy" content="' + policy + '">')
  window.said = []
  window.tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
  window.addEventListener('message', ({ data }) => {
    window.said.push(data)
    const result = { protocolVersion: '2026-01-26', hostContext: { theme: 'dark' }, hostCapabilities: {} }
    if (data.method === 'ui/initialize') window.tell({ id: data.id, result })
  })
  document.body.append(frame)
}`

test('an agent host shows the homes of an answer as cards and to scale, under its own policy', IN_BROWSER, async () => {
  const { contents } = await agentAnswer('resources/read', { uri: 'ui://plat/homes' })
  const [{ text }] = contents as [{ text: string }] // the only content is a page as text
  const place = { kind: 'for_sale', place: 'USA', limit: 6 }
  const search = await agentAnswer('tools/call', { name: 'search_homes', arguments: place })
  // the tool's schema declares this type
  const { results } = search.structuredContent as { results: { rows: unknown[][] } }
  const id = String(results.rows[0]?.[0])
  const details = await agentAnswer('tools/call', { name: 'home_details', arguments: { id } })
  const { page, faults, close } = await trial().open('about:blank')
  await page.evaluate(`(${HOST})(${JSON.stringify(text)})`)
  const said = (method: string) => page.waitForFunction(`window.said.find((each) => each.method === '${method}')`)
  const show = (params: object) =>
    page.evaluate(`window.tell(${JSON.stringify({ method: 'ui/notifications/tool-result', params })})`)
  await said('ui/notifications/initialized')
  await show(search)
  const view = page.frameLocator('iframe')
  await view.locator('.card').nth(5).waitFor()
  assert.equal(await view.locator('.plan-pin').count(), 6)
  const plan = await view.locator('.plan').boundingBox()
  assert.ok((plan?.height ?? 0) > 0.4 * (plan?.width ?? 0), 'the plan has the height of its view box')
  await view.getByText('these homes are invented').waitFor()
  await view.getByRole('button', { name: 'Ask about this home' }).first().click()
  const asked = await (await said('ui/message')).jsonValue()
  assert.ok(JSON.stringify(asked).includes(`Tell me more about home ${id}`))
  await show(details)
  await view.locator('.facts').waitFor()
  assert.equal(await view.locator('.card').count(), 1)
  await said('ui/notifications/size-changed')
  assert.deepEqual(faults, [])
  await close()
})
