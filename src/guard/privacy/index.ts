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

/** The end of the log message about a list that cannot be read. */
const UNFOLLOWED = 'It is tried again.'
/** The end of the log message about an audit log that cannot be written. */
const UNWRITTEN = 'Until then, calls about people wait, or are refused.'

interface PeopleOptions {
  /** The folder of `people.sqlite`. The folder must exist; a missing file is created. */
  readonly dataDir: string
  /**
   * The database of the people of all nodes, used instead of the folder, which is not touched then. Missing tables are
   * created, and at most two connections are used.
   */
  readonly database?: DatabaseOptions | undefined
  readonly randomness: Randomness
}

interface PrivacyOptions extends PeopleOptions {
  readonly clock: Clock
  readonly log: Log
}

/** Opens the privacy of a service. Rejects with a CommandFault if the file or database cannot be used. */
export function openPrivacy(options: PrivacyOptions): Promise<Privacy> {
  const { clock: own, log } = options
  return over(openStore(options, 2), async (store) => {
    const clock = await store.clockOf(own, log)
    const audit = new AuditLog({ store, clock, trouble: store.trouble(log, UNWRITTEN) })
    return { ...(await follow(store, log)), audit }
  })
}

/**
 * Reads who is withheld, and follows changes of the list. Rejects with a CommandFault if the first reading of the list
 * fails.
 */
export function followWithheld(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld> {
  return over(openStore(options), (store) => follow(store, options.log))
}

/**
 * Opens the suppression list and the audit log for administration. Rejects with a CommandFault if they cannot be used.
 */
export function openPeopleAdmin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin> {
  return over(openStore(options), async (store) => {
    return new StoredPeople(store, await WithheldList.open(store), await store.clockOf(options.clock))
  })
}

/**
 * Returns who is withheld now, for a catalog that is about to be written. In a folder without a list, the first call of
 * `homeId` creates the list, because the ids need its secret.
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
  return { version: '', has: () => false, isErased: () => false, homeId, homeIds }
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

/** Opens the store in the database or in the folder. Loads the code for databases only if it is needed. */
async function openStore({ dataDir, database, randomness }: PeopleOptions, connections = 1): Promise<PeopleStore> {
  if (database === undefined) return new PeopleFile(openPeopleFile(dataDir, randomness), peoplePath(dataDir))
  const { PeopleDatabase } = await import('./postgres/store.ts')
  return PeopleDatabase.open({ ...database, connections }, randomness)
}

/** Runs `open` on a store, and closes the store if `open` fails. */
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
 * Copies the withheld people and the audit log of a data folder into a database, all or nothing. Rejects with a
 * CommandFault if the database already has other people or another log.
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
    return await take(database, randomness, (text) => store.prepare(text).iterate() as Iterable<MovedRow>) // columns of STRICT tables have these types
  } finally {
    store.close()
  }
}

/** Checks the withheld people and the audit log of a data folder. Undefined if the folder has none. */
export function checkPeople(dataDir: string): StoreReport | undefined {
  return reportOn(peoplePath(dataDir), PEOPLE_FORMAT)
}
