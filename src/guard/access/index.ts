import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { type Log, silentLog } from '../../kit/base/log.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { Database, DatabaseOptions } from '../../kit/postgres/database.ts'
import type { Moved } from '../../kit/postgres/moved-table.ts'
import { isStoreInUse } from '../../kit/store/store-copy.ts'
import { reportOn, type StoreReport } from '../../kit/store/store-report.ts'
import { StoreWriter } from '../../kit/store/store-writer.ts'
import type { Access } from './access.ts'
import { EmbeddedAccess } from './embedded/access.ts'
import { BorrowedAccess } from './embedded/borrowed-access.ts'
import { FolderOwner, folderTaken, ownerOf } from './embedded/folder-owner.ts'
import { KeyFile } from './embedded/key-file.ts'
import { LogFolder } from './embedded/log-folder.ts'
import { Revocations } from './embedded/revocations.ts'
import { ACCESS_FORMAT, openStore, openStoreForReading, storePath } from './embedded/store.ts'
import { openStoredKeys } from './embedded/stored-keys.ts'
import type { KeptAccess, LaneSetting } from './kept-access.ts'
import { KeyReader } from './key-reader.ts'
import type { Randomness } from './key-text.ts'
import type { Keyring, KeysRead } from './keyring.ts'
import type { Plans } from './plans.ts'
import { PlansFile, plansTextIn } from './plans-file.ts'
import { StoredKeyring } from './stored-keyring.ts'

export { type BucketLimit, corrected, taken, waitMs } from './bucket.ts'
export { ownerOf } from './embedded/folder-owner.ts'
export { checkLedger } from './embedded/ledger-check.ts'
export { SETTLED_LOGS, settledLogs } from './embedded/log-folder.ts'
export { ACCESS_FORMAT, storePath as accessPath } from './embedded/store.ts'
export type { KeptAccess, LaneSetting } from './kept-access.ts'
export { DEMO_KEY, type Randomness } from './key-text.ts'
export type { Addition, IssuedKey, KeyInfo, Keyring, KeysRead, LastUsed, MonthUsage } from './keyring.ts'
export { missRateOf } from './meter.ts'
export type { Plans } from './plans.ts'
export { PLANS_FILE } from './plans-file.ts'
export { requireOpen, requireOperator } from './refusals.ts'
export { creditsForRows, rowsPerCreditOf } from './row-price.ts'

/** The number of the format of key files. */
export const KEYS_FORMAT = ACCESS_FORMAT.version

export interface AccessOptions {
  /** Folder of `access.sqlite` and `plans.yaml`; it must exist, the files are made where they are missing. */
  readonly dataDir: string
  /** Keys, plans and credits of all nodes; the folder's are not used then. Its tables are up to date: `migrateAccess`. */
  readonly database?: DatabaseOptions | undefined
  readonly clock: Clock
  readonly log: Log
  /** Whether the demo key may be used now: asked again at every call that brings it. */
  readonly demo: () => boolean
  readonly randomness?: Randomness
  /** Other threads that answer calls; see `KeptAccess`. */
  readonly borrowers?: number
  /** Where the service answers on this machine, for others that are started on the folder. */
  readonly url?: string
  /** The header in which callers send their keys, for the commands beside the service. */
  readonly keyHeader?: string
}

/** The ways into keys and credits, alike for a folder and for a database that nodes share. */
interface AccessBackend {
  open(options: AccessOptions): Promise<KeptAccess>
  borrow(port: MessagePort, lane: LaneSetting, options: BorrowerOptions): Promise<Access>
  read(plans: Plans, clock: Clock): Promise<KeysRead>
  keyring(clock: Clock, randomness: Randomness): Promise<Keyring>
}

/** The only place that tells a database from a folder, whose code is loaded where there is one. */
async function backendOf(database: DatabaseOptions | undefined, dataDir: string): Promise<AccessBackend> {
  if (database === undefined) return folderAccess(dataDir)
  const { databaseAccess } = await import('./postgres/open.ts')
  return databaseAccess(database, dataDir)
}

function folderAccess(dataDir: string): AccessBackend {
  return {
    open: openFolder,
    borrow: async (port, lane, { clock, demo }) => borrowAccess(port, lane, clock, demo),
    read: async (plans, clock) => openKeysRead(dataDir, plans, clock),
    keyring: async (clock, randomness) => openFolderKeyring(dataDir, clock, randomness),
  }
}

/**
 * Opens the access of a data folder, or of a database. Rejects with a CommandFault of one sentence when the folder, the
 * plans or the store cannot be used; then nothing in them was changed.
 */
export async function openAccess(options: AccessOptions): Promise<KeptAccess> {
  return (await backendOf(options.database, options.dataDir)).open(options)
}

const SERVICE_ID_BYTES = 12

async function openFolder(options: AccessOptions): Promise<KeptAccess> {
  const { dataDir, clock, log, randomness = randomBytes } = options
  const store = openStore(dataDir, false)
  const path = storePath(dataDir)
  const owner = new FolderOwner(dataDir, clock, { url: options.url, keyHeader: options.keyHeader })
  try {
    if (!owner.take()) throw folderTaken(dataDir)
    const plans = new PlansFile(dataDir, log)
    const writer = new StoreWriter({ path, names: ACCESS_FORMAT, durable: true })
    const service = Buffer.from(randomness(SERVICE_ID_BYTES)).toString('base64url')
    const files = { plans, revocations: new Revocations(dataDir), folder: new LogFolder(dataDir), owner }
    const access = new EmbeddedAccess({ ...options, ...files, store, writer, service, path })
    await access.begin()
    return access
  } catch (error) {
    owner.release()
    store.close()
    throw error
  }
}

