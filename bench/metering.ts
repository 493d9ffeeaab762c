import { randomBytes } from 'node:crypto'
import { MessageChannel } from 'node:worker_threads'
import type { Access } from '../src/guard/access/access.ts'
import { borrowAccess, openAccess, openKeyring } from '../src/guard/access/index.ts'
import { systemClock } from '../src/kit/base/clock.ts'
import { Fault } from '../src/kit/base/failure.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { scratch } from '../test/e2e/program.ts'
import { bench } from './harness/bench.ts'
import { BENCH_PLAN } from './harness/program.ts'
import { median, numbers } from './harness/timing.ts'

const CALLS = 50_000
const MAX_CALL_US = 5

/**
 * Measures what metering a call costs, in the thread that keeps the ledger and in one that borrows from it, what the keeper does
 * for it included: `--rounds`.
 */
export const run = bench({ rounds: 7 }, async ({ rounds }, figures) => {
  figures.heading('Metering: admit, enter, reserve, settle and leave, processor time of a call')
  const { path: dataDir, remove } = scratch()
  writePlans(dataDir, [BENCH_PLAN])
  const options = { dataDir, clock: systemClock, log: silentLog, demo: () => false, borrowers: 2 }
  const kept = await openAccess(options)
  const keyring = await openKeyring(dataDir, systemClock, randomBytes)
  const { key } = await keyring.create({ plan: BENCH_PLAN.name, label: '' })
  const { port1, port2 } = new MessageChannel()
  const borrowed = borrowAccess(port2, kept.lendTo(1, port1), systemClock, () => false)
  for (const access of [kept, borrowed]) await meter(access, key) // warms up
  for (const [name, access] of Object.entries({ 'in one thread': kept, 'between threads': borrowed })) {
    const times: number[] = []
    for (const _ of numbers(rounds)) times.push(await meter(access, key))
    figures.add(name, median(times), 'µs', { atMost: MAX_CALL_US })
  }
  await borrowed.close()
  await kept.close()
  await keyring.close()
  remove()
})

async function meter(access: Access, key: string): Promise<number> {
  const before = process.cpuUsage()
  for (let call = 0; call < CALLS; call++) {
    const account = granted(await access.admit(key, false))
    access.missesTooMany(account)
    granted(access.enter(account))
    await access.settle(granted(await access.reserve(account, '/byzpid', 1)))
    access.leave(account)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CALLS
}

function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}
