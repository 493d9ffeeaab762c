import { randomBytes } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { stringify } from 'yaml'
import { inFlight } from '../../../../test/access/contract/in-flight.ts'
import { accessContract } from '../../../../test/access/contract.ts'
import { needs } from '../../../../test/needs.ts'
import { openDatabases, PATIENT_MS, type TestDatabases } from '../../../../test/postgres/server.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Database } from '../../../kit/postgres/database.ts'
import type { Plan } from '../access.ts'
import { KeyReader } from '../key-reader.ts'
import { StoredKeyring } from '../stored-keyring.ts'
import { PostgresAccess } from './access.ts'
import { KeyDatabase } from './key-database.ts'
import { migrateAccess } from './migrations.ts'
import { SharedPlans } from './plans.ts'

function yamlOf(plans: readonly Plan[]): string {
  return stringify(Object.fromEntries(plans.map(({ name, ...fields }) => [name, fields])))
}

/** Tables and connections are those of the test before: to make them anew takes longer than most tests. */
const EMPTIED = `DO $$ BEGIN
  SET LOCAL session_replication_role = replica; -- in any order
  LOCK TABLE plat.rate; -- nodes of the test before, which take several keys in their order, are done with it first
  EXECUTE (SELECT string_agg(format('DELETE FROM plat.%I', tablename), ';') FROM pg_tables
    WHERE schemaname = 'plat' AND tablename <> 'migration');
END $$`

describe('on PostgreSQL', needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let database: Database
  before(async () => {
    databases = await openDatabases()
    database = await Database.open({ url: databases.url(), statementMs: PATIENT_MS })
    await migrateAccess(database)
  })
  after(async () => {
    await database?.close()
    await databases?.remove()
  })

  describe('a thread of a node', () => {
    inFlight({
      isBrief: true,
      async open({ plans, clock, demo }) {
        await database.inTransaction((connection) => connection.run(EMPTIED))
        const shared = await SharedPlans.open(database, silentLog, yamlOf(plans))
        const parts = { database, plans: shared, clock, log: silentLog, demo }
        const node = await PostgresAccess.open({ ...parts, borrowers: 2 })
        const { port1, port2 } = new MessageChannel()
        const { lane } = node.lendTo(2, port1)
        const access = await PostgresAccess.open({ ...parts, lane: { port: port2, lane } })
        return {
          access,
          keyring: new StoredKeyring({
            store: new KeyDatabase(database),
            plans: shared,
            clock,
            randomness: randomBytes,
          }),
          read: () => new KeyReader({ store: new KeyDatabase(database), plans: shared, clock }),
          async refresh() {
            await node.refresh()
            await access.refresh()
          },
          reopen: () => Promise.reject(new Error('a thread is not opened anew')),
          setPlans: (next) => SharedPlans.save(database, yamlOf(next), 'plans.yaml'),
          async close() {
            await access.close()
            await node.close()
          },
        }
      },
    })
  })

  accessContract('postgres', {
    isBrief: true,
    async open({ plans, clock, demo }) {
      await database.inTransaction((connection) => connection.run(EMPTIED))
      const shared = await SharedPlans.open(database, silentLog, yamlOf(plans))
      const open = () => PostgresAccess.open({ database, plans: shared, clock, log: silentLog, demo })
      let access = await open()
      const keyring = new StoredKeyring({
        store: new KeyDatabase(database),
        plans: shared,
        clock,
        randomness: randomBytes,
      })
      return {
        access,
        keyring,
        read: () => new KeyReader({ store: new KeyDatabase(database), plans: shared, clock }),
        refresh: () => access.refresh(),
        async reopen() {
          await access.close()
          access = await open()
          return access
        },
        async setPlans(next) {
          await SharedPlans.save(database, yamlOf(next), 'plans.yaml')
          await access.refresh()
        },
        async close() {
          await access.close()
        },
      }
    },
  })
})
