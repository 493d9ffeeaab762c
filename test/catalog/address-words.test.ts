import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { completionLines } from '../../src/places/completion/completion-lines.ts'
import { countWords } from '../../src/places/completion/word-list.ts'
import { home } from './contract/records.ts'
import { trialCards } from './trial.ts'

const STREETS = ['Lamar Blvd', 'N Lamar Blvd', '26th St', 'Oak Hill Rd', 'Old Mill Creek Rd APT 4B']

test('after every change, the words of addresses are the words of all lines', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-words-'))
  const random = new Random(1, 'words')
  try {
    for (let change = 0; change < 6; change++) {
      const newCatalogId = () => '0'.repeat(16)
      const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards: trialCards, newCatalogId })
      for (let count = 0; count < 12; count++) {
        const zpid = random.whole(1, 20)
        const { address } = home(zpid)
        if (random.chance(0.3)) writer.remove('home', zpid)
        else
          writer.put('home', home(zpid, { address: { ...address, streetAddress: `${zpid} ${random.pick(STREETS)}` } }))
      }
      writer.commit()
      const database = new DatabaseSync(currentPath(dataDir) ?? '', { readOnly: true })
      const words = database.prepare('SELECT word, uses FROM address_word').all()
      database.close()
      const catalog = openCatalog(dataDir, silentLog, trialCards)
      const entries = await catalog.addresses.addressesBeginning('', 1000)
      catalog.close()
      const homes = new Map(entries.map((entry) => [entry.id, entry]))
      const lines = [...homes.values()].flatMap((entry) => completionLines(entry))
      const expected = [...countWords(lines)].sort(([a], [b]) => (a < b ? -1 : 1))
      assert.deepEqual(
        words.map(({ word, uses }) => [word, uses]),
        expected,
      )
      assert.ok(expected.length > 0)
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
