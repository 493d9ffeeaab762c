import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { openCatalog } from '../../src/catalog/opening/open.ts'
import { type Log, silentLog } from '../../src/kit/base/log.ts'
import { allCards, cardsAt, openAt, sampleWith } from './sampled-cards.ts'

const MADE_AT = 'http://127.0.0.1:8080'
const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true })
})

async function sampleAt(origin: string): Promise<string> {
  const dataDir = await sampleWith(origin)
  folders.push(dataDir)
  return dataDir
}

test('a server with another picture origin uses its own origin in search results at once and leaves the file unchanged', async () => {
  const dataDir = await sampleAt(MADE_AT)
  const path = currentPath(dataDir) ?? ''
  const file = readFileSync(path)
  for (const origin of [MADE_AT, 'http://127.0.0.1:9', 'http://127.0.0.1:9080', 'https://pictures.homes.example']) {
    const lines: string[] = []
    const log: Log = { ...silentLog, info: (_fields, message) => lines.push(message) }
    const moved = openAt(dataDir, cardsAt(origin), log)
    const made = openCatalog(await sampleAt(origin), silentLog, cardsAt(origin))
    const cards = await allCards(moved)
    assert.ok(cards.every((text) => text.includes(`"${origin}/media/`)))
    assert.deepEqual(cards, await allCards(made))
    assert.deepEqual(lines, [])
    moved.close()
    made.close()
  }
  assert.ok(file.equals(readFileSync(path)))
})
