import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, plat, type Served } from '../test/e2e/program.ts'
import { IS_LONG, SEED as SEED_OF_DAY } from '../test/long-run.ts'
import type { Attack, AttackOptions, Measured } from './attack.ts'
import { Messages, toolsOf } from './fuzz/messages.ts'
import { ODataCalls } from './fuzz/odata-calls.ts'
import { databaseCatalog, folderCatalog, questionsOf } from './fuzz/questions.ts'
import { type FuzzRequest, Requests } from './fuzz/requests.ts'
import { Asker, described, type Numbered, run } from './fuzz/run.ts'
import { makeSubscriptions, SubscriptionCalls, WEBHOOK_SETTINGS } from './fuzz/subscription-calls.ts'
import { inFolder, memoryMb, overBackend, WIDE, whyOf, withService } from './harness.ts'
import { HealthChecks } from './heavy-calls/measure.ts'

const SEED = 20_261_122
const HOMES = 500
const REQUESTS = 200_000

/**
 * Number of requests in the trial, and the time limit in milliseconds for sending them. The short trial sends too few
 * to reveal a leak.
 */
const TRIAL_REQUESTS = IS_LONG ? REQUESTS : 20_000
const TRIAL_MS = 600_000

/** Maximum time in milliseconds of a call, and of a health check at the same time. */
const MAX_MS = 250

/**
 * How often a slow call is repeated while no other call runs. Its best time counts, because other programs may slow the
 * machine down.
 */
const TRIES = 10

const PARTS = 5

/** Number of calls before memory growth is measured. During these calls, heaps and caches still fill. */
const WARM_REQUESTS = 40_000 * availableParallelism()
/** Maximum growth of memory after 80,000 calls on two cores. A leak of 1 KB per call would exceed it. */
const MAX_GROWTH_MB = 75

export const fuzz: Attack = {
  name: 'fuzz',
  promise: 'any request to any operation gets an answer other than 5xx, without hanging and without leaking memory',
  short: () => attack({ requests: TRIAL_REQUESTS, seed: SEED_OF_DAY }, false, TRIAL_MS),
  full: (options) => attack(options, true, Number.POSITIVE_INFINITY),
}

function attack(
  { requests = REQUESTS, seed = SEED, only, database }: AttackOptions,
  isTimed: boolean,
  mostMs: number,
): Promise<Measured> {
  const overFolder = (backend: Readonly<Record<string, string>>) =>
    inFolder(async (at) => {
      writePlans(at(), [WIDE, { ...WIDE, name: 'demo' }])
      const settings = {
        ...backend,
        ...WEBHOOK_SETTINGS,
        PLAT_HOMES: String(HOMES),
        PLAT_OPEN_PER_SECOND: '1000000',
        PLAT_ANSWERS_MB: '1', // so that cached answers do not count as a leak
      }
      const { PLAT_DATABASE_URL: url } = backend
      if (url !== undefined) await makeSample(at(), backend)
      return withService(at(), settings, async (served) => {
        const { key } = await newKey(at(), WIDE.name, backend)
        const catalog = url === undefined ? folderCatalog(at()) : await databaseCatalog(url)
        const questions = await questionsOf(served, catalog)
        const [keyOf, tools, ids] = [() => key, await toolsOf(served, key), await makeSubscriptions(served, key)]
        const made = inTurn([
          [6, new Requests(questions, keyOf, seed)],
          [2, new Messages(tools, questions, keyOf, seed)],
          [2, new SubscriptionCalls(ids, questions, keyOf, seed)],
          [2, new ODataCalls(keyOf, seed)],
        ])
        if (only !== undefined) return askOne(served, made, only)
        const endMs = performance.now() + mostMs
        const measured = await fuzzed(served, { requests: made, count: requests, isTimed, endMs })
        served.program.assertCleanLog()
        return measured
      })
    })
  return overBackend(database, overFolder).catch((error: unknown) => {
    const again = `npm run attack -- fuzz ${database ? '--database ' : ''}--seed ${seed} --only NUMBER asks one request alone`
    throw new Error(`${whyOf(error)}\nThe seed is ${seed}: ${again}.`, { cause: error })
  })
}

/** Makes the sample in a database. In a folder, the service itself makes the sample. */
async function makeSample(dataDir: string, backend: Readonly<Record<string, string>>): Promise<void> {
  for (const words of [
    ['--homes', String(HOMES)],
    ['--days', '1'],
  ]) {
    const { code, stderr } = await plat(['sample', '--data', dataDir, ...words], backend)
    assert.equal(code, 0, stderr)
  }
}

