import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { questionsOf, SEED } from '../long-run.ts'
import { needs } from '../needs.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { TRIAL_NOW_MS } from '../sample/trial.ts'
import { NaiveTables } from './naive-tables.ts'
import { writeOddWorld } from './odd-world.ts'
import { compare } from './oracle-worlds.ts'
import { RandomQuestions } from './random-question.ts'

const { count, indices, areAll, again } = questionsOf('odata/postgres-oracle', 5_000, 1_000)

suite(`the OData endpoint over PostgreSQL and the oracle (SEED=${SEED})`, needs('PostgreSQL'), () => {
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
    questions = new RandomQuestions(await NaiveTables.of(context), SEED)
  })
  after(async () => {
    catalog.close()
    await backend.close()
    await databases.remove()
  })

  test(`agree about ${count} random questions`, async (trial) => {
    let some = 0
    for (const index of indices) {
      const question = questions.question(index)
      await compare(context, question, again(index))
      if (question.total > 0) some++
    }
    trial.diagnostic(`${some} of ${count} questions found rows`)
    if (areAll) assert.ok(some > count / 3, 'the questions ask too little')
  })
})
