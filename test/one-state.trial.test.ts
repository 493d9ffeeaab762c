import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openCatalog, openWriter } from '../src/catalog/opening/open.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { Service } from '../src/doors/http/index.ts'
import { buildServer } from '../src/doors/http/listening/server.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { fixedClock } from '../src/kit/base/clock.ts'
import { silentLog } from '../src/kit/base/log.ts'
import type { Home } from '../src/model/home.ts'
import type { SearchedNoun } from '../src/model/searched.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { AREAS } from '../src/service/operations/operation.ts'
import { cardMaker } from '../src/service/rendering/card-maker.ts'
import { exampleQueryOf, exampleRecords } from './example-queries.ts'
import { inject } from './http/inject.ts'
import { TRIAL_KEY, TrialAccess, TrialAudit, trialKept } from './http/trial.ts'
import { gatherSample, TRIAL_NOW_MS } from './sample/trial.ts'

const IMPORTS = 6
const READERS = 8
const WORDS = { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin: '' }
const dataDir = mkdtempSync(join(tmpdir(), 'plat-one-state-'))

test('while one import follows another, each answer of every operation is entirely from the version that it names', async () => {
  const { records } = await gatherSample(300, 3)
  const cards = cardMaker(WORDS)
  const write = (put: (writer: ReturnType<typeof openWriter>) => void) => {
    const newCatalogId = () => '0'.repeat(16)
    const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId })
    put(writer)
    writer.commit()
  }
  write((writer) => {
    for (const [noun, own] of Object.entries(records))
      for (const record of own) writer.put(noun as 'home', record as Home) // `noun` determines the record's type
  })
  const catalog = openCatalog(dataDir, silentLog, cards)
  after(() => {
    catalog.close()
    rmSync(dataDir, { recursive: true })
  })
  const [ask, askSlowly] = [askerOf(catalog), askerOf(slowed(catalog))]
  const examples = await exampleRecords(catalog)
  const questions = [
    ...OPERATIONS.map((each) => ({ ...each, query: exampleQueryOf(each, examples) })),
    { path: '/odata/Property', query: { $top: '150' } },
    { path: '/tiles/For_Sale/3/1/2', query: {} },
  ].map(({ path, query }) => `${path}?${new URLSearchParams(query).toString()}`)

  const random = new Random(11, 'one state')
  const expected = new Map<string, string>()
  const expectAll = async () => {
    for (const url of questions) {
      const { version, text } = await ask(url)
      expected.set(`${version} ${url}`, text)
    }
  }
  await expectAll()
  let across = 0
  for (let round = 1; round <= IMPORTS; round++) {
    write((writer) => {
      for (const each of records.home)
        writer.put('home', { ...each, facts: { ...each.facts, bedroomsTotal: round, livingArea: 1000 + round } })
    })
    const version = catalog.version()
    const answers: { readonly url: string; readonly version: string; readonly text: string }[] = []
    const read = async () => {
      while (catalog.version() === version) {
        const url = random.pick(questions)
        const answer = await askSlowly(url)
        answers.push({ url, ...answer })
        if (catalog.version() !== version) across++
      }
    }
    const readers = Array.from({ length: READERS }, read)
    await nextTurn()
    await catalog.refresh?.()
    await Promise.all(readers)
    await expectAll()
    for (const { url, version: named, text } of answers)
      assert.equal(text, expected.get(`${named} ${url}`), `${url} in ${named}`)
  }
  assert.ok(across >= IMPORTS, `${across} answers were made while another state was taken up`)
})

/** Returns a function that calls a service over a catalog, without cached answers. */
function askerOf(catalog: Catalog) {
  const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal', answersMb: 0 } as const
  const access = new TrialAccess({ areas: AREAS, skip: true, credits: 1e9 })
  const context = { catalog, clock: fixedClock(TRIAL_NOW_MS), log: silentLog, words: WORDS }
  const backend = { access, audit: new TrialAudit(), context, kept: trialKept() }
  const pictures = async () => undefined
  const service = new Service({ operations: OPERATIONS, pictures, log: silentLog, settings, backend })
  const server = buildServer(service)
  return async (url: string) => {
    const answer = await inject(server, { url, headers: { 'x-service-key': TRIAL_KEY } })
    const text = answer.payload.replaceAll(/localhost:\d+/g, '').replaceAll(/"(requestId|instance)":"[^"]*"/g, '')
    return { version: String(answer.headers['x-data-version']), text: `${answer.statusCode} ${text}` }
  }
}

async function turnLater(answer: Promise<unknown>): Promise<unknown> {
  const value = await answer
  await nextTurn()
  return value
}

/**
 * Returns a catalog in which each read waits for some turns of the event loop. A newer state can be loaded during a
 * read.
 */
function slowed(catalog: Catalog): Catalog {
  const ports = new Map<unknown, object>()
  const slowPort = <P extends object>(port: P): P => {
    const slow =
      ports.get(port) ?? new Proxy(port, { get: (target, name) => slowCall(target, Reflect.get(target, name)) })
    ports.set(port, slow)
    return slow as P // a proxy has the type of its target
  }
  const slowCall = (target: object, value: unknown) => {
    if (typeof value !== 'function') return value
    return (...given: unknown[]) => {
      const answer: unknown = Reflect.apply(value, target, given)
      return answer instanceof Promise ? turnLater(answer) : answer
    }
  }
  return new Proxy(catalog, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name === 'search') return (noun: SearchedNoun) => slowPort(target.search(noun))
      if (typeof value === 'function') return value.bind(target)
      return typeof value === 'object' && value !== null ? slowPort(value) : value
    },
  })
}
