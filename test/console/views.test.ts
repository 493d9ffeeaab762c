import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleTrial, IN_BROWSER } from './browser.ts'

const trial = consoleTrial()
/** Software draws the map here: no step of a camera is worth drawing. */
const CALM = { reducedMotion: 'reduce' } as const
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const

/** What the service answers to the demo key. */
async function answered<T>(path: string): Promise<T> {
  return (await (await trial().served.get(path)).json()) as T // as the operation is declared
}

interface Series {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** The first and the last figure of the first line of a chart, as the chart tells them. */
function endsOf({ DataPoints: { homeValueChartData } }: { DataPoints: { homeValueChartData: readonly Series[] } }) {
  const { name = '', points = [] } = homeValueChartData[0] ?? {}
  const told = ({ x = 0, y = 0 } = {}) => `$${Math.round(y).toLocaleString('en-US')} in ${new Date(x).getUTCFullYear()}`
  return `${name}: ${told(points[0])}, ${told(points.at(-1))}`
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
  await page.getByText(`They put its value at ${inDollars(valuation.value)}`).waitFor()
  await page.getByRole('img', { name: /^Value\. This home: \$/ }).waitFor()
  await page.locator('.chart canvas').waitFor()
  await page.getByRole('tab', { name: 'Tax', exact: true }).click()
  await page.getByRole('img', { name: `Tax. ${endsOf(taxes)}` }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test(
  'comparables stand on the map, which loads when it is near; a row and its pin light up together',
  IN_BROWSER,
  async () => {
    const { served, open } = trial()
    const zpid = served.homePath.split('=')[1] ?? ''
    const { comparable_homes: comparables } = await answered<{
      comparable_homes: readonly { comparison: { adjustedPrice: number }; property: { zpid: number } }[]
    }>(`/comparable_homes?byzpid=${zpid}`)
    const [first] = comparables
    assert(first !== undefined)
    const { page, faults, close } = await open(`/console/homes/${zpid}`, CALM)
    const map = page.getByRole('region', { name: `Map: this home and its ${comparables.length} comparables` })
    await map.waitFor()
    assert.equal(await page.locator('.map canvas').count(), 0)
    await map.scrollIntoViewIfNeeded()
    await page.locator(`.map-canvas[data-drawn="${comparables.length}"]`).waitFor()
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

test('a home that is not there is told as the service tells it', IN_BROWSER, async () => {
  const { page, close } = await trial().open('/console/homes/99')
  await page.getByRole('alert').filter({ hasText: '99' }).waitFor()
  await close()
})

test('a market shows its figures, and says of those that are not known why', IN_BROWSER, async () => {
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

test('offers and experiences are asked of their areas, and counted as there', IN_BROWSER, async () => {
  const { served, open } = trial()
  const total = async (url: string) => {
    const response = await fetch(url, { headers: { 'x-service-key': served.key } })
    return ((await response.json()) as { total: number }).total // as both operations are declared
  }
  const offers = await total(`${served.b}/search/bylocation?location=Warszawa`)
  const experiences = await total(`${served.c}/search/exp/bydestination?searchDestinations=Italy`)
  const { page, faults, close } = await open('/console/offers?location=Warszawa')
  await page
    .getByRole('status')
    .filter({ hasText: `${offers} offers` })
    .waitFor()
  await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
  await page.locator('.card[data-id]').first().hover()
  await page.locator('.map-lit').waitFor()
  await page.goto(`${served.a}/console/experiences?searchDestinations=Italy`)
  await page
    .getByRole('status')
    .filter({ hasText: `${experiences} experiences` })
    .waitFor()
  await page.getByRole('region', { name: 'Map: the experiences of this page' }).waitFor()
  await page.locator('.card').first().waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('the key page shows what the ledger holds', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/key')
  await page.getByRole('heading', { level: 2, name: 'demo key' }).waitFor()
  const usage = await answered<{ creditsRemaining: number }>('/usage')
  const shown = await page.locator('.credits strong').textContent()
  assert.equal(shown, usage.creditsRemaining.toLocaleString('en-US'))
  await page.getByRole('img', { name: / credits from .* at most / }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('whoever sits at the machine sees the pages for operators', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console')
  await page.getByRole('link', { name: 'Operator' }).click()
  await page.getByRole('strong').filter({ hasText: '500 homes' }).waitFor()
  for (const title of ['Imports and syncs', 'Keys', 'Usage', 'Slow calls']) {
    await page.getByRole('tab', { name: title }).click()
    await page.locator('.operator-page').waitFor()
    await page.locator('.skeleton').waitFor({ state: 'detached' })
  }
  await page.getByRole('tab', { name: 'Usage' }).click()
  await page.getByRole('region', { name: 'Operations' }).getByText('/console', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test(
  'the label of a chart is that of its figures, not of the tab whose figures are still to come',
  IN_BROWSER,
  async () => {
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
  },
)

test('a chart is drawn anew when the system turns dark', IN_BROWSER, async () => {
  const { served, open } = trial()
  const { page, close } = await open(`/console/homes/${served.homePath.split('=')[1]}`, { colorScheme: 'light' })
  await page.locator('.chart canvas').waitFor()
  await page.evaluate("document.querySelector('.chart canvas').dataset.of = 'light'")
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('.chart canvas:not([data-of])').waitFor()
  await close()
})

test(
  'a page for operators goes on asking after a refusal, and shows meanwhile what it last heard',
  IN_BROWSER,
  async () => {
    const { page, close } = await trial().open('/console')
    await page.clock.install()
    const refused = { title: 'Closing', detail: 'The service is about to end.', code: 'service.closing' }
    await page.goto(`${trial().served.a}/console/operator`)
    await page.getByRole('strong').filter({ hasText: '500 homes' }).waitFor()
    await page.route('**/operator/catalog', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', json: refused }),
    )
    const refusal = page.getByRole('alert').filter({ hasText: refused.detail })
    await page.clock.runFor(60_000)
    await refusal.waitFor()
    await page.getByRole('strong').filter({ hasText: '500 homes' }).waitFor()
    await page.unroute('**/operator/catalog')
    await page.clock.runFor(60_000)
    await refusal.waitFor({ state: 'detached' })
    await close()
  },
)

test('arrow keys go through the tabs of the operator and keep the focus there', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/console/operator')
  await page.getByRole('tab', { name: 'Catalogue' }).focus()
  for (const title of ['Imports and syncs', 'Keys']) {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel', { name: title }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.textContent'), title)
  }
  assert.match(page.url(), /\/console\/operator\/keys$/)
  await page.goto(`${trial().served.a}/console/operator/nothing`)
  await page.getByText('There is no such page').waitFor()
  assert.equal(await page.locator('[role="tab"][tabindex="0"]').textContent(), 'Catalogue')
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
  const { page, faults, close } = await open('/console', PHONE)
  for (const path of paths) {
    await page.goto(`${served.a}/console${path}`)
    await page.getByText('This request').first().waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, path)
  }
  assert.deepEqual(faults, [])
  await close()
})
