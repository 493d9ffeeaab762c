import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fillSample, plat } from '../e2e/program.ts'
import { IS_LONG } from '../long-run.ts'
import { consoleTrial, IN_BROWSER, type PageOptions, PHONE, sidewaysPx } from './browser.ts'

/** Some days have passed in the sample, so that the view of changes is not empty. */
const trial = consoleTrial({}, async (dataDir) => {
  await fillSample(dataDir, 5000)
  const { code, stderr } = await plat(['sample', '--days', '7', '--data', dataDir])
  assert.equal(code, 0, stderr)
})

/** Minimum contrast of small text, at level AA of WCAG 2. */
const LEAST = 4.5

/** Colors of text on the map's canvas, each with a background of the text. */
const ON_CANVAS = [
  ...['land', 'abroad', 'urban', 'park', 'water', 'halo'].flatMap((ground) =>
    ['map-text', 'map-text-soft'].map((text) => [text, `map-${ground}`]),
  ),
  ['on-accent', 'accent'],
  ['on-pin', 'sale'],
  ['on-pin', 'rent'],
  ['on-pin', 'sold'],
]

/** Runs in the page. Returns the contrast of each pair of color variables. */
const CONTRASTS = `(pairs) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const probe = document.body.appendChild(document.createElement('span'))
  const light = (name) => {
    probe.style.color = 'var(--' + name + ')'
    canvas.fillStyle = getComputedStyle(probe).color
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  return pairs.map(([text, ground]) => (Math.max(light(text), light(ground)) + 0.05) / (Math.min(light(text), light(ground)) + 0.05))
}`

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs in the page. Returns all faults, however minor. */
const FAULTS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 120) + ' ' + failureSummary)))`

const VIEWS = [
  '/',
  '/console/search?location=TX&moves=week',
  '/console/search?location=TX&layout=table',
  '/console/search?location=TX&layout=map',
  '/console/search?location=TX&listingStatus=For_Rent&layout=list',
  '/console/changes?span=kept',
  '/console/markets?search_query=TX',
  '/console/markets?show=estimates',
  '/console/experiences?searchDestinations=Paris',
  '/console/offers?location=Warszawa',
  '/console/key',
  '/console/owners',
  '/console/operator',
  '/console/operator/runs',
  '/console/operator/keys',
  '/console/operator/key-log',
  '/console/operator/usage',
  '/docs',
  '/no-such-page',
]

const WIDE = { viewport: { width: 1440, height: 900 } }

for (const [name, options] of Object.entries<PageOptions>({
  'light, wide': { ...WIDE, colorScheme: 'light' },
  'dark, on a phone': { ...PHONE, colorScheme: 'dark' },
  ...(IS_LONG && {
    'dark, wide': { ...WIDE, colorScheme: 'dark' },
    'light, on a phone': { ...PHONE, colorScheme: 'light' },
  }),
})) {
  test(`no page has a fault of accessibility: ${name}`, IN_BROWSER, async () => {
    const { page, close } = await trial().open('/console/search?location=TX', { ...options, reducedMotion: 'reduce' })
    await page.locator('.card-link').first().waitFor()
    const pairs = ON_CANVAS.map((pair) => pair.join(' on '))
    if (await page.locator('.map').isVisible()) {
      const ratios = await page.evaluate<number[]>(`(${CONTRASTS})(${JSON.stringify(ON_CANVAS)})`)
      assert.deepEqual(
        pairs.filter((_, i) => (ratios[i] ?? 0) < LEAST),
        [],
      )
    }
    await page.route('**/changes*', (route) => {
      // with an open stream, the network would never be idle
      const isStream = route.request().headers().accept === 'text/event-stream'
      return isStream ? route.fulfill({ contentType: 'text/event-stream', body: '' }) : route.continue()
    })
    const found = new Set<string>()
    const homes = await page
      .locator('.card-link')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
    const compared = homes.slice(0, 2).map((home) => home.replace(/.*\//, ''))
    for (const view of [...VIEWS, homes[0] ?? '', `/console/compare?homes=${compared.join(',')}`]) {
      await page.goto(new URL(view, page.url()).href)
      await page.waitForLoadState('networkidle')
      await page.evaluate(AXE)
      for (const fault of await page.evaluate<string[]>(FAULTS)) found.add(`${view} ${fault}`)
      assert.equal(await sidewaysPx(page), 0, view)
    }
    assert.deepEqual([...found], [])
    await close()
  })
}
