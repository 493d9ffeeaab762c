import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { Query } from '../src/catalog/ports/query.ts'
import { bench } from './harness/bench.ts'
import type { Column, Figures, Row } from './harness/figures.ts'
import type { Load } from './harness/load.ts'
import { LOAD_CORE, Pinned, SERVER_CORE } from './harness/pinned.ts'
import { cpuSeconds, memoryMb, processesUnder } from './harness/process-figures.ts'
import { PlatProgram } from './harness/program.ts'
import { madeOnce, sampleFolder } from './harness/samples.ts'
import { mean, median, numbers, quantile, WARM_ROUNDS } from './harness/timing.ts'
import { PEER_NAMES, type PeerName } from './peers/peer.ts'
import type { Draw } from './questions/mix.ts'
import type { Digest, QueryProcess } from './questions/query-process.ts'
import { FORMS } from './service/stage.ts'

/** Minimum ratio of answers per processor second: Plat with zstd to a peer with gzip. */
const MIN_TIMES = { SQLite: 8, PostGIS: 10, DuckDB: 10 } as const
const MIN_GZIP_PER_S = 1600
const MAX_OPEN_S = 3

const CONNECTIONS = 16
const PLAT_FORMS = ['plain', 'gzip', 'zstd'] as const
const PEER_FORMS = ['plain', 'gzip'] as const

/** The code that determines the content of the peers' databases: it makes the sample, and writes listings into tables. */
const LOADED_BY = ['sample', 'src/model', 'src/catalog', 'src/service/rendering', 'bench/peers']

const IN_PROCESS = columns({ CPU: 'µs', mean: 'ms', median: 'ms', p99: 'ms' })
const OVER_HTTP = columns({ CPU: 'µs', 'answers a second': '/s', p50: 'ms', p99: 'ms', body: 'B' })
const STORED = columns({ memory: 'MB', disk: 'MB', loading: 's' })

/** Different searches for each encoding of answers: for the just-in-time compiler, then for measuring. */
type Draws = Readonly<
  Record<(typeof PLAT_FORMS)[number], { readonly warm: readonly Draw[]; readonly timed: readonly Draw[] }>
>

/**
 * Sends the same random searches to Plat and to databases that a user could choose instead, and compares the answers.
 * Everything runs on one core: without HTTP, then over HTTP with a small server around each peer, without keys or
 * credits. Processor time includes the processes of a database, and hardly depends on other programs. Options:
 * `--homes`, `--seed`, `--queries`, `--rounds`, `--peers` (SQLite, PostGIS and DuckDB; separated by commas).
 */
export const run = bench(
  { homes: 1_000_000, seed: 1, queries: 1000, rounds: 3, peers: PEER_NAMES },
  async (given, figures) => {
    const sample = await sampleFolder(given, figures)
    const peers = given.peers as readonly PeerName[] // `bench` accepts no others
    for (const name of peers) await load(name, sample, figures)
    const comparison = new Comparison(sample, given.rounds, figures)
    await comparison.measurePlat(given)
    for (const name of peers) await comparison.measurePeer(name)
    await comparison.end(peers)
  },
)

function columns(units: Readonly<Record<string, string>>): readonly Column[] {
  return Object.entries(units).map(([name, unit]) => ({ name, unit }))
}

function folderOf(name: PeerName, sample: string): string {
  return join(sample, 'peers', name)
}

/** The file with the milliseconds that loading took. */
function timePath(name: PeerName, sample: string): string {
  return `${folderOf(name, sample)}.ms`
}

