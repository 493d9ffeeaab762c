import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openAccess, openKeyring } from '../src/access/index.ts'
import { systemClock } from '../src/base/clock.ts'
import { portalWords } from '../src/base/words.ts'
import type { Catalog } from '../src/catalog/catalog.ts'
import type { Context } from '../src/catalog/context.ts'
import { openCatalog } from '../src/catalog/open.ts'
import { Service } from '../src/http/service.ts'
import { byZpid } from '../src/operations/by-zpid.ts'
import { OPERATIONS } from '../src/operations/index.ts'
import type { Operation } from '../src/operations/operation.ts'
import { regionLabel } from '../src/regions/region-label.ts'
import { Random } from '../test/engine/random.ts'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { Figures } from './figures.ts'
import { arrived } from './life/arrived.ts'
import { readyCatalog } from './life/ready-catalog.ts'
import { type Prepared, prepared, type Stage, stagesOf } from './life/stages.ts'
import { drawFilters, type Written } from './search/drawn-filters.ts'
import { benchClock, benchLog, CARDS, WORDS } from './search/setting.ts'
import { mean, quantile } from './timing.ts'

const CALLS = 100

/** Timed together: so few that hardly anybody gets in between. */
const FEW = 10
const WARM_ROUNDS = 400

/** Others share the machine: a quarter of the rounds is left alone by them. */
const QUIET = 0.25
const MANY_FILTERS = 8

/** A plan that never says no. */
const PLANS = `bench:
  credits: 1000000000000
  period: month
  areas: [A, B, C]
  skip: true
  requestsPerSecond: 1000000
  burst: 1000000
  callsInFlight: 1000
`

/**
 * What a request costs beside `node:http` and what its operation does: from the request as Node hands it over to the
 * head of its answer, in process. A search finds its page at once and has no cards to copy; a look-up has its
 * document ready. Each stage is timed by itself too: `--homes N` of the sample, `--seed N`, `--rounds N`, `--json`.
 */
export async function benchLife(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '600' },
      json: { type: 'boolean', default: false },
    },
  })
  beAlone()
  const figures = new Figures(options.json)
  const [homes, seed, rounds] = [options.homes, options.seed, options.rounds].map(whole) as [number, number, number]
  const sample = await sampleFolder(homes, seed, (text) => figures.note(text))
  const catalog = openCatalog(sample.path, benchLog, CARDS)
  const folder = mkdtempSync(join(tmpdir(), 'plat-bench-life-'))
  try {
    await measureAll({ catalog, folder, seed, rounds, figures })
  } finally {
    catalog.close()
    rmSync(folder, { recursive: true })
  }
  figures.end()
}

function whole(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new RangeError(`Cannot read "${text}": accepted is a whole number from 1.`)
}

interface LifeBench {
  readonly catalog: Catalog
  /** Empty, for keys and credits. */
  readonly folder: string
  readonly seed: number
  readonly rounds: number
  readonly figures: Figures
}

async function measureAll({ catalog, folder, seed, rounds, figures }: LifeBench): Promise<void> {
  writeFileSync(join(folder, 'plans.yaml'), PLANS)
  const keyring = await openKeyring(folder, systemClock, randomBytes)
  const { key } = await keyring.create({ plan: 'bench', label: 'bench' })
  await keyring.close()
  const access = await openAccess({ dataDir: folder, clock: systemClock, log: benchLog, demo: () => false })
  const context = { catalog: readyCatalog(catalog), clock: benchClock, log: benchLog, words: WORDS }
  const service = new Service({
    operations: [await readyLookUp(catalog, context), ...OPERATIONS.filter(({ path }) => path !== byZpid.path)],
    pictures: async () => undefined,
    log: benchLog,
    settings: { serviceWord: 'plat', corsOrigins: '*', portalWord: WORDS.Portal },
  })
  service.open({ access, context, audit: { record: async () => {} } })
  const random = new Random(seed)
  const stages = stagesOf(service)
  try {
    for (const { name, kind, urls } of await mixesOf(catalog, random)) {
      figures.heading(name)
      const calls: Prepared[] = []
      for (const url of urls) calls.push(await prepared(arrived(url, key), service))
      const times = await timesOf(stages, calls, rounds)
      for (const [at, stage] of stages.entries()) {
        figures.add(`${name}: ${stage.name}`, times[at] ?? Number.NaN, 'µs', { atMost: stage.most[kind] })
      }
    }
  } finally {
    await access.close()
  }
}

/** `/byzpid` with a document that is made already. */
async function readyLookUp(catalog: Catalog, context: Context): Promise<Operation> {
  const [zpid = 0] = await catalog.near.homes(pointIn(catalog), 1)
  const document = await byZpid.run({ zpid }, { ...context, catalog }, new Map())
  return { ...byZpid, run: async () => document }
}

interface Mix {
  readonly name: string
  readonly kind: 'lookUp' | 'search'
  readonly urls: readonly string[]
}

async function mixesOf(catalog: Catalog, random: Random): Promise<readonly Mix[]> {
  const zpids = await catalog.near.homes(pointIn(catalog), CALLS)
  const cities = catalog.regions().filter(({ type }) => type === 'city')
  const search = (filters: number) =>
    urlOf('/search/byaddress', {
      location: regionLabel(random.pick(cities)),
      listingStatus: 'For_Sale',
      ...drawFilters(random, 'For_Sale', filters),
    })
  const searches = (filters: number) => Array.from({ length: CALLS }, () => search(filters))
  return [
    { name: 'look-up', kind: 'lookUp', urls: zpids.map((zpid) => urlOf('/byzpid', { zpid: String(zpid) })) },
    { name: 'search without filters', kind: 'search', urls: searches(0) },
    { name: `search with ${MANY_FILTERS} filters`, kind: 'search', urls: searches(MANY_FILTERS) },
  ]
}

function pointIn(catalog: Catalog) {
  const city = catalog.regions().find(({ type }) => type === 'city')
  if (city === undefined) throw new Error('the sample has no city')
  return city.point
}

function urlOf(path: string, asked: Written): string {
  const put = portalWords(WORDS)
  const pairs = Object.entries(asked).map(([name, value]): [string, string] => [put(name), put(value)])
  return `${path}?${new URLSearchParams(pairs).toString()}`
}

/**
 * Microseconds a call, of each stage: of every few calls the quiet rounds, and of all of these the mean. The stages take
 * turns, so that a noisy moment is everybody's.
 */
async function timesOf(stages: readonly Stage[], calls: readonly Prepared[], rounds: number): Promise<number[]> {
  const few = Array.from({ length: CALLS / FEW }, (_, at) => calls.slice(at * FEW, (at + 1) * FEW))
  const times = stages.map(() => few.map((): number[] => []))
  for (let round = -WARM_ROUNDS; round < rounds; round++) {
    for (const [i, stage] of stages.entries()) {
      for (const [j, together] of few.entries()) {
        const start = performance.now()
        for (const call of together) {
          const done = stage.run(call)
          if (done instanceof Promise) await done
        }
        if (round >= 0) times[i]?.[j]?.push(((performance.now() - start) * 1000) / FEW)
      }
    }
  }
  return times.map((ofStage) => mean(ofStage.map((ofFew) => quantile(ofFew, QUIET))))
}
