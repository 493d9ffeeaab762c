import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endpointName } from '../../src/doors/openapi/endpoint.ts'
import { KEPT } from '../../src/doors/openapi/kept-endpoints.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { printedBy, TrialService } from '../../test/docs/service.ts'
import { isRefusal, Plat } from '../src/index.ts'
import { whole } from './answering.ts'
import { askEverything, methodsByPath } from './every-method.ts'
import { compiled, examplesOf, install, PACKED, run } from './installed.ts'

/** Tests the client from source and as an installed package. Both call the real program over HTTP. */

const EXAMPLES = ['../README.md', '../../docs/clients.md'].flatMap((page) =>
  examplesOf(readFileSync(join(import.meta.dirname, page), 'utf8')),
)

/** The folder of a program in which the package is installed. */
const folder = mkdtempSync(join(tmpdir(), 'plat-client-'))
let served: TrialService
let plat: Plat

before(async () => {
  install(folder)
  served = await TrialService.start(join(folder, 'sample'))
  const url = served.address
  plat = new Plat({ url, key: served.key, keep: 10 })
})
after(async () => {
  await served.stop()
  rmSync(folder, { recursive: true })
})

test('more sold homes than one search shows are collected completely, each once', async () => {
  const [dataDir, file, mapping] = ['many', 'many.csv', 'many.yaml'].map((name) => join(folder, name))
  assert(dataDir !== undefined && file !== undefined && mapping !== undefined)
  writeFileSync(file, MANY)
  writeFileSync(mapping, LARGE_MAPPING)
  await printedBy('import', file, '--mapping', mapping, '--data', dataDir)
  const key = /plat_\w+/.exec(await printedBy('keys', 'create', '--plan', 'pro', '--data', dataDir))?.[0] ?? ''
  const service = await TrialService.start(dataDir)
  const many = new Plat({ url: service.address, key })
  const search = { location: 'Washington', listingStatus: 'Sold', sortOrder: 'Newest' } as const
  const { resultsCount } = (await many.search.byAddress(search)).data
  const collected = await whole(many.search.byAddress.all(search))
  const sentence = await whole(many.search.byAiPrompt.all({ ai_search_prompt: 'sold homes in Washington state' }))
  await service.stop()
  assert.deepEqual([resultsCount.totalMatchingCount, resultsCount.scrapeable_count], [SALES, 1000])
  for (const rows of [collected, sentence]) {
    assert.deepEqual([rows.length, new Set(rows.map(({ property }) => property.zpid)).size], [SALES, SALES])
  }
})

test('a sentence finds all of the same homes', async () => {
  const search = { location: 'California', listingStatus: 'Sold', bed_min: 3 } as const
  const byFilters = await whole(plat.search.byAddress.all(search))
  const bySentence = await whole(plat.search.byAiPrompt.all({ ai_search_prompt: '3+ bedrooms, sold in California' }))
  const zpids = (rows: typeof byFilters) => new Set(rows.map(({ property }) => property.zpid))
  assert.ok(byFilters.length > 0)
  assert.deepEqual(zpids(bySentence), zpids(byFilters))
})

test('offers and experiences are collected in their own areas', async () => {
  const offers = await whole(plat.search.byLocation.all({ location: ['Warszawa', 'Kraków'], resultCount: 7 }))
  const { total } = (await plat.search.byLocation({ location: 'Warszawa;Kraków' })).data
  assert.ok(total > 7)
  assert.equal(new Set(offers.map(({ id }) => id)).size, total)
  const places = { searchDestinations: ['Paris, France', 'Japan', 'Rome'] }
  const experiences = await whole(plat.search.exp.byDestination.all(places))
  assert.equal(experiences.length, (await plat.search.exp.byDestination(places)).data.total)
})

