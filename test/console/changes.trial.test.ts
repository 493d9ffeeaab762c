import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type Change, moveOf } from '../../console/src/parts/changes/change.ts'
import { fillSample, plat } from '../e2e/program.ts'
import { consoleTrial, IN_BROWSER, PHONE } from './browser.ts'

let folder = ''

const trial = consoleTrial({}, async (dataDir) => {
  folder = dataDir
  await fillSample(dataDir, 5000)
})

/** No animations, because maps are drawn without a graphics card in tests. */
const CALM = { reducedMotion: 'reduce' } as const

const STATE = 'CA'
/** Every week, the price of some home for sale in the country changes. */
const COUNTRY = 'USA'

async function pass(days: number): Promise<void> {
  const { code, stderr } = await plat(['sample', '--days', String(days), '--data', folder])
  assert.equal(code, 0, stderr)
}

async function answered<T>(path: string): Promise<T> {
  return (await (await trial().served.get(path)).json()) as T // the operation declares this type
}

interface ChangesPage {
  readonly events: readonly Change[]
  readonly upTo: string
}

interface News {
  readonly search: { readonly searchId: string; readonly seen: string }
  readonly entered: readonly Change[]
  readonly left: readonly Change[]
  readonly changed: readonly { readonly change: Change }[]
  readonly next: string
}

/** Advances the sample by some days while the service runs, with one commit per day. */
async function passWhileServing(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    const { upTo } = await answered<ChangesPage>('/changes?since=now')
    await pass(1)
    while ((await answered<ChangesPage>('/changes?since=now')).upTo === upTo) await pause(50)
  }
}

async function saveSearch(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Saved searches/ }).click()
  await page.getByLabel('Save this search as').fill(label)
  await page.keyboard.press('Enter')
  await page.waitForURL(/saved=s_/)
  await page
    .getByRole('region', { name: `New for ${label}` })
    .getByText('nothing new')
    .waitFor()
}

async function newsOf(page: Page): Promise<News> {
  return answered<News>(`/searches/${new URL(page.url()).searchParams.get('saved')}/changes?resultCount=200`)
}

test(
  'a saved search shows what is new since the last visit, by badge, list and arrows, until the person has seen it',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open(`/console/search?location=${COUNTRY}&layout=list`, CALM)
    await page.locator('.card').first().waitFor()
    await saveSearch(page, 'In the west')
    await passWhileServing(6)
    const news = await newsOf(page)
    const [entered, changed, left] = [news.entered.length, news.changed.length, news.left.length]
    const counts = [`${entered} new`, `${changed} changed`, `${left} gone`].filter((text) => !text.startsWith('0 '))
    assert(changed > 0, 'days have moved prices')
    await page.reload()
    const panel = page.getByRole('region', { name: 'New for In the west' })
    await panel.getByText(counts.join(' · ')).waitFor()
    assert.equal(await panel.locator('.change').count(), entered + changed + left)
    const moves = news.changed.flatMap(({ change }) => moveOf(change) ?? [])
    assert.equal(await panel.locator('.move').count(), moves.length)
    const marks = await page.locator('.card .move').allTextContents()
    assert(marks.length > 0 && marks.length <= moves.length)
    assert(
      marks.every((mark) =>
        /^[▲▼] \$[\d,]+\$[\d,]+ (more|less) than before \(the price before was \$[\d,]+\)$/.test(mark),
      ),
      marks[0],
    )
    await page.getByRole('button', { name: /^Saved searches/ }).click()
    await page.getByRole('button', { name: 'Check for updates · up to 1 credit' }).click()
    await page.getByRole('dialog').getByText(counts.join(' · ')).waitFor()
    await page.keyboard.press('Escape')
    assert.equal((await newsOf(page)).search.seen, news.search.seen, 'nobody said that it was seen')
    await panel.getByRole('button', { name: 'Mark as seen' }).click()
    await panel.getByText('nothing new').waitFor()
    assert.equal((await newsOf(page)).search.seen, news.next)
    assert.equal(await page.locator('.card .move').count(), 0)
    assert.deepEqual(faults, [])
    await close()
  },
)

test(
  'a list that was read to its end counts as seen when it is left, but not by opening one of its homes',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open(
      `/console/search?location=${STATE}&layout=list&listingStatus=For_Rent`,
      CALM,
    )
    await page.locator('.card').first().waitFor()
    await saveSearch(page, 'Read')
    await passWhileServing(1)
    const news = await newsOf(page)
    const id = news.search.searchId
    assert(news.entered.length + news.changed.length + news.left.length > 0)
    await page.reload()
    await page.getByText('Scrolled to the end').scrollIntoViewIfNeeded()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await page.getByRole('region', { name: 'New for Read' }).getByRole('link').first().click()
    await page.waitForURL(/homes/)
    await page.goBack()
    await page.getByText('Scrolled to the end').scrollIntoViewIfNeeded()
    assert.equal((await newsOf(page)).search.seen, news.search.seen)
    const marked = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await page.getByRole('link', { name: 'Markets' }).click()
    await marked
    assert.equal((await answered<News>(`/searches/${id}`)).search.seen, news.next)
    assert.deepEqual(faults, [])
    await close()
  },
)

