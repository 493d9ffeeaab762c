import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTrial, IN_BROWSER, PHONE, runCurl, WRONG_KEY } from './browser.ts'

const trial = browserTrial()

async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(
    'Math.max(...[...document.querySelectorAll("main, .trial form, .top")].map((one) => one.scrollWidth - one.clientWidth), document.documentElement.scrollWidth - innerWidth)',
  )
}

test('a parameter is found by typing, and its address leads to it', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('bed_min plan')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/search/plan#bed_min')
  await page.locator('.parameter:target').getByText('Minimum number of bedrooms').waitFor()
  const listed = await page.evaluate<boolean>(
    'document.querySelector(".side [aria-current]").getBoundingClientRect().bottom <= innerHeight',
  )
  assert.ok(listed, 'the list of operations shows where one is')
  await page.keyboard.press('/')
  await page.keyboard.type('nothing has these words')
  await page.getByText('No results contain all of these words.').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#found').waitFor({ state: 'hidden' })
  assert.deepEqual(faults, [])
  await close()
})

test(
  'a call is changed, sent with the demo key, and shown with its cost; its curl returns the same',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open('/docs/search/byaddress', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const form = page.locator('.trial')
    await form.getByText('The demo key is used').waitFor()
    assert.equal(await form.locator('.inputs .input').count(), 2, 'only what is required is there')
    await form.getByLabel('location', { exact: true }).fill('CA')
    await page.getByRole('button', { name: 'Use bed_min in the call' }).click()
    await form.getByLabel('bed_min', { exact: true }).selectOption('2')
    await form.getByLabel('Add a parameter').selectOption('bathrooms')
    await form.getByRole('button', { name: 'Remove bathrooms' }).click()
    await form.getByRole('button', { name: 'Send · 1 credit' }).click()
    const result = form.locator('.result')
    await result.getByText('200', { exact: true }).waitFor()
    assert.match((await result.textContent()) ?? '', /Credits spent1Credits left\d+/)
    await result.getByText('Body').click()
    const shown = JSON.parse((await result.locator('pre').textContent()) ?? '') as Found
    await page.locator('[data-language="curl"]').getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied').waitFor()
    const curl = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(curl, /location=CA.*bed_min=2/s)
    const stdout = await runCurl(curl)
    const { resultsCount } = JSON.parse(stdout) as Found
    assert.ok(resultsCount.totalMatchingCount > 0)
    assert.deepEqual(resultsCount, shown.resultsCount)
    assert.deepEqual(faults, [])
    await close()
  },
)

interface Found {
  readonly resultsCount: { readonly totalMatchingCount: number }
}

test(
  'a key stays in the tab and out of the code; errors of keys and values are shown with links',
  IN_BROWSER,
  async () => {
    const { page, faults, close } = await trial().open('/docs/graph_charts')
    const key = page.getByLabel('Key', { exact: false }).first()
    await key.fill(WRONG_KEY)
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.locator('.result').getByRole('link', { name: 'key.malformed' }).waitFor()
    assert.ok(!(await page.locator('[data-language="curl"]').textContent())?.includes(WRONG_KEY))
    await page.getByLabel('Show my key in the code').check()
    assert.ok((await page.locator('[data-language="curl"]').textContent())?.includes(WRONG_KEY))
    assert.equal(await page.evaluate("sessionStorage.getItem('plat.key')"), WRONG_KEY)
    await key.fill('')
    await page.getByLabel('byzpid', { exact: true }).fill('nonsense')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.locator('.result').locator('.problem', { hasText: 'byzpid must be a property id' }).waitFor()
    await page.locator('.result').getByRole('link', { name: 'param.invalid' }).click()
    await page.waitForURL('**/docs/problems#param.invalid')
    assert.deepEqual(faults, [])
    await close()
  },
)

test('operations of other areas are on the same page and work in the same way', IN_BROWSER, async () => {
  const { page, faults, close } = await trial().open('/docs')
  await page.getByRole('link', { name: '/search/exp/bydestination' }).first().click()
  await page.getByText('The demo key is used').waitFor()
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.locator('.result').getByText('200', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('colors follow the system until the user chooses others, and the choice is remembered', IN_BROWSER, async () => {
  const { page, close } = await trial().open('/docs', { colorScheme: 'dark' })
  const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const dark = await paper()
  await page.getByRole('button', { name: 'Theme: same as the system' }).click()
  const light = await paper()
  assert.notEqual(light, dark)
  await page.reload()
  assert.equal(await paper(), light)
  await page.getByRole('button', { name: 'Theme: light' }).click()
  assert.equal(await paper(), dark)
  await close()
})

test(
  'on a phone, with or without scripts, everything is on the page and nothing scrolls sideways',
  IN_BROWSER,
  async () => {
    const paths = ['/docs', '/docs/search/plan', '/docs/pro/byaddress']
    for (const javaScriptEnabled of [true, false]) {
      const { page, faults, close } = await trial().open('/docs', { ...PHONE, javaScriptEnabled })
      for (const path of paths) {
        await page.goto(`${trial().served.a}${path}`)
        if (javaScriptEnabled)
          await page.evaluate(
            'for (const one of document.querySelectorAll("details.fold, details details")) one.open = true',
          )
        assert.equal(await sidewaysPx(page), 0, path)
        assert.equal(await page.locator('.trial, .find').first().isVisible(), javaScriptEnabled, path)
      }
      if (javaScriptEnabled) {
        await page.getByText('The demo key is used').waitFor()
        await page.getByRole('button', { name: /^Send/ }).click()
        await page.locator('.result').getByText('Body', { exact: true }).click()
        assert.equal(await sidewaysPx(page), 0, 'with an answer')
        await page.locator('#find').fill('bed')
        await page.getByRole('option').first().waitFor()
        const { x = -1, width = 0 } = (await page.locator('#found').boundingBox()) ?? {}
        assert.ok(x >= 0 && x + width <= PHONE.viewport.width, `what is found lies from ${x} on, ${width} wide`)
      }
      assert.deepEqual(faults, [])
      await close()
    }
  },
)