test('the client reports the credits that the service counts, and an unchanged cached answer costs no credits', async () => {
  const home = {
    zpid:
      (await plat.search.byMapBounds({ ...COUNTRY, listingStatus: 'Sold' })).data.searchResults[0]?.property.zpid ?? 0,
  }
  const first = await plat.pro.byZpid(home)
  const again = await plat.pro.byZpid(home)
  assert.deepEqual([first.credits.spent, again.credits.spent], [1, 0])
  assert.deepEqual(again.data, first.data)
  assert.equal((await plat.usage()).data.creditsRemaining, again.credits.left)
  assert.match(first.today, /^\d{4}-\d\d-\d\d$/)
  assert.notEqual(first.dataVersion, '')
})

test('a call that is sent twice under one key is charged once', async () => {
  const ask = async () => (await plat.autocomplete({ query: 'San' }, { idempotencyKey: 'once' })).credits.spent
  assert.deepEqual([await ask(), await ask()], [1, 0])
})

test('60 calls at once on the plan basic are all answered, and each is charged once', async () => {
  const made = await printedBy('keys', 'create', '--plan', 'basic', '--data', served.dataDir)
  const basic = new Plat({ url: served.address, key: /plat_\w+/.exec(made)?.[0] ?? '' })
  const results = await Promise.all(Array.from({ length: 60 }, () => basic.autocomplete({ query: 'San' })))
  assert.ok(results.some(({ attempts }) => attempts > 1))
  const { creditsLimit, creditsRemaining } = (await basic.usage()).data
  assert.equal(creditsLimit - creditsRemaining, 60)
})

test('refusals have their code, the mistake and the likely intention', async () => {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    )
  const unknown = await refused(plat.byZpid({ zpid: 1234 }))
  assert.ok(isRefusal(unknown, 'home.unknown') && unknown.status === 404 && unknown.credits?.spent === 0)
  const houses = { location: 'California', listingStatus: 'For_Sale', homeType: 'Hauses' } as const
  const unread = await refused(plat.search.byAddress(houses))
  assert.ok(isRefusal(unread, 'param.invalid'))
  const [error] = unread.problem.errors ?? []
  assert.deepEqual([error?.parameter, error?.nearest], ['homeType', 'Houses'])
  const stranger = new Plat({ url: served.address, key: 'plat_nobody' })
  assert.ok(isRefusal(await refused(stranger.myPing()), 'key.malformed', 'key.unknown'))
})

test('ignored parameters are reported beside the answer', async () => {
  const search = { location: 'California', listingStatus: 'For_Sale', soldInLast: '7_days' } as const
  const { ignored, warnings } = await plat.search.byAddress(search)
  assert.deepEqual(ignored, ['soldInLast'])
  assert.equal(warnings[0]?.code, 'param.inapplicable')
})

