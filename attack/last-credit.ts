import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../src/base/random.ts'
import type { KeysPage } from '../src/operating/pages.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, plat, type Served, scratch, serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'

interface Size {
  readonly credits: number
  /** Services on one data folder, each with so many threads. */
  readonly services: number
  readonly workers: number
  readonly callers: number
  /** How often one of the services is killed at a random moment, and started again. */
  readonly kills: number
}

const SEED = 7
const LIFE_MS_MAX = 1200
const RUN_MS_MAX = 300_000
const SOON_MS = 10_000

export const lastCredit: Attack = {
  name: 'last-credit',
  promise:
    'N credits are answered N times, over threads, over services on one folder and over kill -9, and all that tell of credits agree',
  short: () => attack({ credits: 300, services: 2, workers: 2, callers: 8, kills: 0 }),
  full,
}

async function full(): Promise<Measured> {
  const sizes: Readonly<Record<string, Size>> = {
    'one service': { credits: 7777, services: 1, workers: 1, callers: 32, kills: 0 },
    'four threads': { credits: 7777, services: 1, workers: 4, callers: 32, kills: 0 },
    'two services': { credits: 7777, services: 2, workers: 2, callers: 32, kills: 0 },
    '20 kills': { credits: 20_000, services: 1, workers: 2, callers: 16, kills: 20 },
    'two services, 20 kills': { credits: 20_000, services: 2, workers: 2, callers: 16, kills: 20 },
  }
  const measured: Record<string, number> = {}
  for (const [name, size] of Object.entries(sizes)) {
    const figures = await attack(size)
    for (const [what, figure] of Object.entries(figures)) measured[`${name}: ${what}`] = figure
  }
  return measured
}

/** What became of the calls of a run. */
interface Count {
  answered: number
  /** Lost with a service that was killed: each may be charged or not. */
  lost: number
  /** Told to come back, and did. */
  busy: number
}

async function attack({ credits, services, workers, callers, kills }: Size): Promise<Measured> {
  const folder = scratch()
  const environment = { PLAT_WORKERS: String(workers) }
  const running: Served[] = [await serve(folder.path, environment)]
  try {
    writePlans(folder.path, [planOf(credits), DEMO_PLAN])
    const { key, keyId } = await newKey(folder.path, 'last')
    while (running.length < services) running.push(await serve(folder.path, environment))
    await Promise.all(running.map((served) => untilAdmitted(served, key)))
    const count: Count = { answered: 0, lost: 0, busy: 0 }
    const endMs = performance.now() + RUN_MS_MAX
    const calls = Array.from({ length: callers }, (_, i) => callOn(() => running[i % services], key, count, endMs))
    const killing = killAtTimes(running, kills, () => serve(folder.path, environment))
    await Promise.all([...calls, killing])

    const used = await assertAllAgree(running, key, keyId, folder.path)
    assert(count.answered <= credits, `${count.answered} calls were answered for ${credits} credits`)
    assert.equal(used, credits, 'until all are refused, every credit is used')
    const unanswered = credits - count.answered
    assert(unanswered <= count.lost, `${unanswered} credits were charged for no answer; ${count.lost} calls were lost`)
    return {
      credits,
      'calls answered': count.answered,
      'answered for free': Math.max(0, count.answered - credits),
      'lost with a killed service': count.lost,
      'of these charged': unanswered,
      'told to come back': count.busy,
    }
  } finally {
    for (const { program } of running) {
      program.child.kill('SIGTERM')
      await program.ended()
    }
    folder.remove()
  }
}

const LIMITS = { requestsPerSecond: 100_000, burst: 100_000, callsInFlight: 10_000 }
const DEMO_PLAN = {
  name: 'demo',
  credits: 1000,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  ...LIMITS,
} as const

function planOf(credits: number) {
  return { ...DEMO_PLAN, name: 'last', credits, period: 'once' } as const
}

/** The services follow the plans file, and take the key. */
async function untilAdmitted(served: Served, key: string): Promise<void> {
  const endMs = performance.now() + SOON_MS
  while ((await served.get('/', { 'x-service-key': key })).status !== 200) {
    assert(performance.now() < endMs, 'the key was not let in')
    await pause(50)
  }
}

/** Calls until the credits are used up. */
async function callOn(service: () => Served | undefined, key: string, count: Count, endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const served = service()
    if (served === undefined) throw new Error('there is no such service')
    const answer = await served.get(served.homePath, { 'x-service-key': key }).catch(() => undefined)
    const status = answer === undefined ? undefined : await statusOf(answer)
    if (status === 402) return
    if (status === 200) count.answered += 1
    else if (status === undefined) {
      count.lost += 1
      await pause(20)
    } else {
      assert.equal(status, 503)
      count.busy += 1
      await pause(100)
    }
  }
  assert.fail('the credits were not used up in time')
}

/** Undefined where the answer broke off: nobody can tell then whether it was charged. */
async function statusOf(answer: Response): Promise<number | undefined> {
  const body = await answer.text().catch(() => undefined)
  return body === undefined ? undefined : answer.status
}

async function killAtTimes(running: Served[], kills: number, start: () => Promise<Served>): Promise<void> {
  const random = new Random(SEED, 'kills')
  for (let kill = 0; kill < kills; kill++) {
    await pause(random.unit() * LIFE_MS_MAX)
    const at = kill % running.length
    const { program } = running[at] as Served // within the array
    program.child.kill('SIGKILL')
    await program.ended()
    running[at] = await start()
  }
}

/**
 * Headers, `/usage`, `/usage/days`, `/api_reqcount`, the pages for operators, the list of keys and with it the file;
 * returns the credits that they agree on.
 */
async function assertAllAgree(
  running: readonly Served[],
  key: string,
  keyId: string,
  dataDir: string,
): Promise<number> {
  const endMs = performance.now() + SOON_MS
  for (;;) {
    const told = new Set<number>([await listedUsed(dataDir, keyId)])
    for (const served of running) for (const used of await toldBy(served, key)) told.add(used)
    const [used, ...others] = told
    if (used !== undefined && others.length === 0) return used
    assert(performance.now() < endMs, `these do not agree: ${[...told].join(', ')}`)
    await pause(100)
  }
}

async function toldBy(served: Served, key: string): Promise<readonly number[]> {
  const headers = { 'x-service-key': key }
  const answer = await served.get('/usage', headers)
  const limit = Number(answer.headers.get('x-credits-limit'))
  const usage = (await answer.json()) as { creditsRemaining: number; usage: readonly { credits: number }[] }
  const count = (await (await served.get('/api_reqcount', headers)).json()) as { used: number; remaining: number }
  const days = (await (await served.get('/usage/days', headers)).json()) as Pick<typeof usage, 'usage'>
  const { keys } = (await (await served.get('/operator/keys', {})).json()) as KeysPage
  return [
    limit - Number(answer.headers.get('x-credits-remaining')),
    limit - usage.creditsRemaining,
    usage.usage.reduce((sum, { credits }) => sum + credits, 0),
    days.usage.reduce((sum, { credits }) => sum + credits, 0),
    limit - count.remaining,
    count.used,
    keys[0]?.creditsUsed ?? Number.NaN,
  ]
}

async function listedUsed(dataDir: string, keyId: string): Promise<number> {
  const { stdout } = await plat(['keys', 'list', '--json', '--data', dataDir])
  const { keys } = JSON.parse(stdout) as { keys: readonly { keyId: string; creditsUsed: number }[] }
  return keys.find((each) => each.keyId === keyId)?.creditsUsed ?? Number.NaN
}
