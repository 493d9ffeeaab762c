import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_PLANS } from '../src/access/default-plans.ts'
import { newKey, type Served, scratch, serve } from '../test/e2e/program.ts'
import type { Asked, Attack, Measured } from './attack.ts'
import { questionsOf } from './fuzz/questions.ts'
import { Requests } from './fuzz/requests.ts'
import { Asker, type Numbered, run, told } from './fuzz/run.ts'
import { HealthChecks } from './heavy-calls/measure.ts'

const SEED = 20_261_122
const HOMES = 500
const REQUESTS = 200_000
/** Enough for memory to settle in two services, and to grow afterwards. */
const CI_REQUESTS = 40_000

/** Beside the other tests of a machine that is busy, as many are asked as there is time for. */
const SHORT_MS = 240_000

/** Of the time that a call may take, and a health check beside them. */
const MAX_MS = 250

/** A slow call is asked again so often, alone, and counts with its best: the machine has other work to do. */
const TRIES = 10

const PARTS = 5

/** Until each thread of a service has answered so many, its heaps and caches still fill: growth counts from then on. */
const WARM_REQUESTS = 20_000 * availableParallelism()
const MAX_GROWTH_MB = 100

/** A plan that refuses nothing. */
const PLAN = `
fuzzer:
  credits: 1000000000
  period: month
  areas: [A, B, C]
  skip: true
  requestsPerSecond: 1000000
  missesPerSecond: 1000000
  burst: 1000000
  callsInFlight: 1000
`

export const fuzz: Attack = {
  name: 'fuzz',
  promise:
    'whatever is asked of any operation gets an answer that is no 5xx, without a hang and without holding memory',
  short: () => attack({ requests: process.env.CI ? CI_REQUESTS : 10_000 }, false, SHORT_MS),
  full: (asked) => attack(asked, true, Number.POSITIVE_INFINITY),
}

async function attack(
  { requests = REQUESTS, seed = SEED, only }: Asked,
  isTimed: boolean,
  mostMs: number,
): Promise<Measured> {
  const folder = scratch()
  try {
    writeFileSync(join(folder.path, 'plans.yaml'), DEFAULT_PLANS + PLAN)
    const settings = { PLAT_HOMES: String(HOMES), PLAT_OPEN_PER_SECOND: '1000000', PLAT_ANSWERS_MB: '1' } // so that kept answers do not pass for growth
    const served = await serve(folder.path, settings)
    const beside = await serve(folder.path, settings)
    try {
      const { key } = await newKey(folder.path, 'fuzzer')
      const made = new Requests(await questionsOf(served, folder.path), key, seed)
      if (only !== undefined) return await askOne(served, made, only)
      const half = Math.round(requests / 2)
      const endMs = performance.now() + mostMs
      const parts = [
        fuzzed(served, { requests: made, from: 0, until: half, isTimed, endMs }),
        fuzzed(beside, { requests: made, from: half, until: requests, isTimed, endMs }),
      ]
      const measured = together(await Promise.all(parts))
      await Promise.all([served.stop(), beside.stop()])
      return measured
    } finally {
      for (const { program } of [served, beside]) program.child.kill('SIGKILL') // where it still runs
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const again = `npm run attack -- fuzz --seed ${seed} --only NUMBER asks one request alone`
    throw new Error(`${why}\nThe seed is ${seed}: ${again}.`, { cause: error })
  } finally {
    folder.remove()
  }
}

function portsOf({ a, b, c }: Served): readonly number[] {
  return [a, b, c].map((origin) => Number(new URL(origin).port))
}

interface Share {
  readonly requests: Requests
  readonly from: number
  readonly until: number
  readonly isTimed: boolean
  /** When no more are asked. */
  readonly endMs: number
}

interface Fuzzed {
  readonly statuses: ReadonlyMap<number, number>
  readonly seconds: number
  readonly slow: number
  readonly slowestMs: number
  readonly slowestHealthMs: number
  /** After each part. */
  readonly memoryMb: readonly number[]
}

async function fuzzed(served: Served, { requests, from, until, isTimed, endMs }: Share): Promise<Fuzzed> {
  const health = new HealthChecks(served.a)
  const statuses = new Map<number, number>()
  const slow: Numbered[] = []
  const memoryMb: number[] = []
  let [slowestMs, slowestHealthMs] = [0, 0]
  const startMs = performance.now()
  const at = (part: number) => from + Math.round(((until - from) * part) / PARTS)
  try {
    for (let part = 0; part < PARTS; part++) {
      const ran = await run({
        ports: portsOf(served),
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
      memoryMb.push(memoryOf(served))
    }
    const seconds = (performance.now() - startMs) / 1000
    const answered = [...statuses.values()].reduce((total, count) => total + count, 0)
    const firstWarm = memoryMb[Math.ceil((WARM_REQUESTS * PARTS) / (until - from)) - 1]
    const growthMb = answered < until - from || firstWarm === undefined ? 0 : (memoryMb.at(-1) ?? 0) - firstWarm
    assert(growthMb <= MAX_GROWTH_MB, `memory grew: it was ${memoryMb.join(', ')} MB after each part`)
    if (isTimed) for (const request of slow) await assertQuick(served, request, health)
    return { statuses, seconds, slow: slow.length, slowestMs, slowestHealthMs, memoryMb }
  } finally {
    await health.end()
  }
}

/** What was measured at both. */
function together(each: readonly Fuzzed[]): Measured {
  const statuses = each.flatMap((one) => [...one.statuses.keys()]).toSorted((one, other) => one - other)
  const sum = (of: (one: Fuzzed) => number) => each.reduce((total, one) => total + of(one), 0)
  const most = (of: (one: Fuzzed) => number) => Math.round(Math.max(...each.map(of)))
  return {
    requests: sum(({ statuses: counts }) => [...counts.values()].reduce((total, count) => total + count, 0)),
    ...Object.fromEntries(
      statuses.map((status) => [`answered with ${status}`, sum((one) => one.statuses.get(status) ?? 0)]),
    ),
    seconds: most(({ seconds }) => seconds),
    'slowest of eight calls at once, ms': most(({ slowestMs }) => slowestMs),
    'calls that took long beside others': sum(({ slow }) => slow),
    'slowest health check beside eight calls, ms': most(({ slowestHealthMs }) => slowestHealthMs),
    'memory after the first part, MB': most(({ memoryMb }) => memoryMb[0] ?? 0),
    'memory at the end, MB': most(({ memoryMb }) => memoryMb.at(-1) ?? 0),
  }
}

/** Alone, a call takes no longer than it may, and no health check beside it does. */
async function assertQuick(served: Served, request: Numbered, health: HealthChecks): Promise<void> {
  const asker = new Asker(portsOf(served))
  let bestMs = Number.POSITIVE_INFINITY
  for (let tries = TRIES; tries > 0 && bestMs > MAX_MS; tries--) {
    await health.slowestMs()
    const { tookMs } = await asker.ask(request)
    bestMs = Math.min(bestMs, Math.max(tookMs, await health.slowestMs()))
  }
  asker.close()
  assert(bestMs <= MAX_MS, `${told(request)} takes ${Math.round(bestMs)} ms`)
}

async function askOne(served: Served, requests: Requests, number: number): Promise<Measured> {
  const asker = new Asker(portsOf(served))
  const request = { number, ...requests.at(number) }
  process.stdout.write(`  ${told(request)}\n`)
  const { status, tookMs } = await asker.ask(request)
  asker.close()
  return { status, 'took, ms': Math.round(tookMs) }
}

function memoryOf({ program }: Served): number {
  const status = readFileSync(`/proc/${program.child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
