import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { call } from '../../../test/operations/call.ts'
import { AGENTS, BARE, HOMES as MADE, NOW_MS, OFFICES, UNDISCLOSED } from '../../../test/operations/made-homes.ts'
import { EXPERIENCES, OFFERS } from '../../../test/operations/made-portals.ts'
import { runHere, trialTerminal } from '../../../test/terminal.ts'
import { openCatalog, openRecords, openWriter } from '../../catalog/opening/open.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import type { Home, Listing } from '../../model/home.ts'
import { cardsOf, wordsOf } from '../serving/words.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The homes that an import accepts. An import requires data that `BARE` lacks, such as a ZIP code. */
const IMPORTABLE = MADE.filter((home) => home !== BARE)
const LISTED = IMPORTABLE.find(({ listing, address }) => listing !== undefined && !address.undisclosed)
const OPEN_HOUSE = { startMs: NOW_MS, endMs: NOW_MS + 7_200_000 }
const UNVALUED = 77
const HOMES: readonly Home[] = [
  ...IMPORTABLE,
  {
    ...(LISTED as Home), // MADE contains a listed home
    zpid: UNVALUED,
    sourceKey: 'unvalued',
    address: { ...(LISTED as Home).address, streetAddress: '77 Elsewhere St' },
    listing: { ...(LISTED?.listing as Listing), openHouses: [OPEN_HOUSE], noValuation: true }, // the filter keeps only homes with a listing
    estimate: { value: 510_000, rent: 2500 },
  },
]
const OFFERED = OFFERS.slice(300).filter(({ area, city, price = 1 }) => area > 0 && price > 0 && city !== '')
const BOOKABLE = EXPERIENCES.slice(350).filter(({ source }) => source !== 'test')

const folder = mkdtempSync(join(tmpdir(), 'plat-export-'))
const settings = readSettings({})
const cards = cardsOf(settings)
const words = wordsOf(settings)
const first = join(folder, 'first')
after(() => rmSync(folder, { recursive: true }))

function writerOf(dataDir: string) {
  return openWriter({ dataDir, kind: 'imported', replace: false, cards, newCatalogId: () => '0'.repeat(16) })
}

before(() => {
  const writer = writerOf(first)
  const records = { home: HOMES, agent: AGENTS, office: OFFICES, offer: OFFERED, experience: BOOKABLE }
  for (const [noun, own] of Object.entries(records))
    for (const record of own) writer.put(noun as 'home', record as Home) // each list has records of its own type
  writer.attribute(UNDISCLOSED.source, 'Made for tests, "as is"')
  writer.commit()
})

interface Ran {
  readonly fault: CommandFault | undefined
  readonly output: Buffer
  readonly notes: string
}

async function plat(
  command: 'export' | 'import',
  args: readonly string[],
  change: Partial<Terminal> = {},
): Promise<Ran> {
  const output: Uint8Array[] = []
  const noteLines: string[] = []
  const note = (line: string) => noteLines.push(line)
  const terminal = trialTerminal({
    environment: { PLAT_DATA: first },
    clock: fixedClock(NOW_MS),
    print: note,
    write: async (bytes) => void output.push(bytes),
    note,
    ...change,
  })
  const fault = await runHere([command, ...args], terminal).then(
    () => undefined,
    (error: unknown) => {
      assert.ok(error instanceof CommandFault, String(error))
      return error
    },
  )
  return { fault, output: Buffer.concat(output), notes: noteLines.join('\n') }
}

async function exported(...args: string[]): Promise<{ readonly text: string; readonly notes: string }> {
  const { fault, output, notes } = await plat('export', args)
  assert.equal(fault, undefined)
  return { text: output.toString(), notes }
}

type Line = Readonly<Record<string, unknown>>

async function linesOf(...args: string[]): Promise<readonly Line[]> {
  const { text } = await exported(...args, '--format', 'ndjson')
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
}

async function imported(file: string, mapping: string, data: string): Promise<Readonly<Record<string, number>>> {
  const { fault, notes } = await plat('import', [file, '--mapping', mapping, '--data', data, '--json'])
  assert.equal(fault, undefined)
  return JSON.parse(notes).counts
}

const LISTER_FIELDS = /^(List(Agent|Office)|Contact)|^(Source|Attribution)$/

/**
 * Returns the line with data that an import would add: the location of the ZIP code, and the listing party as contact.
 */
function saidOf(line: Line): Line {
  return Object.fromEntries(Object.entries(line).filter(([name, value]) => value !== null && !LISTER_FIELDS.test(name)))
}

