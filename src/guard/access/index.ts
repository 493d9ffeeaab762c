import { existsSync } from 'node:fs'
import type { Randomness } from '../../kit/algorithms/randomness.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { Database, DatabaseOptions } from '../../kit/postgres/database.ts'
import type { TableMove } from '../../kit/postgres/moved-table.ts'
import { isStoreInUse } from '../../kit/store/store-copy.ts'
import { reportOn, type StoreReport } from '../../kit/store/store-report.ts'
import { KeyFile } from './embedded/key-file.ts'
import { Revocations } from './embedded/revocations.ts'
import { ACCESS_FORMAT, openStore, openStoreForReading, storePath } from './embedded/store.ts'
import { openStoredKeys } from './embedded/stored-keys.ts'
import { KeyReader } from './key-reader.ts'
import type { Keyring, KeysRead } from './keyring.ts'
import type { Plans } from './plans.ts'
import { PlansFile, plansTextIn } from './plans-file.ts'
import { StoredKeyring } from './stored-keyring.ts'

export { type BucketLimit, corrected, taken, waitMs } from './bucket.ts'
export { checkFolderKeys } from './embedded/folder-check.ts'
export { ownerOf } from './embedded/folder-owner.ts'
export { LOGS_OF_FORMAT_4 } from './embedded/format-4.ts'
export { ACCESS_FORMAT, storePath as accessPath } from './embedded/store.ts'
export { limited, readLimits, refusalBy, webOriginOf } from './key-limits.ts'
export { DEMO_KEY, fingerprint } from './key-text.ts'
export type {
  Addition,
  IssuedKey,
  KeyEvent,
  KeyInfo,
  Keyring,
  KeysRead,
  LastUsed,
  MonthUsage,
  QuotaAlert,
} from './keyring.ts'
export { checkSharedKeys } from './ledger-check.ts'
export { type MainAccess, openAccess, requireFree, type WorkerLedger, workerAccess } from './open-access.ts'
export { missRateOf, type Plans } from './plans.ts'
export { PLANS_FILE } from './plans-file.ts'
export { opensPeople, requireOpen, requireOperator } from './refusals.ts'
export { creditsForRows, rowsPerCreditOf } from './row-price.ts'

export const KEYS_FORMAT = ACCESS_FORMAT.version

/**
 * Replaces the current plans of all nodes with the plans in a file. Rejects with a CommandFault and changes nothing if
 * the file is invalid.
 */
export async function loadPlans(database: DatabaseOptions, yaml: string, path: string): Promise<void> {
  const { savePlans } = await import('./postgres/open.ts')
  await savePlans(database, yaml, path)
}

/**
 * Copies the keys, credits and plans of a data folder into a database whose tables are up to date: everything or
 * nothing. Rejects with a CommandFault if a service owns the folder or the database has other keys.
 */
export async function moveKeys(dataDir: string, database: Database): Promise<readonly TableMove[]> {
  if (!existsSync(storePath(dataDir))) return []
  requireIdle(dataDir)
  openStore(dataDir, true).close() // upgrades the file
  const { moveKeys: take } = await import('./postgres/move-keys.ts')
  const stored = openStoredKeys(dataDir)
  try {
    return await take(database, (table) => stored.rows(table), plansTextIn(dataDir))
  } finally {
    stored.close()
  }
}

/** Throws a CommandFault if another process has the keys of a data folder open. */
export function requireIdle(dataDir: string): void {
  const path = storePath(dataDir)
  if (!existsSync(path) || !isStoreInUse(path, ACCESS_FORMAT)) return
  throw new CommandFault(`A service runs on ${quote(dataDir)}: stop it first, so that it charges no calls.`, EXIT.busy)
}

/** Checks the key file of a data folder. Undefined if there is none. */
export function checkKeys(dataDir: string): StoreReport | undefined {
  return reportOn(storePath(dataDir), ACCESS_FORMAT)
}

/** Returns the plans file that all nodes use. Until the first node has started, returns the folder's plans file. */
export async function plansText(database: DatabaseOptions, dataDir: string): Promise<string> {
  const { plansTextOf } = await import('./postgres/open.ts')
  return plansTextOf(database, dataDir)
}

/** Opens keys for reading, even while a service runs. */
export async function openKeysRead(
  dataDir: string,
  database: DatabaseOptions | undefined,
  plans: Plans,
  clock: Clock,
): Promise<KeysRead> {
  if (database !== undefined) return (await import('./postgres/open.ts')).openSharedKeysRead(database, plans, clock)
  const store = new KeyFile(openStoreForReading(dataDir), storePath(dataDir), new Revocations(dataDir, false))
  return new KeyReader({ store, plans, clock })
}

/**
 * Opens keys for administration, even while services run. Rejects with a CommandFault if the keys cannot be used.
 *
 * @param by The operator who changes keys, for the log.
 */
export async function openKeyring(
  dataDir: string,
  clock: Clock,
  randomness: Randomness,
  database?: DatabaseOptions,
  by = 'unknown',
): Promise<Keyring> {
  if (database !== undefined)
    return (await import('./postgres/open.ts')).openSharedKeyring(database, dataDir, clock, randomness, by)
  const store = openStore(dataDir, true)
  try {
    const plans = new PlansFile(dataDir, silentLog)
    const keys = new KeyFile(store, storePath(dataDir), new Revocations(dataDir))
    return new StoredKeyring({ store: keys, plans, clock, randomness, by })
  } catch (error) {
    store.close()
    throw error
  }
}
