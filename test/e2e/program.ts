import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const PLAT = join(ROOT, 'plat')

const FREE_PORT = ['--port', '0']

/** The real program, started as people and scripts start it. */
export class Program {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''
  readonly #ended: Promise<number | NodeJS.Signals>
  #awaits = 0

  constructor(command: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PLAT_'))
    this.child = spawn(command, words, { cwd: ROOT, env: { ...Object.fromEntries(inherited), ...environment } })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    // otherwise a program that a failed test leaves running would keep the test process from ending
    this.child.unref()
    // pipes are sockets
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) (pipe as Socket | null)?.unref()
    const end = () => this.child.kill('SIGKILL')
    process.once('exit', end)
    this.#ended = once(this.child, 'close').then(([code, signal]) => {
      process.off('exit', end)
      return code ?? signal
    })
  }

  /** Resolves to the exit code, or to the signal that ended the program. */
  ended(): Promise<number | NodeJS.Signals> {
    return this.#awaited(this.#ended)
  }

  /** Resolves when standard output matches. Rejects if the program ends before. */
  async shows(wanted: RegExp): Promise<RegExpMatchArray> {
    let ended = false
    void this.#ended.then(() => {
      ended = true
    })
    for (;;) {
      const match = this.stdout.match(wanted)
      if (match !== null) return match
      assert(!ended, `the program ended before it showed ${wanted}:\n${this.stdout}${this.stderr}`)
      await this.#awaited(Promise.race([this.#ended, once(this.child.stdout ?? this.child, 'data')]))
    }
  }

  /** Keeps this process alive while it waits for the program. */
  async #awaited<T>(promise: Promise<T>): Promise<T> {
    if (this.#awaits++ === 0) this.child.ref()
    try {
      return await promise
    } finally {
      if (--this.#awaits === 0) this.child.unref()
    }
  }

  /** Checks that every log line is JSON, and that no line is a warning or an error. */
  assertCleanLog(): void {
    for (const line of this.stderr.split('\n').filter((text) => text !== '')) {
      assert.equal((JSON.parse(line) as { level: string }).level, 'info', line)
    }
  }
}

/** A running service. It serves a sample of 500 homes unless the data folder has a catalog. */
export interface Served {
  readonly program: Program
  /** The base URL for calls. */
  readonly a: string
  /** All ports that accept calls. */
  readonly ports: readonly number[]
  /** The base URL for operators. */
  readonly operators: string
  readonly key: string
  /** Path and query of an existing home, as on the start page. */
  readonly homePath: string
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>
  /** Stops the service with SIGTERM. Fails if it does not stop properly, or has logged a problem. */
  stop(): Promise<void>
}

/** The folder in which the test files of a run share samples; see `tools/test.ts`. */
const SAMPLES = process.env.TEST_SAMPLES

/**
 * Fills a folder with a sample in which one day has passed, as in a service's first start. Test files of the same run
 * get copies of one sample with one id. The first file that needs the sample makes it, and others wait.
 */
export async function fillSample(dataDir: string, homes: number): Promise<void> {
  if (SAMPLES === undefined) return makeSample(dataDir, homes)
  const kept = join(SAMPLES, String(homes))
  const made = `${kept}-made`
  if (mkdirSync(made, { recursive: true }) !== undefined) {
    await makeSample(join(made, 'data'), homes)
    renameSync(join(made, 'data'), kept)
  }
  while (!existsSync(kept)) await pause(50)
  cpSync(kept, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

async function makeSample(dataDir: string, homes: number): Promise<void> {
  for (const words of [
    ['--homes', String(homes)],
    ['--days', '1'],
  ]) {
    const { code, stderr } = await plat(['sample', '--data', dataDir, ...words])
    assert.equal(code, 0, stderr)
  }
}

/** Number of homes in the sample. For another number, a test sets `PLAT_HOMES`. */
const HOMES = 500

function lacksCatalog(dataDir: string): boolean {
  return !existsSync(dataDir) || !readdirSync(dataDir).some((name) => name.startsWith('catalogue'))
}

/**
 * Starts a service. If the folder has no catalog, it gets a sample. With the option `--homes`, the service makes the
 * sample itself.
 */
export async function serve(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<Served> {
  const { PLAT_HOMES: homes = String(HOMES) } = environment
  const makesSample = more.includes('--homes') || 'PLAT_DATABASE_URL' in environment
  if (SAMPLES !== undefined && !makesSample && lacksCatalog(dataDir)) await fillSample(dataDir, Number(homes))
  const program = new Program(PLAT, ['serve', '--data', dataDir, ...FREE_PORT, ...more], {
    PLAT_HOMES: homes,
    ...environment,
  })
  const page = (await program.shows(/^.*All operations: .*\n/s))[0]
  const key = page.match(/plat_\w+/)?.[0] ?? ''
  const a = page.match(/For calls +(http:\S+)/)?.[1] ?? ''
  return {
    program,
    a,
    ports: [...page.matchAll(/For calls +http:\/\/\S+:(\d+)/g)].map(([, port]) => Number(port)),
    operators: page.match(/(http:\S+)\/health\/ready/)?.[1] ?? '',
    key,
    homePath: page.match(/\/pro\/byzpid\?zpid=\d+/)?.[0] ?? '',
    get: (path, headers = { 'x-service-key': key }, method = 'GET') => fetch(`${a}${path}`, { method, headers }),
    stop: async () => {
      program.child.kill('SIGTERM')
      assert.equal(await program.ended(), 0)
      program.assertCleanLog()
    },
  }
}

/** Runs `plat` until it ends. */
export async function plat(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const program = new Program(PLAT, words, environment)
  const code = await program.ended()
  return { code, stdout: program.stdout, stderr: program.stderr }
}

/** Makes an API key, as an operator does. */
export async function newKey(
  dataDir: string,
  plan: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly key: string; readonly keyId: string }> {
  const { code, stdout, stderr } = await plat(['keys', 'create', '--plan', plan, '--data', dataDir], environment)
  assert.equal(code, 0, stderr)
  return { key: stdout.match(/plat_\w+/)?.[0] ?? '', keyId: (stdout + stderr).match(/key_\w+/)?.[0] ?? '' }
}

/** Makes an empty folder. Returns its path, and a function that removes the folder. */
export function scratch(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'plat-e2e-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
