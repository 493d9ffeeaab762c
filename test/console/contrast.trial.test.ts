import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillSample, plat } from '../e2e/program.ts'
import { consoleTrial, IN_BROWSER } from './browser.ts'

/** Some days have passed in the sample, so that the view of changes is not empty. */
const trial = consoleTrial({}, async (dataDir) => {
  await fillSample(dataDir, 4000)
  const { code, stderr } = await plat(['sample', '--days', '7', '--data', dataDir])
  assert.equal(code, 0, stderr)
})

/** Minimum contrast of small texts and of large texts, at level AA of WCAG 2. */
const [LEAST, LEAST_LARGE] = [4.5, 3]

/** Texts that a canvas draws. Each has its background on the map: the ground, or a halo. */
const ON_CANVAS = [
  ['map-text', 'map-land'],
  ['map-text', 'map-water'],
  ['map-text', 'map-halo'],
  ['map-text-soft', 'map-land'],
  ['map-text-soft', 'map-water'],
  ['map-text-soft', 'map-halo'],
  ['on-accent', 'accent'],
  ['on-pin', 'sale'],
  ['on-pin', 'rent'],
  ['on-pin', 'sold'],
]

/** Runs in the page. Returns each visible text with its color and the colors behind it. */
const CONTRASTS = `(pairs) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
    return [r, g, b, a / 255]
  }
  const over = ([r, g, b, a], under) => [r, g, b].map((part, i) => part * a + under[i] * (1 - a))
  const light = (color) => {
    const [r, g, b] = color.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05)
  const behind = (element) => {
    const layers = []
    for (let at = element; at !== null; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor))
    return layers.reverse().reduce((under, layer) => over(layer, under), rgba('Canvas').slice(0, 3))
  }
  const probe = document.createElement('span')
  document.body.append(probe)
  const value = (name) => {
    probe.style.color = 'var(--' + name + ')'
    return rgba(getComputedStyle(probe).color).slice(0, 3)
  }
  const isMap = getComputedStyle(document.documentElement).getPropertyValue('--map-land') !== ''
  const texts = (isMap ? pairs : []).map(([text, ground]) => ({ what: text + ' on ' + ground, ratio: ratio(value(text), value(ground)), isLarge: false }))
  probe.remove()
  for (const element of document.querySelectorAll('body *')) {
    const words = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()).join(' ').trim()
    const { width, height } = element.getBoundingClientRect()
    if (words === '' || width < 2 || height < 2 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (element.closest('[disabled], [aria-disabled=true], svg, script, style, canvas')) continue
    const style = getComputedStyle(element)
    const under = behind(element)
    const px = Number.parseFloat(style.fontSize)
    const isLarge = px >= 24 || (px >= 18.66 && Number(style.fontWeight) >= 700)
    texts.push({ what: element.tagName + '.' + element.className + ' "' + words.slice(0, 40) + '"', ratio: ratio(over(rgba(style.color), under), under), isLarge })
  }
  return texts
}`

interface Contrast {
  readonly what: string
  readonly ratio: number
  readonly isLarge: boolean
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text of the pages has enough contrast: ${colorScheme}`, IN_BROWSER, async () => {
    const { page, close } = await trial().open('/console/search?location=TX', { colorScheme, reducedMotion: 'reduce' })
    await page.locator('.card-link').first().waitFor()
    await page.route('**/changes*', (route) => {
      // with an open stream, the network would never be idle
      const isStream = route.request().headers().accept === 'text/event-stream'
      return isStream ? route.fulfill({ contentType: 'text/event-stream', body: '' }) : route.continue()
    })
    const home = await page.locator('.card-link').first().getAttribute('href')
    const views = [
      '/console/search?location=TX&moves=week',
      '/console/changes?span=kept',
      home ?? '',
      '/console/markets?location=TX',
      '/console/key',
      '/console/operator',
    ]
    const poor = new Set<string>()
    for (const view of [...views, '/console/experiences', '/console/offers']) {
      await page.goto(new URL(view, page.url()).href)
      await page.waitForLoadState('networkidle')
      // on a slow machine, the network is idle before everything is drawn
      await page.waitForFunction('document.body.innerText.split("\\n").length > 10')
      const texts = await page.evaluate<Contrast[]>(`(${CONTRASTS})(${JSON.stringify(ON_CANVAS)})`)
      assert.ok(texts.length > 10, `texts of ${view}`)
      for (const { what, ratio, isLarge } of texts)
        if (ratio < (isLarge ? LEAST_LARGE : LEAST)) poor.add(`${what}: ${ratio.toFixed(2)}`)
    }
    assert.deepEqual([...poor], [])
    await close()
  })
}
