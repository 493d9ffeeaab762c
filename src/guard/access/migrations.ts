import { programFile } from '../../kit/base/program.ts'
import type { Database } from '../../kit/postgres/database.ts'
import { migrate, readPart } from '../../kit/postgres/migrations.ts'

/** Creates or upgrades the tables of keys and credits, even while other nodes run. */
export async function migrateAccess(database: Database): Promise<void> {
  await migrate(database, readPart('access', programFile('src/guard/access/postgres/migrations/')))
}