/** Throws a CommandFault that names the service that has a data folder, where one has. */
export function requireFree(dataDir: string): void {
  if (ownerOf(dataDir) !== undefined) throw folderTaken(dataDir)
}

/** A borrower needs these of its own. */
export type BorrowerOptions = Pick<AccessOptions, 'database' | 'clock' | 'log' | 'demo'>

/** Access for another thread, at the other end of the port that the keeper of the ledger answers at. */
export function borrowAccess(port: MessagePort, lane: LaneSetting, clock: Clock, demo: () => boolean): Access {
  if (lane.ledger === undefined) throw new Error('credits are in a database')
  return new BorrowedAccess(port, lane.lane, lane.ledger, clock, demo)
}

/** Opens access for another thread, also where keys and credits are in a database. */
export async function openBorrowedAccess(port: MessagePort, lane: LaneSetting, options: BorrowerOptions) {
  return (await backendOf(options.database, '')).borrow(port, lane, options)
}

/** Makes the tables of keys and credits, or brings them up to date, while other nodes serve. */
export async function migrateAccess(database: Database): Promise<void> {
  const { migrateAccess: migrate } = await import('./postgres/open.ts')
  await migrate(database)
}

/** Does what `checkLedger` does, for a database. */
export async function checkSharedLedger(database: Database, nowMs: number): Promise<readonly string[]> {
  const { checkSharedLedger: check } = await import('./postgres/ledger-check.ts')
  return check(database, nowMs)
}

/** Puts a plans file into force on all nodes; rejects with a CommandFault, and changes nothing, where it is broken. */
export async function loadPlans(database: DatabaseOptions, yaml: string, path: string): Promise<void> {
  const { savePlans } = await import('./postgres/open.ts')
  await savePlans(database, yaml, path)
}

/**
 * Takes the keys, credits and plans of a data folder over into a database whose tables are up to date; all or nothing.
 * Rejects with a CommandFault while a service runs on the folder, or where the database has others.
 */
export async function moveKeys(dataDir: string, database: Database, clock: Clock): Promise<readonly Moved[]> {
  if (!existsSync(storePath(dataDir))) return []
  requireIdle(dataDir)
  const settled = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
  await settled.close() // with what services left that ended without settling
  const { moveKeys: take } = await import('./postgres/move-keys.ts')
  const stored = openStoredKeys(dataDir)
  try {
    return await take(database, (table) => stored.rows(table), plansTextIn(dataDir))
  } finally {
    stored.close()
  }
}

/** Throws a CommandFault while another process has the keys of a data folder open. */
export function requireIdle(dataDir: string): void {
  const path = storePath(dataDir)
  if (!existsSync(path) || !isStoreInUse(path, ACCESS_FORMAT)) return
  throw new CommandFault(
    `A service runs on ${quote(dataDir)}: stop it first, so that no call is charged meanwhile.`,
    EXIT.busy,
  )
}

/** Reads all of the folder's keys and credits; undefined when it has none. */
export function checkKeys(dataDir: string): StoreReport | undefined {
  return reportOn(storePath(dataDir), ACCESS_FORMAT)
}

/** The text of the plans in force on all nodes; of those of the folder where there were no nodes yet. */
export async function plansText(database: DatabaseOptions, dataDir: string): Promise<string> {
  const { plansTextOf } = await import('./postgres/open.ts')
  return plansTextOf(database, dataDir)
}

/** Opens a data folder's keys for reading, beside the service that keeps them, with the plans that it has in force. */
export function openKeysRead(dataDir: string, plans: Plans, clock: Clock): KeysRead {
  const store = new KeyFile(openStoreForReading(dataDir), storePath(dataDir), new Revocations(dataDir, false))
  return new KeyReader({ store, plans, clock })
}

/** Opens keys for reading, also where they are in a database; rejects as `openAccess`. */
export async function openAnyKeysRead(
  dataDir: string,
  database: DatabaseOptions | undefined,
  plans: Plans,
  clock: Clock,
) {
  return (await backendOf(database, dataDir)).read(plans, clock)
}

/** Opens keys for administration, beside running services or without one; rejects as `openAccess`. */
export async function openKeyring(
  dataDir: string,
  clock: Clock,
  randomness: Randomness,
  database?: DatabaseOptions,
): Promise<Keyring> {
  return (await backendOf(database, dataDir)).keyring(clock, randomness)
}

function openFolderKeyring(dataDir: string, clock: Clock, randomness: Randomness): Keyring {
  const store = openStore(dataDir, true)
  try {
    const plans = new PlansFile(dataDir, silentLog)
    const keys = new KeyFile(store, storePath(dataDir), new Revocations(dataDir))
    return new StoredKeyring({ store: keys, plans, clock, randomness })
  } catch (error) {
    store.close()
    throw error
  }
}
