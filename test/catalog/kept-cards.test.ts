import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { SnapshotCatalog } from '../../src/catalog/embedded/catalog.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { keepCards } from '../../src/catalog/embedded/kept-cards.ts'
import { isReady, type Loaded } from '../../src/catalog/embedded/loaded.ts'
import { Questions } from '../../src/catalog/embedded/questions.ts'
import { Snapshot } from '../../src/catalog/embedded/reader.ts'
import { movedSearch } from '../../src/catalog/embedded/search/moved-cards.ts'
import { STATE_TASKS } from '../../src/catalog/embedded/state-tasks.ts'
import { bringUpCards, checkKeptCards, openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { CardMaker } from '../../src/catalog/ports/cards.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import { type Log, silentLog } from '../../src/kit/base/log.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { allCards, areCardsReady, cardsAt, openAt, pagesOf, sampleWith } from './sampled-cards.ts'
import { cardsText, isFromMemory } from './shown-page.ts'

const HERE = 'http://127.0.0.1:8080'
const THERE = 'http://127.0.0.1:19080'
const LARGE = { isLarge: true }

/** The words of another service. */
const OTHERS = cardMaker({ ...WORDS, Portal: 'Homely', portal: 'homely', mediaOrigin: HERE })

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

function homesKeptIn(dataDir: string): string[] {
  return keptIn(dataDir).filter((name) => name.startsWith('cards-home_'))
}

/** Starts a service that makes its cards, and ends it; returns where those of homes are kept. */
async function keptFor(dataDir: string, cards: CardMaker): Promise<string> {
  const keptBefore = keptIn(dataDir)
  const catalog = openAt(dataDir, cards, LARGE)
  await catalog.refresh()
  await catalog.refresh()
  assert.ok(await areCardsReady(catalog))
  catalog.close()
  const [name] = homesKeptIn(dataDir).filter((each) => !keptBefore.includes(each))
  return join(dataDir, name ?? '')
}

/** The setting of the tasks of a service whose cards are read after it was opened. */
function largeSetting(dataDir: string, cards: CardMaker) {
  return { dataDir, cards, cardsAtOnceMaxBytes: 0 }
}

const SOUND = { finding: { unread: undefined, damaged: undefined }, report() {}, close() {} }

/** Serves one state, whatever is stored later. */
function serving(dataDir: string, loaded: Loaded, cards: CardMaker) {
  const snapshot = Snapshot.open(currentPath(dataDir) ?? '', loaded, cards)
  assert.ok(snapshot)
  const state = { snapshot, close: () => snapshot.close() }
  return { snapshot, catalog: new SnapshotCatalog(state, new Questions(state, SOUND), nobody) }
}

/** Gives one home for sale another address. */
function changeOneHome(dataDir: string): void {
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards: cardsAt(HERE), newCatalogId: () => '1' })
  for (const home of writer.each('home')) {
    if (home.listing?.status === 'Active') {
      writer.put('home', { ...home, address: { ...home.address, streetAddress: '1 Changed St' } })
      break
    }
  }
  writer.commit()
}

function replaceAll(dataDir: string): void {
  const newCatalogId = () => 'fedcba9876543210'
  openWriter({ dataDir, kind: 'sample', replace: true, cards: cardsAt(HERE), newCatalogId }).commit()
}

test('a large catalogue answers with the right cards before they are in memory, and from memory soon after', async () => {
  const catalog = openAt(sound, cardsAt(HERE), LARGE)
  assert.equal(await areCardsReady(catalog), false)
  assertSame(await allCards(catalog), here)
  const before = await pagesOf(catalog)
  await catalog.refresh()
  assert.equal(await areCardsReady(catalog), true)
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
  assert.equal(await areCardsReady(first), false, 'the cards that are stored are read first')
  await first.refresh()
  assertSame(await allCards(first), there)
  assert.equal(await areCardsReady(first), true)
  first.close()
  const written = () => {
    return keptIn(dataDir).map((name) => [name, statSync(join(dataDir, name), { bigint: true }).mtimeNs])
  }
  const atFirst = written()
  assert.ok(atFirst.length > 0)
  const second = openAt(dataDir, cardsAt(THERE), LARGE)
  assertSame(await allCards(second), there)
  await second.refresh()
  assert.equal(await areCardsReady(second), true, 'one step will do')
  assertSame(await allCards(second), there)
  second.close()
  assert.deepEqual(written(), atFirst)
})

