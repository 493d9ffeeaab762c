import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabaseCatalog } from '../src/catalog/opening/open-database.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { nobody } from '../src/catalog/ports/withheld.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { cardMaker } from '../src/service/rendering/card-maker.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { plat, type Served, serve } from '../test/e2e/program.ts'
import { Random } from '../test/engine/random.ts'
import { IS_LONG, SEED as SEED_OF_DAY } from '../test/long-run.ts'
import { needs } from '../test/needs.ts'
import { openDatabases } from '../test/postgres/server.ts'
import type { Attack, AttackOptions, Measured } from './attack.ts'
import { clientOf, Grants } from './fuzz/grants.ts'
import { FIRST_PLANS, KeyChanges } from './fuzz/key-changes.ts'
import { Messages, toolsOf } from './fuzz/messages.ts'
import { folderCatalog, type Question, questionsOf } from './fuzz/questions.ts'
import { Requests } from './fuzz/requests.ts'
import { run } from './fuzz/run.ts'
import { tear } from './fuzz/tear.ts'
import { portOf } from './fuzz.ts'
import { type At, inFolder, NO_WORDS, until, whyOf } from './harness.ts'
import { assertNothingIsLeft } from './nodes.ts'

const SEED = 20_261_124
const HOMES = 500
const REQUESTS = 100_000

/** Duration of each trial in milliseconds: one with a folder, one with a database. */
const TRIAL_MS = IS_LONG ? 35_000 : 8_000

/** Number of callers that disconnect. Other callers wait for their answers. */
const TEARING = 6
const CHANGE_EVERY_MS = 150

/** Milliseconds within which abandoned calls must have ended. */
const OVER_MS = 60_000

const SETTINGS = { PLAT_OPEN_PER_SECOND: '1000000', PLAT_ANSWERS_MB: '1' }

export const tornCalls: Attack = {
  name: 'torn-calls',
  promise:
    'any request to operations and tools, over a folder and over a PostgreSQL, while callers disconnect at every stage and keys and plans change, gets an answer other than 5xx, leaves no call counted as running and no credits reserved, and leaves a clean log',
  short: () => attack({ seed: SEED_OF_DAY }, TRIAL_MS),
  full: (options) => attack(options, Number.POSITIVE_INFINITY),
}

async function attack(options: AttackOptions, mostMs: number): Promise<Measured> {
  const { seed = SEED } = options
  try {
    const folder = await overFolder(options, mostMs)
    const database = needs('PostgreSQL').skip === false ? await overDatabase(options, mostMs) : {}
    return { ...named('over a folder', folder), ...named('over a database', database) }
  } catch (error) {
    throw new Error(`${whyOf(error)}\nThe seed is ${seed}.`, { cause: error })
  }
}

function named(where: string, measured: Measured): Measured {
  return Object.fromEntries(Object.entries(measured).map(([what, value]) => [`${where}, ${what}`, value]))
}

function overFolder(options: AttackOptions, mostMs: number): Promise<Measured> {
  return inFolder(async (at) => {
    writePlans(at(), FIRST_PLANS)
    const served = await serve(at(), { ...SETTINGS, PLAT_HOMES: String(HOMES) })
    return torn({ served, at, options, mostMs, catalog: folderCatalog(at()) })
  })
}

function overDatabase(options: AttackOptions, mostMs: number): Promise<Measured> {
  return inFolder(async (at) => {
    const databases = await openDatabases()
    try {
      const url = databases.url()
      const environment = { ...SETTINGS, PLAT_DATABASE_URL: url }
      writePlans(at(), FIRST_PLANS)
      const made = await plat(['sample', '--homes', String(HOMES), '--data', at()], environment)
      assert.equal(made.code, 0, made.stderr)
      const served = await serve(at(), environment)
      const cards = cardMaker(NO_WORDS)
      const catalog = await openDatabaseCatalog({ database: { url }, cards, withheld: nobody, log: silentLog })
      const measured = await torn({ served, at, options, mostMs, catalog, databaseUrl: url })
      await assertNothingIsLeft(url)
      return measured
    } finally {
      await databases.remove()
    }
  })
}

