import { randomBytes } from 'node:crypto'
import { after, before, describe } from 'node:test'
import { stringify } from 'yaml'
import { accessContract } from '../../../../test/access/contract.ts'
import { needs } from '../../../../test/needs.ts'
import { openDatabases, PATIENT_MS, type TestDatabases } from '../../../../test/postgres/server.ts'
import { TimedLedger } from '../../../../test/postgres/timed-ledger.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Database } from '../../../kit/postgres/database.ts'
import { followed } from '../../../kit/postgres/followed.ts'
import type { Plan } from '../access.ts'
import { KeyReader } from '../key-reader.ts'
import { LedgerAccess } from '../ledger-access.ts'
import { migrateAccess } from '../migrations.ts'
import { followedLedger } from '../open-ledger.ts'
import { StoredKeyring } from '../stored-keyring.ts'
import { KeyDatabase } from './key-database.ts'
import { SharedPlans } from './plans.ts'
import { SharedLedger } from './shared-ledger.ts'

function yamlOf(plans: readonly Plan[]): string {
  return stringify(Object.fromEntries(plans.map(({ name, ...fields }) => [name, fields])))
}

/** Empties the tables of the previous test. Creating new tables would take longer. */
const EMPTIED = `DO $$ BEGIN
  SET LOCAL session_replication_role = replica; -- in any order
  LOCK TABLE plat.rate; -- waits for nodes of the test before, which lock several keys in order
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

  accessContract('postgres', {
    isBrief: true,
    async open({ plans, clock, demo }) {
      await database.inTransaction((connection) => connection.run(EMPTIED))
      const shared = await SharedPlans.open(database, silentLog, yamlOf(plans))
      const keys = () => new KeyDatabase(database)
      const open = async () => {
        const background = followed(database, silentLog)
        const store = await TimedLedger.on(new SharedLedger(database), database, clock)
        const backend = { keys: keys(), plans: shared, store, clock, background }
        const { ledger, memory, refresh, close } = await followedLedger(backend, { clock, log: silentLog })
        const access = new LedgerAccess({ ledger: ledger.portOf().port, memory, clock, demo, close })
        return { access, refresh }
      }
      let opened = await open()
      const { access } = opened
      const keyring = new StoredKeyring({ store: keys(), plans: shared, clock, randomness: randomBytes, by: 'ann' })
      return {
        access,
        keyring,
        read: async () => new KeyReader({ store: keys(), plans: shared, clock }),
        refresh: () => opened.refresh(),
        async reopen() {
          await opened.access.close()
          opened = await open()
          return opened.access
        },
        async setPlans(next) {
          await SharedPlans.save(database, yamlOf(next), 'plans.yaml')
          await opened.refresh()
        },
        close: () => opened.access.close(),
      }
    },
  })
})