test('homes exported in any format import again into the same homes', async () => {
  const homes = await linesOf('homes')
  assert.equal(homes.length, HOMES.length)
  const file = (name: string) => join(folder, name)
  const second = file('second')
  for (const name of ['homes.csv', 'homes.ndjson', 'homes.parquet', 'homes.geojson'])
    await exported('homes', '--out', file(name))
  assert.deepEqual(await imported(file('homes.csv'), 'exported-homes', second), {
    new: HOMES.length,
    changed: 0,
    unchanged: 0,
    removed: 0,
    gone: 0,
  })
  const again = await linesOf('homes', '--data', second)
  for (const [place, home] of homes.entries()) assert.partialDeepStrictEqual(again[place], saidOf(home))
  const text = readFileSync(new URL('../../../mappings/exported-homes.yaml', import.meta.url), 'utf8')
  for (const format of ['parquet', 'geojson'])
    writeFileSync(file(`${format}.yaml`), text.replace('format: csv', `format: ${format}`))
  for (const [name, mapping] of [
    ['homes.ndjson', 'exported-homes-ndjson'],
    ['homes.parquet', file('parquet.yaml')],
    ['homes.geojson', file('geojson.yaml')],
  ] as const) {
    const { unchanged } = await imported(file(name), mapping, second)
    assert.equal(unchanged, HOMES.length, `${name} says what homes.csv says`)
  }
})

test('after exporting and importing twice, every search gives the same answer', async () => {
  const [once, twice] = [join(folder, 'once'), join(folder, 'twice')]
  const file = join(folder, 'answers.ndjson')
  await exported('homes', '--out', file)
  await imported(file, 'exported-homes-ndjson', once)
  await exported('homes', '--out', file, '--data', once)
  await imported(file, 'exported-homes-ndjson', twice)
  const [one, other] = [once, twice].map((dataDir) => ({
    catalog: openCatalog(dataDir, silentLog, cards),
    clock: fixedClock(NOW_MS),
    log: silentLog,
    words,
  }))
  assert.ok(one && other)
  try {
    for (const listingStatus of ['For_Sale', 'For_Rent', 'Sold']) {
      const asked = { location: 'Austin, TX', listingStatus }
      const answer = await call('/search/byaddress', asked, one)
      assert.ok((answer as { searchResults: readonly unknown[] }).searchResults.length > 0, listingStatus)
      assert.deepEqual(answer, await call('/search/byaddress', asked, other))
    }
  } finally {
    one.catalog.close()
    other.catalog.close()
  }
})

test('offers and experiences import again, each with its slots', async () => {
  const data = join(folder, 'portals')
  for (const [plural, records] of [
    ['offers', OFFERED.filter(({ goneSince }) => goneSince === undefined)],
    ['experiences', BOOKABLE],
  ] as const) {
    const file = join(folder, `${plural}.csv`)
    await exported(plural, '--out', file)
    const counts = await imported(file, `exported-${plural}`, data)
    assert.equal(counts.new, records.length, plural)
  }
  const slots = (lines: readonly Line[]) => lines.map(({ Title, Slots }) => JSON.stringify([Title, Slots])).sort()
  assert.deepEqual(slots(await linesOf('experiences', '--data', data)), slots(await linesOf('experiences')))
})

test('an export of a search has the same results as the call over HTTP, in order of id', async () => {
  const context = { catalog: openCatalog(first, silentLog, cards), clock: fixedClock(NOW_MS), log: silentLog, words }
  try {
    for (const [path, query, id, ids] of [
      ['/search/byaddress', 'location=Austin, TX&listingStatus=For_Sale&bed_min=1', 'zpid', zpidsOf],
      ['/search/byaddress', 'location=Austin%2C+TX&listingStatus=Sold', 'zpid', zpidsOf],
      ['/search/bylocation', 'location=Warszawa&resultCount=200', 'OfferId', offerIdsOf],
    ] as const) {
      const lines = await linesOf('--search', `${path}?${query}`)
      const answer = await call(path, Object.fromEntries(new URLSearchParams(query)), context)
      const answeredIds = await ids(answer)
      assert.ok(answeredIds.length > 0, query)
      assert.deepEqual(
        lines.map((line) => line[id]),
        answeredIds.sort((a, b) => a - b),
        query,
      )
    }
    const rent = { location: 'Austin, TX', listingStatus: 'For_Rent' }
    const { resultsCount } = (await call('/search/byaddress', rent, context)) as {
      resultsCount: { totalMatchingCount: number; ungroupedResultCount: number }
    }
    assert.ok(resultsCount.totalMatchingCount < resultsCount.ungroupedResultCount, 'some share a building')
    const units = await linesOf('--search', `/search/byaddress?${new URLSearchParams(rent).toString()}`)
    assert.equal(units.length, resultsCount.ungroupedResultCount, 'each unit is a home')
  } finally {
    context.catalog.close()
  }
})

async function zpidsOf(answer: object): Promise<number[]> {
  const { searchResults } = answer as { searchResults: readonly { readonly property: { readonly zpid: number } }[] }
  return searchResults.map(({ property }) => property.zpid)
}

