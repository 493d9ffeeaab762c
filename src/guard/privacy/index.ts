import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Randomness } from '../../kit/algorithms/randomness.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Database, DatabaseOptions } from '../../kit/postgres/database.ts'
import type { MovedRow, TableMove } from '../../kit/postgres/moved-table.ts'
import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { inTransaction } from '../../kit/store/store-folder.ts'
import { reportOn, type StoreReport } from '../../kit/store/store-report.ts'
import { keyedZpid } from '../../model/identity.ts'
import { AuditLog } from './audit-log.ts'
import { makeSecret, openPeopleFile, PEOPLE_FORMAT, PeopleFile, peoplePath } from './embedded/store.ts'
import { forWriting, KeyedHomeIds } from './home-ids.ts'
import type { PeopleStore } from './people-store.ts'
import type { FollowedWithheld, PeopleAdmin, Privacy, StoreIds, WithheldPeople } from './privacy.ts'
import { StoredPeople } from './stored-people.ts'
import { WithheldList } from './withheld-list.ts'

export { PEOPLE_FORMAT, peoplePath } from './embedded/store.ts'
export { refuseVague } from './person-reference.ts'
export type {
  Audit,
  AuditEntry,
  PeopleAdmin,
  PersonReference,
  Suppression,
} from './privacy.ts'

/** Ends the log message about an unreadable list of withheld people. */
const UNFOLLOWED = 'It is tried again.'
/** Ends the log message about an audit log that cannot be written. */
const UNWRITTEN = 'Until then, calls about people wait, or are refused.'

interface PeopleOptions {
  /** Contains `people.sqlite`, which is created if missing. The folder itself must exist. */
  readonly dataDir: string
  /**
   * The database that all nodes share, used instead of the folder. Creates missing tables. Uses at most two
   * connections.
   */
  readonly database?: DatabaseOptions | undefined
  readonly randomness: Randomness
}

interface PrivacyOptions extends PeopleOptions {
  readonly clock: Clock
  readonly log: Log
}

/** Opens the list of withheld people and the audit log for a service. Rejects with a CommandFault on failure. */
export function openPrivacy(options: PrivacyOptions): Promise<Privacy> {
  const { clock: own, log } = options
  return over(openStore(options, 2), async (store) => {
    const clock = await store.clockOf(own, log)
    const audit = new AuditLog({ store, clock, trouble: store.trouble(log, UNWRITTEN) })
    return { ...(await follow(store, log)), audit }
  })
}

/** Reads the list of withheld people and follows its changes. Rejects with a CommandFault if the first read fails. */
export function followWithheld(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld> {
  return over(openStore(options), (store) => follow(store, options.log))
}

/**
 * Opens the list of withheld people and the audit log for administration. Rejects with a CommandFault if they cannot be
 * used.
 */
export function openPeopleAdmin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin> {
  return over(openStore(options), async (store) => {
    return new StoredPeople(store, await WithheldList.open(store), await store.clockOf(options.clock))
  })
}

/**
 * Returns the people who are withheld now, for writing a catalog. If a folder has no list, the first call of `homeId`
 * creates one, because ids need its secret.
 */
export async function withheldNow(dataDir: string, database?: DatabaseOptions): Promise<WithheldPeople> {
  const path = peoplePath(dataDir)
  if (database === undefined && !existsSync(path)) return nobodyIn(dataDir)
  const store =
    database === undefined
      ? new PeopleFile(openStoreFile(path, PEOPLE_FORMAT), path)
      : await openStore({ dataDir, database, randomness: randomBytes })
  try {
    const list = await WithheldList.open(store)
    const rows = await store.query<{ readonly id: number }>('SELECT id FROM plat.keyed_home')
    const keep = (ids: readonly number[], inDatabase?: StoreIds) =>
      database === undefined ? keepIds(dataDir, ids) : inDatabase?.(KEEP_IDS, [ids])
    const homeIds = new KeyedHomeIds(
      rows.map(({ id }) => id),
      keep,
    )
    return forWriting(list, homeIds)
  } finally {
    await store.close()
  }
}

function nobodyIn(dataDir: string): WithheldPeople {
  let secret: Uint8Array | undefined
  const homeId = (source: string, sourceKey: string) => {
    secret ??= makeSecret(dataDir, randomBytes)
    return keyedZpid(secret, source, sourceKey)
  }
  const homeIds = new KeyedHomeIds([], (ids) => keepIds(dataDir, ids))
  return { version: '', has: () => false, mayHave: () => false, isErased: () => false, homeId, homeIds }
}

const KEEP_IDS = 'INSERT INTO plat.keyed_home SELECT unnest($1::int8[]) ON CONFLICT DO NOTHING'

function keepIds(dataDir: string, ids: readonly number[]): void {
  const store = openPeopleFile(dataDir, randomBytes)
  try {
    const insert = store.prepare('INSERT INTO keyed_home (id) VALUES (?) ON CONFLICT DO NOTHING')
    guarded(peoplePath(dataDir), PEOPLE_FORMAT, () =>
      inTransaction(store, () => {
        for (const id of ids) insert.run(id)
      }),
    )
  } finally {
    store.close()
  }
}

/** Opens the store in the database or the folder. Loads code for databases only if needed. */
async function openStore({ dataDir, database, randomness }: PeopleOptions, connections = 1): Promise<PeopleStore> {
  if (database === undefined) return new PeopleFile(openPeopleFile(dataDir, randomness), peoplePath(dataDir))
  const { PeopleDatabase } = await import('./postgres/store.ts')
  return PeopleDatabase.open({ ...database, connections }, randomness)
}

/** Runs `open` on a store. Closes the store if `open` fails. */
async function over<T>(opening: Promise<PeopleStore>, open: (store: PeopleStore) => Promise<T>): Promise<T> {
  const store = await opening
  try {
    return await open(store)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function follow(store: PeopleStore, log: Log): Promise<FollowedWithheld> {
  const withheld = await WithheldList.open(store)
  const refresh = () => withheld.refresh()
  store.follow(refresh, log, UNFOLLOWED)
  return { withheld, refresh, close: () => store.close() }
}

/**
 * Copies the list of withheld people and the audit log of a data folder into a database: everything or nothing. Rejects
 * with a CommandFault if the database has other people or another log.
 */
export async function movePeople(
  dataDir: string,
  database: Database,
  randomness: Randomness,
): Promise<readonly TableMove[]> {
  const path = peoplePath(dataDir)
  if (!existsSync(path)) return []
  const { movePeople: take } = await import('./postgres/move-people.ts')
  const store = openStoreFile(path, PEOPLE_FORMAT, { readOnly: true })
  try {
    return await take(database, randomness, (text) => store.prepare(text).iterate() as Iterable<MovedRow>) // STRICT tables have these types
  } finally {
    store.close()
  }
}

/** Checks the list of withheld people and the audit log of a data folder. Undefined if there are none. */
export function checkPeople(dataDir: string): StoreReport | undefined {
  return reportOn(peoplePath(dataDir), PEOPLE_FORMAT)
}
