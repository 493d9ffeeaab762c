import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Randomness } from '../../kit/algorithms/randomness.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Database, DatabaseOptions } from '../../kit/postgres/database.ts'
import type { MovedRow, TableMove } from '../../kit/postgres/moved-table.ts'
import { FileStatements } from '../../kit/store/file-statements.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { reportOn, type StoreReport } from '../../kit/store/store-report.ts'
import { SUBSCRIPTIONS_FORMAT, SubscriptionFile, subscriptionsPath } from './embedded/store.ts'
import { StoredPokes } from './stored-pokes.ts'
import { StoredSubscriptions } from './stored-subscriptions.ts'
import type { SubscriptionStore } from './subscription-store.ts'
import type { Subscriptions } from './subscriptions.ts'

export { SUBSCRIPTIONS_FORMAT, subscriptionsPath } from './embedded/store.ts'
export {
  type DuePoke,
  hostOf,
  type PokeQueue,
} from './poke-queue.ts'
export type { PokeMaker } from './stored-pokes.ts'
export {
  type FollowedSearch,
  FROM_THE_BEGINNING,
  type Poke,
  type SavedSearch,
  type Subscriber,
  type Subscriptions,
  type Webhook,
} from './subscriptions.ts'

interface SubscriptionsOptions {
  /** Contains `subscriptions.sqlite`, which is created if missing. The folder itself must exist. */
  readonly dataDir: string
  /** The database that all nodes share, used instead of the folder. Creates missing tables. Uses one connection. */
  readonly database?: DatabaseOptions | undefined
  readonly clock: Clock
  readonly randomness?: Randomness
}

/** Subscriptions, for the thread that stores them and sends webhooks. */
export interface OpenSubscriptions {
  readonly subscriptions: Subscriptions
  readonly pokes: StoredPokes
  /** Makes this process the only sender of a folder's notifications. Leases of an earlier process end. */
  begin(): Promise<void>
  close(): Promise<void>
}

/** Opens subscriptions. Rejects with a CommandFault if the file or database cannot be used. */
export async function openSubscriptions(options: SubscriptionsOptions): Promise<OpenSubscriptions> {
  const { dataDir, database, clock, randomness = randomBytes } = options
  const store = database === undefined ? new SubscriptionFile(dataDir) : await inDatabase(database)
  const newLease = () => Buffer.from(randomness(LEASE_BYTES)).toString('base64url')
  const pokes = new StoredPokes({ store, clock, newLease })
  const subscriptions = new StoredSubscriptions({ store, clock, randomness })
  const begin = async () => (database === undefined ? pokes.forgetLeases() : undefined)
  return { subscriptions, pokes, begin, close: () => store.close() }
}

const LEASE_BYTES = 12

async function inDatabase(at: DatabaseOptions): Promise<SubscriptionStore> {
  const { Database } = await import('../../kit/postgres/database.ts')
  const { SubscriptionDatabase } = await import('./postgres/store.ts')
  const database = await Database.open({ ...at, connections: 1 })
  try {
    return await SubscriptionDatabase.open(database)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The highest sequence number that a saved search, feed or webhook has reached; 0 if there are none. */
export async function highestSeen(dataDir: string, database?: DatabaseOptions): Promise<number> {
  const path = subscriptionsPath(dataDir)
  if (database === undefined && !existsSync(path)) return 0
  const store =
    database === undefined
      ? new FileStatements(openStoreFile(path, SUBSCRIPTIONS_FORMAT), path, SUBSCRIPTIONS_FORMAT)
      : await inDatabase(database)
  try {
    const [row] = await store.query<{ readonly seen: number | null }>(HIGHEST_SEEN)
    return row?.seen ?? 0
  } finally {
    await store.close()
  }
}

const HIGHEST_SEEN = `SELECT max(seen) AS seen FROM (
  SELECT seen_up_to AS seen FROM plat.saved_search
  UNION ALL SELECT told_up_to FROM plat.subscription_state
  UNION ALL SELECT sequence FROM plat.poke) AS all_seen`

/** Removes the saved searches and webhooks of revoked and expired keys. */
export async function endRefused(subscriptions: Subscriptions, refused: readonly string[]): Promise<void> {
  const keyIds = new Set(refused)
  for (const { keyId } of await subscriptions.subscribers()) if (keyIds.has(keyId)) await subscriptions.endKey(keyId)
}

/**
 * Copies saved searches, webhooks and waiting notifications from a data folder into a database: everything or nothing.
 * Rejects with a CommandFault if the database has other subscriptions.
 */
export async function moveSubscriptions(dataDir: string, database: Database): Promise<readonly TableMove[]> {
  if (!existsSync(subscriptionsPath(dataDir))) return []
  const { moveSubscriptions: take } = await import('./postgres/move-subscriptions.ts')
  const store = openStoreFile(subscriptionsPath(dataDir), SUBSCRIPTIONS_FORMAT, { readOnly: true, anyVersion: true })
  try {
    return await take(database, (text) => store.prepare(text).iterate() as Iterable<MovedRow>) // STRICT tables have these types
  } finally {
    store.close()
  }
}

/** Checks the saved searches and webhooks of a data folder. Undefined if there are none. */
export function checkSubscriptions(dataDir: string): StoreReport | undefined {
  return reportOn(subscriptionsPath(dataDir), SUBSCRIPTIONS_FORMAT)
}

/** Methods that other threads can call. */
const METHODS: readonly (keyof Subscriptions)[] = [
  'makeSearch',
  'searchesOf',
  'search',
  'changeSearch',
  'markSeen',
  'renewFeed',
  'searchOfFeed',
  'endSearch',
  'makeWebhook',
  'webhooksOf',
  'webhook',
  'changeWebhook',
  'renewSecret',
  'endWebhook',
  'useCode',
  'subscribers',
  'endKey',
  'follow',
]

/** A method call from another thread. */
export interface SubscriptionsCall {
  readonly method: string
  readonly values: readonly unknown[]
}

/** Calls the methods in the thread that stores subscriptions. */
export function remoteSubscriptions(send: (call: SubscriptionsCall) => Promise<unknown>): Subscriptions {
  const calls = METHODS.map((method) => [method, (...values: readonly unknown[]) => send({ method, values })])
  return Object.fromEntries(calls) as Subscriptions // `send` returns each method's result
}

/** Runs a method call from another thread. */
export function answerSubscriptionsCall(subscriptions: Subscriptions, { method, values }: SubscriptionsCall): unknown {
  return Reflect.apply(Reflect.get(subscriptions, method), subscriptions, values)
}