test('whatever happens to a file of cards, no page is wrong: it is made again, and a check tells of it', async () => {
  const dataDir = copied()
  const cards = cardsAt(THERE)
  const path = await keptFor(dataDir, cards)
  const kept = readFileSync(path)
  const findings = () => checkKeptCards(dataDir).flatMap((report) => report.findings)
  assert.deepEqual(findings(), [])
  const used = [...kept.keys()].filter((at) => kept[at] !== 0) // what is zero is mostly the empty part of a page
  const flips = Array.from({ length: 12 }, (_, i) => used[Math.floor(((i + 0.5) / 12) * used.length)] ?? 0)
  const damages = [
    ...flips.map((at) => () => kept.with(at, (kept[at] ?? 0) ^ 0x10)),
    () => new Uint8Array(),
    () => kept.subarray(0, kept.length / 2),
    () => Buffer.from('not a database'.repeat(5000)),
    () => keptOfAnother(path, unread),
  ]
  const setting = largeSetting(dataDir, cards)
  const catalogPath = currentPath(dataDir) ?? ''
  const unread = STATE_TASKS.load(setting, catalogPath, () => {})
  let damagesFound = 0
  for (const damage of damages) {
    writeFileSync(path, damage())
    damagesFound += Math.min(findings().length, 1)
    let loaded: Loaded | undefined = unread
    for (let step = 0; step < 2 && !isReady(loaded, THERE); step++) {
      loaded = STATE_TASKS.finish(setting, catalogPath, assert.fail, loaded)
      assert.ok(loaded)
      const { catalog } = serving(dataDir, loaded, cards)
      assertSame(await allCards(catalog), there)
      catalog.close()
    }
    assert.ok(isReady(loaded, THERE))
  }
  assert.ok(damagesFound > damages.length / 2, `a check found ${damagesFound} of ${damages.length}`) // a page may be empty in part
  assert.deepEqual(findings(), [])
})

/** A sound file of a segment that had the same name, before a copy of the catalogue was put back. */
function keptOfAnother(path: string, { searches: { home } }: Loaded): Buffer {
  const dataDir = join(dirname(path), 'another')
  mkdirSync(dataDir)
  const [{ cardStarts, cardSum }] = home
  const cards = new Uint8Array(cardStarts.at(-1) ?? 0).fill(0x20)
  const moved = movedSearch({ ...home[0], cards, cardSum: cardSum + 1 }, THERE)
  keepCards({ dataDir, cards: cardsAt(THERE) }, moved, () => true)
  const another = join(dataDir, basename(path))
  return readFileSync(another)
}

