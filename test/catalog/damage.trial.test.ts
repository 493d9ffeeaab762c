import assert from 'node:assert/strict'
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeSample } from '../../sample/sample.ts'
import { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Noun } from '../../src/catalog/ports/nouns.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { CommandFault, Fault } from '../../src/kit/base/failure.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { Random } from '../engine/random.ts'
import { cardsText } from './shown-page.ts'
import { trialCards } from './trial.ts'

const FLIPPED_COPIES = 300
const ZEROED_COPIES = 30
const BLOCKS = 10
const BLOCK_BYTES = 4096
const HOMES = 300
const TODAY = 20_000

/** Number of series, rates and schools. A sample of any size has many, but the test needs only a few. */
const FEW = 40

let folder: string
let sound: string
let bytes: Buffer
let right: readonly string[]

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-damage-'))
  const dataDir = join(folder, 'sound')
  const writer = openWriter({
    dataDir,
    kind: 'sample',
    replace: false,
    cards: trialCards,
    newCatalogId: () => '0123456789abcdef',
  })
  await makeSample(withFew(writer), {
    homes: HOMES,
    seed: 1,
    nowMs: TODAY * 86_400_000,
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  sound = currentPath(dataDir) ?? ''
  bytes = readFileSync(sound)
  const catalog = openAt(dataDir, sound)
  calls = await callsFor(catalog)
  right = await Promise.all(calls.map(async (call) => JSON.stringify(await call(catalog)) ?? 'null'))
  catalog.close()
})
after(() => rmSync(folder, { recursive: true }))

function withFew(writer: CatalogWriter): CatalogWriter {
  const counts = new Map<Noun, number>()
  return {
    sourceHomes: writer.sourceHomes,
    get: (noun, id) => writer.get(noun, id),
    expect: (noun, ids) => writer.expect(noun, ids),
    each: (noun) => writer.each(noun),
    idsOf: (noun, source) => writer.idsOf(noun, source),
    put: (noun, record) => {
      const count = (counts.get(noun) ?? 0) + 1
      counts.set(noun, count)
      if (count <= FEW || !['series', 'rate', 'school', 'climate'].includes(noun)) writer.put(noun, record)
    },
    remove: (noun, id) => writer.remove(noun, id),
    attribute: (source, attribution) => writer.attribute(source, attribution),
    contribute: (noun, source, isIn) => writer.contribute(noun, source, isIn),
    note: (name) => writer.note(name),
    setNote: (name, text) => writer.setNote(name, text),
    layersOf: (home) => writer.layersOf(home),
    learnAgain: () => writer.learnAgain(),
    commit: (onProgress) => writer.commit(onProgress),
    rollback: () => writer.rollback(),
  }
}

type CatalogCall = (catalog: Catalog) => Promise<unknown>
let calls: readonly CatalogCall[]

/** Returns calls that together read stored data in every possible way. */
async function callsFor(catalog: Catalog): Promise<readonly CatalogCall[]> {
  const all = {
    where: [],
    listingClass: 'Sold',
    order: 'Newest',
    offset: 0,
    limit: 40,
    grouped: false,
    today: TODAY,
  } as const
  const { hits } = await catalog.search('home').page(all)
  const zpids = hits.flatMap((hit) => ('zpid' in hit ? [hit.zpid] : []))
  const homes = (await Promise.all(zpids.map((zpid) => catalog.records.get('home', zpid)))).filter(
    (home) => home !== undefined,
  )
  const agents = await catalog.agents.page({
    regions: [],
    nameWords: [],
    traits: [],
    specialties: [],
    languages: [],
    today: TODAY,
    offset: 0,
    limit: 5,
  })
  const lines = await Promise.all(['a', '1', '10', '9', 's'].map((text) => catalog.addresses.addressLineFrom(text)))
  const region = catalog.regions()[0]?.key ?? ''
  // Fewer ids than a page has. If damage hides an entry, no other entry takes its place.
  const firstIds = await catalog.pages.ids('home', { from: 0, to: Number.MAX_SAFE_INTEGER }, 40)
  const someIds = { from: 0, to: firstIds.at(-1) ?? 0 }
  const firstChanges = await catalog.pages.changes(['home', 'agent'], { from: 0, to: Number.MAX_SAFE_INTEGER }, 40)
  const someChanges = { from: 0, to: firstChanges.at(-1)?.sequence ?? 0 }
  const [address] = await catalog.addresses.addressesBeginning(lines[1] ?? '', 1)
  const { houseNumber, street } = address ?? { houseNumber: '', street: '' }
  return [
    ...zpids.slice(0, 10).map(
      (zpid): CatalogCall =>
        (one) =>
          one.records.get('home', zpid),
    ),
    ...lines.map(
      (line): CatalogCall =>
        (one) =>
          one.addresses.addressesBeginning(line ?? '', 5),
    ),
    ...homes.slice(0, 5).map(
      (home): CatalogCall =>
        (one) =>
          one.near.homes(home.point ?? { latitude: 0, longitude: 0 }, 5),
    ),
    ...agents.agentIds.flatMap((id): CatalogCall[] => [
      (one) => one.records.get('agent', id),
      (one) => one.agents.salesOf(id, { offset: 0, limit: 20 }),
      (one) => one.agents.listingsOf(id, 'sale', { offset: 0, limit: 20 }),
      (one) => one.agents.citiesOf(id),
      (one) => one.agents.figuresOf(id, TODAY),
    ]),
    (one) => one.records.briefs(zpids),
    (one) => one.pages.between('home', someIds, 50),
    (one) => one.pages.byId('home', zpids),
    (one) => one.pages.changes(['home', 'agent'], someChanges, 50, 'last'),
    (one) => one.pages.ids('home', someIds, 50),
    (one) => one.addresses.addressesAt(houseNumber, street),
    (one) => one.addresses.streetsBeginning(houseNumber, street.slice(0, 1), 50),
    async (one) => [...(await one.pages.contents('home')).held],
    (one) => one.records.outline(zpids[0] as number),
    (one) => one.search('home').page(all),
    async (one) => cardsText(await one.search('home').cards(all)),
    (one) => one.search('offer').page({ ...all, listingClass: 'For_Sale', order: 'PriceAscending' }),
    (one) => one.market.facts('sales', region),
    (one) => one.market.facts('values', region),
    (one) => one.market.regionsWithin(region, 'zipcode'),
    async (one) => [...(await one.market.placesIn(region, 'zipcode'))],
    (one) => one.records.latestRates(),
    async (one) => one.regions(),
    (one) =>
      one.agents.page({
        regions: [],
        nameWords: [],
        traits: ['top'],
        specialties: [],
        languages: [],
        today: TODAY,
        offset: 0,
        limit: 9,
      }),
  ]
}

