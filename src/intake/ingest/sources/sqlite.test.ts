import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { sniff } from './sniff.ts'

let trial: SourceTrial
beforeEach(() => {
  trial = new SourceTrial()
})
afterEach(() => trial.remove())

function databaseWith(sql: string): string {
  const file = join(trial.folder, 'homes.db')
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return file
}

test('the largest table of a SQLite database is read, with all digits and nothing in place of bytes', async () => {
  const file = databaseWith(`
    CREATE TABLE runs (id INTEGER);
    CREATE TABLE "homes ""x""" (id INTEGER, street TEXT, baths REAL, photo BLOB);
    INSERT INTO runs VALUES (1), (2);
    INSERT INTO "homes ""x""" VALUES (12345678901234567, '12 Elm St', 1.5, x'00'), (2, NULL, 2.0, NULL)`)
  assert.deepEqual((await sniff(file)).format, { type: 'sqlite' })
  const { columns, rows } = await trial.rows(file, { type: 'sqlite' }, [])
  assert.deepEqual(columns, ['id', 'street', 'baths', 'photo'])
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    [
      ['12345678901234567', '12 Elm St', '1.5', ''],
      ['2', '', '2', ''],
    ],
  )
  const other = await trial.rows(file, { type: 'sqlite', table: 'runs' }, [])
  assert.deepEqual(
    other.rows.map(({ cells }) => cells),
    [['1'], ['2']],
  )
})

test('a missing table and a damaged database are refused in one sentence', async () => {
  const file = databaseWith('CREATE TABLE homes (id INTEGER)')
  assert.match(
    await trial.refusal(trial.rows(file, { type: 'sqlite', table: 'x' }, [])),
    /homes\.db" has no table named "x": its tables are homes\.$/,
  )
  const damaged = trial.write('damaged.db', `SQLite format 3\0${'x'.repeat(200)}`)
  assert.match(
    await trial.refusal(trial.rows(damaged, { type: 'sqlite' }, [])),
    /damaged\.db" cannot be read as a SQLite database: [^\n]*\.$/,
  )
})
