import { randomBytes } from 'node:crypto'
import type { Access } from '../src/guard/access/access.ts'
import { openAccess, openKeyring } from '../src/guard/access/index.ts'
import { systemClock } from '../src/kit/base/clock.ts'
import { Fault } from '../src/kit/base/failure.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { scratch } from '../test/e2e/program.ts'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { BENCH_PLAN } from './harness/program.ts'
import { numbers, quantile } from './harness/timing.ts'

const KEYS = 20
const WANTED_US = 16
const WANTED_WAIT_MS = 0.2

/**
 * Measures what charging calls costs: the processor time of both threads per call, and how long calls wait for the
 * debit. Options: `--calls` per round, `--rounds`, and `--database URL` for PostgreSQL (without PostgreSQL's own
 * processor time).
 */
export const run = bench(
  { calls: 50_000, rounds: 3, database: '' },
  async ({ calls, rounds, database: url }, figures) => {
    const folder = scratch()
    const dataDir = folder.path
    writePlans(dataDir, [BENCH_PLAN])
    const database = url === '' ? undefined : { url }
    const options = { dataDir, database, clock: systemClock, log: silentLog, demo: () => false, inThread: true }
    const access = await openAccess(options)
    const keyring = await openKeyring(dataDir, systemClock, randomBytes, database)
    try {
      const keys: string[] = []
      for (const _ of numbers(KEYS)) keys.push((await keyring.create({ plan: BENCH_PLAN.name, label: '' })).key)
      await meter(access, keys, 16, calls) // warm-up
      for (const callers of [1, 16, 64])
        for (const _ of numbers(rounds)) report(callers, await meter(access, keys, callers, calls), figures)
    } finally {
      await keyring.close()
      await access.close()
      folder.remove()
    }
  },
)

interface Metered {
  readonly cpuUs: number
  readonly perSecond: number
  readonly waitsMs: readonly number[]
}

async function meter(access: Access, keys: readonly string[], callers: number, calls: number): Promise<Metered> {
  const waitsMs: number[] = []
  let left = calls
  const caller = async (number: number) => {
    while (left > 0) {
      left -= 1
      const account = granted(await access.admit(keys[number % keys.length], false))
      const beganMs = performance.now()
      const { debit } = granted(await access.enter(account, { operation: '/byzpid', credits: 1 }))
      waitsMs.push(performance.now() - beganMs)
      if (debit !== undefined) await access.settle(debit)
      access.leave(account)
    }
  }
  const before = process.cpuUsage()
  const beganMs = performance.now()
  await Promise.all(numbers(callers).map(caller))
  const tookS = (performance.now() - beganMs) / 1000
  const { user, system } = process.cpuUsage(before)
  return { cpuUs: (user + system) / calls, perSecond: calls / tookS, waitsMs }
}

function report(callers: number, { cpuUs, perSecond, waitsMs }: Metered, figures: Figures): void {
  const name = `${callers} callers`
  figures.add(`${name}: processor time a call`, cpuUs, 'µs', callers === 16 ? { atMost: WANTED_US } : undefined)
  const wanted = callers === 1 ? { atMost: WANTED_WAIT_MS } : undefined
  figures.add(`${name}: wait for the debit, median`, quantile(waitsMs, 0.5), 'ms', wanted)
  figures.add(`${name}: wait for the debit, 99 of 100`, quantile(waitsMs, 0.99), 'ms')
  figures.add(`${name}: calls a second`, perSecond, '1/s')
}

function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}
