import { DEMO_KEY } from '../../src/access/index.ts'
import { clusterPath } from '../databases.ts'
import type { BareServer } from '../http/bare-server.ts'
import type { Load, LoadReport } from '../http/load.ts'
import type { PlatServer } from '../http/plat-server.ts'
import type { PostgresServer } from '../http/postgres-server.ts'
import { Pinned } from '../pinned.ts'
import { median } from '../timing.ts'
import { type AskedHandlers, LOAD_CORE, numbers, SERVER_CORE, type SearchBench, startPlat } from './bench.ts'
import type { Draw } from './mix.ts'

const MIN_OF_BARE = 0.6
const MIN_TIMES_POSTGRES = 25

const CONNECTIONS = 8
const POSTGRES_CONNECTIONS = 2
const WARM_S = 4
const ROUND_S = 2

const HEADERS = { 'x-service-key': DEMO_KEY }

/** A server that answers the mix, and what is asked of it. */
interface Target {
  readonly name: string
  readonly port: number
  readonly paths: readonly string[]
}

/** The mix over HTTP: Plat, PostgreSQL and a bare server, each on the same core, the load from the other, in turn. */
export async function benchHttp({ sample, seed, queries, rounds, figures }: SearchBench): Promise<void> {
  figures.heading(`Over HTTP, ${CONNECTIONS} connections kept open`)
  const postgres = new Pinned<AskedHandlers<PostgresServer>>('./http/postgres-server.ts', SERVER_CORE)
  const plat = new Pinned<AskedHandlers<PlatServer>>('./http/plat-server.ts', SERVER_CORE)
  const bare = new Pinned<AskedHandlers<BareServer>>('./http/bare-server.ts', SERVER_CORE)
  const load = new Pinned<AskedHandlers<Load>>('./http/load.ts', LOAD_CORE)
  try {
    const { draws, cards } = await drawn(sample.path, seed, queries)
    const paths = draws.map(({ url }) => url)
    const order = { folder: clusterPath(sample), connections: POSTGRES_CONNECTIONS, draws }
    const ofPostgres = { name: 'PostgreSQL', port: await postgres.ask('listen', order), paths }
    const ofPlat = { name: 'Plat', port: await plat.ask('listen', sample.path), paths }
    await requireSame(ofPostgres, cards)
    const sizes = await requireSame(ofPlat, cards)
    const ofBare = {
      name: 'bare server',
      port: await bare.ask('listen', Math.max(...sizes)),
      paths: sizes.map((bytes) => `/${bytes}`),
    }
    figures.add('searches, all with the same bytes of cards from both', draws.length, '')
    const targets = [ofPlat, ofPostgres, ofBare]
    const reports = await inTurn(targets, rounds, load)
    addReports(targets, reports, figures)
  } finally {
    await Promise.all([postgres.end(), plat.end(), bare.end(), load.end()])
  }
}

/** The mix, and the cards that each search must answer with. */
async function drawn(dataDir: string, seed: number, count: number): Promise<{ draws: Draw[]; cards: Uint8Array[] }> {
  const plat = startPlat()
  await plat.ask('open', dataDir)
  const draws = await plat.ask('draw', { seed, count })
  const cards: Uint8Array[] = []
  for (const { query } of draws) cards.push(await plat.ask('cards', query))
  await plat.end()
  return { draws, cards }
}

/** Asks for everything once, throws at the first answer that has other cards, and tells how long the bodies are. */
async function requireSame({ name, port, paths }: Target, cards: readonly Uint8Array[]): Promise<number[]> {
  const sizes: number[] = []
  for (const [i, path] of paths.entries()) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { ...HEADERS, 'accept-encoding': 'identity' },
    })
    const body = Buffer.from(await response.arrayBuffer())
    const wanted = Buffer.concat([Buffer.from('"searchResults":['), cards[i] ?? new Uint8Array(), Buffer.from(']')])
    if (response.status !== 200 || !body.includes(wanted)) {
      throw new Error(`${name} answers otherwise to ${path}: ${response.status} ${body.toString().slice(0, 500)}`)
    }
    sizes.push(body.length)
  }
  return sizes
}

/** Round after round, each server once in every round, after some seconds that do not count. */
async function inTurn(
  targets: readonly Target[],
  rounds: number,
  load: Pinned<AskedHandlers<Load>>,
): Promise<LoadReport[][]> {
  const run = ({ port, paths }: Target, seconds: number) =>
    load.ask('run', { port, paths, headers: HEADERS, connections: CONNECTIONS, seconds })
  for (const target of targets) await run(target, WARM_S)
  const reports: LoadReport[][] = []
  for (const _ of numbers(rounds)) {
    const round: LoadReport[] = []
    for (const target of targets) round.push(await run(target, ROUND_S))
    reports.push(round)
  }
  return reports
}

function addReports(
  targets: readonly Target[],
  reports: readonly (readonly LoadReport[])[],
  figures: SearchBench['figures'],
): void {
  const rates = reports.map((round) => round.map(({ requests, seconds }) => requests / seconds))
  const ofTarget = (which: number, value: (report: LoadReport) => number) =>
    median(reports.map((round) => value(round[which] as LoadReport))) // every round asks every target
  for (const [which, { name }] of targets.entries()) {
    figures.add(`${name}: requests`, median(rates.map((round) => round[which] ?? Number.NaN)), '/s')
    figures.add(
      `${name}: share of its core that the load took`,
      ofTarget(which, ({ busy }) => busy * 100),
      '%',
    )
    const failures = reports.reduce((sum, round) => sum + (round[which]?.failures ?? 0), 0)
    if (failures > 0) figures.add(`${name}: answers other than 200`, failures, '', { atMost: 0 })
  }
  const ratio = (one: number, other: number) =>
    median(rates.map((round) => (round[one] ?? Number.NaN) / (round[other] ?? Number.NaN)))
  figures.add('Plat beside the bare server', ratio(0, 2), 'of it', { atLeast: MIN_OF_BARE })
  figures.add('Plat beside PostgreSQL', ratio(0, 1), 'times', { atLeast: MIN_TIMES_POSTGRES })
}