test('a piece of the cards that is damaged is a 503 before they are in memory and after, never a wrong page', async () => {
  const dataDir = copied()
  const path = currentPath(dataDir) ?? ''
  const database = new DatabaseSync(path)
  const { name = '', bytes } =
    database.prepare("SELECT name, bytes FROM arrays WHERE name LIKE '%home%/cards/0'").get() ?? {}
  const piece = Buffer.from(bytes as Uint8Array) // a blob, as the schema says
  piece.write('dayson', Math.floor(piece.length / 2))
  database.prepare('UPDATE arrays SET bytes = ? WHERE name = ?').run(piece, name)
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

test('a small change leaves the kept cards of the segments that stay, and the next start uses them', async () => {
  const dataDir = copied()
  const path = await keptFor(dataDir, cardsAt(THERE))
  const written = () => statSync(path, { bigint: true }).mtimeNs
  const atFirst = written()
  changeOneHome(dataDir)
  const catalog = openAt(dataDir, cardsAt(THERE), LARGE)
  await catalog.refresh()
  await catalog.refresh()
  const cards = (await allCards(catalog)).join()
  assert.match(cards, /1 Changed St/)
  assert.ok(!cards.includes(`${HERE}/media/`))
  assert.ok(await areCardsReady(catalog))
  catalog.close()
  assert.equal(written(), atFirst)
  assert.equal(homesKeptIn(dataDir).length, 2, 'those of the added segment are kept beside them')
})

/** Id of a process that has ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ['--version']).pid
}

test('at most three files of cards are kept, and no half written one', async () => {
  const dataDir = copied()
  for (const pid of [endedPid(), process.pid]) {
    writeFileSync(join(dataDir, `cards-left-behind.sqlite.${pid}.new`), 'half of a file')
  }
  const paths: string[] = []
  for (const port of [1, 2, 3, 4]) paths.push(await keptFor(dataDir, cardsAt(`http://127.0.0.1:${port}`)))
  assert.deepEqual(
    homesKeptIn(dataDir)
      .map((name) => join(dataDir, name))
      .sort(),
    paths.slice(1).sort(),
  )
})

/** The cards of a folder in memory, and how they are kept. */
function readIn(dataDir: string) {
  const setting = { dataDir, cards: cardsAt(HERE) }
  return { setting, loaded: STATE_TASKS.load(setting, currentPath(dataDir) ?? '', () => {}) }
}

/** A maker of these cards that lets something happen while it makes them. */
function meanwhile(cards: CardMaker, happens: () => void): CardMaker {
  let hasHappened = false
  return {
    ...cards,
    get mediaOrigin() {
      if (!hasHappened) happens()
      hasHappened = true
      return cards.mediaOrigin
    },
  }
}

test('when several services finish their files of cards at once, three are left', () => {
  const dataDir = copied()
  const { setting, loaded } = readIn(dataDir)
  keepCards(setting, loaded.searches.home[0], () => {
    for (const [i, name] of ['a', 'b', 'c'].entries()) {
      const path = join(dataDir, `cards-home_1-${name}.sqlite`)
      writeFileSync(path, 'of another service')
      utimesSync(path, i, i)
    }
    return true
  })
  assert.equal(keptIn(dataDir).length, 3)
  assert.ok(!existsSync(join(dataDir, 'cards-home_1-a.sqlite')), 'the oldest one is gone')
})

test('a file of cards that another service is writing is left to it, and one of a service that was stopped is not', () => {
  const dataDir = copied()
  const written = `cards-another.sqlite.${process.ppid}.new`
  writeFileSync(join(dataDir, written), 'half of a file')
  const { setting, loaded } = readIn(dataDir)
  keepCards(setting, loaded.searches.home[0], () => true)
  bringUpCards(dataDir, OTHERS, () => {})
  const stopped = `cards-stopped.sqlite.${endedPid()}.new`
  writeFileSync(join(dataDir, stopped), 'half of a file')
  openCatalog(dataDir, silentLog, OTHERS).close()
  assert.deepEqual(keptIn(dataDir), [written])
})

test('cards of a segment that is no longer stored when their file is finished are not kept', () => {
  const makeAllAgain = (dataDir: string) => bringUpCards(dataDir, OTHERS, () => {})
  for (const [change, kept] of [[changeOneHome, 1] as const, [makeAllAgain, 0] as const, [replaceAll, 0] as const]) {
    const dataDir = copied()
    const path = currentPath(dataDir) ?? ''
    const { loaded } = readIn(dataDir)
    const cards = meanwhile(cardsAt(THERE), () => change(dataDir))
    assert.ok(STATE_TASKS.finish(largeSetting(dataDir, cards), path, assert.fail, loaded))
    assert.equal(homesKeptIn(dataDir).length, kept)
    const versionOf = ({ stateVersion, cardsVersion }: Loaded) => `${stateVersion} ${cardsVersion}`
    assert.notEqual(versionOf(readIn(dataDir).loaded), versionOf(loaded), 'it was changed meanwhile')
  }
})

test('cards of a segment that is replaced while their file gets its name are not kept either', () => {
  const dataDir = copied()
  const { setting, loaded } = readIn(dataDir)
  const answers = [true, false]
  keepCards(setting, loaded.searches.home[0], () => answers.shift() === true)
  assert.deepEqual(keptIn(dataDir), [])
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
  assert.ok(await areCardsReady(catalog))
  assert.match(lines.join(), /^Cannot keep the cards of this address .*: they are made again at the next start$/)
  catalog.close()
})

test('cards that another service makes again with its words, while they are in the file alone, never get into a page', async (t) => {
  const dataDir = copied()
  await keptFor(dataDir, cardsAt(THERE))
  t.mock.timers.enable({ apis: ['setInterval'] }) // nothing is read into memory before the test says so
  const catalog = openAt(dataDir, cardsAt(HERE), LARGE)
  bringUpCards(dataDir, OTHERS, () => {})
  assert.deepEqual(keptIn(dataDir), [], 'what was made from the cards before is of no use any more')
  const pages = await pagesOf(catalog)
  assert.ok(!pages.some(isFromMemory), 'cards are in the file alone')
  assertSame(
    pages.map((page) => cardsText(page)),
    here,
    'it reads the state that it began with',
  )
  await catalog.refresh()
  assertSame(await allCards(catalog), here)
  await catalog.refresh()
  assert.ok(await areCardsReady(catalog))
  assertSame(await allCards(catalog), here)
  catalog.close()
})

test('a page that needs cards in the file alone, where others have been stored, is a 503 to be asked again', async () => {
  const dataDir = copied()
  const cards = cardsAt(HERE)
  const loaded = STATE_TASKS.load(largeSetting(dataDir, cards), currentPath(dataDir) ?? '', () => {})
  const { snapshot, catalog } = serving(dataDir, loaded, cards)
  bringUpCards(dataDir, OTHERS, () => {})
  snapshot.renewTransaction() // from here on it sees the cards of the other service
  await assert.rejects(pagesOf(catalog), { code: 'server.busy', message: /being made again: ask again in a moment/ })
  catalog.close()
})