test('every operation has a method; the types match the real answers, and reject others', async () => {
  const answers = await askEverything(plat)
  const methods = await methodsByPath()
  assert.deepEqual(new Set(answers.keys()), new Set([...OPERATIONS.map(({ path }) => path), ...ENDPOINTS]))
  const given = [...answers].map(([path, own], index): readonly [string, string] => {
    const type = `Data<Plat${methods.get(path)}>`
    const values = own.map((answer, at) => `export const given${at}: ${type} = ${JSON.stringify(answer)}\n`)
    return [`answers-${index}.ts`, `${HEAD}${values.join('')}`]
  })
  const shown = EXAMPLES.map((text, at) => [`example-${at}.ts`, text] as const)
  const said = compiled(folder, [...given, ...shown, ['wrong.ts', WRONG]])
  const refused = said.split('\n').flatMap((line) => /^(\S+)\((\d+),/.exec(line)?.slice(1, 3).join(':') ?? [])
  const wrong = WRONG.split('\n').flatMap((line, at) => (line.includes('// wrong') ? [`wrong.ts:${at + 1}`] : []))
  assert.deepEqual(refused, wrong, said)
})

test('the package contains the build and the README, and runs as plain JavaScript', () => {
  const listed = run('tar', ['-tzf', PACKED], folder).trim().split('\n')
  for (const path of listed)
    assert.match(path, /^package\/((dist\/cjs\/)?package\.json|dist\/[\w/-]+(\.d\.ts|\.js)|README\.md|LICENSE)$/)
  const program = `import { Plat } from 'plat-client'
console.log(typeof new Plat({ url: 'http://plat.test', key: 'k' }).search.byAddress.all)\n`
  writeFileSync(join(folder, 'program.js'), program)
  assert.equal(run(process.execPath, ['program.js'], folder), 'function\n')
})

test('every example of the README and of docs/clients.md runs with the installed package', async () => {
  const printed = mock.method(console, 'log', () => {})
  const shown: string[] = []
  for (const [at, text] of EXAMPLES.entries()) {
    const path = join(folder, `run-${at}.ts`)
    writeFileSync(path, served.addressed(text))
    printed.mock.resetCalls()
    await import(pathToFileURL(path).href)
    shown.push(printed.mock.calls.map(({ arguments: said }) => said.join(' ')).join('\n'))
  }
  printed.mock.restore()
  const expected = [
    /1 credit spent, \d+ left$/,
    /^\d+ \d+$/,
    /^\d+ sales, \d+ dollars/,
    /^1 \d+ /,
    /^No such home\.$/,
    /\./,
    /^\d+$/,
    /^\d+ \S/,
  ]
  assert.equal(shown.length, expected.length)
  for (const [at, pattern] of expected.entries()) assert.match(shown[at] ?? '', pattern)
})

const COUNTRY = { eastLongitude: -66, northLatitude: 50, southLatitude: 24, westLongitude: -125 }

/** More sales than the pages of one search show. Some have equal prices. */
const SALES = 1100
const ZIPS = ['98103', '98115', '98052']
const MANY = ['id,street,zip,price,sold', ...Array.from({ length: SALES }, (_, i) => saleRow(i))].join('\n')

function saleRow(i: number): string {
  const day = `2026-0${(i % 9) + 1}-1${i % 10}`
  return `${i},${i + 1} Main St,${ZIPS[i % 3]},${300_000 + Math.floor(i / 5) * 1000},${day}`
}

const LARGE_MAPPING = `name: many
source: many
attribution: Sales of a test
noun: home
format: csv
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StandardStatus: { constant: Closed }
  StreetAddress: street
  PostalCode: zip
  ClosePrice: price
  CloseDate: sold
`

/** Paths in all areas that need a key. Paths include the HTTP method unless it is GET. */
const ENDPOINTS = Object.values(KEPT)
  .map(endpointName)
  .concat(['/', '/usage', '/usage/days', '/myping', '/api_reqcount', '/tiles', '/tiles/{search}'])

const HEAD = `import type { Plat, Result } from 'plat-client'
type Data<M> = M extends (...given: never[]) => Promise<Result<infer D>> ? D : never
`

const WRONG = `import { isRefusal, type Plat, type Refusal } from 'plat-client'
declare const plat: Plat
declare const refusal: Refusal
await plat.byZpid() // wrong
await plat.byZpid({ zpid: 7, zip: 8 }) // wrong
await plat.search.byAddress({ location: 'Austin, TX', listingStatus: 'Rented' }) // wrong
await plat.search.byAddress({ location: 'Austin, TX' }) // wrong
plat.search.byAddress.all({ location: 'Austin, TX', listingStatus: 'Sold', page: 2 }) // wrong
plat.byZpid.all({ zpid: 7 }) // wrong
const { data } = await plat.byZpid({ zpid: 7 })
data.Bedrooms.toFixed() // wrong
data.bedrooms // wrong
isRefusal(refusal, 'home.gone') // wrong
const [candidate] = refusal.problem.candidates ?? []
candidate?.zpid // wrong
if (candidate && 'zpid' in candidate) candidate.why satisfies string
else candidate?.name satisfies string | undefined
if (refusal.code === 'home.unknown') refusal.status satisfies 404
if (refusal.status === 402) refusal.code satisfies 'credits.exhausted'
if (refusal.status === 402) refusal.code satisfies 'home.unknown' // wrong
await plat.usage()
await plat.agent.search()
await plat.usage({ area: 'A' }) // wrong
`
