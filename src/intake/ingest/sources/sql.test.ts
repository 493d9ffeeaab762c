import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { DUCKDB_VERSION, type DuckDb, loadDuckDb } from './duckdb.ts'
import type { Row } from './source.ts'
import { openSql } from './sql.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-sql-'))
after(() => rmSync(folder, { recursive: true }))

const FILE = join(folder, 'homes.csv')
writeFileSync(FILE, 'id,price\n007,150000\n008,\n')

/** A stand-in for DuckDB. It records queries and returns the same answer to each. */
function standIn(answer: {
  names: readonly string[]
  types: readonly number[]
  rows: readonly (readonly unknown[])[]
}) {
  const asked: string[] = []
  let open = 0
  const duckDb: DuckDb = {
    DuckDBInstance: {
      create: async () => {
        open++
        return {
          connect: async () => ({
            run: async (sql) => asked.push(sql),
            stream: async (sql) => {
              asked.push(sql)
              if (sql === 'wrong') throw new Error('Parser Error: syntax error at or near "wrong"\n\nLINE 1: wrong')
              return {
                columnNames: () => answer.names,
                columnTypesJson: () => answer.types.map((typeId) => ({ typeId })),
                yieldRowsJson: async function* () {
                  yield answer.rows
                },
              }
            },
            closeSync() {},
          }),
          closeSync: () => open--,
        }
      },
    },
  }
  return { load: async () => duckDb, asked, isOpen: () => open > 0 }
}

async function rowsIn(file: string, query: string, columns: readonly string[], load?: () => Promise<DuckDb>) {
  const source = await openSql(file, { query }, columns, load)
  const rows: Row[] = []
  for await (const row of source.rows()) rows.push(row)
  source.close()
  return { columns: source.columns, rows: rows.map(({ line, cells }) => [line, ...cells]) }
}

test('the rows of a query are read with structures as paths, lists as lists, and times as ISO 8601', async () => {
  const { load, asked, isOpen } = standIn({
    names: ['id', 'listed', 'place', 'photos', 'beds'],
    types: [17, 12, 25, 24, 10],
    rows: [
      ['007', '2026-01-31 09:30:00', { zip: '98103' }, ['a', 'b'], Math.fround(2.1)],
      ['008', null, null, [], null],
    ],
  })
  const { columns, rows } = await rowsIn(FILE, 'SELECT 1', ['id', 'place.zip', 'other'], load)
  assert.deepEqual(columns, ['id', 'listed', 'photos', 'beds', 'place.zip'])
  assert.deepEqual(rows, [
    [1, '007', '2026-01-31T09:30:00Z', 'a\u001fb\u001f', '2.1', '98103'],
    [2, '008', '', '', '', ''],
  ])
  assert.match(
    asked[0] ?? '',
    /^CREATE TEMP VIEW input AS SELECT \* FROM read_csv\('.*homes\.csv', all_varchar = true\)$/,
  )
  assert.equal(asked[1], 'SELECT 1')
  assert.equal(isOpen(), false)
})

test('a failing query, an unsupported file and a missing file are refused in one sentence each', async () => {
  const { load, isOpen } = standIn({ names: [], types: [], rows: [] })
  const other = join(folder, 'homes.dbf')
  writeFileSync(other, 'x')
  for (const [file, query, exitCode, sentence] of [
    [
      FILE,
      'wrong',
      EXIT.data,
      /^The mapping’s query cannot be run on ".*": Parser Error: syntax error at or near "wrong"; nothing was imported\.$/,
    ],
    [other, 'SELECT 1', EXIT.data, /^A file for SQL must end in \.csv, .*; ".*homes\.dbf" does not\.$/],
    [join(folder, 'none.csv'), 'SELECT 1', EXIT.noInput, /^Cannot read ".*none\.csv": there is no such file\.$/],
  ] as const) {
    await assert.rejects(rowsIn(file, query, [], load), (error: unknown) => {
      assert.ok(error instanceof CommandFault)
      assert.match(error.message, sentence)
      assert.equal(error.exitCode, exitCode)
      return true
    })
    assert.equal(isOpen(), false, 'nothing is left open')
  }
})

test('DuckDB joins files and keeps texts unchanged; without DuckDB, a sentence says how to install it', async () => {
  const missing: unknown = await loadDuckDb().then(
    () => undefined,
    (error: unknown) => error,
  )
  if (missing !== undefined) {
    assert.ok(missing instanceof CommandFault)
    assert.equal(missing.exitCode, EXIT.usage)
    assert.match(missing.message, /run "npm install --prefix optional @duckdb\/node-api@[\w.-]+" in Plat's folder\.$/)
    return
  }
  const places = join(folder, 'places.csv')
  writeFileSync(places, 'id,zip\n007,02134\n')
  const query = `SELECT i.id, p.zip, {'at': TIMESTAMP '2026-01-31 09:30:00'} AS seen, 0.1::FLOAT AS share, [1, 2] AS list
    FROM input i JOIN read_csv('${places}', all_varchar = true) p ON i.id = p.id`
  const { columns, rows } = await rowsIn(FILE, query, ['seen.at'])
  assert.deepEqual(columns, ['id', 'zip', 'share', 'list', 'seen.at'])
  assert.deepEqual(rows, [[1, '007', '02134', '0.1', '1\u001f2\u001f', '2026-01-31T09:30:00Z']])
})

test('the version in the sentence is the version in package.json', () => {
  const { peerDependencies } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ) as {
    readonly peerDependencies: Readonly<Record<string, string>>
  }
  assert.equal(peerDependencies['@duckdb/node-api'], DUCKDB_VERSION)
})
