import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { openCatalog, openWriter } from '../src/catalog/opening/open.ts'
import { Service } from '../src/doors/http/index.ts'
import { buildServer } from '../src/doors/http/listening/server.ts'
import { openPeopleAdmin, openPrivacy } from '../src/guard/privacy/index.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { DAY_MS, fixedClock } from '../src/kit/base/clock.ts'
import { silentLog } from '../src/kit/base/log.ts'
import type { Home } from '../src/model/home.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { AREAS } from '../src/service/operations/operation.ts'
import { cardMaker } from '../src/service/rendering/card-maker.ts'
import { inject } from './http/inject.ts'
import { TRIAL_KEY, TrialAccess, TrialAudit } from './http/trial.ts'
import {
  aboutAgent,
  aboutBuilding,
  aboutHome,
  aboutMarket,
  aboutPerson,
  aboutPlace,
  type Question,
} from './operations/questions.ts'
import { gatherSample, TRIAL_NOW_MS } from './sample/trial.ts'

/** Small, so that answers are pushed out while they are asked for. */
const KEPT_MB = 8
const CALLS = 1200
const ENCODINGS = [undefined, 'gzip', 'gzip, deflate, br', 'zstd']

const dataDir = mkdtempSync(join(tmpdir(), 'plat-kept-'))
const WORDS = { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin: '' }
const PLAN = { areas: AREAS, skip: true, credits: 1e9 }

test('kept answers and 304s are what a fresh answer would be, whatever changes and whoever is withheld', async () => {
  const { records } = await gatherSample(300, 3)
  const cards = cardMaker(WORDS)
  const newCatalogId = () => '0'.repeat(16)
  const write = (put: (writer: ReturnType<typeof openWriter>) => void) => {
    const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId })
    put(writer)
    writer.commit()
  }
  write((writer) => {
    for (const [noun, own] of Object.entries(records)) {
      for (const record of own) writer.put(noun as 'home', record as Home) // each record is of its noun
    }
  })
  const clock = fixedClock(TRIAL_NOW_MS)
  const privacy = await openPrivacy({ dataDir, clock, log: silentLog, randomness: randomBytes })
  const { withheld } = privacy
  const catalog = openCatalog(dataDir, silentLog, cards, withheld)
  const people = await openPeopleAdmin({ dataDir, clock, randomness: randomBytes })
  after(async () => {
    catalog.close()
    await people.close()
    await privacy.close()
    rmSync(dataDir, { recursive: true })
  })

  const serve = (answersMb: number) => {
    const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal', answersMb } as const
    const service = new Service({ operations: OPERATIONS, pictures: async () => undefined, log: silentLog, settings })
    const access = new TrialAccess(PLAN)
    service.open({ access, audit: new TrialAudit(), context: { catalog, clock, log: silentLog, words: WORDS } })
    const server = buildServer(service)
    return (url: string, headers: Record<string, string | undefined>) =>
      inject(server, { url, headers: { 'x-service-key': TRIAL_KEY, ...headers } })
  }
  const [keeping, fresh] = [serve(KEPT_MB), serve(0)]

  const home = (i: number) => records.home[i * 7] as Home // there are 300
  const questions: readonly Question[] = [
    ...[0, 1].map(home).flatMap(aboutHome),
    ...records.building.slice(0, 2).flatMap(aboutBuilding),
    ...records.agent.slice(0, 2).flatMap(aboutAgent),
    ...records.person.slice(0, 5).flatMap(aboutPerson),
    ...aboutPlace(`${home(0).address.city}, ${home(0).address.state}`),
    ...aboutMarket(),
    ['/search/bylocation', { location: 'Warszawa', searchType: 'For_Sale' }],
    ['/search/exp/bydestination', { searchDestinations: 'Rome; Japan' }],
  ]
  const random = new Random(7, 'kept answers')
  const textOf = new Map<unknown, string>()
  const changes: readonly (() => Promise<void> | void)[] = [
    () => clock.set(clock.now() + DAY_MS),
    async () => {
      const zpid = random.pick(records.home).zpid
      const sold = { ...home(1), zpid, facts: { ...home(1).facts, bedroomsTotal: random.whole(1, 9) } }
      write((writer) => writer.put('home', sold))
      const before = catalog.version()
      while (catalog.version() === before) await setTimeout(20) // it looks every quarter of a second
    },
    async () => {
      const person = random.pick(records.person.slice(0, 5))
      if (withheld.has(person)) await people.unsuppress(person.personId)
      else await people.suppress({ kind: 'person', person }, false)
      await privacy.refresh()
    },
  ]
  const counts = { kept304: 0, answers: 0 }
  for (let i = 0; i < CALLS; i++) {
    if (random.chance(0.015)) await random.pick(changes)()
    const [path, parameters] = random.pick(questions)
    const url = `${path}?${new URLSearchParams(parameters).toString()}`
    const encoding = { 'accept-encoding': random.pick(ENCODINGS) }
    const lastTags = [...textOf.keys()].slice(-400).map(String)
    const had = random.chance(0.5) ? lastTags.join() : undefined
    const anew = await fresh(url, encoding)
    const answer = await keeping(url, { ...encoding, 'if-none-match': had })
    const text = hash('sha1', decoded(anew))
    if (answer.statusCode === 304) {
      counts.kept304 += 1
      assert.equal(textOf.get(answer.headers.etag), text, url)
      continue
    }
    assert.equal(answer.statusCode, anew.statusCode, url)
    if (answer.statusCode !== 200) continue
    counts.answers += 1
    assert.ok(answer.rawPayload.equals(anew.rawPayload), url)
    assert.equal(answer.headers.etag, anew.headers.etag)
    assert.equal(textOf.get(anew.headers.etag) ?? text, text, 'a tag has one body')
    textOf.delete(anew.headers.etag)
    textOf.set(anew.headers.etag, text)
  }
  assert.ok(counts.kept304 > 60 && counts.answers > 400, JSON.stringify(counts))
})

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

function decoded({ headers, rawPayload }: Awaited<ReturnType<typeof inject>>): Buffer {
  const encoding = headers['content-encoding'] as keyof typeof DECODERS | undefined // all that we send
  return encoding === undefined ? rawPayload : DECODERS[encoding](rawPayload)
}
