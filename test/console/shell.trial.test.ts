import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleTrial, IN_BROWSER, PHONE, runCurl, sidewaysPx, WRONG_KEY } from './browser.ts'

const trial = consoleTrial()

/** The search page before any search, and without a map. */
const EMPTY = '/console/search?layout=list'

/** A search that has results in every sample. */
const FOUND = '/console/search?location=TX&layout=list'

test('the page at / opens and searches with the demo key, and contacts no other origin', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/')
  await page.getByLabel('Place').fill('TX')
  await page.keyboard.press('Enter')
  await page.locator('.card').first().waitFor()
  assert.match(page.url(), /\/console\?location=TX|\/console\/search\?location=TX/)
  await page.getByText(/credits$/).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('a deep link opens its page, and the back button restores the previous page', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open(FOUND)
  await page.locator('.card').first().waitFor()
  await page.getByLabel('Status').selectOption('For_Rent')
  await page.waitForURL(/For_Rent/)
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('For_Rent'))
  await page.locator('option[value=For_Sale]:checked').waitFor({ state: 'attached' })
  assert.deepEqual(faults, [])
  await close()
})

test('the copied curl of a view returns what the view shows', IN_BROWSER, async () => {
  const { page, close } = await trial().open(FOUND, { permissions: ['clipboard-read', 'clipboard-write'] })
  const shown = await page.getByText(/^[\d,]+ homes?$/).textContent()
  await page.getByText('This request').click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied.').waitFor()
  const curl = await page.evaluate<string>('navigator.clipboard.readText()')
  const stdout = await runCurl(curl)
  const answered = JSON.parse(stdout) as { resultsCount: { totalMatchingCount: number } }
  const total = answered.resultsCount.totalMatchingCount
  assert.equal(total === 1 ? '1 home' : `${total.toLocaleString('en-US')} homes`, shown)
  await close()
})

