import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../src/base/clock.ts'
import type { Area } from '../../src/operations/operation.ts'
import { canPin } from '../pinned.ts'
import { WORDS } from '../search/setting.ts'

const PLAT = fileURLToPath(new URL('../../plat', import.meta.url))
const MORNING = new URL('morning.ts', import.meta.url).href

/** Nothing is refused and everything counted: what metering costs is part of every figure. */
export const BENCH_PLANS = `bench:
  credits: 1000000000000
  period: month
  areas: [A, B, C]
  skip: true
  requestsPerSecond: 1000000
  burst: 1000000
  callsInFlight: 1000000
`

/** 256 callers may each have an answer under way, and answers of half a megabyte are common. */
const SETTINGS = ['--media-origin', WORDS.mediaOrigin, '--unsent-mb', '1024', '--log-level', 'warn']
const FREE_PORTS = ['--port-a', '0', '--port-b', '0', '--port-c', '0']

/** The real program on a data folder, started as `./plat serve`. */
export class PlatProgram {
  readonly ports: Readonly<Record<Area, number>>
  /** Of a key on a plan without limits. */
  readonly headers: Readonly<Record<string, string>>
  /** From its start until it answered. */
  readonly openS: number
  readonly pid: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, page: string, key: string, openS: number) {
    const port = (area: Area) => Number(page.match(new RegExp(`Area ${area} .*http://\\S+:(\\d+)`))?.[1])
    this.ports = { A: port('A'), B: port('B'), C: port('C') }
    this.headers = { 'x-service-key': key }
    this.openS = openS
    this.pid = child.pid ?? Number.NaN
    this.#child = child
  }

  /** `cores` as taskset writes them; `words` are further options of `plat serve`, `variables` further ones of its environment. */
  static async start(
    dataDir: string,
    cores: string,
    words: readonly string[] = [],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<PlatProgram> {
    const key = makeKey(dataDir, variables)
    const startMs = performance.now()
    const program = [PLAT, 'serve', '--data', dataDir, ...FREE_PORTS, ...SETTINGS, ...words]
    const [command = '', ...args] = canPin() ? ['taskset', '--cpu-list', cores, ...program] : program
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 2], env: environment(variables) })
    process.once('exit', () => child.kill('SIGKILL'))
    const page = await startPage(child)
    return new PlatProgram(child, page, key, (performance.now() - startMs) / 1000)
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }
}

/** Whether `plat serve` has an option. */
export function knowsOption(option: string): boolean {
  const { stdout } = spawnSync(PLAT, ['serve', '--help'], { encoding: 'utf8' })
  return new RegExp(`${option}\\b`).test(stdout)
}

/** The folder's earlier keys go, with the credits that they spent. */
function makeKey(dataDir: string, variables: Readonly<Record<string, string>>): string {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${dataDir}/access.sqlite${suffix}`, { force: true })
  writeFileSync(`${dataDir}/plans.yaml`, BENCH_PLANS)
  const words = ['keys', 'create', '--plan', 'bench', '--label', 'bench', '--data', dataDir]
  const { stdout, stderr, status } = spawnSync(PLAT, words, { encoding: 'utf8', env: environment(variables) })
  const key = stdout.match(/plat_\w+/)?.[0]
  if (status !== 0 || key === undefined) throw new Error(`No key could be made: ${stderr}`)
  return key
}

function environment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PLAT_'))
  const startMs = String(systemClock.now())
  return {
    ...Object.fromEntries(inherited),
    ...variables,
    NODE_OPTIONS: `--import ${MORNING}`,
    BENCH_START_MS: startMs,
  }
}

function startPage(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let page = ''
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      page += piece
      if (page.includes('All operations: ')) resolve(page)
    })
    child.once('exit', () => reject(new Error(`The program ended before it answered:\n${page}`)))
  })
}
