import { parseArgs } from 'node:util'
import { writePlans } from '../test/access/write-plans.ts'
import { plat, scratch, serve } from '../test/e2e/program.ts'
import { beAlone } from './alone.ts'
import { Figures } from './figures.ts'
import type { Load } from './http/load.ts'
import { BENCH_PLAN } from './metering.ts'
import { Pinned } from './pinned.ts'
import { cpuSeconds, memoryMb } from './service/process-figures.ts'
import { median } from './timing.ts'

const PATHS = {
  '/byzpid': (zpid: string) => `/byzpid?zpid=${zpid}`,
  'a search': () => '/search/byaddress?location=TX&listingStatus=For_Sale',
}

const CONNECTIONS = 32
const LOAD_CORE = 1
const WARM_S = 3

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
