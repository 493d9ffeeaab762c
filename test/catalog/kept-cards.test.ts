import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { Fault } from '../../src/base/failure.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import type { CardMaker } from '../../src/catalog/cards.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { bringUpCards, checkKeptCards, openWriter } from '../../src/catalog/open.ts'
import { cardMaker } from '../../src/rendering/card-maker.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { allCards, cardsAt, isReadyForGzip, openAt, pagesOf, sampleWith } from './sampled-cards.ts'

const HERE = 'http://127.0.0.1:8080'
const THERE = 'http://127.0.0.1:19080'
const LARGE = { isLarge: true }

let sound: string
/** All cards with the origin `HERE`, and with `THERE`. */
let here: string[]
let there: string[]
const folders: string[] = []

before(async () => {
  sound = await sampleWith(HERE, 300)
  folders.push(sound)
  const opened = openAt(sound, cardsAt(HERE))
  here = await allCards(opened)
  opened.close()
  there = here.map((text) => text.replaceAll(`"${HERE}/media/`, `"${THERE}/media/`))
})
after(() => {
  for (const path of folders) rmSync(path, { recursive: true })
})

/** Asserts without a report of megabytes. */
function assertSame(actual: readonly string[], wanted: readonly string[], why?: string): void {
  const differing = wanted.findIndex((text, page) => text !== actual[page])
  assert.deepEqual([actual.length, differing], [wanted.length, -1], why)
}

/** A copy of the sound folder. */
function copied(): string {
  const dataDir = `${sound}-${folders.length}`
  folders.push(dataDir)
  cpSync(sound, dataDir, { recursive: true })
  return dataDir
}

function keptIn(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('cards-'))
}

/** Starts a service that makes its cards, and ends it; returns where they are kept. */
async function keptFor(dataDir: string, cards: CardMaker): Promise<string> {
  const known = keptIn(dataDir)
  const catalog = openAt(dataDir, cards, LARGE)
  await catalog.refresh()
  await catalog.refresh()
  assert.ok(await isReadyForGzip(catalog))
  catalog.close()
  const [name] = keptIn(dataDir).filter((each) => !known.includes(each))
  return join(dataDir, name ?? '')
}

test('a large catalogue answers with the right cards before they are in memory, and from memory soon after', async () => {
  const catalog = openAt(sound, cardsAt(HERE), LARGE)
  assert.equal(await isReadyForGzip(catalog), false)
  assertSame(await allCards(catalog), here)
  const before = await pagesOf(catalog)
  await catalog.refresh()
  assert.equal(await isReadyForGzip(catalog), true)
  assertSame(await allCards(catalog), here)
  const late = before.map((page) => Buffer.from(page.json('', '').bytes).toString())
  assertSame(late, here, 'a page found before can still be read')
  catalog.close()
  assert.deepEqual(keptIn(sound), [])
})

test('cards for another origin are made once: the next start reads them, and makes nothing', async () => {
  const dataDir = copied()
  const first = openAt(dataDir, cardsAt(THERE), LARGE)
  assertSame(await allCards(first), there)
  await first.refresh()
  assertSame(await allCards(first), there)
  assert.equal(await isReadyForGzip(first), false, 'the cards that are stored are read first')
  await first.refresh()
  assertSame(await allCards(first), there)
  assert.equal(await isReadyForGzip(first), true)
  first.close()
  const [name = ''] = keptIn(dataDir)
  const { ino, mtimeNs } = statSync(join(dataDir, name), { bigint: true })
  const second = openAt(dataDir, cardsAt(THERE), LARGE)
  assertSame(await allCards(second), there)
  await second.refresh()
  assert.equal(await isReadyForGzip(second), true, 'one step will do')
  assertSame(await allCards(second), there)
  second.close()
  const after = statSync(join(dataDir, name), { bigint: true })
  assert.deepEqual([after.ino, after.mtimeNs], [ino, mtimeNs])
  assert.deepEqual(keptIn(dataDir), [name])
})

