import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { needs } from '../needs.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { TRIAL_NOW_MS } from '../sample/trial.ts'
import { NaiveTables } from './naive-tables.ts'
import { writeOddWorld } from './odd-world.ts'
import { compare } from './oracle-worlds.ts'
import { RandomQuestions } from './random-question.ts'

const QUESTIONS = Number(process.env.QUERIES ?? 1000)

/** `SEED=7 QUERY=123 npm run trials -- odata/postgres-oracle` repeats the question that a failure has named. */
const seed = Number(process.env.SEED ?? 1_973_394_849)
const only = process.env.QUERY === undefined ? undefined : Number(process.env.QUERY)

suite(`the OData door over PostgreSQL and the oracle (SEED=${seed})`, needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let backend: PostgresBackend
  let catalog: Catalog
  let questions: RandomQuestions
  let context: Context

  before(async () => {
    databases = await openDatabases()
    backend = await PostgresBackend.on(databases)
    catalog = await backend.catalogWith(writeOddWorld)
    context = { catalog, clock: fixedClock(TRIAL_NOW_MS), log: silentLog, words: WORDS }
    questions = new RandomQuestions(await NaiveTables.of(context), seed)
  })
  after(async () => {
    catalog.close()
    await backend.close()
    await databases.remove()
  })

  test('agree about 1,000 random questions', async (trial) => {
    let some = 0
    for (const index of only === undefined ? Array.from({ length: QUESTIONS }, (_, i) => i) : [only]) {
      const question = questions.question(index)
      await compare(context, question, `SEED=${seed} QUERY=${index}`)
      if (question.total > 0) some++
    }
    trial.diagnostic(`${some} of ${QUESTIONS} questions found rows`)
    if (only === undefined) assert.ok(some > QUESTIONS / 3, 'the questions ask too little')
  })
})