test('saved searches are opened, renamed, updated, followed by feed and deleted', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open(`/console/search?location=${STATE}&layout=list`, {
    ...CALM,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.locator('.card').first().waitFor()
  await saveSearch(page, 'To rename')
  const id = new URL(page.url()).searchParams.get('saved') ?? ''
  await page.getByLabel('Status').selectOption('For_Rent')
  await page.getByRole('button', { name: 'Update the saved search' }).click()
  await page.getByRole('button', { name: 'Update the saved search' }).waitFor({ state: 'detached' })
  const { search } = await answered<{ search: { parameters: Record<string, string> } }>(`/searches/${id}`)
  assert.equal(search.parameters.listingStatus, 'For_Rent')
  await page.goto(new URL('/console/search', page.url()).href)
  await page.getByRole('button', { name: /^Saved searches/ }).click()
  await page.getByRole('button', { name: 'Rename To rename' }).click()
  await page.getByLabel('New name for To rename').fill('Rents')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open Rents' }).click()
  await page.waitForURL(new RegExp(`location=${STATE}.*listingStatus=For_Rent.*saved=${id}`))
  await page.getByRole('button', { name: /^Saved searches/ }).click()
  const copying = page.getByRole('button', { name: 'Copy the feed address of Rents' })
  let renewals = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/feed')) renewals++
  })
  await copying.click()
  await page.getByText('Copied.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Saved searches/ }).click()
  await copying.click()
  await page.getByText('Copied.').waitFor()
  assert.equal(renewals, 1, 'a feed keeps its address')
  const feed = await fetch(await page.evaluate<string>('navigator.clipboard.readText()'))
  assert.match(`${feed.headers.get('content-type')} ${await feed.text()}`, /atom.*Rents/s)
  await page.getByRole('button', { name: 'Delete Rents' }).click()
  await page.getByRole('button', { name: 'Delete Rents for good' }).click()
  await page.getByRole('button', { name: 'Delete Rents for good' }).waitFor({ state: 'detached' })
  assert.equal((await trial().served.get(`/searches/${id}`)).status, 404)
  assert.deepEqual(faults, [])
  await close()
})

test(
  'price changes of a span come with one call, and are in the table, on cards and beside pins',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open(`/console/search?location=${COUNTRY}&layout=table`, CALM)
    await page.getByRole('button', { name: 'Show price changes of the last 7 days · up to 1 credit' }).waitFor()
    const asked: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/changes') asked.push(url)
    })
    await page.getByRole('button', { name: 'Show price changes of the last 7 days' }).click()
    await page.locator('td .move').first().waitFor()
    assert.deepEqual([...new Set(asked.map(({ searchParams }) => searchParams.get('kinds')))], ['price'])
    const inTable = await page.locator('td .move').count()
    const movedText = await page.getByText(/^\d+ prices? changed$/).textContent()
    assert(Number.parseInt(movedText ?? '', 10) >= inTable, `${movedText}, and ${inTable} in the rows that are drawn`)
    await page.getByRole('button', { name: 'List and map' }).click()
    const card = page.locator('.card', { has: page.locator('.move') }).first()
    const amount = /\$[\d,]+/.exec((await card.locator('.move').textContent()) ?? '')?.[0] ?? 'none'
    await page.locator('.map-canvas[data-drawn]:not([data-drawn="0"])').waitFor()
    await card.hover()
    await page
      .locator('.map-lit')
      .getByText(new RegExp(`[▲▼] \\${amount} (more|less) than before`))
      .waitFor()
    assert.match((await page.locator('.map-lit strong').textContent()) ?? '', /^[▲▼] \$/)
    await page.getByLabel('Price changes').selectOption('hidden')
    await page.locator('.move').first().waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await close()
  },
)

test('on a phone saved searches, their updates and the page of changes fit the screen', IN_BROWSER, async () => {
  const phone = { ...CALM, ...PHONE }
  const { page, close } = await trial().open('/console/changes?span=kept', phone)
  await page.locator('.change').first().waitFor()
  const widest = () =>
    page.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('main *')].map((one) => one.getBoundingClientRect().right))",
    )
  assert((await widest()) <= 390)
  await page.goto(new URL(`/console/search?location=${STATE}&moves=week`, page.url()).href)
  await page.locator('.card').first().waitFor()
  assert((await widest()) <= 390)
  await close()
})