async function load(name: PeerName, sample: string, figures: Figures): Promise<void> {
  const folder = folderOf(name, sample)
  mkdirSync(join(sample, 'peers'), { recursive: true })
  await madeOnce(join(sample, 'peers'), name, LOADED_BY, async () => {
    figures.note(`Loading the sample into ${name} …`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const loader = pinned()
    writeFileSync(timePath(name, sample), String(await loader.ask('loadPeer', { name, folder, dataDir: sample })))
    await loader.end()
  })
}

function pinned(): Pinned<QueryProcess> {
  return new Pinned<QueryProcess>('questions/query-process.ts', SERVER_CORE)
}

/** A system that answers over HTTP. */
interface Served {
  readonly pid: number
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
}

class Comparison {
  readonly #sample: string
  readonly #rounds: number
  readonly #figures: Figures
  readonly #load = new Pinned<Load>('harness/load.ts', LOAD_CORE)
  readonly #inProcess: Row[] = []
  readonly #overHttp: Row[] = []
  readonly #stored: Row[] = []
  #draws: Draws | undefined
  #digests: readonly Digest[] = []

  constructor(sample: string, rounds: number, figures: Figures) {
    this.#sample = sample
    this.#rounds = rounds
    this.#figures = figures
  }

  async measurePlat({ seed, queries }: { readonly seed: number; readonly queries: number }): Promise<void> {
    const plat = pinned()
    const openMs = await plat.ask('open', { dataDir: this.#sample, seed })
    this.#figures.add('open the catalog and answer a first search', openMs / 1000, 's', { atMost: MAX_OPEN_S })
    const draw = async () => ({ warm: await plat.ask('searches', queries), timed: await plat.ask('searches', queries) })
    const draws: Draws = { plain: await draw(), gzip: await draw(), zstd: await draw() }
    this.#draws = draws
    this.#digests = await plat.ask('digests', queriesOf(draws))
    this.#figures.add('searches, all with the same bytes from all', this.#digests.length, '')
    this.#figures.add('homes that match, mean', mean(this.#digests.map(({ ungrouped }) => ungrouped)), '')
    this.#figures.add('bytes of cards, mean', mean(this.#digests.map(({ cardBytes }) => cardBytes)), 'B')
    await this.#measureInProcess('Plat', plat, WARM_ROUNDS)
    await plat.end()
    const program = await PlatProgram.start(this.#sample, String(SERVER_CORE), ['--workers', '1'])
    const memory = await this.#measureOverHttp('Plat', program, PLAT_FORMS, ({ url }) => url)
    this.#stored.push({ name: 'Plat', values: [memory, diskMb(this.#sample, false), Number.NaN] })
    await program.end()
  }

  async measurePeer(name: PeerName): Promise<void> {
    const [folder, peer, draws] = [folderOf(name, this.#sample), pinned(), this.#draws]
    await peer.ask('openPeer', { name, folder })
    if (draws) requireSame(draws.plain.timed, this.#digests, await peer.ask('digests', queriesOf(draws)), name)
    await this.#measureInProcess(name, peer, 0)
    const served = { pid: peer.pid, port: await peer.ask('serve', undefined), headers: {} }
    const pathOf = ({ query }: Draw) => `/${serialize(query).toString('base64url')}`
    const memory = await this.#measureOverHttp(name, served, PEER_FORMS, pathOf)
    const loadS = Number(readFileSync(timePath(name, this.#sample), 'utf8')) / 1000
    this.#stored.push({ name, values: [memory, diskMb(folder, true), loadS] })
    await peer.end()
  }

  /** Prints the figures. */
  async end(peers: readonly PeerName[]): Promise<void> {
    await this.#load.end()
    const figures = this.#figures
    figures.heading('Without HTTP, answer bytes included')
    figures.table(IN_PROCESS, this.#inProcess)
    figures.heading(`Over HTTP, ${CONNECTIONS} callers, each search for the first time`)
    figures.table(OVER_HTTP, this.#overHttp)
    figures.heading('Memory while answering, files, and the time to load listings that have been read')
    figures.table(STORED, this.#stored)
    const rows = [...this.#inProcess, ...this.#overHttp]
    const cpuUs = (name: string) => rows.find((row) => row.name === name)?.values[0] ?? Number.NaN
    const reach = { atLeast: MIN_GZIP_PER_S }
    figures.add('Plat with gzip: answers in a second of processor time', 1e6 / cpuUs('Plat gzip'), '/s', reach)
    for (const name of peers) {
      figures.add(`${name}: processor time without HTTP, compared with Plat`, cpuUs(name) / cpuUs('Plat'), 'times')
      const times = cpuUs(`${name} gzip`) / cpuUs('Plat zstd')
      const atLeast = MIN_TIMES[name]
      figures.add(`${name} with gzip: processor time, compared with Plat with zstd`, times, 'times', { atLeast })
    }
  }

  async #measureInProcess(name: string, process: Pinned<QueryProcess>, warmRounds: number): Promise<void> {
    this.#figures.note(`${name}, without HTTP`)
    const searches = this.#draws === undefined ? [] : queriesOf(this.#draws)
    for (const _ of numbers(warmRounds)) await process.ask('round', searches)
    const startS = cpuOf(process.pid)
    const times: number[] = []
    for (const _ of numbers(this.#rounds)) times.push(...(await process.ask('round', searches)))
    const cpuUs = ((cpuOf(process.pid) - startS) * 1e6) / times.length
    this.#inProcess.push({ name, values: [cpuUs, mean(times), median(times), quantile(times, 0.99)] })
  }

  /** Returns the memory in use at the end. */
  async #measureOverHttp(
    name: string,
    { pid, port, headers }: Served,
    forms: readonly (typeof PLAT_FORMS)[number][],
    pathOf: (draw: Draw) => string,
  ): Promise<number> {
    this.#figures.note(`${name}, over HTTP`)
    const run = async (form: (typeof PLAT_FORMS)[number], which: 'warm' | 'timed') => {
      const paths = this.#draws?.[form][which].map(pathOf) ?? []
      const order = { port, paths, headers: { ...headers, ...FORMS[form] }, connections: CONNECTIONS, seconds: 0 }
      const startS = cpuOf(pid)
      const report = await this.#load.ask('run', order)
      if (report.failures > 0) throw new Error(`${report.failures} of ${report.requests} answers are not 200`)
      return { ...report, cpuUs: ((cpuOf(pid) - startS) * 1e6) / report.requests }
    }
    for (const form of forms) await run(form, 'warm')
    for (const form of forms) {
      const { cpuUs, requests, seconds, p50Ms, p99Ms, sizes } = await run(form, 'timed')
      this.#overHttp.push({
        name: `${name} ${form}`,
        values: [cpuUs, requests / seconds, p50Ms, p99Ms, mean([...sizes])],
      })
    }
    return processesUnder(pid).reduce((sum, each) => sum + memoryMb(each), 0)
  }
}

function queriesOf({ plain }: Draws): Query[] {
  return plain.timed.map(({ query }) => query)
}

/** Throws an error about the first search that Plat and a peer answer differently. */
function requireSame(draws: readonly Draw[], ours: readonly Digest[], theirs: readonly Digest[], name: string): void {
  const differing = draws.flatMap((_, i) => (JSON.stringify(ours[i]) === JSON.stringify(theirs[i]) ? [] : [i]))
  const [at] = differing
  if (at === undefined) return
  const both = `Plat ${JSON.stringify(ours[at])}, ${name} ${JSON.stringify(theirs[at])}`
  throw new Error(`${differing.length} of ${draws.length} answers differ, the first to ${draws[at]?.url}: ${both}`)
}

/** Processor time of a process and of the processes that it started, in seconds. */
function cpuOf(pid: number): number {
  return processesUnder(pid).reduce((sum, each) => sum + cpuSeconds(each), 0)
}

/** Size of the files in a folder. */
function diskMb(folder: string, recursive: boolean): number {
  const files = readdirSync(folder, { recursive, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6
}
