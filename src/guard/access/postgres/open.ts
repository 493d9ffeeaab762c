import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../../kit/base/clock.ts'
import { type Log, silentLog } from '../../../kit/base/log.ts'
import { Database, type DatabaseOptions } from '../../../kit/postgres/database.ts'
import { DatabaseClock } from '../../../kit/postgres/database-clock.ts'
import { followed } from '../../../kit/postgres/followed.ts'
import { inBackground } from '../../../kit/store/background.ts'
import type { LaneSetting } from '../kept-access.ts'
import { KeyReader } from '../key-reader.ts'
import type { Randomness } from '../key-text.ts'
import type { Keyring, KeysRead } from '../keyring.ts'
import type { Plans } from '../plans.ts'
import { plansTextIn } from '../plans-file.ts'
import { StoredKeyring } from '../stored-keyring.ts'
import { PostgresAccess, type PostgresAccessParts } from './access.ts'
import { KeyDatabase } from './key-database.ts'
import { SharedPlans } from './plans.ts'

export { migrateAccess } from './migrations.ts'

/** Callers are told within two seconds that the database says nothing. */
const STATEMENT_MS = 1500

/** How long the clocks of a node and of the database may drift apart unseen. */
const CLOCK_MS = 10_000

interface Opening {
  readonly clock: Clock
  readonly log: Log
  readonly demo: () => boolean
}

/**
 * Keys and credits in a database whose tables are up to date. The `plans.yaml` of the folder becomes the plans of a
 * database that has none. Every method rejects with a CommandFault where the database cannot be used.
 */
export function databaseAccess(at: DatabaseOptions, dataDir: string) {
  return {
    open: (options: Opening & { readonly borrowers?: number }) =>
      opened(at, options, plansTextIn(dataDir), { borrowers: options.borrowers ?? 0 }),
    borrow: (port: MessagePort, { lane }: LaneSetting, options: Opening) =>
      opened(at, options, undefined, { lane: { port, lane } }),
    read: (plans: Plans, clock: Clock) => openSharedKeysRead(at, plans, clock),
    keyring: (clock: Clock, randomness: Randomness) => openSharedKeyring(at, dataDir, clock, randomness),
  }
}

async function opened(
  at: DatabaseOptions,
  { clock: own, log, demo }: Opening,
  firstPlans: string | undefined,
  place: Pick<PostgresAccessParts, 'lane' | 'borrowers'>,
): Promise<PostgresAccess> {
  const database = await Database.open({ ...at, statementMs: STATEMENT_MS })
  try {
    const clock = await DatabaseClock.open(database, own)
    const plans = await SharedPlans.open(database, log, firstPlans)
    const following = inBackground(() => clock.follow(), CLOCK_MS, followed(database, log))
    const closes = async () => {
      clearInterval(following)
      await database.close()
    }
    return await PostgresAccess.open({ database, plans, clock, log, demo, closes, ...place })
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Keys for administration; the database is closed with them. Until a node serves, the plans are those of the folder,
 * which the first node puts into force.
 */
async function openSharedKeyring(
  at: DatabaseOptions,
  dataDir: string,
  own: Clock,
  randomness: Randomness,
): Promise<Keyring> {
  const database = await Database.open(at)
  try {
    const clock = await DatabaseClock.open(database, own)
    const plans = await SharedPlans.read(database, silentLog, plansTextIn(dataDir))
    const store = new KeyDatabase(database, () => database.close())
    return new StoredKeyring({ store, plans, clock, randomness })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Keys for reading, beside the nodes that serve; the database is closed with them. */
async function openSharedKeysRead(at: DatabaseOptions, plans: Plans, clock: Clock): Promise<KeysRead> {
  const database = await Database.open(at)
  return new KeyReader({ store: new KeyDatabase(database, () => database.close()), plans, clock })
}

/** The text of the plans in force; of those of the folder where the database has none yet. */
export async function plansTextOf(at: DatabaseOptions, dataDir: string): Promise<string> {
  const database = await Database.open(at)
  try {
    return (await SharedPlans.read(database, silentLog, plansTextIn(dataDir))).text
  } finally {
    await database.close()
  }
}

/** Puts a plans file into force on all nodes; rejects with a CommandFault, and changes nothing, where it is broken. */
export async function savePlans(at: DatabaseOptions, yaml: string, path: string): Promise<void> {
  const database = await Database.open(at)
  try {
    await SharedPlans.save(database, yaml, path)
  } finally {
    await database.close()
  }
}
