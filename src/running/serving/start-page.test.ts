import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings, type WrittenOptions } from '../../kit/base/settings.ts'
import { type StartFacts, startPage } from './start-page.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-page-'))
const newCatalogId = () => '0123456789abcdef'
const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
writer.put('home', home(1))
writer.commit()
const catalog = openCatalog(dataDir, silentLog, trialCards)
after(() => {
  catalog.close()
  rmSync(dataDir, { recursive: true })
})

const OPERATORS = 'http://127.0.0.1:8083'

async function page(written: WrittenOptions, network?: string, days: StartFacts['days'] = []) {
  const about = { operators: OPERATORS, network, days }
  const lines = await startPage(readSettings({}, { port: '8080,8081', ...written }), catalog, about)
  return lines.join('\n')
}

test('a service on every address is shown with its network address, and requests to paste use this machine', async () => {
  const text = await page({ host: '0.0.0.0' }, '192.0.2.7')
  assert.match(text, /For calls +http:\/\/192\.0\.2\.7:8080\n +For calls +http:\/\/192\.0\.2\.7:8081\n/)
  assert.match(text, /curl .*'http:\/\/127\.0\.0\.1:8080\//)
  assert.match(text, /^Answers link to pictures at http:\/\/127\.0\.0\.1:8080, which only this machine can reach\. /m)
  assert.match(await page({ host: '::' }), /For calls +http:\/\/127\.0\.0\.1:8080\n/)
})

test('a specific address of the machine is shown unchanged', async () => {
  const text = await page({ host: '192.0.2.7' }, '198.51.100.1')
  assert.match(text, /For calls +http:\/\/192\.0\.2\.7:8080\n/)
  assert.match(
    text,
    /^Answers link to pictures at http:\/\/192\.0\.2\.7:8080, which callers may not be able to reach\. /m,
  )
})

test('with a public name, other machines are expected, so the page asks for the address of pictures', async () => {
  const text = await page({ publicName: 'a.example' })
  assert.match(text, /^Answers link to pictures at http:\/\/127\.0\.0\.1:8080, which only this machine can reach\. /m)
  assert.doesNotMatch(await page({ publicName: 'a.example', mediaOrigin: 'https://a.example' }), /pictures/)
})

test('pictures are not mentioned if only this machine calls or their address is set', async () => {
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
    assert.doesNotMatch(await page({ host }), /pictures/)
  }
  assert.doesNotMatch(await page({ host: '0.0.0.0', mediaOrigin: 'https://a.example' }), /pictures/)
})

test('each area in which today is not the current date is listed with its day', async () => {
  const days = [{ area: 'A', today: '2015-05-27' }] as const
  assert.match(await page({}, undefined, days), /^The data is old, so answers count 2015-05-27 as today: /m)
  assert.doesNotMatch(await page({}), /The data is old/)
})