test('a wrong key is reported in the key dialog, from any view', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open(EMPTY)
  await page.evaluate(`sessionStorage.setItem('plat.key', '${WRONG_KEY}')`)
  await page.goto(`${trial().served.a}${FOUND}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').filter({ hasText: 'A character of the key is mistyped' }).waitFor()
  await dialog.getByLabel('Key', { exact: true }).fill('nonsense')
  await dialog.getByRole('button', { name: 'Use this key' }).click()
  await dialog.getByText('54 characters').waitFor()
  await dialog.getByRole('button', { name: 'Use the demo key' }).click()
  await page.locator('.card').first().waitFor()
  assert.equal(await page.evaluate("sessionStorage.getItem('plat.key')"), null)
  assert.deepEqual(faults, [])
  await close()
})

test(
  'an unreachable service is shown in a banner, and failed requests are repeated when it is back',
  IN_BROWSER,
  async () => {
    const { page, close } = await trial().open(EMPTY)
    await page.getByLabel('Place').fill('TX')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    const banner = page.getByRole('alert').filter({ hasText: 'does not respond. Failed' })
    await banner.waitFor()
    await page.context().setOffline(false)
    await page.locator('.card').first().waitFor()
    await banner.waitFor({ state: 'detached' })
    await close()
  },
)

test('spent credits and an exceeded rate limit are shown with what to do', IN_BROWSER, async () => {
  const { page, close } = await trial().open(EMPTY)
  const refused = { status: 402, title: 'Credits are spent', detail: 'No credits are left.', code: 'credits.exhausted' }
  await page.route('**/search/byaddress?*', (route) =>
    route.fulfill({ status: 402, contentType: 'application/problem+json', json: refused }),
  )
  await page.getByLabel('Place').fill('TX')
  await page.keyboard.press('Enter')
  await page.getByText('No credits are left.').waitFor()
  await page.getByRole('button', { name: 'Use another key' }).waitFor()
  await page.unroute('**/search/byaddress?*')
  const tooMany = { ...refused, status: 429, title: 'Too many', detail: 'Slow down.', code: 'rate.exceeded' }
  let calls = 0
  await page.route('**/search/byaddress?*', (route) =>
    calls++ > 0
      ? route.continue()
      : route.fulfill({ status: 429, headers: { 'retry-after': '1' }, contentType: 'application/json', json: tooMany }),
  )
  await page.getByLabel('Place').fill('FL')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await page.getByText(/^[\d,]+ homes?$/).waitFor()
  await close()
})

test(
  'repeated failures are retried at growing intervals, and answered requests are not repeated',
  IN_BROWSER,
  async () => {
    const { page, close } = await trial().open('about:blank') // a page that does not request /usage
    // records long timers, and makes the first five fire immediately
    await page.addInitScript(`
    const wait = setTimeout
    globalThis.waitsMs = []
    globalThis.setTimeout = (act, ms) => {
      if (ms < 1000 || ms === undefined) return wait(act, ms)
      waitsMs.push(ms)
      document.documentElement.dataset.waits = waitsMs.length
      return waitsMs.length <= 5 ? wait(act, 0) : 0
    }`)
    let calls = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/usage') calls++
    })
    const heading = page.getByRole('heading', { level: 2, name: 'demo key' })
    // a success between two failures would reset the waiting time
    await page.route('**/usage/days', async (route) => {
      await heading.waitFor()
      await route.abort()
    })
    await page.goto(`${trial().served.a}/console/key`)
    await page.locator('html[data-waits="6"]').waitFor()
    assert.deepEqual(await page.evaluate('waitsMs'), [1000, 2000, 4000, 8000, 15_000, 15_000])
    assert.equal(calls, 1)
    await close()
  },
)

test('an unreadable answer, or a service that is not ready, is shown as a refusal', IN_BROWSER, async () => {
  const { served, open } = trial()
  const { page, close } = await open('/console')
  await page.clock.install()
  await page.route('**/usage/days', (route) => route.fulfill({ contentType: 'application/json', body: '{"from":' }))
  await page.goto(`${served.a}/console/key`)
  await page.getByRole('alert').filter({ hasText: 'Unreadable response' }).waitFor()
  const opening = { title: 'Opening', detail: 'The catalogue is being opened.', code: 'service.opening' }
  await page.route('**/facts.json', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '60' }, contentType: 'application/json', json: opening }),
  )
  await page.goto(`${served.a}/console/key`)
  await page.getByRole('button', { name: /^Try again in \d+ s$/ }).waitFor()
  assert.equal(await page.getByText('does not respond').count(), 0)
  await page.unroute('**/facts.json')
  await page.clock.runFor(60_000)
  await page.getByRole('heading', { level: 2, name: 'demo key' }).waitFor()
  await close()
})

test('an accepted key closes the dialog, and the focus returns', IN_BROWSER, async () => {
  const { served, open } = trial()
  const { page, faults, close } = await open('/console/key')
  await page.getByRole('button', { name: /^Demo key/ }).click()
  await page.getByRole('dialog').getByLabel('Key', { exact: true }).fill(served.key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('The key works.').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction("document.activeElement.matches('.key-chip')")
  assert.deepEqual(faults, [])
  await close()
})

test('on a phone nothing scrolls sideways, and the keyboard reaches the content first', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open(FOUND, PHONE)
  await page.locator('.card').first().waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
  await page.keyboard.press('Enter')
  await page.waitForFunction("document.activeElement.id === 'main'")
  await page.getByText('This request').click()
  await page.getByText('Applied').waitFor()
  assert.equal(await sidewaysPx(page), 0)
  assert.deepEqual(faults, [])
  await close()
})

test('the colors follow the system until they are chosen', IN_BROWSER, async () => {
  const { page, close } = await trial().open(EMPTY, { colorScheme: 'dark' })
  const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  await page.getByLabel('Place').waitFor()
  const dark = await paper()
  await page.getByRole('button', { name: 'Theme: same as the system' }).click()
  await page.waitForFunction(`getComputedStyle(document.documentElement).backgroundColor !== ${JSON.stringify(dark)}`)
  await page.reload()
  await page.getByRole('button', { name: 'Theme: light' }).waitFor()
  assert.notEqual(await paper(), dark)
  await close()
})
