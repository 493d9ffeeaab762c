import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type TestServer, whyNoServer } from '../../../test/postgres/server.ts'
import { ANN, privacyContract } from '../../../test/privacy/contract.ts'
import { fixedClock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { Database } from '../../base/postgres/database.ts'
import { openPeopleAdmin, openPrivacy, withheldNow } from '../index.ts'

const clock = fixedClock(Date.parse('2026-11-20T10:00:00Z'))
const ENTRY = { keyId: 'k1', label: '', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }

const FULL = `
  CREATE FUNCTION plat.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON plat.audit FOR EACH STATEMENT EXECUTE FUNCTION plat.full()`

describe('on PostgreSQL', { skip: await whyNoServer() }, () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())

  const emptied = (database: Database) =>
    database.inTransaction((connection) => connection.run('DROP SCHEMA IF EXISTS plat CASCADE'))

  async function openNode(log: Log) {
    const database = await Database.open({ url: server.url(), connections: 2 })
    const privacy = await openPrivacy({ dataDir: '/nowhere', database, clock, log, randomness: randomBytes })
    return {
      database,
      privacy,
      async close() {
        await privacy.close()
        await database.close()
      },
    }
  }

  privacyContract('postgres', {
    async open(ownClock, log) {
      const database = await Database.open({ url: server.url(), connections: 2 })
      const execute = (sql: string) => database.inTransaction((connection) => connection.run(sql))
      await emptied(database)
      const options = { dataDir: '/nowhere', database, clock: ownClock, log, randomness: randomBytes }
      const [admin, privacy] = await Promise.all([openPeopleAdmin(options), openPrivacy(options)])
      const textOf = async (name: string, text: string) =>
        (await database.query<{ value: string }>({ name, text })).map(({ value }) => value)
      return {
        admin,
        privacy,
        auditTable: 'plat.audit',
        now: () => withheldNow('/nowhere', database),
        execute,
        marks: () => textOf('test-marks', 'SELECT unnest(ARRAY[name, mark]) AS value FROM plat.mark'),
        stored: async () => {
          const tables = ['withheld', 'suppression', 'mark', 'audit']
          const rows = tables.map((table) => textOf(`test-${table}`, `SELECT t::text AS value FROM plat.${table} t`))
          return (await Promise.all(rows)).flat().join()
        },
        async refuseEntries() {
          await execute(FULL)
          return () => execute('DROP TRIGGER full_disk ON plat.audit')
        },
        async close() {
          await admin.close()
          await privacy.close()
          await database.close()
        },
      }
    },
  })

  test('nodes share one list and one log: whoever is withheld by one is withheld by all, without being told', async () => {
    const lines: string[] = []
    const note = (_: object, message: string) => lines.push(message)
    const log = { info: note, warn: note, error: note }
    const first = await Database.open({ url: server.url(), connections: 1 })
    await emptied(first)
    await first.close()
    const [one, other] = [await openNode(log), await openNode(log)]
    try {
      const { database } = one
      assert.equal((await withheldNow('/nowhere', database)).has(ANN), false)
      const admin = await openPeopleAdmin({ dataDir: '/nowhere', database, clock, randomness: randomBytes })
      await admin.suppress({ kind: 'person', person: ANN }, true)
      const shown = ({ privacy: { withheld } }: typeof one) => [withheld.isErased(ANN), withheld.version]
      while (!other.privacy.withheld.has(ANN) || !one.privacy.withheld.has(ANN)) await sleep(20)
      assert.deepEqual(shown(other), shown(one), 'answers of both have one tag')
      await Promise.all([one, other, one].map(({ privacy }) => privacy.audit.record(ENTRY)))
      await server.stop()
      await assert.rejects(other.privacy.audit.record(ENTRY), /cannot be reached|is starting, stopping/)
      await assert.rejects(other.privacy.refresh(), /cannot be reached|is starting, stopping/)
      assert.equal(other.privacy.withheld.has(ANN), true)
      await server.start()
      await other.privacy.audit.record(ENTRY)
      await admin.unsuppress('p1')
      await other.privacy.refresh()
      assert.equal(other.privacy.withheld.has(ANN), false)
      const numbers = []
      for await (const { number } of admin.audit({})) numbers.push(number)
      assert.ok(numbers.length >= 4)
    } finally {
      await one.close()
      await other.close()
    }
  })
})