test('whatever happens to a file of cards, no page is wrong: it is made again, and a check tells of it', async () => {
  const dataDir = copied()
  const path = await keptFor(dataDir, cardsAt(THERE))
  const kept = readFileSync(path)
  assert.deepEqual(
    checkKeptCards(dataDir).map(({ findings }) => findings),
    [[]],
  )
  const flips = Array.from({ length: 12 }, (_, i) => Math.floor(((i + 0.5) / 12) * kept.length))
  const damages = [
    ...flips.map((at) => () => kept.with(at, (kept[at] ?? 0) ^ 0x10)),
    () => new Uint8Array(),
    () => kept.subarray(0, kept.length / 2),
    () => Buffer.from('not a database'.repeat(5000)),
  ]
  let told = 0
  for (const damage of damages) {
    writeFileSync(path, damage())
    told += checkKeptCards(dataDir).filter(({ findings }) => findings.length > 0).length
    const catalog = openAt(dataDir, cardsAt(THERE), LARGE)
    for (let step = 0; step < 3; step++) {
      assertSame(await allCards(catalog), there)
      await catalog.refresh()
    }
    assert.ok(await isReadyForGzip(catalog))
    catalog.close()
  }
  assert.ok(told > damages.length / 2, `a check found ${told} of ${damages.length}`) // a page may be empty in part
})

test('a piece of the cards that is damaged is a 503 before they are in memory and after, never a wrong page', async () => {
  const dataDir = copied()
  const path = currentPath(dataDir) ?? ''
  const database = new DatabaseSync(path)
  database.exec(
    "UPDATE arrays SET bytes = CAST(replace(bytes, 'daysOn', 'dayson') AS BLOB) WHERE name LIKE '%home/cards/0'",
  )
  database.close()
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) }
  const catalog = openAt(dataDir, cardsAt(HERE), { log, isLarge: true, isUnread: true })
  const isDamage = (error: unknown) => error instanceof Fault && error.code === 'catalogue.damaged'
  await assert.rejects(pagesOf(catalog), isDamage)
  await catalog.refresh()
  await assert.rejects(pagesOf(catalog), isDamage)
  assert.match(errors.join('; '), /Part of the catalogue .*; Cannot make cards ready/)
  catalog.close()
})

test('kept cards of data that has changed are removed with the change, and never answered with if they come back', async () => {
  const dataDir = copied()
  const path = await keptFor(dataDir, cardsAt(THERE))
  const old = readFileSync(path)
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards: cardsAt(HERE), newCatalogId: () => '1' })
  for (const home of writer.each('home')) {
    if (home.listing?.status === 'Active') {
      writer.put('home', { ...home, address: { ...home.address, streetAddress: '1 Changed St' } })
      break
    }
  }
  writer.commit()
  assert.deepEqual(keptIn(dataDir), [])
  writeFileSync(path, old)
  const catalog = openAt(dataDir, cardsAt(THERE), LARGE)
  await catalog.refresh()
  await catalog.refresh()
  const cards = await allCards(catalog)
  assert.match(cards.join(), /1 Changed St/)
  assert.ok(await isReadyForGzip(catalog))
  catalog.close()
  assert.notDeepEqual(readFileSync(path), old)
})

test('at most three files of cards are kept, and no half written one', async () => {
  const dataDir = copied()
  writeFileSync(join(dataDir, 'cards-left-behind.sqlite.1.new'), 'half of a file')
  const paths: string[] = []
  for (const port of [1, 2, 3, 4]) paths.push(await keptFor(dataDir, cardsAt(`http://127.0.0.1:${port}`)))
  assert.deepEqual(
    keptIn(dataDir)
      .map((name) => join(dataDir, name))
      .sort(),
    paths.slice(1).sort(),
  )
})

test('where cards cannot be kept, they are answered with all the same, and the log says so', async () => {
  const dataDir = copied()
  const lines: string[] = []
  const log: Log = { ...silentLog, info: (_fields, message) => lines.push(message) }
  const path = await keptFor(dataDir, cardsAt(THERE))
  rmSync(path)
  mkdirSync(path)
  const catalog = openAt(dataDir, cardsAt(THERE), { log, isLarge: true })
  await catalog.refresh()
  await catalog.refresh()
  assertSame(await allCards(catalog), there)
  assert.ok(await isReadyForGzip(catalog))
  assert.match(lines.join(), /^Cannot keep the cards of this address .*: they are made again at the next start$/)
  catalog.close()
})

test('cards that another service makes again with its words, while they are in the file alone, never get into a page', async () => {
  const dataDir = copied()
  const catalog = openAt(dataDir, cardsAt(HERE), LARGE)
  await keptFor(dataDir, cardsAt(THERE))
  const others = cardMaker({ ...WORDS, Portal: 'Homely', portal: 'homely', mediaOrigin: HERE })
  bringUpCards(dataDir, others, () => {})
  assert.deepEqual(keptIn(dataDir), [], 'what was made from the cards before is of no use any more')
  assertSame(await allCards(catalog), here, 'it reads the state that it began with')
  await catalog.refresh()
  assertSame(await allCards(catalog), here)
  await catalog.refresh()
  assert.ok(await isReadyForGzip(catalog))
  assertSame(await allCards(catalog), here)
  catalog.close()
})