function openAt(dataDir: string, path: string): Catalog {
  return new EmbeddedCatalog({ dataDir, path, log: silentLog, cards: trialCards, withheld: nobody })
}

/** Replaced bytes of a copy of the file: their positions, and the new bytes. */
type Damage = readonly (readonly [at: number, wrong: Buffer])[]

function flippedBit(random: Random): Damage {
  const at = random.whole(0, bytes.length - 1)
  return [[at, Buffer.of((bytes[at] as number) ^ (1 << random.whole(0, 7)))]]
}

function zeroedBlocks(random: Random): Damage {
  return Array.from({ length: BLOCKS }, () => {
    return [random.whole(0, bytes.length / BLOCK_BYTES - 1) * BLOCK_BYTES, Buffer.alloc(BLOCK_BYTES)] as const
  })
}

/** A damaged copy of the folder. */
function copyWith(damage: Damage): { readonly dataDir: string; readonly path: string } {
  const dataDir = mkdtempSync(join(folder, 'copy-'))
  const path = join(dataDir, basename(sound))
  copyFileSync(sound, path)
  writeFileSync(join(dataDir, 'catalogue'), basename(sound))
  const file = openSync(path, 'r+')
  for (const [at, wrong] of damage) writeSync(file, wrong, 0, wrong.length, at)
  closeSync(file)
  return { dataDir, path }
}

/** Whether an error reports damage, on the command line or to a caller. */
function reportsDamage(error: unknown): boolean {
  return error instanceof CommandFault || (error instanceof Fault && error.status === 503)
}

interface Tally {
  refused: number
  unavailable: number
  right: number
  notFound: number
}

/** Whether an answer has only entries of the right answer. Damage to an index may hide other entries. */
function lacksEntries(answer: unknown, rightAnswer: unknown): boolean {
  if (answer === undefined || answer === null) return true
  if (Array.isArray(answer) && Array.isArray(rightAnswer)) {
    return answer.every((entry) => rightAnswer.some((rightEntry) => lacksOrIs(entry, rightEntry)))
  }
  return (
    isPage(answer) &&
    isPage(rightAnswer) &&
    answer.total <= rightAnswer.total &&
    lacksEntries(answer.agentIds, rightAnswer.agentIds)
  )
}

/** Whether an entry is right. A place may lack its region, if damage hides the region's row. */
function lacksOrIs(entry: unknown, rightEntry: unknown): boolean {
  const isPair = Array.isArray(entry) && entry[1] === null && Array.isArray(rightEntry) && entry[0] === rightEntry[0]
  return isPair || JSON.stringify(entry) === JSON.stringify(rightEntry)
}

function isPage(answer: unknown): answer is { readonly total: number; readonly agentIds: readonly string[] } {
  return typeof answer === 'object' && answer !== null && 'total' in answer && 'agentIds' in answer
}

/** Opens a copy and makes all calls. Throws at the first answer with a wrong value. */
async function callCopy(damage: Damage, tally: Tally): Promise<void> {
  const { dataDir, path } = copyWith(damage)
  try {
    const catalog = openAt(dataDir, path)
    for (const [i, call] of calls.entries()) {
      const answer = await call(catalog)
        .then((value) => JSON.stringify(value) ?? 'null')
        .catch((error: unknown) => {
          if (!reportsDamage(error)) throw error
          return undefined
        })
      const expected = right[i] as string
      if (answer === undefined) tally.unavailable++
      else if (answer === expected) tally.right++
      else {
        const isLess = lacksEntries(JSON.parse(answer), JSON.parse(expected))
        const where = damage.map(([at]) => at).join(', ')
        assert(isLess, `damage at ${where} makes the answer to call ${i} ${answer} instead of ${expected}`)
        tally.notFound++
      }
    }
    catalog.close()
  } catch (error) {
    if (!reportsDamage(error)) throw error
    tally.refused++
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

test('after any bit flip, a catalog is refused, or each answer is right, a 503 or not found, but never wrong', async () => {
  const random = new Random(7)
  const tally: Tally = { refused: 0, unavailable: 0, right: 0, notFound: 0 }
  for (let copy = 0; copy < FLIPPED_COPIES; copy++) await callCopy(flippedBit(random), tally)
  assert.ok(tally.right > tally.unavailable + tally.notFound, JSON.stringify(tally))
})

test('after ten blocks of the file were overwritten with zeros, no answer is wrong', async () => {
  const random = new Random(8)
  const tally: Tally = { refused: 0, unavailable: 0, right: 0, notFound: 0 }
  for (let copy = 0; copy < ZEROED_COPIES; copy++) await callCopy(zeroedBlocks(random), tally)
  assert.ok(tally.refused + tally.unavailable > 0, JSON.stringify(tally))
})
