import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import type { Access, Plan } from '../src/access/access.ts'
import { borrowAccess, openAccess, openKeyring } from '../src/access/index.ts'
import { systemClock } from '../src/base/clock.ts'
import { Fault } from '../src/base/failure.ts'
import { silentLog } from '../src/base/log.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { scratch } from '../test/e2e/program.ts'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { Figures } from './figures.ts'
import type { Load } from './http/load.ts'
import type { Called, MeteringServer } from './http/metering-server.ts'
import { Pinned } from './pinned.ts'
import { type AskedHandlers, LOAD_CORE, SERVER_CORE } from './search/bench.ts'
import { median } from './timing.ts'

/** A plan that refuses nothing. */
export const BENCH_PLAN: Plan = {
  name: 'bench',
  credits: 1_000_000_000,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  requestsPerSecond: 1_000_000,
  burst: 1_000_000,
  callsInFlight: 100_000,
}

const HOMES = 5000
const CONNECTIONS = 16
const WARM_S = 3
const ROUND_S = 1
const CALLS = 50_000
const MAX_CALL_US = 5
const MAX_SHARE = 10

/** What metering a call costs, alone and beside a whole call over HTTP: `--rounds N`, `--json`. */
export async function benchMetering(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '7' }, json: { type: 'boolean', default: false } },
  })
  beAlone()
  const figures = new Figures(options.json)
  await benchLedger(Number(options.rounds), figures)
  await benchShare(Number(options.rounds), figures)
  figures.end()
}

/** In the thread that keeps the ledger, and in one that borrows from it, what the keeper does for it included. */
async function benchLedger(rounds: number, figures: Figures): Promise<void> {
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
    for (let round = 0; round < rounds; round++) times.push(await meter(access, key))
    figures.add(name, median(times), 'µs', { atMost: MAX_CALL_US })
  }
  await borrowed.close()
  await kept.close()
  await keyring.close()
  remove()
}

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

/** The cheapest call that is charged, in turn with and without key, rate and credits. */
async function benchShare(rounds: number, figures: Figures): Promise<void> {
  figures.heading('/byzpid of one home, over HTTP, processor time of a call')
  const { path: dataDir } = await sampleFolder(HOMES, 1, (text) => figures.note(text))
  const load = new Pinned<AskedHandlers<Load>>('./http/load.ts', LOAD_CORE)
  const servers = [true, false].map((isMetered) => ({
    isMetered,
    server: new Pinned<AskedHandlers<MeteringServer>>('./http/metering-server.ts', SERVER_CORE),
    times: [] as number[],
  }))
  try {
    const called: Called[] = []
    for (const { isMetered, server } of servers) called.push(await server.ask('listen', { dataDir, isMetered }))
    for (let round = 0; round <= rounds; round++) {
      for (const [at, { server, times }] of servers.entries()) {
        const { port, key, path } = called[at] as Called // one for each
        const headers = { 'x-service-key': key }
        const order = {
          port,
          paths: [path],
          headers,
          connections: CONNECTIONS,
          seconds: round === 0 ? WARM_S : ROUND_S,
        }
        const before = await server.ask('processorTime')
        const { requests, failures } = await load.ask('run', order)
        if (failures > 0) throw new Error(`${failures} of ${requests} calls were not answered with 200`)
        if (round > 0) times.push(((await server.ask('processorTime')) - before) / requests)
      }
    }
  } finally {
    await Promise.all([load.end(), ...servers.map(({ server }) => server.end())])
  }
  const [metered = [], unmetered = []] = servers.map(({ times }) => times)
  figures.add('metered', median(metered), 'µs')
  figures.add('neither admitted nor counted', median(unmetered), 'µs')
  const shares = metered.map((time, round) => (1 - (unmetered[round] ?? Number.NaN) / time) * 100)
  figures.add('share of metering', median(shares), '%', { atMost: MAX_SHARE })
}