test(
  'the page of changes shows what each commit did, by kind, and continues while it is open',
  IN_BROWSER,
  async () => {
    const { events } = await answered<ChangesPage>('/changes?resultCount=200')
    assert(events.length > 0 && events.length < 200)
    // the default is 7 days, but this catalog stores fewer
    const { page, faults, close } = await trial().open('/console/changes', CALM)
    await page.getByText(`${events.length} changes`, { exact: true }).waitFor()
    const before = await page.locator('.commit').count()
    await page.getByText('Live').waitFor()
    await passWhileServing(1)
    await page.locator('.commit').nth(before).waitFor()
    const { events: since } = await answered<ChangesPage>(`/changes?since=${events.at(-1)?.cursor}&resultCount=200`)
    await page.getByText(`${events.length + since.length} changes`, { exact: true }).waitFor()
    const newest = since.at(-1)
    assert(newest?.address !== undefined)
    const latest = page.locator('.commit').first()
    await latest.getByRole('link', { name: newest.address.streetAddress }).first().waitFor()
    await page.getByRole('button', { name: 'Price', exact: true }).click()
    const prices = [...events, ...since].filter(({ kinds }) => kinds.includes('price'))
    await page.getByText(`${prices.length} changes`, { exact: true }).waitFor()
    assert.match(page.url(), /kinds=price/)
    await page.locator('.change').first().getByRole('link').click()
    await page.waitForURL(/\/console\/homes\/\d+$/)
    await page.goto(new URL('/console/changes?of=offers&span=kept', page.url()).href)
    await page.locator('.change').first().waitFor()
    await page.getByRole('tab', { name: 'Experiences' }).click()
    await page.getByText('Nothing has changed').waitFor()
    assert.deepEqual(faults, [])
    await close()
  },
)

test('following a flood of changes stops until the person confirms, and a failure is shown', IN_BROWSER, async () => {
  const { events } = await answered<ChangesPage>('/changes?resultCount=200')
  const [event] = events
  const { page, close } = await trial().open('/console/key', CALM)
  const streams: string[] = []
  const frame = (i: number) =>
    `id: aaaaaa.${i}\nevent: change\ndata: ${JSON.stringify({ ...event, cursor: `aaaaaa.${i}` })}\n\n`
  const refusal = { status: 402, code: 'credits.spent', title: 'Spent', detail: 'The credits are spent.' }
  const bodies = [
    Array.from({ length: 450 }, (_, i) => frame(i)).join(''),
    `${frame(500)}event: error\ndata: ${JSON.stringify(refusal)}\n\n`,
  ]
  await page.route('**/changes?*', (route) => {
    if (route.request().headers().accept !== 'text/event-stream') return route.continue()
    streams.push(new URL(route.request().url()).searchParams.get('since') ?? '')
    return route.fulfill({ contentType: 'text/event-stream', body: bodies[streams.length - 1] ?? '' })
  })
  await page.getByRole('link', { name: 'Changes' }).click()
  const goOn = page.getByRole('button', { name: 'More than 400 new changes: continue · 1 credit per 200' })
  await goOn.waitFor()
  const total = page.getByRole('status') // shown next to the only commit of the period
  await total.getByText(`${events.length + 400} changes`, { exact: true }).waitFor()
  assert.equal(streams.length, 1)
  await goOn.click()
  await page.getByText('The credits are spent.').waitFor()
  await total.getByText(`${events.length + 401} changes`, { exact: true }).waitFor()
  assert.equal(streams[1], 'aaaaaa.399')
  await close()
})

test('a saved search with an expired cursor starts again from now, after the person confirms', IN_BROWSER, async () => {
  const { page, close } = await trial().open(`/console/search?location=${STATE}&layout=list`, CALM)
  await page.locator('.card').first().waitFor()
  await saveSearch(page, 'Old')
  let isGone = true
  await page.route('**/searches/*/changes?*', (route) => {
    const problem = {
      status: 410,
      code: 'changes.expired',
      title: 'Changes no longer kept',
      detail: 'It is too old.',
    }
    return isGone ? route.fulfill({ status: 410, json: problem }) : route.continue()
  })
  await passWhileServing(1)
  await page.reload()
  await page.getByText('It is too old.').waitFor()
  isGone = false
  await page.getByRole('button', { name: 'Start again from now' }).click()
  await page.getByRole('region', { name: 'New for Old' }).getByText('nothing new').waitFor()
  await close()
})
