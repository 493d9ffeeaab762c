import { programFile } from '../../../kit/base/program.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { migrate, readPart } from '../../../kit/postgres/migrations.ts'

/** Random bytes, as many as asked for. */
export type Randomness = (sizeBytes: number) => Uint8Array

const SECRET_BYTES = 32

/** Threads that follow the list listen on this channel. */
export const WITHHELD_CHANNEL = 'plat_withheld'

/** Begins a change of the list, one at a time from whichever node or command, and announces it with the commit. */
export const CHANGE_LIST = `WITH list AS (UPDATE plat.withheld SET change = gen_random_uuid() RETURNING secret)
  SELECT secret, pg_notify('${WITHHELD_CHANNEL}', '')::text AS announced FROM list`

const INSERT = 'INSERT INTO plat.withheld (secret) VALUES ($1) ON CONFLICT DO NOTHING'

/** Makes the tables of withheld people and the audit log, or brings them up to date; of nodes that start at once one. */
export async function preparePeople(database: Database, randomness: Randomness): Promise<void> {
  await migrate(database, readPart('people', programFile('src/guard/privacy/postgres/migrations/')))
  if ((await secretIn(database)) !== undefined) return
  await database.query({ name: 'withheld-secret', text: INSERT, values: [randomness(SECRET_BYTES)] })
}

export async function secretIn(database: Pick<Database, 'query'>): Promise<Uint8Array | undefined> {
  const text = 'SELECT secret FROM plat.withheld'
  const [row] = await database.query<{ secret: Uint8Array }>({ name: 'withheld-secret-read', text })
  return row?.secret
}
