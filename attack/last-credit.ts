import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../src/base/random.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, type Served, scratch, serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { assertAllAgree, type Count, callOn, DEMO_PLAN, planOf, untilAdmitted } from './spending.ts'

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

async function attack({ credits, services, workers, callers, kills }: Size): Promise<Measured> {
  const folder = scratch()
  const environment = { PLAT_WORKERS: String(workers) }
  const running: Served[] = [await serve(folder.path, environment)]
  try {
    writePlans(folder.path, [planOf(credits), DEMO_PLAN])
    const { key, keyId } = await newKey(folder.path, 'last')
    while (running.length < services) running.push(await serve(folder.path, environment))
    await Promise.all(running.map((served) => untilAdmitted(served, key)))
    const count: Count = { answered: 0, lost: 0, busy: 0, slowestBusyMs: 0 }
    const endMs = performance.now() + RUN_MS_MAX
    const calls = Array.from({ length: callers }, (_, i) => callOn(() => running[i % services], key, count, endMs))
    const killing = killAtTimes(running, kills, () => serve(folder.path, environment))
    await Promise.all([...calls, killing])

    const used = await assertAllAgree(running, key, keyId, { dataDir: folder.path })
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
