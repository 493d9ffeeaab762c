import { parseArgs } from 'node:util'
import { DEMO_KEY } from '../src/access/index.ts'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { Figures } from './figures.ts'
import { type AskedGzip, FORMS, type Form } from './gzip/asked-gzip.ts'
import type { CompressingServer } from './http/compressing-server.ts'
import type { Load, LoadReport } from './http/load.ts'
import type { PlatServer } from './http/plat-server.ts'
import { Pinned } from './pinned.ts'
import { type AskedHandlers, LOAD_CORE, numbers, SERVER_CORE, startPlat } from './search/bench.ts'
import type { Draw } from './search/mix.ts'
import { mean, median } from './timing.ts'

const MIN_OF_PLAIN = 1
const MIN_TIMES_COMPRESSING = 8

const CONNECTIONS = 8
const WARM_S = 3
const ROUND_S = 2
const WARM_ROUNDS = 30

/** Of a small sample, most searches find less than a page; of a million homes, most fill one. */
const DRAWS_FOR_ONE = 10
const FULL_BYTES = 300_000

/** Compressing takes so long that one round of it tells as much as many. */
const SLOW: readonly Form[] = ['level 1', 'level 6']

interface Given {
  readonly path: string
  readonly rounds: number
  readonly figures: Figures
}

/** Searches as gzip beside the same plain: `--homes N`, `--seed N`, `--queries N`, `--rounds N`, `--json`. */
export async function benchGzip(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      queries: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '7' },
      json: { type: 'boolean', default: false },
    },
  })
  const [homes, seed, queries, rounds] = [options.homes, options.seed, options.queries, options.rounds].map(wholeNumber)
  beAlone()
  const figures = new Figures(options.json)
  const { path } = await sampleFolder(homes as number, seed as number, (text) => figures.note(text))
  const plat = startPlat()
  await plat.ask('open', path)
  const draws = await plat.ask('draw', { seed: seed as number, count: (queries as number) * DRAWS_FOR_ONE })
  await plat.end()
  const given = { path, rounds: rounds as number, figures }
  const { bodies, full } = await inProcess(given, draws, queries as number)
  await overHttp(given, full, bodies)
  figures.end()
}

/** Returns the searches that were asked, which all fill a page, and the bodies of their answers. */
async function inProcess(
  { path, rounds, figures }: Given,
  draws: readonly Draw[],
  count: number,
): Promise<{ full: readonly Draw[]; bodies: readonly Uint8Array[] }> {
  figures.heading('A found page into the bytes of an answer, in process')
  const asked = new Pinned<AskedHandlers<AskedGzip>>('./gzip/asked-gzip.ts', SERVER_CORE)
  try {
    await asked.ask('open', path)
    const sizes = await asked.ask('find', queriesOf(draws))
    const full = draws.filter((_, i) => (sizes[i] as number) >= FULL_BYTES).slice(0, count)
    await asked.ask('find', queriesOf(full))
    figures.add('searches that fill a page', full.length, '')
    for (const _ of numbers(WARM_ROUNDS)) for (const form of ['plain', 'fast'] as const) await asked.ask('round', form)
    const times = new Map(FORMS.map((form) => [form, [] as number[]]))
    for (const round of numbers(rounds)) {
      for (const form of FORMS) {
        if (round > 0 && SLOW.includes(form)) continue
        const { microseconds, bytes } = await asked.ask('round', form)
        times.get(form)?.push(microseconds)
        if (round === 0) figures.add(`${form}: bytes of an answer, mean`, bytes, 'B')
      }
    }
    for (const form of FORMS) figures.add(`${form}: median`, median(times.get(form) ?? []), 'µs')
    return { full, bodies: await asked.ask('bodies') }
  } finally {
    await asked.end()
  }
}

function queriesOf(draws: readonly Draw[]): Draw['query'][] {
  return draws.map(({ query }) => query)
}

interface Target {
  readonly name: string
  readonly port: number
  readonly paths: readonly string[]
  readonly encoding: 'gzip' | 'identity'
  /** Of the server so far, in microseconds. */
  processorTime(): Promise<number>
}

/** What one target did in one round. */
interface Turn extends LoadReport {
  /** Of the server, for one request. */
  readonly microseconds: number
}

