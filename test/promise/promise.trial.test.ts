import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { scratch } from '../e2e/program.ts'
import { needs } from '../needs.ts'
import { openDatabases } from '../postgres/server.ts'
import { answersOf, ENVIRONMENT, lacking, type Recorded } from './recorded.ts'
import { readPromised, unpack } from './store.ts'

/** Opens a store, and compares all answers and the output of all commands with what was recorded. */
async function answersAsRecorded({ key, answers, commands }: Recorded, dataDir: string, environment: object) {
  const now = await answersOf(
    key,
    answers.map(({ path }) => path),
    commands.map(({ words }) => words),
    dataDir,
    { ...ENVIRONMENT, ...environment },
  )
  for (const [at, then] of answers.entries()) assert.deepEqual(lacking(now.answers[at], then), [], then.path)
  for (const [at, then] of commands.entries())
    assert.deepEqual(lacking(now.commands[at], then), [], then.words.join(' '))
  assert.ok(answers.length > 200, String(answers.length))
}

function folderOfTest(): string {
  const folder = scratch()
  after(() => folder.remove())
  return join(folder.path, 'data')
}

test('a data folder of version 1.0 has all its answers, keys, credits, people, searches and changes', async () => {
  const { content, recorded } = readPromised('folder')
  const dataDir = folderOfTest()
  unpack(content, dataDir)
  await answersAsRecorded(recorded, dataDir, {})
})

test(
  'a database of version 1.0 has all its answers, keys, credits, people, searches and changes',
  needs('PostgreSQL'),
  async () => {
    const { content, recorded } = readPromised('database')
    const databases = await openDatabases()
    after(() => databases.remove())
    const client = new pg.Client(databases.url())
    await client.connect()
    await client.query(content.toString())
    await client.end()
    await answersAsRecorded(recorded, folderOfTest(), { PLAT_DATABASE_URL: databases.url() })
  },
)
