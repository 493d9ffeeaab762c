import { postgresPath } from '../databases/databases.ts'
import type { PostgresServer } from '../databases/postgres-server.ts'
import type { BareServer } from '../harness/bare-server.ts'
import type { Figures } from '../harness/figures.ts'
import { type Load, type LoadReport, rateOf } from '../harness/load.ts'
import { LOAD_CORE, Pinned, SERVER_CORE } from '../harness/pinned.ts'
import { PlatProgram } from '../harness/program.ts'
import { median, numbers } from '../harness/timing.ts'
import type { Asked } from '../questions/asked.ts'
import type { Draw } from '../questions/mix.ts'
import { ASKED, type SearchBench } from './part-in-process.ts'

const MIN_OF_BARE = 0.6
const MIN_TIMES_POSTGRES = 25

const CONNECTIONS = 8
const POSTGRES_CONNECTIONS = 2
const WARM_S = 4
const ROUND_S = 2

/** A server that answers the mix, and what is asked of it. */
interface Target {
  readonly name: string
  readonly port: number
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

/** The mix over HTTP: Plat, PostgreSQL and a bare server, each on the same core, the load from the other, in turn. */
export async function benchHttp({ sample, seed, queries, rounds, figures }: SearchBench): Promise<void> {
  figures.heading(`Over HTTP, ${CONNECTIONS} connections kept open`)
  const postgres = new Pinned<PostgresServer>('databases/postgres-server.ts', SERVER_CORE)
  const bare = new Pinned<BareServer>('harness/bare-server.ts', SERVER_CORE)
  const load = new Pinned<Load>('harness/load.ts', LOAD_CORE)
  const plat = await PlatProgram.start(sample, String(SERVER_CORE))
  try {
    await plat.untilChecked()
    const { draws, cards } = await drawn(sample, seed, queries)
    const paths = draws.map(({ url }) => url)
    const order = { folder: postgresPath(sample), connections: POSTGRES_CONNECTIONS, draws }
    const { headers } = plat
    const ofPostgres = { name: 'PostgreSQL', port: await postgres.ask('listen', order), paths, headers }
    const ofPlat = { name: 'Plat', port: plat.ports.A, paths, headers }
    await requireSame(ofPostgres, cards)
    const sizes = await requireSame(ofPlat, cards)
    const port = await bare.ask('listen', Math.max(...sizes))
    const ofBare = { name: 'bare server', port, paths: sizes.map((bytes) => `/${bytes}`), headers }
    figures.add('searches, all with the same bytes of cards from both', draws.length, '')
    const targets = [ofPlat, ofPostgres, ofBare]
    addReports(targets, await inTurn(targets, rounds, load), figures)
  } finally {
    await Promise.all([postgres.end(), plat.end(), bare.end(), load.end()])
  }
}

/** The mix, and the cards that each search must answer with. */
async function drawn(dataDir: string, seed: number, count: number): Promise<{ draws: Draw[]; cards: Uint8Array[] }> {
  const asked = new Pinned<Asked>(ASKED, LOAD_CORE)
  await asked.ask('open', { dataDir, seed })
  const draws = await asked.ask('searches', count)
  const cards: Uint8Array[] = []
  for (const { query } of draws) cards.push(await asked.ask('cards', query))
  await asked.end()
  return { draws, cards }
}

/** Asks for everything once, throws at the first answer that has other cards, and returns how long the bodies are. */
async function requireSame({ name, port, paths, headers }: Target, cards: readonly Uint8Array[]): Promise<number[]> {
  const sizes: number[] = []
  for (const [i, path] of paths.entries()) {
    const plain = { ...headers, 'accept-encoding': 'identity' }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: plain })
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
async function inTurn(targets: readonly Target[], rounds: number, load: Pinned<Load>): Promise<LoadReport[][]> {
  const run = ({ port, paths, headers }: Target, seconds: number) =>
    load.ask('run', { port, paths, headers, connections: CONNECTIONS, seconds })
  for (const target of targets) await run(target, WARM_S)
  const reports: LoadReport[][] = []
  for (const _ of numbers(rounds)) {
    const round: LoadReport[] = []
    for (const target of targets) round.push(await run(target, ROUND_S))
    reports.push(round)
  }
  return reports
}

function addReports(targets: readonly Target[], reports: readonly LoadReport[][], figures: Figures): void {
  for (const [which, { name }] of targets.entries()) {
    const own = reports.flatMap((round) => round[which] ?? [])
    figures.add(`${name}: requests`, median(own.map(rateOf)), '/s')
    figures.add(`${name}: share of its core that the load took`, median(own.map(({ busy }) => busy * 100)), '%')
    const failures = own.reduce((sum, report) => sum + report.failures, 0)
    if (failures > 0) figures.add(`${name}: answers other than 200`, failures, '', { atMost: 0 })
  }
  const rateIn = (round: readonly LoadReport[], which: number) => {
    const report = round[which]
    return report ? rateOf(report) : Number.NaN
  }
  const ratio = (one: number, other: number) =>
    median(reports.map((round) => rateIn(round, one) / rateIn(round, other)))
  figures.add('Plat beside the bare server', ratio(0, 2), 'of it', { atLeast: MIN_OF_BARE })
  figures.add('Plat beside PostgreSQL', ratio(0, 1), 'times', { atLeast: MIN_TIMES_POSTGRES })
}
