import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Plan } from '../../src/guard/access/access.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { writePlans } from '../../test/access/write-plans.ts'
import { PLAT, Program } from '../../test/e2e/program.ts'
import { canPin } from './pinned.ts'
import { WORDS } from './setting.ts'

const MORNING = new URL('morning.ts', import.meta.url).href

/** A plan that refuses nothing but counts everything, so that every figure includes the cost of charging calls. */
export const BENCH_PLAN: Plan = {
  name: 'bench',
  credits: 1_000_000_000,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  requestsPerSecond: 1_000_000,
  burst: 1_000_000,
  callsInFlight: 1_000_000,
}

/** `--unsent-mb` leaves room for the answers of 256 callers, which are often half a megabyte each. */
const SETTINGS = ['--media-origin', WORDS.mediaOrigin, '--unsent-mb', '1024', '--log-level', 'warn']
const FREE_PORT = ['--port', '0']

const agent = new Agent({ keepAlive: true })

/** The real program, started as `./plat serve` on a data folder. */
export class PlatProgram {
  readonly port: number
  /** Headers with an API key that has no limits. */
  readonly headers: Readonly<Record<string, string>>
  /** Seconds from the start to the first answer. */
  readonly openS: number
  readonly pid: number
  readonly #program: Program

  private constructor(program: Program, page: string, key: string, openS: number) {
    this.port = Number(page.match(/For calls +http:\/\/\S+:(\d+)/)?.[1])
    this.headers = { 'x-service-key': key }
    this.openS = openS
    this.pid = program.child.pid ?? Number.NaN
    this.#program = program
  }

  /** `cores`: processor cores, in the syntax of taskset. `words`: further options of `plat serve`. */
  static async start(dataDir: string, cores: string, words: readonly string[] = []): Promise<PlatProgram> {
    const key = await makeKey(dataDir)
    const startMs = performance.now()
    const command = [PLAT, 'serve', '--data', dataDir, ...FREE_PORT, ...SETTINGS, ...words]
    const [first = '', ...others] = canPin() ? ['taskset', '--cpu-list', cores, ...command] : command
    const program = new Program(first, others, morning())
    const [page = ''] = await program.shows(/^.*All operations: /s)
    return new PlatProgram(program, page, key, (performance.now() - startMs) / 1000)
  }

  /**
   * Sends a GET over a keep-alive connection, and returns the body as it was received. Throws unless the status is 200.
   */
  async get(path: string, headers: Readonly<Record<string, string>> = {}) {
    const request = get({ port: this.port, path, headers: { ...this.headers, ...headers }, agent })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const body = Buffer.concat(await response.toArray())
    assert.equal(response.statusCode, 200, `${path}: ${body.toString('latin1', 0, 300)}`)
    return { body, encoding: response.headers['content-encoding'] }
  }

  async end(): Promise<void> {
    this.#program.child.kill('SIGTERM')
    await this.#program.ended()
    process.stderr.write(this.#program.stderr)
  }
}

/** Makes an API key. Removes earlier keys of the folder, with their spent credits. */
async function makeKey(dataDir: string): Promise<string> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${dataDir}/access.sqlite${suffix}`, { force: true })
  writePlans(dataDir, [BENCH_PLAN])
  const words = ['keys', 'create', '--plan', BENCH_PLAN.name, '--label', 'bench', '--data', dataDir]
  const program = new Program(PLAT, words, morning())
  assert.equal(await program.ended(), 0, program.stderr)
  return program.stdout.match(/plat_\w+/)?.[0] ?? ''
}

function morning(): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import ${MORNING}`, BENCH_START_MS: String(systemClock.now()) }
}
