import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Log, silentLog } from '../../src/base/log.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { openCatalog, openWriter } from '../../src/catalog/open.ts'
import type { EncodedPage } from '../../src/catalog/query.ts'
import { nobody } from '../../src/catalog/withheld.ts'
import { cardMaker } from '../../src/rendering/card-maker.ts'
import { makeSample } from '../../src/sample/sample.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { cardsText } from './shown-page.ts'

const NOW_MS = Date.UTC(2026, 10, 1)
const MADE_AT = 'http://127.0.0.1:8080'
const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true })
})

function cardsAt(mediaOrigin: string) {
  return cardMaker({ ...WORDS, mediaOrigin })
}

async function sampleWith(mediaOrigin: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-origins-'))
  folders.push(dataDir)
  const newCatalogId = () => '0123456789abcdef'
  const cards = cardsAt(mediaOrigin)
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId })
  await makeSample(writer, { homes: 500, seed: 1, nowMs: NOW_MS })
  return dataDir
}

/** Every card of every noun. */
async function pagesOf(catalog: Catalog): Promise<EncodedPage[]> {
  const page = { where: [], offset: 0, limit: 500, grouped: false, today: Math.floor(NOW_MS / 86_400_000) } as const
  const homes = (['For_Sale', 'For_Rent', 'Sold'] as const).map((listingClass) =>
    catalog.search('home').cards({ ...page, listingClass, order: 'Newest' }),
  )
  const offers = catalog.search('offer').cards({ ...page, listingClass: 'For_Sale', order: 'Newest' })
  const experiences = catalog.search('experience').cards({ ...page, listingClass: 'Bookable', order: 'Steady' })
  return Promise.all([...homes, offers, experiences])
}

/** The same as answers contain them. */
async function allCards(catalog: Catalog): Promise<string[]> {
  return (await pagesOf(catalog)).map((page) => cardsText(page))
}

/** Opened as a large catalogue is, whose cards are moved in a thread. */
function openMoved(dataDir: string, log: Log, origin: string): EmbeddedCatalog {
  const path = currentPath(dataDir) ?? ''
  return new EmbeddedCatalog({ dataDir, path, log, cards: cardsAt(origin), withheld: nobody })
}

test('a server at another origin puts its own origin into cards at once, has them ready for gzip soon, and leaves the file unchanged', async () => {
  const dataDir = await sampleWith(MADE_AT)
  const path = currentPath(dataDir) ?? ''
  const file = readFileSync(path)
  for (const origin of [MADE_AT, 'http://127.0.0.1:9', 'http://127.0.0.1:9080', 'https://pictures.homes.example']) {
    const lines: string[] = []
    const log: Log = { ...silentLog, info: (_fields, message) => lines.push(message) }
    const moved = openMoved(dataDir, log, origin)
    const made = openCatalog(await sampleWith(origin), silentLog, cardsAt(origin))
    const cards = await allCards(moved)
    assert.ok(cards.every((text) => text.includes(`"${origin}/media/`)))
    assert.deepEqual(cards, await allCards(made))
    await moved.refresh()
    assert.deepEqual(await allCards(moved), cards)
    assert.ok(
      (await pagesOf(moved)).every(({ gzip }) => gzip !== undefined),
      'not ready for gzip',
    )
    assert.deepEqual(lines, [])
    moved.close()
    made.close()
  }
  assert.ok(file.equals(readFileSync(path)))
})
