import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAccess, savePlans } from '../../src/access/postgres/open.ts'
import { Database } from '../../src/base/postgres/database.ts'
import type { Context } from '../../src/catalog/context.ts'
import type { Load, LoadReport } from '../http/load.ts'
import { Pinned } from '../pinned.ts'
import { type AskedHandlers, LOAD_CORE, numbers } from '../search/bench.ts'
import { MixDrawer } from '../search/mix.ts'
import { benchClock, benchLog, WORDS } from '../search/setting.ts'
import { cpuSeconds } from '../service/process-figures.ts'
import { BENCH_PLANS, PlatProgram } from '../service/program.ts'
import { median } from '../timing.ts'
import type { Stage } from './stage.ts'

/** Wanted of two nodes beside one, where the database has cores left. */
const TIMES_OF_TWO = 1.7

/** Of callers, with a call under way each. */
const CONNECTIONS = 8

/** Cores that two nodes, the database and the load need to be told apart. */
const CORES_WANTED = 4

/** The mix of searches over HTTP, from one node and from two. */
export async function benchNodes(stage: Stage, seed: number, queries: number): Promise<void> {
  const { figures } = stage
  figures.heading('Over HTTP, from one node and two')
  const context: Context = { catalog: stage.embedded, clock: benchClock, log: benchLog, words: WORDS }
  const drawer = new MixDrawer(seed, context)
  const paths: string[] = []
  while (paths.length < queries) paths.push((await drawer.draw()).url)
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'plat-bench-')))
  const variables = { PLAT_DATABASE_URL: stage.url }
  const cores = `0-${cpus().length - 1}`
  const nodes: PlatProgram[] = []
  try {
    await loadPlans(stage.url)
    for (const folder of folders) nodes.push(await PlatProgram.start(folder, cores, ['--workers', '1'], variables))
    const rates: { readonly one: number; readonly two: number; readonly nodeUs: number }[] = []
    await rateOf(nodes, paths)
    for (const _ of numbers(stage.rounds)) {
      const one = await rateOf(nodes.slice(0, 1), paths)
      const two = await rateOf(nodes, paths)
      rates.push({ one: one.perSecond, two: two.perSecond, nodeUs: one.nodeUs })
    }
    figures.add('searches a second, one node', median(rates.map(({ one }) => one)), '/s')
    figures.add('searches a second, two nodes', median(rates.map(({ two }) => two)), '/s')
    const times = median(rates.map(({ one, two }) => two / one))
    const reach = cpus().length >= CORES_WANTED ? { atLeast: TIMES_OF_TWO } : undefined
    figures.add('two nodes beside one', times, 'times', reach)
    figures.add('processor time of a node for a call', median(rates.map(({ nodeUs }) => nodeUs)), 'µs')
  } finally {
    for (const node of nodes) await node.end()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Nodes that share a database share its plans, too. */
async function loadPlans(url: string): Promise<void> {
  const database = await Database.open({ url })
  await migrateAccess(database)
  await savePlans({ url }, BENCH_PLANS, 'plans.yaml')
  await database.close()
}

async function rateOf(
  nodes: readonly PlatProgram[],
  paths: readonly string[],
): Promise<{ readonly perSecond: number; readonly nodeUs: number }> {
  const loads = nodes.map(() => new Pinned<AskedHandlers<Load>>('./http/load.ts', LOAD_CORE))
  try {
    const before = nodes.map(({ pid }) => cpuSeconds(pid))
    const reports = await Promise.all(
      nodes.map(({ ports, headers }, i): Promise<LoadReport> | undefined =>
        loads[i]?.ask('run', {
          ...{ port: ports.A, paths, connections: CONNECTIONS / nodes.length, seconds: 2 },
          headers: { ...headers, 'accept-encoding': 'gzip' },
        }),
      ),
    )
    const spentS = nodes.reduce((sum, { pid }, i) => sum + cpuSeconds(pid) - (before[i] ?? 0), 0)
    const all = reports.filter((report) => report !== undefined)
    const failures = all.reduce((sum, report) => sum + report.failures, 0)
    if (failures > 0) throw new Error(`${failures} calls were not answered with 200`)
    const calls = all.reduce((sum, report) => sum + report.requests, 0)
    const perSecond = all.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0)
    return { perSecond, nodeUs: (spentS * 1e6) / calls }
  } finally {
    for (const load of loads) await load.end()
  }
}
