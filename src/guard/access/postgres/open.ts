import type { Randomness } from '../../../kit/algorithms/randomness.ts'
import type { Clock } from '../../../kit/base/clock.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Database, type DatabaseOptions } from '../../../kit/postgres/database.ts'
import { DatabaseClock } from '../../../kit/postgres/database-clock.ts'
import { followed } from '../../../kit/postgres/followed.ts'
import { inBackground } from '../../../kit/store/background.ts'
import { KeyReader } from '../key-reader.ts'
import type { Keyring, KeysRead } from '../keyring.ts'
import type { LedgerBackend, LedgerOptions } from '../ledger-backend.ts'
import type { Plans } from '../plans.ts'
import { plansTextIn } from '../plans-file.ts'
import { StoredKeyring } from '../stored-keyring.ts'
import { KeyDatabase } from './key-database.ts'
import { SharedPlans } from './plans.ts'
import { SharedLedger } from './shared-ledger.ts'

/** Time limit of a statement, so that callers learn within two seconds that the database does not respond. */
const STATEMENT_MS = 1500

/** How often to compare the node's clock with the database's clock. */
const CLOCK_MS = 10_000

/**
 * Opens keys and credits in a database whose tables are up to date. If it has no plans, stores the plans of the
 * folder's `plans.yaml`. Rejects with a CommandFault if the database cannot be used.
 */
export async function openSharedLedger(
  at: DatabaseOptions,
  { dataDir, clock: own, log }: LedgerOptions,
): Promise<LedgerBackend> {
  const database = await Database.open({ ...at, statementMs: STATEMENT_MS })
  try {
    const clock = await DatabaseClock.open(database, own)
    const plans = await SharedPlans.open(database, log, plansTextIn(dataDir))
    const following = inBackground(() => clock.follow(), CLOCK_MS, followed(database, log))
    const keys = new KeyDatabase(database, async () => {
      clearInterval(following)
      await database.close()
    })
    const consequence = 'Until then, calls that cost credits get a 503, and known keys are admitted.'
    return { keys, plans, store: new SharedLedger(database), clock, background: followed(database, log, consequence) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens keys for administration. Closing the keyring closes the database. Uses the folder's plans until the first node
 * has stored them in the database.
 */
export async function openSharedKeyring(
  at: DatabaseOptions,
  dataDir: string,
  own: Clock,
  randomness: Randomness,
  by: string,
): Promise<Keyring> {
  const database = await Database.open(at)
  try {
    const clock = await DatabaseClock.open(database, own)
    const plans = await SharedPlans.read(database, silentLog, plansTextIn(dataDir))
    const store = new KeyDatabase(database, () => database.close())
    return new StoredKeyring({ store, plans, clock, randomness, by })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens keys for reading, even while nodes run. Closing them closes the database. */
export async function openSharedKeysRead(at: DatabaseOptions, plans: Plans, clock: Clock): Promise<KeysRead> {
  const database = await Database.open(at)
  return new KeyReader({ store: new KeyDatabase(database, () => database.close()), plans, clock })
}

/** Returns the current plans as text. If the database has none yet, returns the folder's plans. */
export async function plansTextOf(at: DatabaseOptions, dataDir: string): Promise<string> {
  const database = await Database.open(at)
  try {
    return (await SharedPlans.read(database, silentLog, plansTextIn(dataDir))).text
  } finally {
    await database.close()
  }
}

/**
 * Replaces the current plans of all nodes with the plans in a file. Rejects with a CommandFault and changes nothing if
 * the file is invalid.
 */
export async function savePlans(at: DatabaseOptions, yaml: string, path: string): Promise<void> {
  const database = await Database.open(at)
  try {
    await SharedPlans.save(database, yaml, path)
  } finally {
    await database.close()
  }
}