/** Makes requests by number. */
interface Making {
  at(number: number): FuzzRequest
}

/** Alternates between kinds of requests, with `times` requests of each kind in a row. */
function inTurn(kinds: readonly (readonly [times: number, kind: Making])[]): Making {
  const row = kinds.flatMap(([times, kind]) => Array.from({ length: times }, (_, nth) => ({ times, nth, kind })))
  return {
    at: (number) => {
      const { times, nth, kind } = row[number % row.length] as (typeof row)[number] // never undefined, since the list is not empty
      return kind.at(Math.floor(number / row.length) * times + nth)
    },
  }
}

export function portOf({ a }: Served): number {
  return Number(new URL(a).port)
}

/** The requests to send, and how long to send them. */
interface Share {
  readonly requests: Making
  readonly count: number
  readonly isTimed: boolean
  /** When to stop sending, as `performance.now` returns it. */
  readonly endMs: number
}

async function fuzzed(served: Served, { requests, count, isTimed, endMs }: Share): Promise<Measured> {
  const health = new HealthChecks(served.a)
  const statuses = new Map<number, number>()
  const slow: Numbered[] = []
  const partsMb: number[] = []
  let [slowestMs, slowestHealthMs] = [0, 0]
  const startMs = performance.now()
  const at = (part: number) => Math.round((count * part) / PARTS)
  try {
    for (let part = 0; part < PARTS; part++) {
      const ran = await run({
        port: portOf(served),
        requests,
        from: at(part),
        until: at(part + 1),
        slowMs: MAX_MS,
        endMs,
      })
      for (const [status, times] of ran.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times)
      slow.push(...ran.slow)
      slowestMs = Math.max(slowestMs, ran.slowestMs)
      slowestHealthMs = Math.max(slowestHealthMs, await health.slowestMs())
      partsMb.push(memoryMb(served.program))
    }
    const seconds = (performance.now() - startMs) / 1000
    const answered = [...statuses.values()].reduce((total, times) => total + times, 0)
    // Compares the lowest memory at the end with the highest at the beginning: memory varies by 150 MB, because garbage
    // collectors return pages to the system.
    const warmMb = Math.max(...partsMb.slice(0, Math.ceil((WARM_REQUESTS * PARTS) / count)))
    const growthMb = answered < count ? 0 : Math.min(...partsMb.slice(-2)) - warmMb
    assert(growthMb <= MAX_GROWTH_MB, `memory grew: it was ${partsMb.join(', ')} MB after each part`)
    if (isTimed) for (const request of slow) await assertQuick(served, request, health)
    const byStatus = [...statuses].toSorted(([one], [other]) => one - other)
    return {
      requests: answered,
      ...Object.fromEntries(byStatus.map(([status, times]) => [`answered with ${status}`, times])),
      seconds: Math.round(seconds),
      'slowest of eight calls at once, ms': Math.round(slowestMs),
      'calls that took long beside others': slow.length,
      'slowest health check beside eight calls, ms': Math.round(slowestHealthMs),
      'memory after the first part, MB': partsMb[0] ?? 0,
      'memory at the end, MB': partsMb.at(-1) ?? 0,
    }
  } finally {
    await health.end()
  }
}

/** Checks that a call, made alone, and a health check at the same time do not exceed their time limits. */
async function assertQuick(served: Served, request: Numbered, health: HealthChecks): Promise<void> {
  const asker = new Asker(portOf(served))
  let bestMs = Number.POSITIVE_INFINITY
  for (let tries = TRIES; tries > 0 && bestMs > MAX_MS; tries--) {
    await health.slowestMs()
    const { tookMs } = await asker.ask(request)
    bestMs = Math.min(bestMs, Math.max(tookMs, await health.slowestMs()))
  }
  asker.close()
  assert(bestMs <= MAX_MS, `${described(request)} takes ${Math.round(bestMs)} ms`)
}

async function askOne(served: Served, requests: Making, number: number): Promise<Measured> {
  const asker = new Asker(portOf(served))
  const request = { number, ...requests.at(number) }
  process.stdout.write(`  ${described(request)}\n`)
  const { status, tookMs } = await asker.ask(request)
  asker.close()
  return { status, 'took, ms': Math.round(tookMs) }
}
