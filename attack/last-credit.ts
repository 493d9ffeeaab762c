import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../src/kit/algorithms/random.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, serve } from '../test/e2e/program.ts'
import { assertAllAgree, type Count, callOn, DEMO_PLAN, planOf, untilAdmitted } from '../test/e2e/spending.ts'
import type { Attack, Measured } from './attack.ts'
import { inFolder } from './harness.ts'

interface Size {
  readonly credits: number
  readonly workers: number
  readonly callers: number
  /** How often the service is killed at a random time, and started again. */
  readonly kills: number
  /** How often the service is stopped with SIGTERM at a random time, and another one is started. */
  readonly restarts: number
}

const SEED = 7
const LIFE_MS_MAX = 1200
const RUN_MS_MAX = 300_000

export const lastCredit: Attack = {
  name: 'last-credit',
  promise: 'N credits buy exactly N answers across threads, restarts and kill -9, and all reports of credits agree',
  short: () => attack({ credits: 300, workers: 2, callers: 8, kills: 0, restarts: 1 }),
  full,
}

async function full(): Promise<Measured> {
  const sizes: Readonly<Record<string, Size>> = {
    'one thread': { credits: 7777, workers: 1, callers: 32, kills: 0, restarts: 0 },
    'four threads': { credits: 7777, workers: 4, callers: 32, kills: 0, restarts: 0 },
    '5 restarts': { credits: 20_000, workers: 2, callers: 32, kills: 0, restarts: 5 },
    '20 kills': { credits: 20_000, workers: 2, callers: 16, kills: 20, restarts: 0 },
    '5 restarts, 20 kills': { credits: 40_000, workers: 2, callers: 16, kills: 20, restarts: 5 },
  }
  const measured: Record<string, number> = {}
  for (const [name, size] of Object.entries(sizes)) {
    const figures = await attack(size)
    for (const [what, figure] of Object.entries(figures)) measured[`${name}: ${what}`] = figure
  }
  return measured
}

function attack({ credits, workers, callers, kills, restarts }: Size): Promise<Measured> {
  return inFolder(async (at) => {
    const environment = { PLAT_WORKERS: String(workers) }
    let running = await serve(at(), environment)
    try {
      writePlans(at(), [planOf(credits), DEMO_PLAN])
      const { key, keyId } = await newKey(at(), 'last')
      await untilAdmitted(running, key)
      const count: Count = { answered: 0, lost: 0, busy: 0, slowestBusyMs: 0 }
      const endMs = performance.now() + RUN_MS_MAX
      const calls = Array.from({ length: callers }, () => callOn(() => running, key, count, endMs))
      await replaceAtTimes({ kills, restarts }, async (isKilled) => {
        const { program } = running
        program.child.kill(isKilled ? 'SIGKILL' : 'SIGTERM')
        await program.ended()
        running = await serve(at(), environment)
      })
      await Promise.all(calls)

      const used = await assertAllAgree([running], key, keyId, { dataDir: at() })
      assert(count.answered <= credits, `${count.answered} calls were answered for ${credits} credits`)
      assert.equal(used, credits, 'until all are refused, every credit is used')
      const unanswered = credits - count.answered
      assert(
        unanswered <= count.lost,
        `${unanswered} credits were charged for no answer; ${count.lost} calls were lost`,
      )
      return {
        credits,
        'calls answered': count.answered,
        'answered for free': Math.max(0, count.answered - credits),
        'lost with a killed service': count.lost,
        'of these charged': unanswered,
        'told to come back': count.busy,
      }
    } finally {
      running.program.child.kill('SIGTERM')
      await running.program.ended()
    }
  })
}

async function replaceAtTimes(
  { kills, restarts }: Pick<Size, 'kills' | 'restarts'>,
  replace: (isKilled: boolean) => Promise<void>,
): Promise<void> {
  const random = new Random(SEED, 'kills')
  const events = Array.from({ length: kills + restarts }, (_, event) => event < kills)
  while (events.length > 0) {
    await pause(random.unit() * LIFE_MS_MAX)
    const [isKilled = true] = events.splice(Math.floor(random.unit() * events.length), 1)
    await replace(isKilled)
  }
}