async function offerIdsOf(answer: object): Promise<number[]> {
  const { total, searchResults } = answer as { total: number; searchResults: readonly { readonly id: number }[] }
  assert.equal(total, searchResults.length, 'one page holds them all')
  return searchResults.map(({ id }) => id)
}

test('an export withholds what answers withhold: an undisclosed address, a forbidden valuation, a hidden price', async () => {
  const { text } = await exported('homes', '--format', 'csv')
  assert.doesNotMatch(text, /Secret/i)
  const line = (await linesOf('homes')).find(({ zpid }) => zpid === UNDISCLOSED.zpid)
  assert.partialDeepStrictEqual(line, {
    InternetAddressDisplayYN: false,
    StreetAddress: null,
    ParcelNumber: null,
    Latitude: null,
    Longitude: null,
    CensusTract: null,
    Attribution: 'Made for tests, "as is"',
  })
  const unvalued = (await linesOf('homes')).find(({ zpid }) => zpid === UNVALUED)
  assert.partialDeepStrictEqual(unvalued, {
    InternetAutomatedValuationDisplayYN: false,
    EstimatedValue: null,
    EstimatedRent: null,
    OpenHouseStartTimes: [new Date(OPEN_HOUSE.startMs).toISOString()],
  })
  const hidden = OFFERED.find(({ hidePrice, price }) => hidePrice && price !== undefined)
  assert.ok(hidden, 'one hides its price')
  const offer = (await linesOf('offers')).find(({ OfferId }) => OfferId === hidden.offerId)
  assert.partialDeepStrictEqual(offer, { HidePriceYN: true, ListPrice: null })
})

test('a search that cannot be read is rejected in the words of an answer, and nothing is written', async () => {
  const out = join(folder, 'refused.csv')
  const search = (text: string) => plat('export', ['--search', text, '--out', out])
  const wrong = await search('/search/byaddress?location=Austin, TX&listingStatus=Fresh&bed_min=x')
  assert.equal(wrong.fault?.exitCode, EXIT.usage)
  assert.match(
    wrong.fault?.message ?? '',
    /^listingStatus must be one of For_Sale, .*; you sent "Fresh"\. bed_min must be .*; you sent "x"/,
  )
  for (const [text, sentence] of [
    ['/search/byadress?location=Austin, TX', /Did you mean \/search\/byaddress\?$/],
    ['/byzpid?zpid=1', /^Cannot export "\/byzpid"\. You can export \/search\/byaddress, /],
    ['/search/byaddress?location=%ff', /^location must be percent-encoded UTF-8, .*; you sent "%ff"/],
  ] as const) {
    const { fault } = await search(text)
    assert.match(fault?.message ?? '', sentence)
    assert.equal(fault?.exitCode, EXIT.usage)
  }
  assert.equal((await plat('export', ['people', '--out', out])).fault?.exitCode, EXIT.usage)
  assert.equal((await plat('export', ['homes'])).fault?.exitCode, EXIT.usage)
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('refused')))
})

test('parameters without effect and unknown places are reported', async () => {
  const search = '/search/byaddress?location=Austin, TX;Atlantis&listingStatus=For_Sale&page=3&bed_mn=2'
  const { notes } = await exported('--search', search, '--format', 'csv')
  assert.match(notes, /^No parameter "bed_mn" here\. Did you mean bed_min\?$/m)
  assert.match(notes, /^An export always has all results, sorted by id: Plat ignores page\.$/m)
  assert.match(notes, /^No place "Atlantis" was found\./m)
  assert.match(notes, /^\d+ homes, sorted by zpid\. Sources: .*Made for tests, "as is"/m)
})

test('an unfinished export leaves an existing file unchanged and no other files', async () => {
  const out = join(folder, 'kept.ndjson')
  writeFileSync(out, 'before')
  const signal = AbortSignal.abort(new CommandFault('Interrupted.', EXIT.interrupted))
  const { fault } = await plat('export', ['homes', '--out', out], { interrupted: signal })
  assert.equal(fault?.exitCode, EXIT.interrupted)
  assert.equal(readFileSync(out, 'utf8'), 'before')
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('kept')),
    ['kept.ndjson'],
  )
  await exported('homes', '--out', out)
  assert.equal(readFileSync(out, 'utf8').trimEnd().split('\n').length, HOMES.length)
})

test('records are read from one state, whatever is imported during the export', () => {
  const records = openRecords(first)
  const streets = () => Array.from(records.each('home'), ({ zpid, address }) => [zpid, address.city])
  try {
    const [home] = records.each('home')
    assert.ok(home)
    const before = streets()
    const writer = writerOf(first)
    writer.put('home', { ...home, address: { ...home.address, city: 'Elsewhere' } })
    writer.commit()
    assert.deepEqual(streets(), before)
    assert.equal(records.get('home', home.zpid)?.address.city, home.address.city)
    const again = writerOf(first)
    again.put('home', home)
    again.commit()
  } finally {
    records.close()
  }
})
