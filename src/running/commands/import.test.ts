import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { SALES_HEADER, SALES_MAPPING } from '../../../test/ingest/trial.ts'
import { runHere, trialTerminal } from '../../../test/terminal.ts'
import { catalogKind, openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { sourceName } from '../../catalog/ports/source-name.ts'
import { mappingNames } from '../../intake/ingest/mapping-files.ts'
import { runsIn } from '../../intake/ingest/run-folder.ts'
import { fixedClock, systemClock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { cardsOf } from '../serving/words.ts'
import type { Terminal } from '../terminal/terminal.ts'

const CARDS = cardsOf(readSettings({}))

let folder: string
let dataDir: string
let printed: string[]
let overwritten: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-import-'))
  dataDir = join(folder, 'data')
  printed = []
  overwritten = ''
  writeFileSync(join(folder, 'sales.yaml'), `${SALES_MAPPING}\nzpid: id\n`)
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(content: string): string {
  const path = join(folder, 'sales.csv')
  writeFileSync(path, content)
  return path
}

const SOUND = `${SALES_HEADER}7,98103,2015-01-02,150000,3\n`

async function plat(options: readonly string[], change: Partial<Terminal> = {}): Promise<CommandFault | undefined> {
  const print = (line: string) => printed.push(line)
  const terminal = trialTerminal({
    environment: { PLAT_DATA: dataDir, PLAT_MAPPING: join(folder, 'sales.yaml') },
    clock: fixedClock(Date.UTC(2026, 0, 31, 9, 30)),
    print,
    note: print,
    overwrite: (text) => {
      overwritten += text
    },
    ...change,
  })
  try {
    await runHere(['import', ...options], terminal)
    return undefined
  } catch (error) {
    assert.ok(error instanceof CommandFault, String(error))
    return error
  }
}

function sampleCatalogue(): void {
  const writer = openWriter({
    dataDir,
    kind: 'sample',
    replace: false,
    cards: CARDS,
    newCatalogId: () => '0123456789abcdef',
  })
  writer.put('home', home(1))
  writer.commit()
}

test('an imported home is in the catalog, and the summary reports the changes', async () => {
  assert.equal(await plat([file(SOUND)]), undefined)
  const catalog = openCatalog(dataDir, silentLog, CARDS)
  assert.equal((await catalog.records.get('home', 7))?.listing?.closePrice, 150_000)
  assert.equal(catalog.about().sample, false)
  catalog.close()
  assert.match(
    printed.join('\n'),
    /^1 row read from .*\n {2}homes {5}1 new, 0 changed, 0 unchanged\n {2}sales {5}1 new\n/,
  )
  assert.equal(overwritten, '')
})

test('answers name the attribution of the mapping, in every catalog', async () => {
  writeFileSync(join(folder, 'sales.yaml'), `${SALES_MAPPING}\nzpid: id\nattribution: County records (public)\n`)
  assert.equal(await plat([file(SOUND)]), undefined)
  const catalog = openCatalog(dataDir, silentLog, CARDS)
  const imported = await catalog.records.get('home', 7)
  assert.equal(sourceName(catalog.about(), imported), 'County records (public)')
  assert.equal(sourceName(catalog.about(), { source: 'constructor' }), 'constructor')
  catalog.close()
})

test('rejected rows are stored in the data folder under mapping and time, and do not make the import fail', async () => {
  assert.equal(await plat([file(`${SOUND},98103,2015-01-02,1,1\n`)]), undefined)
  const path = join(dataDir, 'rejects', 'sales-2026-01-31T093000.csv')
  assert.ok(printed.includes(`  rejects   ${path}`))
  assert.match(
    readFileSync(path, 'utf8'),
    /^file,line,lastLine,rule,reason,cells\n.*,3,3,key\.missing,id is empty,,98103/,
  )
  await plat([file(`${SOUND},98103,2015-01-02,1,1\n`)])
  assert.equal(readdirSync(join(dataDir, 'rejects')).length, 2)
})

test('--json prints the report and nothing else', async () => {
  await plat([file(SOUND), '--json'])
  assert.equal(printed.length, 1)
  assert.partialDeepStrictEqual(JSON.parse(printed[0] ?? ''), { rowsRead: 1, homes: { new: 1 }, dryRun: false })
})

test('a dry run shows the first records as searches would answer them, and never a person', async () => {
  const rows = Array.from({ length: 9 }, (_, i) => `${i + 7},98103,2015-01-02,150000,${i}\n`).join('')
  assert.equal(await plat([file(`${SALES_HEADER}${rows}`), '--dry-run', '--json']), undefined)
  const { served } = JSON.parse(printed.at(-1) ?? '')
  assert.deepEqual(
    served.map(({ property }: { property: Record<string, unknown> }) => [property.zpid, property.bedrooms]),
    [
      [7, 0],
      [8, 1],
      [9, 2],
    ],
  )
  assert.equal(served[0].property.address.city, 'Seattle')
  printed = []
  assert.equal(await plat([file(SOUND), '--dry-run']), undefined)
  assert.deepEqual(
    [printed[0], printed.at(-1)],
    ['The first records, as searches would return them:', 'Dry run: nothing was written.'],
  )
  const persons = [written('p.csv', 'id,name\np1,Ann Doe\n'), '--mapping', 'persons', '--dry-run']
  await plat(persons)
  assert.ok(!printed.join('\n').includes('Ann Doe'))
  assert.equal(await plat([file(SOUND), '--json']), undefined)
  assert.equal('served' in JSON.parse(printed.at(-1) ?? ''), false)
})

test('an import and the doctor say how to show pictures that the console may not load', async () => {
  const mapping = written('listed.yaml', `${LISTED_MAPPING}  PhotoURLs: { column: photos, separator: "|" }\n`)
  const photos = 'https://a.example/1.jpg|https://a.example/2.jpg|HTTPS://B.example:443/3.jpg|/4.jpg'
  const path = written('listed.csv', `id,zip,listed,price,photos\n1,98103,2026-01-02,150000,${photos}\n`)
  const environment = { PLAT_DATA: dataDir, PLAT_PICTURE_ORIGINS: 'https://c.example', PLAT_PORT: '0' }
  const advice =
    'The console only links to pictures at https://a.example, https://b.example. To show them, start the service with PLAT_PICTURE_ORIGINS=https://c.example,https://a.example,https://b.example.'
  assert.equal(await plat([path, '--mapping', mapping], { environment }), undefined)
  assert.equal(printed.at(-1), advice)
  const finds = async (more: object) => {
    const terminal = trialTerminal({ environment: { ...environment, ...more }, clock: systemClock })
    await runHere(['doctor'], terminal)
    return terminal.printed.some((line) => line === `LOOK  pictures: ${advice}`)
  }
  assert.equal(await finds({}), true)
  assert.equal(await finds({ PLAT_PICTURE_ORIGINS: 'https://a.example,https://b.example' }), false)
})

test('a dry run counts days back from the same day as answers', async () => {
  const mapping = written('listed.yaml', LISTED_MAPPING)
  const bring = async (days: readonly string[], ...options: readonly string[]) => {
    const rows = days.map((day) => `${day},98103,${day},150000\n`)
    const path = written('listed.csv', `id,zip,listed,price\n${rows.join('')}`)
    assert.equal(await plat([path, '--mapping', mapping, '--json', ...options]), undefined)
    return /"daysOn\w+":\s*(\d+)/.exec(printed.at(-1) ?? '')?.[1]
  }
  assert.equal(await bring(['2015-01-02', '2015-01-12', '2051-01-01'], '--dry-run'), '10')
  await bring(['2015-01-03', '2015-01-13'])
  assert.equal(await bring(['2015-01-02'], '--dry-run'), '11')
  await bring(['2026-01-30'])
  assert.equal(await bring(['2026-01-21'], '--dry-run'), '10')
})

const LISTED_MAPPING = `
name: listed
source: listed
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: zip
  StandardStatus: { constant: Active }
  OnMarketDate: listed
  ListPrice: price
`

test('a dry run leaves no trace, not even the data folder', async () => {
  for (const [options, environment] of [
    [['--dry-run'], {}],
    [[], { PLAT_DRY_RUN: '1' }],
  ] as const) {
    const change = { environment: { PLAT_DATA: dataDir, PLAT_MAPPING: join(folder, 'sales.yaml'), ...environment } }
    assert.equal(await plat([file(`${SOUND},1,1,1,1\n`), ...options], change), undefined)
    assert.equal(printed.at(-1), 'Dry run: nothing was written.')
    assert.equal(existsSync(dataDir), false)
  }
})

test('real and invented homes never mix: the sample blocks the import or is replaced completely', async () => {
  sampleCatalogue()
  const fault = await plat([file(SOUND)])
  assert.equal(fault?.exitCode, EXIT.usage)
  assert.match(
    fault?.message ?? '',
    /has a sample catalog, .*: choose another folder with --data, or remove the sample with --replace-sample/,
  )
  assert.equal(catalogKind(dataDir), 'sample')
  assert.equal(await plat([file(SOUND), '--replace-sample']), undefined)
  assert.equal(catalogKind(dataDir), 'imported')
  const catalog = openCatalog(dataDir, silentLog, CARDS)
  assert.equal(catalog.about().counts.home, 1)
  assert.equal(await catalog.records.get('home', 1), undefined)
  catalog.close()
})

test('a file without usable rows is rejected as bad data, and an existing sample stays', async () => {
  sampleCatalogue()
  const fault = await plat([file(`${SALES_HEADER},98103,2015-01-02,1,1\n`), '--replace-sample'])
  assert.equal(fault?.exitCode, EXIT.data)
  assert.match(
    fault?.message ?? '',
    /^None of the 1 rows could be used\. Most frequent reason: The key is empty\. First example: .*\.csv line 2: .*\. .*rejects.*\.csv gives the reason for each row\.$/,
  )
  assert.equal(catalogKind(dataDir), 'sample')
})

test('a file whose rows are nearly all rejected is not imported, unless the rejects are accepted', async () => {
  const rows = (good: number) =>
    `${SALES_HEADER}${Array.from({ length: 20 }, (_, i) => `${i + 1},${i < good ? '98103' : 'none'},2015-01-02,150000,3\n`).join('')}`
  const path = file(rows(1))
  const fault = await plat([path])
  assert.equal(fault?.exitCode, EXIT.data)
  assert.match(
    fault.message,
    /^Nothing was imported, because only 1 of the 20 rows can be used\. Most frequent reason: .*\. First example: .*\.csv line 3: .*\. .*\.csv gives the reason for each row\. To import these rows anyway, use --accept-rejects\.$/,
  )
  assert.ok(printed.includes('Nothing was imported.'), 'after the report')
  assert.equal(catalogKind(dataDir), undefined, 'no catalogue was made')
  assert.equal(readdirSync(join(dataDir, 'rejects')).length, 1, 'the rejects can be looked at')

  assert.equal(await plat([path, '--accept-rejects']), undefined)
  assert.ok(printed.includes('  homes     1 new, 0 changed, 0 unchanged'))
  assert.equal(await plat([file(rows(2))]), undefined, 'one in ten is enough')
})

test('a failed import leaves the catalog unchanged', async () => {
  await plat([file(SOUND)])
  assert.equal((await plat([file(`${SOUND.replace('150000', '1')}8,98103,"2015\n`)]))?.exitCode, EXIT.data)
  const catalog = openCatalog(dataDir, silentLog, CARDS)
  assert.equal((await catalog.records.get('home', 7))?.history.length, 1)
  catalog.close()
})

test('a missing file or a file without rows makes no catalog', async () => {
  assert.equal((await plat([join(folder, 'no.csv')]))?.exitCode, EXIT.noInput)
  assert.equal(existsSync(dataDir), false)
  const fault = await plat([file(SALES_HEADER)])
  assert.equal(fault?.message.replace(folder, ''), '"/sales.csv" has a header and no rows.')
  assert.equal(catalogKind(dataDir), undefined)
})

test('operators see each import with its outcome, and no dry runs', async () => {
  await plat([file(`${SOUND},98103,2015-01-02,1,1\n`)])
  await plat([file(`${SALES_HEADER},98103,2015-01-02,1,1\n`)])
  await plat([file('id,zip\n7,98103\n')])
  await plat([file(SOUND), '--dry-run'])
  const stopped = new AbortController()
  stopped.abort(new CommandFault('Stopped.', EXIT.usage))
  await plat([file(SOUND)], { interrupted: stopped.signal })
  const runs = runsIn(dataDir, Date.UTC(2026, 0, 31, 9, 30))
  const summaries = runs.map(({ state, failure, reports }) => {
    return `${state} ${failure?.replace(/.*(There is no column)/, '$1').slice(0, 24)} ${reports.length}`
  })
  assert.equal(summaries.length, 4)
  assert.deepEqual(
    new Set(summaries),
    new Set([
      'done undefined 1',
      'refused None of the 1 rows could 1',
      'failed There is no column "date 0',
      'stopped undefined 0',
    ]),
  )
  const done = runs.find(({ state }) => state === 'done')
  assert.partialDeepStrictEqual(done, {
    kind: 'import',
    source: 'county',
    mapping: 'sales',
    seconds: 0,
    progress: null,
  })
  assert.partialDeepStrictEqual(done?.reports[0], {
    noun: 'home',
    rowsRead: 2,
    rowsUsed: 1,
    counts: { new: 1 },
    files: [{ read: 2, new: 1, rejected: 1 }],
    rejected: [{ rule: 'key.missing', rows: 1 }],
    rejectsFiles: [join(dataDir, 'rejects', 'sales-2026-01-31T093000.csv')],
  })
})

test('Ctrl-C throws its reason and leaves nothing half done', async () => {
  const interrupted = AbortSignal.abort(new CommandFault('Interrupted.', EXIT.interrupted))
  assert.equal((await plat([file(SOUND)], { interrupted }))?.exitCode, EXIT.interrupted)
  assert.equal(catalogKind(dataDir), undefined)
})

test('missing or unreadable options are reported in one sentence', async () => {
  const environment = { PLAT_DATA: dataDir }
  const none = await plat([file(SOUND)], { environment })
  assert.equal(
    none?.message,
    `No mapping says what each column means. Let ./plat inspect FILE --draft my.yaml write one, or choose one with --mapping: ${mappingNames().join(', ')}.`,
  )
  const unclear = await plat([file(SOUND)], { environment: { ...environment, PLAT_JSON: 'perhaps' } })
  assert.equal(unclear?.message, 'PLAT_JSON must be true, false, 1 or 0; you gave "perhaps".')
  assert.deepEqual([none?.exitCode, unclear?.exitCode], [EXIT.usage, EXIT.usage])
})

const FLATS = `
name: flats
source: flats
noun: offer
complete: true
key: id
fields: { PropertyType: { constant: Apartment }, SearchType: { constant: For_Sale }, City: city, ListPrice: price, Area: { constant: 50 }, Latitude: { constant: 52 }, Longitude: { constant: 21 } }
`
const RATES = `
name: rates
source: survey
noun: rate
fields: { RateDate: day, Product: { constant: 30_Year_Fixed_Conforming }, Rate: rate }
`

function written(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('other record types are added to existing homes, and importing the same file again keeps the data version', async () => {
  assert.equal(await plat([file(SOUND)]), undefined)
  const rates = [written('rates.csv', 'day,rate\n2026-01-01,6.5\n'), '--mapping', written('rates.yaml', RATES)]
  assert.equal(await plat(rates), undefined)
  const flats = written('flats.csv', 'id,city,price\na,krakow,100\n')
  const offers = [flats, '--mapping', written('flats.yaml', FLATS), '--as-of', '2026-01']
  assert.equal(await plat(offers), undefined)
  const catalog = openCatalog(dataDir, silentLog, CARDS)
  const { dataVersion, counts, sample } = catalog.about()
  assert.deepEqual([counts.home, counts.rate, counts.offer, sample], [1, 1, 1, false])
  assert.equal((await catalog.records.latestRates())[0]?.rate, 6.5)
  catalog.close()
  printed = []
  for (const options of [rates, offers, [file(SOUND)]]) assert.equal(await plat([...options, '--json']), undefined)
  const reports = printed.map((text) => JSON.parse(text))
  assert.deepEqual(
    reports.map(({ noun, counts: told }) => [noun, told]),
    ['rate', 'offer', 'home'].map((noun) => [noun, { new: 0, changed: 0, unchanged: 1, removed: 0, gone: 0 }]),
  )
  assert.deepEqual(reports[2].homes, { new: 0, changed: 0, unchanged: 1 })
  const after = openCatalog(dataDir, silentLog, CARDS)
  assert.equal(after.about().dataVersion, dataVersion)
  after.close()
})

test('an offer that a newer complete list leaves out is counted as gone', async () => {
  const mapping = ['--mapping', written('flats.yaml', FLATS)]
  const both = written('both.csv', 'id,city,price\na,krakow,100\nb,krakow,100\n')
  const one = written('one.csv', 'id,city,price\na,krakow,100\n')
  assert.equal(await plat([both, ...mapping, '--as-of', '2026-01']), undefined)
  assert.equal(await plat([one, ...mapping, '--as-of', '2026-02-01', '--dry-run']), undefined)
  assert.equal(await plat([one, ...mapping, '--as-of', '2026-02-01']), undefined)
  const lines = printed.filter((line) => line.startsWith('  offers'))
  assert.deepEqual(lines, [
    '  offers    2 new, 0 changed, 0 unchanged',
    '  offers    0 new, 1 changed, 0 unchanged, 1 gone',
    '  offers    0 new, 1 changed, 0 unchanged, 1 gone',
  ])
})

test('a day that cannot be read, or that the record type does not use, is rejected', async () => {
  const flats = [written('flats.csv', 'id,city,price\na,krakow,100\n'), '--mapping', written('flats.yaml', FLATS)]
  const refusals = [
    [
      [...flats, '--as-of', 'August'],
      /--as-of must be YYYY-MM-DD, YYYY-MM .* such as 2026-01-31T06:00Z; you gave "August"\./,
    ],
    [flats, /The complete list ".*flats\.csv" has no date: pass --as-of/],
    [
      [
        written('rates.csv', 'day,rate\n2026-01-01,6.5\n'),
        '--mapping',
        written('rates.yaml', RATES),
        '--as-of',
        '2026-01',
      ],
      /Cannot use --as-of "2026-01" with rates: rows of the noun rate have their own dates\./,
    ],
  ] as const
  for (const [options, sentence] of refusals) {
    const fault = await plat(options)
    assert.match(fault?.message ?? '', sentence)
    assert.equal(fault?.exitCode, EXIT.usage)
  }
  assert.equal(existsSync(dataDir), false)
})

test('a file of interest rates alone makes a catalog, and a sample blocks such an import as it blocks homes', async () => {
  const rates = [written('rates.csv', 'day,rate\n2026-01-01,6.5\n'), '--mapping', written('rates.yaml', RATES)]
  assert.equal(await plat(rates), undefined)
  const catalog = openCatalog(dataDir, silentLog, CARDS)
  assert.deepEqual([catalog.about().counts.rate, catalog.regions()], [1, []])
  catalog.close()
  rmSync(dataDir, { recursive: true })
  sampleCatalogue()
  assert.match((await plat(rates))?.message ?? '', /has a sample catalog, and invented data never mixes with real data/)
})
