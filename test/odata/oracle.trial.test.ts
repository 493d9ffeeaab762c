import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { IS_LONG, questionsOf, SEED } from '../long-run.ts'
import type { OracleResult, OracleWork } from './oracle-worker.ts'
import { WORLDS, type World } from './oracle-worlds.ts'

/** For each catalog, its share of the questions, and the number of homes of its sample. */
const ASKED: Readonly<Record<World, { readonly share: number; readonly homes: number }>> = {
  odd: { share: 0.85, homes: 0 },
  listed: { share: 0.1, homes: 600 },
  large: { share: 0.05, homes: 2000 },
}
/** In a short run, making the catalog in a second thread takes longer than its questions. */
const THREADS = IS_LONG ? 2 : 1

const { count, indices, areAll } = questionsOf('odata/oracle', 100_000)
/** An error names the catalog. `SEED=7 WORLD=odd QUERY=123 npm run trials -- odata/oracle` repeats its question. */
const worlds = WORLDS.filter((world) => process.env.WORLD === undefined || world === process.env.WORLD)

suite(`the OData endpoint and the oracle (SEED=${SEED})`, () => {
  for (const world of worlds) {
    const { share, homes } = ASKED[world]
    test(`agree about each of ${share * 100} % of ${count} random questions to the ${world} catalog`, async (context) => {
      const all = indices.slice(0, Math.round(count * share))
      const parts = Array.from({ length: Math.min(THREADS, all.length) }, (_, thread) =>
        all.filter((_index, i) => i % THREADS === thread),
      )
      const results = await Promise.all(parts.map((part) => asking({ world, homes, seed: SEED, indices: part })))
      const differences = results.flatMap((result) => result.differences)
      assert.equal(differences.length, 0, differences.join('\n\n'))
      const some = results.reduce((sum, result) => sum + result.some, 0)
      const full = results.reduce((sum, result) => sum + result.full, 0)
      context.diagnostic(`${some} of ${all.length} questions found rows, ${full} more than ten`)
      if (areAll) assert.ok(some > all.length / 3 && full > all.length / 10, 'the questions ask too little')
    })
  }
})

async function asking(workerData: OracleWork): Promise<OracleResult> {
  const worker = new Worker(new URL('oracle-worker.ts', import.meta.url), { workerData })
  const [[result]] = await Promise.all([once(worker, 'message') as Promise<[OracleResult]>, once(worker, 'exit')])
  return result
}
