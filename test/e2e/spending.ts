import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { KeysPage } from '../../src/running/operating/pages.ts'
import { plat, type Served } from './program.ts'

/** Time limit in milliseconds until a service accepts a new key, and until all reports of spent credits agree. */

const SOON_MS = 10_000

/** Outcomes of the calls of a run. */
export interface Count {
  answered: number
  /** Calls to a service that was killed. They may or may not have been charged. */
  lost: number
  /** Calls that were refused with a time after which to retry, and then repeated. */
  busy: number
  /** The longest time in milliseconds until a call was refused with a time after which to retry. */
  slowestBusyMs: number
}

const LIMITS = { requestsPerSecond: 100_000, burst: 100_000, callsInFlight: 10_000 }
export const DEMO_PLAN = {
  name: 'demo',
  credits: 1000,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  ...LIMITS,
} as const

export function planOf(credits: number) {
  return { ...DEMO_PLAN, name: 'last', credits, period: 'once' } as const
}

/** Waits until the service has loaded the plans file, and accepts the key. */
export async function untilAdmitted(served: Served, key: string): Promise<void> {
  const endMs = performance.now() + SOON_MS
  while ((await served.get('/', { 'x-service-key': key })).status !== 200) {
    assert(performance.now() < endMs, 'the key was not let in')
    await pause(50)
  }
}

/** Makes calls until the credits are used up. */
export async function callOn(
  service: () => Served | undefined,
  key: string,
  count: Count,
  endMs: number,
): Promise<void> {
  while (performance.now() < endMs) {
    const served = service()
    if (served === undefined) throw new Error('there is no such service')
    const beganMs = performance.now()
    const status = await statusOf(served.get(served.homePath, { 'x-service-key': key }))
    if (status === 402) return
    if (status === 200) count.answered += 1
    else if (typeof status === 'string') {
      if (status === 'lost') count.lost += 1
      await pause(20)
    } else {
      assert.equal(status, 503)
      count.busy += 1
      count.slowestBusyMs = Math.max(count.slowestBusyMs, Math.round(performance.now() - beganMs))
      await pause(100)
    }
  }
  assert.fail('the credits were not used up in time')
}

/** Returns `lost` if the connection broke during the answer, so that the call may or may not have been charged. */
async function statusOf(asked: Promise<Response>): Promise<number | 'lost' | 'unsent'> {
  try {
    const answer = await asked
    await answer.text()
    return answer.status
  } catch (error) {
    // fetch stores the reason in `cause`
    const { code } = (error as { readonly cause?: { readonly code?: unknown } }).cause ?? {}
    return code === 'ECONNREFUSED' ? 'unsent' : 'lost'
  }
}

/** The store with the list of keys. */
interface Where {
  readonly dataDir: string
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Checks that headers, `/usage`, `/usage/days`, `/api_reqcount`, the operators' pages, the list of keys and the key
 * file show the same number of spent credits. Returns this number.
 */
export async function assertAllAgree(
  running: readonly Served[],
  key: string,
  keyId: string,
  where: Where,
): Promise<number> {
  const endMs = performance.now() + SOON_MS
  for (;;) {
    const sums = new Set<number>([await listedUsed(where, keyId)])
    for (const served of running) for (const used of await reportedCredits(served, key)) sums.add(used)
    const [used, ...others] = sums
    if (used !== undefined && others.length === 0) return used
    assert(performance.now() < endMs, `these do not agree: ${[...sums].join(', ')}`)
    await pause(100)
  }
}

async function reportedCredits(served: Served, key: string): Promise<readonly number[]> {
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

async function listedUsed({ dataDir, environment }: Where, keyId: string): Promise<number> {
  const { stdout } = await plat(['keys', 'list', '--json', '--data', dataDir], environment)
  const { keys } = JSON.parse(stdout) as { keys: readonly { keyId: string; creditsUsed: number }[] }
  return keys.find((each) => each.keyId === keyId)?.creditsUsed ?? Number.NaN
}