interface Torn {
  readonly served: Served
  readonly at: At
  readonly options: AttackOptions
  readonly mostMs: number
  /** The catalog. It is closed once the list of operations has been read. */
  readonly catalog: Catalog
  /** The database with the keys. Undefined if they are in the folder. */
  readonly databaseUrl?: string
}

async function torn({ served, at, options, mostMs, catalog, databaseUrl }: Torn): Promise<Measured> {
  const { requests: count = REQUESTS, seed = SEED } = options
  const questions = await questionsOf(served, catalog)
  const keys = await KeyChanges.open(at(), databaseUrl)
  await untilLetIn(served, keys.single)
  const requests = await mixed(served, questions, keys, seed)
  const endMs = performance.now() + mostMs
  let isOver = false
  const stages = new Map<string, number>()
  const changes = new Map<string, number>()
  const tearing = Array.from({ length: TEARING }, async (_, caller) => {
    const random = new Random(seed + caller)
    while (!isOver) {
      const { bytes } = requests.at(random.whole(0, count))
      note(stages, await tear(portOf(served), bytes, random))
    }
  })
  const changing = async () => {
    const random = new Random(seed - 1)
    while (!isOver) {
      note(changes, await keys.change(random))
      await pause(CHANGE_EVERY_MS)
    }
    await keys.end()
  }
  const asking = run({ port: portOf(served), requests, from: 0, until: count, slowMs: endMs, endMs }).finally(() => {
    isOver = true
  })
  const [ran] = await Promise.all([asking, changing(), ...tearing])
  await untilLetIn(served, keys.single)
  await untilAllIsReleased(served)
  await served.stop()
  const byStatus = [...ran.statuses].toSorted(([one], [other]) => one - other)
  return {
    ...Object.fromEntries(byStatus.map(([status, times]) => [`answered with ${status}`, times])),
    ...Object.fromEntries(Array.from(stages, ([stage, times]) => [`given up ${stage}`, times])),
    'changes of keys and plans': [...changes.values()].reduce((sum, times) => sum + times, 0),
    'slowest answer, ms': Math.round(ran.slowestMs),
  }
}

/** Alternates between requests to operations and messages to tools, with OAuth calls in between. */
async function mixed(served: Served, questions: readonly Question[], keys: KeyChanges, seed: number) {
  const requests = new Requests(questions, keys.keyOf, seed)
  const messages = new Messages(await toolsOf(served, keys.single), questions, keys.keyOf, seed)
  const grants = new Grants(await clientOf(served), keys.keyOf, seed)
  return {
    at: (number: number) => (number % 2 === 0 ? requests : number % 16 === 1 ? grants : messages).at(number >> 1),
  }
}

/** Repeats a call until it is not refused. No finished call then still counts as running. */
async function untilLetIn(served: Served, key: string): Promise<void> {
  let status = 0
  const isLetIn = async () => {
    for (const path of ['/usage', served.homePath, '/usage']) {
      const answer = await served.get(path, { 'x-service-key': key })
      await answer.arrayBuffer()
      status = answer.status
      if (status !== 200) return false
    }
    return true
  }
  await until(isLetIn, () => `the key with one call at a time is refused with ${status}`, { withinMs: OVER_MS })
}

/** The gauges in `/metrics` that show the resources that calls use. */
const HELD = [
  'plat_http_connections',
  'plat_http_running_calls',
  'plat_http_waiting_requests',
  'plat_http_unsent_bytes',
]

/** The number of connections that this program itself keeps open. */
const OWN_CONNECTIONS = 10

async function untilAllIsReleased({ operators }: Served): Promise<void> {
  let held = ''
  const isNothingHeld = async () => {
    const metrics = await (await fetch(`${operators}/metrics`)).text()
    const gauges = HELD.map((name) => [name, Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1])] as const)
    held = JSON.stringify(gauges)
    return gauges.every(([name, value]) => value === 0 || (name === HELD[0] && value <= OWN_CONNECTIONS))
  }
  await until(isNothingHeld, () => `callers that are gone hold something: ${held}`, { withinMs: OVER_MS })
}

function note(times: Map<string, number>, what: string): void {
  times.set(what, (times.get(what) ?? 0) + 1)
}
