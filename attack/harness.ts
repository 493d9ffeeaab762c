import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plan } from '../src/guard/access/access.ts'
import type { Random } from '../src/kit/algorithms/random.ts'
import { PLAT, Program, plat, type Served, scratch, serve } from '../test/e2e/program.ts'
import { startServer } from '../test/postgres/server.ts'

/** Returns the path of a file in an attack's folder. Without a name, returns the path of the folder. */
export type At = (name?: string) => string

/** Runs an attack in a new folder, and then removes the folder. */
export async function inFolder<T>(attack: (at: At) => Promise<T>): Promise<T> {
  const folder = scratch()
  const awake = setInterval(() => {}, 1000) // otherwise Node would exit while it waits for a killed program
  try {
    return await attack((name = '') => join(folder.path, name))
  } finally {
    clearInterval(awake)
    folder.remove()
  }
}

/**
 * Calls `attack` with the settings of a service. If `isDatabase` is true, its data are in a temporary PostgreSQL,
 * otherwise in its folder.
 */
export async function overBackend<T>(
  isDatabase: boolean | undefined,
  attack: (settings: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (isDatabase !== true) return attack({})
  const server = await startServer({ max_connections: '100', shared_buffers: '256MB' })
  try {
    return await attack({ PLAT_DATABASE_URL: server.url() })
  } finally {
    await server.remove()
  }
}

/** Runs a service during an attack, then stops it. Fails if the service does not stop properly. */
export async function withService<T>(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  attack: (served: Served) => Promise<T>,
): Promise<T> {
  const served = await serve(dataDir, settings)
  try {
    return await attack(served)
  } finally {
    served.program.child.kill('SIGTERM')
    assert.equal(await served.program.ended(), 0, served.program.stderr)
  }
}

/** Runs `plat` until it ends, and returns its standard output. Fails if `plat` fails. */
export async function done(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await plat(words)
  assert.equal(code, 0, stderr)
  return stdout
}

/** Starts `plat`, and stops it if it has not ended after some milliseconds. */
export async function ended(
  words: readonly string[],
  afterMs: number,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<Program> {
  const program = new Program(PLAT, words)
  await pause(afterMs)
  program.child.kill(signal)
  await program.ended()
  return program
}

/**
 * Starts a command `kills` times, and kills it each time. After a run without progress, the next run gets more time, so
 * that slow machines also make progress.
 */
export async function killedAgain(words: readonly string[], kills: number, random: Random): Promise<void> {
  let barren = 0
  for (let kill = 0; kill < kills; kill++) {
    const { stdout } = await ended(words, 300 + random.whole(0, 700) + barren * 100)
    barren = stdout === '' ? barren + 1 : 0
  }
}

/** Returns evenly spread fractions of a duration, some greater than 1. The fractions are the same in every run. */
export function momentsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => ((i * 0.618_034) % 1) * 1.1)
}

/** Returns how many milliseconds some work takes. */
export async function timeOf(work: () => unknown): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Time limit in milliseconds of `until`, long enough for a busy machine. */
const SOON_MS = 60_000

/** Waits until a condition is true. Rejects with `why` after a timeout. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  why: () => string,
  { withinMs = SOON_MS, everyMs = 50 } = {},
): Promise<void> {
  const endMs = performance.now() + withinMs
  while (!(await holds())) {
    assert(performance.now() < endMs, why())
    await pause(everyMs)
  }
}

/** Returns the current or the peak memory of a process in megabytes, or 0 if the process has ended. */
export function memoryMb({ child }: Program, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** A plan with limits that no attack reaches. */
export const WIDE: Plan = {
  name: 'wide',
  credits: 1_000_000_000,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  requestsPerSecond: 1_000_000,
  missesPerSecond: 1_000_000,
  burst: 1_000_000,
  callsInFlight: 1_000_000,
}

/** Sums the credits in a list of operations. */
export function creditsIn(usage: readonly { readonly credits: number }[]): number {
  return usage.reduce((sum, { credits }) => sum + credits, 0)
}

/** Returns the message of a thrown value. */
export function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function rounded(figure: number): number {
  return Math.round(figure * 10) / 10
}

/** Placeholders for a portal's names and addresses, for attacks in which they do not matter. */
export const NO_WORDS = { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin: '' }
