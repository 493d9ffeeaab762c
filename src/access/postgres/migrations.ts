import type { Database } from '../../base/postgres/database.ts'
import { migrate, readPart } from '../../base/postgres/migrations.ts'

/** Makes the tables of keys and credits, or brings them up to date, while other nodes serve. */
export async function migrateAccess(database: Database): Promise<void> {
  await migrate(database, readPart('access', new URL('./migrations/', import.meta.url)))
}
