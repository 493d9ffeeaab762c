import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needs } from '../../../test/needs.ts'
import { hangingProxy } from '../../../test/postgres/hanging-proxy.ts'
import { startServer, type TestServer } from '../../../test/postgres/server.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { Database } from './database.ts'
import { migrate, type Part } from './migrations.ts'

const STEPS: Part = {
  name: 'trial',
  migrations: [
    { number: 1, name: '001-a.sql', sql: 'CREATE TABLE plat.trial (n bigint); INSERT INTO plat.trial VALUES (1)' },
    { number: 2, name: '002-b.sql', sql: 'ALTER TABLE plat.trial ADD COLUMN day date' },
  ],
}

async function faultOf(work: Promise<unknown>): Promise<CommandFault> {
  const fault = await work.then(
    () => assert.fail('it should have been refused'),
    (error: unknown) => error,
  )
  assert.ok(fault instanceof CommandFault, String(fault))
  return fault
}

describe('a database', needs('PostgreSQL'), () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ max_connections: '6', superuser_reserved_connections: '0' })
  })
  after(() => server.remove())

  test('nodes that start at once run each step once, and an up-to-date node runs none', async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => Database.open({ url: server.url(), connections: 1 })))
    try {
      await Promise.all(nodes.map((node) => migrate(node, STEPS)))
      await Promise.all(nodes.map((node) => migrate(node, STEPS)))
      const rows = await nodes[0]?.query({ name: 'rows', text: 'SELECT n, day FROM plat.trial' })
      assert.deepEqual(rows, [{ n: 1, day: null }])
    } finally {
      for (const node of nodes) await node.close()
    }
  })

  test('a step waits for readers without blocking later readers, and runs once the first readers are done', async () => {
    const [reader, writer] = [await Database.open({ url: server.url() }), await Database.open({ url: server.url() })]
    const third = { number: 3, name: '003-c.sql', sql: 'ALTER TABLE plat.trial ADD COLUMN c int' }
    const part = { ...STEPS, migrations: [...STEPS.migrations, third] }
    try {
      await migrate(writer, STEPS)
      let pauses = 0
      await reader.inTransaction(async (connection) => {
        await connection.query({ name: 'n', text: 'SELECT n FROM plat.trial' })
        const waited = new Promise<void>((resolve) => {
          migrating = migrate(writer, part, async () => {
            pauses += 1
            resolve()
          })
        })
        await waited
        await writer.query({ name: 'n', text: 'SELECT n FROM plat.trial' })
      })
      await migrating
      assert.ok(pauses > 0)
      await writer.query({ name: 'c', text: 'SELECT c FROM plat.trial' })
      const newer = await faultOf(migrate(reader, STEPS))
      assert.equal(newer.exitCode, EXIT.data)
      assert.match(
        newer.message,
        /was upgraded by a newer Plat: its part "trial" is at step 3, but this Plat knows only 2\./,
      )
    } finally {
      await reader.close()
      await writer.close()
    }
  })
  let migrating: Promise<void> | undefined

  test('a step may take longer than any statement of a call', async () => {
    const database = await Database.open({ url: server.url(), connections: 1, statementMs: 100 })
    const sql = 'SELECT pg_sleep(2.3); CREATE TABLE plat.long (n int)'
    try {
      await migrate(database, { name: 'long', migrations: [{ number: 1, name: '001-long.sql', sql }] })
    } finally {
      await database.close()
    }
  })

  test('a failed transaction changes nothing, and its connection can be used again', async () => {
    const database = await Database.open({ url: server.url(), connections: 1 })
    try {
      const failing = database.inTransaction(async (connection) => {
        await connection.run('CREATE TABLE half (n int)')
        await connection.run('SELECT 1 / 0')
      })
      await assert.rejects(failing, /division by zero/)
      const rows = await database.query({ name: 'half', text: "SELECT to_regclass('half') AS half" })
      assert.deepEqual(rows, [{ half: null }])
    } finally {
      await database.close()
    }
  })

  test('a wrong password, an unknown database, a port without a server and a replica get different messages', async () => {
    const open = (url: string) => faultOf(Database.open({ url }))
    const password = await open(server.url().replace(/:[^:@/]*@/, ':wrong@'))
    assert.deepEqual(
      [password.exitCode, /refuses the user or the password/.test(password.message)],
      [EXIT.denied, true],
    )
    assert.ok(!password.message.includes('wrong'))
    const none = await open(server.url().replace(/:[^:@/]*@/, '@'))
    assert.deepEqual(
      [none.exitCode, /asks for a password: PLAT_DATABASE_URL has none/.test(none.message)],
      [EXIT.denied, true],
    )
    assert.match((await open(server.url('nowhere'))).message, /does not exist/)
    const nobody = await open('postgres://plat@127.0.0.1:1/plat')
    assert.deepEqual([nobody.exitCode, /nothing listens there/.test(nobody.message)], [EXIT.busy, true])
    const replica = await Database.open({ url: `${server.url()}?options=-c%20default_transaction_read_only%3Don` })
    try {
      const written = await faultOf(migrate(replica, { ...STEPS, name: 'other' }))
      assert.deepEqual([written.exitCode, /can only be read/.test(written.message)], [EXIT.cannotWrite, true])
    } finally {
      await replica.close()
    }
  })

  test('a server that is too old is refused by its version', async () => {
    const database = await Database.open({ url: server.url(), connections: 1 })
    const older = `CREATE SCHEMA older; CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql AS
      $$ SELECT CASE name WHEN 'server_version' THEN '14.19' ELSE '140019' END $$`
    await database.inTransaction((connection) => connection.run(older))
    await database.close()
    const fault = await faultOf(Database.open({ url: `${server.url()}?options=-c%20search_path%3Dolder%2Cpg_catalog` }))
    assert.equal(fault.exitCode, EXIT.data)
    assert.match(fault.message, / is PostgreSQL 14\.19, but Plat needs version 15 or newer\.$/)
  })

  test('a database with an encoding other than UTF8 is refused in one sentence', async () => {
    const database = await Database.open({ url: server.url(), connections: 1 })
    for (const encoding of ['LATIN1', 'SQL_ASCII']) {
      const name = encoding.toLowerCase()
      const text = `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`
      await database.query({ name: '', text })
      const fault = await faultOf(Database.open({ url: server.url(name) }))
      assert.equal(fault.exitCode, EXIT.data)
      assert.match(
        fault.message,
        new RegExp(`^The database .*/${name} has the encoding ${encoding}, but must have UTF8\\.`),
      )
    }
    await database.close()
  })

  test('tables that have lost their keys are refused, and the message names them', async () => {
    const database = await Database.open({ url: server.url(), connections: 1 })
    const sql = `CREATE TABLE plat.kept (a int, b int, PRIMARY KEY (a, b));
      CREATE TABLE plat.free (a int); CREATE INDEX free_a ON plat.free (a);
      CREATE UNLOGGED TABLE plat.keyed (name text PRIMARY KEY)`
    const part = { name: 'keyed', migrations: [{ number: 1, name: '001-keyed', sql }] }
    await migrate(database, part)
    await migrate(database, part)
    await database.query({ name: '', text: 'ALTER TABLE plat.keyed DROP CONSTRAINT keyed_pkey' })
    const fault = await faultOf(migrate(database, part))
    await database.close()
    assert.equal(fault.exitCode, EXIT.data)
    assert.match(fault.message, /, plat\.keyed has lost its primary key, .*restore once more/)
  })

  test('a connection plans a statement once for all values unless a setting says otherwise, and compiles none', async () => {
    const text = `SELECT current_setting('plan_cache_mode') AS plans, current_setting('jit') AS jit`
    const settingsWith = async (plans?: 'generic' | 'custom' | 'auto') => {
      const database = await Database.open({ url: server.url(), connections: 1, ...(plans && { plans }) })
      const settings = await database.query({ name: 'test-settings', text })
      await database.close()
      return settings
    }
    assert.deepEqual(await settingsWith(), [{ plans: 'force_generic_plan', jit: 'off' }])
    assert.deepEqual(await settingsWith('custom'), [{ plans: 'force_custom_plan', jit: 'off' }])
    assert.deepEqual(await settingsWith('auto'), [{ plans: 'auto', jit: 'off' }])
  })

  test('a server or a pool without a free connection is reported as such', async () => {
    const many = await Database.open({ url: server.url(), connections: 10, statementMs: 5000 })
    try {
      const sleeping = { name: 'sleep', text: 'SELECT pg_sleep(0.5)' }
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => many.query(sleeping)))
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')
      assert.match(String(refused?.reason), /has no connection left: raise max_connections/)
    } finally {
      await many.close()
    }
    const small = await Database.open({ url: server.url(), connections: 1, statementMs: 5000 })
    try {
      const long = small.query({ name: 'long', text: 'SELECT pg_sleep(3)' })
      assert.match(
        (await faultOf(small.query({ name: 'one', text: 'SELECT 1' }))).message,
        /no connection was free in time/,
      )
      await long
    } finally {
      await small.close()
    }
  })

  test('a connection plans a statement once, and caches only the few hundred statements used last', async () => {
    let sent = ''
    const proxy = await hangingProxy(server.port, (chunk) => {
      sent += chunk.toString('latin1')
    })
    const url = Object.assign(new URL(server.url()), { port: proxy.port }).href
    const database = await Database.open({ url, connections: 1 })
    try {
      const numbered = (i: number) => ({ name: `n-${i}`, text: `SELECT $1::int + ${i} AS n`, values: [1] })
      for (let i = 0; i < 500; i++) {
        assert.deepEqual(await database.query(numbered(i)), [{ n: 1 + i }])
        assert.deepEqual(await database.query(numbered(0)), [{ n: 1 }])
      }
      const text = `SELECT count(*) AS prepared, max(generic_plans) AS most, sum(custom_plans) AS custom FROM pg_prepared_statements`
      const [row] = await database.query<{ prepared: number; most: number; custom: string }>({ name: 'count', text })
      assert.ok(row !== undefined && row.prepared <= 200, `${row?.prepared} statements are prepared`)
      assert.deepEqual([row.most, Number(row.custom)], [501, 0])
      assert.deepEqual(await database.query(numbered(1)), [{ n: 2 }])
      assert.ok(sent.includes('n-499') && !sent.includes('DEALLOCATE'), 'a pooler has other names')
    } finally {
      await database.close()
      await proxy.close()
    }
  })

  test('a server that stops causes a CommandFault, and once it is back the same Database works again', async () => {
    const database = await Database.open({ url: server.url() })
    try {
      const one = { name: 'one', text: 'SELECT 1 AS one' }
      await server.stop()
      assert.equal((await faultOf(database.query(one))).exitCode, EXIT.busy)
      await server.start()
      assert.deepEqual(await database.query(one), [{ one: 1 }])
    } finally {
      await database.close()
    }
  })
})
