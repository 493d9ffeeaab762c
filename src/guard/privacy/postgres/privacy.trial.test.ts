import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { needs } from '../../../../test/needs.ts'
import { startServer, type TestServer } from '../../../../test/postgres/server.ts'
import { ANN, privacyContract } from '../../../../test/privacy/contract.ts'
import { systemClock } from '../../../kit/base/clock.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Database } from '../../../kit/postgres/database.ts'
import { AuditLog } from '../audit-log.ts'
import { openPeopleAdmin, openPrivacy, withheldNow } from '../index.ts'
import { StoredPeople } from '../stored-people.ts'
import { WithheldList } from '../withheld-list.ts'
import { PeopleDatabase } from './store.ts'

const ENTRY = { keyId: 'k1', label: '', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }

const FULL = `
  CREATE FUNCTION plat.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON plat.audit FOR EACH STATEMENT EXECUTE FUNCTION plat.full()`

describe('on PostgreSQL', needs('PostgreSQL'), () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())

  const emptied = (database: Database) =>
    database.inTransaction((connection) => connection.run('DROP SCHEMA IF EXISTS plat CASCADE'))

  privacyContract('postgres', {
    async open(ownClock, log) {
      const at = { url: server.url(), connections: 2 }
      const database = await Database.open(at)
      const execute = (sql: string) => database.inTransaction((connection) => connection.run(sql))
      await emptied(database)
      const [store, other] = await Promise.all([1, 2].map(() => PeopleDatabase.open(at, randomBytes)))
      assert(store !== undefined)
      await other?.close()
      const admin = new StoredPeople(store, await WithheldList.open(store), ownClock)
      const trouble = store.trouble(log, 'Until then, calls about people wait, or are refused.')
      const withheld = await WithheldList.open(store)
      const audit = new AuditLog({ store, clock: ownClock, trouble })
      const refresh = () => withheld.refresh()
      const privacy = { withheld, audit, refresh, close: () => database.close() }
      const textOf = async (name: string, text: string) =>
        (await database.query<{ value: string }>({ name, text })).map(({ value }) => value)
      return {
        admin,
        privacy,
        auditTable: 'plat.audit',
        now: () => withheldNow('/nowhere', { url: server.url() }),
        async storeIds({ homeIds }) {
          const stored: Promise<unknown>[] = []
          homeIds?.store((text, values) => stored.push(database.query({ name: '', text, values })))
          await Promise.all(stored)
        },
        execute,
        marks: () => textOf('test-marks', 'SELECT unnest(ARRAY[name, mark]) AS value FROM plat.mark'),
        stored: async () => {
          const tables = ['withheld', 'suppression', 'mark', 'keyed_home', 'audit']
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
        },
      }
    },
  })

  test('nodes share one list and one log: a person who is withheld by one node is soon withheld by all', async () => {
    const first = await Database.open({ url: server.url(), connections: 1 })
    await emptied(first)
    await first.close()
    const database = { url: server.url() }
    const options = { dataDir: '/nowhere', database, clock: systemClock, log: silentLog, randomness: randomBytes }
    const [one, other] = await Promise.all([openPrivacy(options), openPrivacy(options)])
    const admin = await openPeopleAdmin(options)
    try {
      assert.equal((await withheldNow('/nowhere', { url: server.url() })).has(ANN), false)
      await admin.suppress({ kind: 'person', person: ANN }, true)
      const shown = ({ withheld }: typeof one) => [withheld.isErased(ANN), withheld.version]
      while (!other.withheld.has(ANN) || !one.withheld.has(ANN)) await sleep(20)
      assert.deepEqual(shown(other), shown(one), 'answers of both have one tag')
      await Promise.all([one, other, one].map(({ audit }) => audit.record(ENTRY)))
      const forger = await Database.open(database)
      const truncated = forger.inTransaction((connection) => connection.run('TRUNCATE plat.audit'))
      await assert.rejects(truncated, /the audit log is never changed/)
      await forger.close()
      await server.stop()
      await assert.rejects(other.audit.record(ENTRY), /cannot be reached|is starting, stopping/)
      await assert.rejects(other.refresh(), /cannot be reached|is starting, stopping/)
      assert.equal(other.withheld.has(ANN), true)
      await server.start()
      await other.audit.record(ENTRY)
      await admin.unsuppress('p1')
      await other.refresh()
      assert.equal(other.withheld.has(ANN), false)
      // A standby without the latest change takes over. It gets another change before any node looks.
      const standby = await Database.open(database)
      const ask = (name: string, text: string) => standby.query<{ change: string }>({ name, text })
      const [before] = await ask('test-before', 'SELECT change FROM plat.withheld')
      await admin.suppress({ kind: 'person', person: ANN }, true)
      for (const node of [one, other]) await node.refresh()
      await standby.inTransaction(({ run }) =>
        run(
          `DELETE FROM plat.mark; DELETE FROM plat.suppression; UPDATE plat.withheld SET change = '${before?.change}'`,
        ),
      )
      await standby.close()
      await admin.suppress({ kind: 'person', person: { ...ANN, personId: 'p2' } }, false)
      for (const node of [one, other]) {
        await node.refresh()
        assert.equal(node.withheld.has({ ...ANN, personId: 'p2' }), true)
        assert.equal(node.withheld.isErased(ANN), false)
      }
      const numbers = []
      for await (const { number } of admin.audit({})) numbers.push(number)
      assert.ok(numbers.length >= 4)
    } finally {
      await admin.close()
      await one.close()
      await other.close()
    }
  })
})
