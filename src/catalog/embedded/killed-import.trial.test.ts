import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { silentLog } from '../../kit/base/log.ts'
import { catalogKind, openCatalog, openWriter } from '../opening/open.ts'

function writer(dataDir: string) {
  const newCatalogId = () => '0123456789abcdef'
  return openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards })
}

/** Writes 2,000 homes, reports that it has begun, then keeps writing until it is killed. */
const ENDLESS_IMPORT = `
  import { openWriter } from ${JSON.stringify(new URL('../opening/open.ts', import.meta.url).href)}
  import { trialCards } from ${JSON.stringify(new URL('../../../test/catalog/trial.ts', import.meta.url).href)}
  import { home } from ${JSON.stringify(new URL('../../../test/catalog/contract.ts', import.meta.url).href)}
  const [dataDir, first] = process.argv.slice(1)
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId: () => 'ffffffffffffffff', cards: trialCards })
  for (let zpid = Number(first); ; zpid++) {
    writer.put('home', home(zpid))
    if (zpid === Number(first) + 2000) process.stdout.write('under way')
  }`

for (const [where, homes] of [
  ['an empty folder', 0],
  ['a folder with a catalog', 20],
] as const) {
  test(`killing an import into ${where} leaves everything unchanged, and the next import works`, async (context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plat-killed-'))
    context.after(() => rmSync(dataDir, { recursive: true }))
    if (homes > 0) {
      const earlier = writer(dataDir)
      for (let zpid = 1; zpid <= homes; zpid++) earlier.put('home', home(zpid))
      earlier.commit()
    }
    const child = spawn(process.execPath, ['--input-type=module', '-e', ENDLESS_IMPORT, dataDir, '1000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(catalogKind(dataDir), homes === 0 ? undefined : 'imported')
    const change = writer(dataDir)
    assert.equal(change.get('home', 1000), undefined)
    change.put('home', home(5000))
    change.commit()
    const catalog = openCatalog(dataDir, silentLog, trialCards)
    assert.equal(catalog.about().counts.home, homes + 1)
    assert.deepEqual(await catalog.records.get('home', 5000), home(5000))
    assert.equal(readdirSync(dataDir).filter((name) => name.endsWith('.sqlite')).length, 1)
    catalog.close()
  })
}
