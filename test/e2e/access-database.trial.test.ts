import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/kit/base/clock.ts'
import { EXIT } from '../../src/kit/base/failure.ts'
import { readSettings } from '../../src/kit/base/settings.ts'
import { Database } from '../../src/kit/postgres/database.ts'
import { databaseFindings } from '../../src/running/doctor/database.ts'
import { needs } from '../needs.ts'
import { type HangingProxy, hangingProxy } from '../postgres/hanging-proxy.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { plat, scratch, serve } from './program.ts'

/** A time in milliseconds that exceeds the time limit of statements about keys and credits. */
const LONGER_MS = 3000
/** Milliseconds between calls, so that the calls stay below the plan's rate limit. */
const PAUSE_MS = 200

describe('with keys and credits in a separate database', needs('PostgreSQL'), () => {
  const folder = scratch()
  let databases: TestDatabases
  let primary: HangingProxy
  let environment: Readonly<Record<string, string>>
  before(async () => {
    databases = await openDatabases()
    primary = await hangingProxy(databases.port)
    const through = new URL(databases.url())
    through.port = String(primary.port)
    environment = {
      PLAT_DATABASE_URL: through.href,
      PLAT_DATABASE_READ_URL: databases.url(),
      PLAT_ACCESS_DATABASE_URL: await databases.add('ledger'),
      PLAT_DATABASE_CONNECTIONS: '16',
      PLAT_WORKERS: '2',
      PLAT_DATA: join(folder.path, 'own'),
    }
  })
  after(async () => {
    await primary.close()
    await databases.remove()
    folder.remove()
  })

  async function asked<Row extends object>(url: string, text: string): Promise<readonly Row[]> {
    const database = await Database.open({ url, connections: 1 })
    try {
      return await database.query<Row>({ name: 'trial', text })
    } finally {
      await database.close()
    }
  }

  test('calls are answered and charged while the database of the catalog does not respond', async () => {
    const made = await plat(['sample', '--homes', '300'], environment)
    assert.equal(made.code, 0, made.stderr)
    const issued = await plat(['keys', 'create', '--plan', 'pro'], environment)
    assert.equal(issued.code, 0, issued.stderr)
    const headers = { 'x-service-key': issued.stdout.match(/plat_\w+/)?.[0] ?? '' }
    const there = `SELECT to_regclass('plat.key') IS NOT NULL AS "isThere"`
    assert.deepEqual(await asked(databases.url(), there), [{ isThere: false }])
    const node = await serve(join(folder.path, 'own'), environment)
    const call = async () => {
      const answer = await node.get(node.homePath, headers)
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('x-credits-cost')]
    }
    primary.hang()
    const endMs = performance.now() + LONGER_MS
    let calls = 0
    for (; performance.now() < endMs; calls++) {
      assert.deepEqual(await call(), [200, '1'])
      await sleep(PAUSE_MS)
    }
    primary.resume()
    const spent = 'SELECT sum(calls)::bigint AS calls FROM plat.usage'
    assert.deepEqual(await asked(databases.url('ledger'), spent), [{ calls }])
    node.program.child.kill('SIGTERM')
    assert.equal(await node.program.ended(), 0)
  })

  test('the doctor finds the ledger', async () => {
    const settings = {
      ...readSettings({}),
      databaseUrl: databases.url(),
      accessDatabaseUrl: databases.url('ledger'),
      databaseConnections: 20,
    }
    await asked(databases.url('ledger'), 'UPDATE plat.spent SET credits = credits + 1')
    const findings = await databaseFindings(settings, systemClock)
    assert.match(JSON.stringify(findings), /the usage of a key and its spent credits differ/)
  })

  test('keys in a database with a catalog in a folder are refused with a sentence', async () => {
    const { code, stderr } = await plat(['keys', 'list'], { ...environment, PLAT_DATABASE_URL: '' })
    assert.equal(code, EXIT.usage)
    assert.match(stderr, /PLAT_ACCESS_DATABASE_URL is set without PLAT_DATABASE_URL/)
  })
})
