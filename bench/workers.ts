import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import type { Access, Plan } from '../src/access/access.ts'
import { borrowAccess, openAccess, openKeyring } from '../src/access/index.ts'
import { systemClock } from '../src/base/clock.ts'
import { Fault } from '../src/base/failure.ts'
import { silentLog } from '../src/base/log.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { plat, scratch, serve } from '../test/e2e/program.ts'
import { beAlone } from './alone.ts'
import { Figures } from './figures.ts'
import type { Load } from './http/load.ts'
import { Pinned } from './pinned.ts'
import { cpuSeconds, memoryMb } from './service/process-figures.ts'
import { median } from './timing.ts'

/** A plan that refuses nothing. */
const BENCH_PLAN: Plan = {
  name: 'bench',
  credits: 1_000_000_000,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  requestsPerSecond: 1_000_000,
  burst: 1_000_000,
  callsInFlight: 100_000,
}

const PATHS = {
  '/byzpid': (zpid: string) => `/byzpid?zpid=${zpid}`,
  'a search': () => '/search/byaddress?location=TX&listingStatus=For_Sale',
}

const CONNECTIONS = 32
const LOAD_CORE = 1
const WARM_S = 3
const LEDGER_CALLS = 200_000
const MAX_LEDGER_US = 5

/** One and more threads behind the same ports: `--homes N`, `--workers N`, `--seconds N`, `--rounds N`, `--json`. */
export async function benchWorkers(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '5000' },
      workers: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
    },
  })
  beAlone()
  const figures = new Figures(options.json)
  figures.heading('The ledger: admit, enter, reserve, settle and leave, processor time of a call')
  await benchLedger(figures)
  const folder = scratch()
  const load = new Pinned<Load & Record<string, never>>('./http/load.ts', LOAD_CORE)
  try {
    writePlans(folder.path, [BENCH_PLAN, { ...BENCH_PLAN, name: 'demo' }])
    const rates = new Map<string, number[]>()
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const workers of ['1', options.workers]) {
        for (const [name, perSecond] of await once(folder.path, workers, options, load, figures)) {
          rates.set(`${name} ${workers}`, [...(rates.get(`${name} ${workers}`) ?? []), perSecond])
        }
      }
    }
    figures.heading(`${options.workers} threads beside one, the load on core ${LOAD_CORE}: medians of the rounds`)
    for (const name of Object.keys(PATHS)) {
      const [one = [], several = []] = ['1', options.workers].map((workers) => rates.get(`${name} ${workers}`) ?? [])
      figures.add(`${name}: ratio`, median(several) / median(one), '')
    }
  } finally {
    await load.end()
    folder.remove()
  }
  figures.end()
}

async function once(
  dataDir: string,
  workers: string,
  { homes, seconds }: { readonly homes: string; readonly seconds: string },
  load: Pinned<Load & Record<string, never>>,
  figures: Figures,
): Promise<[name: string, perSecond: number][]> {
  const startedMs = performance.now()
  const service = await serve(dataDir, { PLAT_WORKERS: workers, PLAT_HOMES: homes })
  figures.heading(`${workers} threads`)
  figures.add('start', performance.now() - startedMs, 'ms')
  const { pid = 0 } = service.program.child
  const made = await plat(['keys', 'create', '--plan', BENCH_PLAN.name, '--data', dataDir, '--json'])
  const headers = { 'x-service-key': (JSON.parse(made.stdout) as { key: string }).key } // as keys create prints it
  const port = Number(new URL(service.a).port)
  const zpid = /\d+$/.exec(service.homePath)?.[0] ?? ''
  const rates: [string, number][] = []
  for (const [name, pathOf] of Object.entries(PATHS)) {
    const order = { port, paths: [pathOf(zpid)], headers, connections: CONNECTIONS }
    await load.ask('run', { ...order, seconds: WARM_S }) // each thread compiles for itself
    const cpuS = cpuSeconds(pid)
    const report = await load.ask('run', { ...order, seconds: Number(seconds) })
    const perSecond = report.requests / report.seconds
    figures.add(`${name}: requests a second`, perSecond, '')
    figures.add(`${name}: processor time of a request`, ((cpuSeconds(pid) - cpuS) / report.requests) * 1e6, 'µs')
    figures.add(`${name}: share of a core that the load takes`, report.busy, '')
    figures.add(`${name}: answers other than 200`, report.failures, '', { atMost: 0 })
    rates.push([name, perSecond])
  }
  figures.add('memory of the process', memoryMb(pid), 'MB')
  await service.stop()
  return rates
}

/** What metering a call costs: in the thread that keeps the ledger, and in one that borrows from it, both together. */
async function benchLedger(figures: Figures): Promise<void> {
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
    figures.add(name, await meter(access, key), 'µs', { atMost: MAX_LEDGER_US })
  }
  await borrowed.close()
  await kept.close()
  await keyring.close()
  remove()
}

async function meter(access: Access, key: string): Promise<number> {
  const before = process.cpuUsage()
  for (let call = 0; call < LEDGER_CALLS; call++) {
    const account = granted(await access.admit(key, false))
    access.missesTooMany(account)
    granted(access.enter(account))
    await access.settle(granted(await access.reserve(account, '/byzpid', 1)))
    access.leave(account)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / LEDGER_CALLS
}

function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}
