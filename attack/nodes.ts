import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../src/kit/algorithms/random.ts'
import { Database } from '../src/kit/postgres/database.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, plat, type Served, serve } from '../test/e2e/program.ts'
import { assertAllAgree, type Count, callOn, DEMO_PLAN, planOf, untilAdmitted } from '../test/e2e/spending.ts'
import { needs } from '../test/needs.ts'
import { type HangingProxy, hangingProxy } from '../test/postgres/hanging-proxy.ts'
import { startServer, type TestServer } from '../test/postgres/server.ts'
import type { Attack, Measured } from './attack.ts'
import { inFolder } from './harness.ts'

const SEED = 11
const CREDITS = 30_000
const CALLERS = 24
const ROUNDS = 4
const RUN_MS_MAX = 600_000
const LIFE_MS_MAX = 1500
/**
 * How many milliseconds the database server is stopped, and how many it does not answer. Both exceed a service's
 * timeout.
 */
const GONE_MS = 1500
const SILENT_MS = 4000

/** By how many hours the clock of each service is ahead; a negative number means that it is behind. */
const SKEWS_H = [0, 5, -26_280] as const

export const nodes: Attack = {
  name: 'nodes',
  promise:
    'N credits buy exactly N answers from nodes that share a PostgreSQL, despite kill -9 of nodes, a server that stops or is silent, and clocks that are off by years',
  full,
}

async function full(): Promise<Measured | string> {
  const { skip } = needs('PostgreSQL')
  if (skip !== false) return skip
  return inFolder(async (folderAt) => {
    const server = await startServer({ max_connections: '100' })
    const proxy = await hangingProxy(server.port)
    const folders = SKEWS_H.map((_, node) => folderAt(`node-${node}`))
    for (const folder of folders) mkdirSync(folder)
    const running: Served[] = []
    try {
      const url = server.url().replace(`:${server.port}/`, `:${proxy.port}/`)
      const environments = SKEWS_H.map((hours) => environmentOf(url, hours))
      const start = (node: number) => serve(at(folders, node), at(environments, node))
      const first = at(folders, 0)
      writePlans(first, [planOf(CREDITS), DEMO_PLAN])
      const made = await plat(['sample', '--homes', '500', '--data', first], environments[0])
      assert.equal(made.code, 0, made.stderr)
      running.push(await start(0))
      const { key, keyId } = await newKey(first, 'last', at(environments, 0))
      while (running.length < SKEWS_H.length) running.push(await start(running.length))
      await Promise.all(running.map((served) => untilAdmitted(served, key)))

      const count: Count = { answered: 0, lost: 0, busy: 0, slowestBusyMs: 0 }
      const endMs = performance.now() + RUN_MS_MAX
      const calls = Array.from({ length: CALLERS }, (_, i) =>
        callOn(() => running[i % running.length], key, count, endMs),
      )
      let isOver = false
      const disturbing = disturb({ server, proxy, running, start, isOver: () => isOver })
      await Promise.all(calls)
      isOver = true
      const rounds = await disturbing
      await Promise.all(running.map((served) => untilAdmitted(served, key)))

      const used = await assertAllAgree(running, key, keyId, { dataDir: first, environment: at(environments, 0) })
      assert.equal(used, CREDITS, 'until all are refused, every credit is used')
      assert(count.answered <= CREDITS, `${count.answered} calls were answered for ${CREDITS} credits`)
      const unanswered = CREDITS - count.answered
      assert(
        unanswered <= count.lost,
        `${unanswered} credits were charged for no answer; ${count.lost} calls were lost`,
      )
      await assertNothingIsLeft(server.url())
      return {
        credits: CREDITS,
        'calls answered': count.answered,
        'rounds of kill, stop and silence': rounds,
        'lost with a killed node': count.lost,
        'of these charged': unanswered,
        'told to come back': count.busy,
        'slowest of these, ms': count.slowestBusyMs,
      }
    } finally {
      for (const { program } of running) {
        program.child.kill('SIGKILL')
        await program.ended()
      }
      await proxy.close()
      await server.remove()
    }
  })
}

interface Disturbed {
  readonly server: TestServer
  readonly proxy: HangingProxy
  readonly running: Served[]
  readonly start: (node: number) => Promise<Served>
  readonly isOver: () => boolean
}

/**
 * In each round, kills a service, then stops the database server, then makes it silent. Returns the number of rounds.
 */
async function disturb({ server, proxy, running, start, isOver }: Disturbed): Promise<number> {
  const random = new Random(SEED, 'nodes')
  for (let round = 0; round < ROUNDS; round++) {
    await pause(random.unit() * LIFE_MS_MAX)
    if (isOver()) return round
    const node = round % running.length
    const { program } = at(running, node)
    program.child.kill('SIGKILL')
    await program.ended()
    running[node] = await start(node)
    await pause(random.unit() * LIFE_MS_MAX)
    await server.stop()
    await pause(GONE_MS)
    await server.start()
    await pause(random.unit() * LIFE_MS_MAX)
    proxy.hang()
    await pause(SILENT_MS)
    proxy.resume()
  }
  return ROUNDS
}

/** Checks that the credits spent per day add up to the credits that were used. */
export async function assertNothingIsLeft(url: string): Promise<void> {
  const database = await Database.open({ url, connections: 1 })
  try {
    const [row] = await database.query<{ spent: number; used: number }>({ name: 'left', text: LEFT })
    assert.equal(row?.spent, row?.used)
  } finally {
    await database.close()
  }
}

const LEFT = `
  SELECT (SELECT sum(credits)::bigint FROM plat.spent) AS spent, (SELECT sum(credits)::bigint FROM plat.usage) AS used`

/** Returns environment variables for a service whose clock is some hours ahead. */
function environmentOf(url: string, hours: number): Record<string, string> {
  const skewed = `const now = Date.now; Date.now = () => now() + ${hours * 3_600_000}`
  return {
    PLAT_DATABASE_URL: url,
    PLAT_WORKERS: '1',
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(skewed)}"`,
  }
}

function at<T>(list: readonly T[], index: number): T {
  return list[index] as T // the list has one element per service
}