/** Each on the same core, the load from the other, in turn. */
async function overHttp(
  { path, rounds, figures }: Given,
  draws: readonly Draw[],
  bodies: readonly Uint8Array[],
): Promise<void> {
  figures.heading(`Over HTTP, ${CONNECTIONS} connections kept open`)
  const fast = new Pinned<AskedHandlers<PlatServer>>('./http/plat-server.ts', SERVER_CORE)
  const small = new Pinned<AskedHandlers<PlatServer>>('./http/plat-server.ts', SERVER_CORE)
  const compressing = new Pinned<AskedHandlers<CompressingServer>>('./http/compressing-server.ts', SERVER_CORE)
  const load = new Pinned<AskedHandlers<Load>>('./http/load.ts', LOAD_CORE)
  try {
    const paths = draws.map(({ url }) => url)
    const port = await fast.ask('listen', path)
    const targets: readonly Target[] = [
      { name: 'plain', port, paths, encoding: 'identity', processorTime: () => fast.ask('processorTime') },
      { name: 'gzip, fast', port, paths, encoding: 'gzip', processorTime: () => fast.ask('processorTime') },
      {
        name: 'gzip, small',
        port: await small.ask('listenSmall', path),
        paths,
        encoding: 'gzip',
        processorTime: () => small.ask('processorTime'),
      },
      {
        name: 'bare server that compresses at level 1',
        port: await compressing.ask('listen', bodies),
        paths: bodies.map((_, i) => `/${i}`),
        encoding: 'gzip',
        processorTime: () => compressing.ask('processorTime'),
      },
    ]
    addReports(targets, await inTurn(targets, rounds, load), figures)
  } finally {
    await Promise.all([fast.end(), small.end(), compressing.end(), load.end()])
  }
}

async function inTurn(
  targets: readonly Target[],
  rounds: number,
  load: Pinned<AskedHandlers<Load>>,
): Promise<Turn[][]> {
  const run = async ({ port, paths, encoding, processorTime }: Target, seconds: number): Promise<Turn> => {
    const headers = { 'x-service-key': DEMO_KEY, 'accept-encoding': encoding }
    const before = await processorTime()
    const report = await load.ask('run', { port, paths, headers, connections: CONNECTIONS, seconds })
    return { ...report, microseconds: ((await processorTime()) - before) / report.requests }
  }
  for (const target of targets) await run(target, WARM_S)
  const reports: Turn[][] = []
  for (const _ of numbers(rounds)) {
    const round: Turn[] = []
    for (const target of targets) round.push(await run(target, ROUND_S))
    reports.push(round)
  }
  return reports
}

function addReports(targets: readonly Target[], reports: readonly Turn[][], figures: Figures): void {
  const rates = reports.map((round) => round.map(({ requests, seconds }) => requests / seconds))
  for (const [which, { name }] of targets.entries()) {
    const own = reports.flatMap((round) => round[which] ?? [])
    figures.add(`${name}: requests`, median(rates.map((round) => round[which] ?? Number.NaN)), '/s')
    figures.add(`${name}: bytes of an answer`, mean(own.map(({ bodyBytes, requests }) => bodyBytes / requests)), 'B')
    figures.add(`${name}: processor time of a request`, median(own.map(({ microseconds }) => microseconds)), 'µs')
    const failures = own.reduce((sum, report) => sum + report.failures, 0)
    if (failures > 0) figures.add(`${name}: answers other than 200`, failures, '', { atMost: 0 })
  }
  const costs = reports.map((round) => round.map(({ microseconds }) => microseconds))
  const ratio = (one: number, other: number, of = rates) =>
    median(of.map((round) => (round[one] ?? Number.NaN) / (round[other] ?? Number.NaN)))
  figures.add('gzip, fast, beside plain', ratio(1, 0), 'of it', { atLeast: MIN_OF_PLAIN })
  figures.add('gzip, fast, beside small', ratio(1, 2), 'times')
  figures.add('gzip, fast, beside the bare server', ratio(1, 3), 'times', { atLeast: MIN_TIMES_COMPRESSING })
  figures.add('plain in processor time, beside gzip, fast', ratio(0, 1, costs), 'times', { atLeast: MIN_OF_PLAIN })
  figures.add('small in processor time, beside gzip, fast', ratio(2, 1, costs), 'times')
  figures.add('the bare server in processor time, beside gzip, fast', ratio(3, 1, costs), 'times')
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new RangeError(`Cannot read "${text}": accepted is a whole number above 0.`)
  return Number(text)
}
