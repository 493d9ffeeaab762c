import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { OracleResult, OracleWork } from './oracle-worker.ts'
import { WORLDS, type World } from './oracle-worlds.ts'

const QUESTIONS = Number(process.env.QUERIES ?? 100_000)
/** The share of the questions that each world is asked, and how many homes its sample has. */
const ASKED: Readonly<Record<World, { readonly share: number; readonly homes: number }>> = {
  odd: { share: 0.85, homes: 0 },
  listed: { share: 0.1, homes: 600 },
  large: { share: 0.05, homes: 2000 },
}
const THREADS = 2

/** Another seed asks other questions; `SEED=7 WORLD=odd QUERY=123 npm run trials -- odata/oracle` repeats one of them. */
const seed = Number(process.env.SEED ?? 125_044_570)
const only = process.env.QUERY === undefined ? undefined : Number(process.env.QUERY)
const worlds = WORLDS.filter((world) => process.env.WORLD === undefined || world === process.env.WORLD)

suite(`the OData door and the oracle (SEED=${seed})`, () => {
  for (const world of worlds) {
    const { share, homes } = ASKED[world]
    test(`agree about each of ${share * 100} % of 100,000 random questions to the ${world} catalogue`, async (context) => {
      const count = Math.round(QUESTIONS * share)
      const all = only === undefined ? Array.from({ length: count }, (_, i) => i) : [only]
      const parts = Array.from({ length: only === undefined ? THREADS : 1 }, (_, thread) =>
        all.filter((_index, i) => i % THREADS === thread),
      )
      const results = await Promise.all(parts.map((indices) => asking({ world, homes, seed, indices })))
      const differences = results.flatMap((result) => result.differences)
      assert.equal(differences.length, 0, differences.join('\n\n'))
      const some = results.reduce((sum, result) => sum + result.some, 0)
      const full = results.reduce((sum, result) => sum + result.full, 0)
      context.diagnostic(`${some} of ${all.length} questions found rows, ${full} more than ten`)
      if (only === undefined) assert.ok(some > count / 3 && full > count / 10, 'the questions ask too little')
    })
  }
})

async function asking(workerData: OracleWork): Promise<OracleResult> {
  const worker = new Worker(new URL('oracle-worker.ts', import.meta.url), { workerData })
  const [result] = (await once(worker, 'message')) as [OracleResult]
  await once(worker, 'exit')
  return result
}
