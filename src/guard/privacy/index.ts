import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Database, DatabaseOptions } from '../../kit/postgres/database.ts'
import type { Moved } from '../../kit/postgres/moved-table.ts'
import { inBackground } from '../../kit/store/background.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { inTransaction } from '../../kit/store/store-folder.ts'
import { reportOn, type StoreReport } from '../../kit/store/store-report.ts'
import { StoreWriter } from '../../kit/store/store-writer.ts'
import { Trouble } from '../../kit/store/trouble.ts'
import { AuditLog } from './embedded/audit-log.ts'
import { EmbeddedPeopleAdmin } from './embedded/people-admin.ts'
import { guardedPeople, openPeopleStore, PEOPLE_FORMAT, peoplePath, type Randomness } from './embedded/store.ts'
import { openStoredPeople } from './embedded/stored-people.ts'
import { WithheldTable } from './embedded/withheld-table.ts'
import { forWriting, KeyedHomeIds } from './home-ids.ts'
import type { FollowedWithheld, PeopleAdmin, Privacy, WithheldPeople } from './privacy.ts'

export { PEOPLE_FORMAT, peoplePath } from './embedded/store.ts'
export type {
  Audit,
  AuditEntry,
  PeopleAdmin,
  Suppression,
  Whom,
} from './privacy.ts'
export { refuseVague } from './whom.ts'

/** How long a change of the list may take. */
const REFRESH_MS = 250

/** The log ends its sentence about a store that cannot be used with one of these. */
const UNFOLLOWED = 'It is tried again.'
const UNWRITTEN = 'Until then calls about people wait, or are refused.'

export interface PrivacyOptions {
  /** Folder of `people.sqlite`; it must exist, the file is made where it is missing. */
  readonly dataDir: string
  /**
   * Holds the people of all nodes, instead of the folder, which is not touched. Missing tables are made, and at most two
   * connections are used.
   */
  readonly database?: DatabaseOptions | undefined
  readonly clock: Clock
  readonly log: Log
  readonly randomness: Randomness
}

/** The ways into withheld people and the audit log, alike for a folder and for a database that nodes share. */
interface PrivacyBackend {
  open(options: PrivacyOptions): Promise<Privacy>
  follow(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld>
  admin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin>
  withheldNow(): Promise<WithheldPeople>
}

/** The only place that tells a database from a folder, whose code is loaded where there is one. */
async function backendOf(database: DatabaseOptions | undefined, dataDir: string): Promise<PrivacyBackend> {
  if (database === undefined)
    return { open: openFolder, follow: followFolder, admin: openFolderAdmin, withheldNow: () => withheldIn(dataDir) }
  const { databasePrivacy } = await import('./postgres/open.ts')
  return databasePrivacy(database)
}

/** Opens privacy for a service; rejects with a CommandFault when its file or database cannot be used. */
export async function openPrivacy(options: PrivacyOptions): Promise<Privacy> {
  return (await backendOf(options.database, options.dataDir)).open(options)
}

/** Follows who is withheld, at once and soon after every change of the list; rejects as `openPrivacy`. */
export async function followWithheld(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld> {
  return (await backendOf(options.database, options.dataDir)).follow(options)
}

/** Opens the suppression list and the audit log for administration; rejects as `openPrivacy`. */
export async function openPeopleAdmin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin> {
  return (await backendOf(options.database, options.dataDir)).admin(options)
}

/**
 * Who is withheld at this moment, for a catalogue that is about to be written. In a folder where nobody is, the first
 * `homeId` makes the list, whose secret keys the id.
 */
export async function withheldNow(dataDir: string, database?: DatabaseOptions): Promise<WithheldPeople> {
  return (await backendOf(database, dataDir)).withheldNow()
}

async function openFolder(options: PrivacyOptions): Promise<Privacy> {
  const { dataDir, clock, log } = options
  const path = peoplePath(dataDir)
  const followed = await followFolder(options)
  const writer = new StoreWriter({ path, names: PEOPLE_FORMAT, durable: true })
  return {
    ...followed,
    audit: new AuditLog({ writer, clock, trouble: new Trouble(path, log, UNWRITTEN) }),
    close: async () => {
      await writer.close()
      await followed.close()
    },
  }
}

async function followFolder(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld> {
  const { dataDir, log, randomness } = options
  const store = openPeopleStore(dataDir, true, randomness)
  store.exec('PRAGMA busy_timeout = 0') // only read from: the thread that answers calls never waits for a lock
  const path = peoplePath(dataDir)
  const table = new WithheldTable(store)
  table.refresh()
  const background = { path, names: PEOPLE_FORMAT, log, meanwhile: UNFOLLOWED }
  const timer = inBackground(() => table.refresh(), REFRESH_MS, background)
  return {
    withheld: table.list,
    refresh: async () => table.refresh(),
    close: async () => {
      clearInterval(timer)
      if (store.isOpen) store.close()
    },
  }
}

async function openFolderAdmin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin> {
  const { dataDir, clock, randomness } = options
  return new EmbeddedPeopleAdmin(openPeopleStore(dataDir, true, randomness), peoplePath(dataDir), clock)
}

/**
 * Takes withheld people and the audit log of a data folder over into a database, all or nothing; rejects with a
 * CommandFault where the database has others.
 */
export async function movePeople(
  dataDir: string,
  database: Database,
  randomness: Randomness,
): Promise<readonly Moved[]> {
  if (!existsSync(peoplePath(dataDir))) return []
  const { movePeople: take } = await import('./postgres/move-people.ts')
  const stored = openStoredPeople(dataDir)
  try {
    return await take(database, randomness, (table) => stored.rows(table))
  } finally {
    stored.close()
  }
}

/** Reads all of the folder's file of withheld people and the audit log; undefined when it has none. */
export function checkPeople(dataDir: string): StoreReport | undefined {
  return reportOn(peoplePath(dataDir), PEOPLE_FORMAT)
}

async function withheldIn(dataDir: string): Promise<WithheldPeople> {
  const path = peoplePath(dataDir)
  if (existsSync(path)) return listOf(openStoreFile(path, PEOPLE_FORMAT), dataDir)
  let made: WithheldPeople | undefined
  const homeId = (source: string, sourceKey: string) => {
    made ??= listOf(openPeopleStore(dataDir, true, randomBytes), dataDir)
    return made.homeId(source, sourceKey)
  }
  const homeIds = new KeyedHomeIds([], (ids) => keepIds(dataDir, ids))
  return { version: '', has: () => false, isErased: () => false, homeId, homeIds }
}

/** Closes the store once it is read. */
function listOf(store: DatabaseSync, dataDir: string): WithheldPeople {
  try {
    const table = new WithheldTable(store)
    table.reload()
    const ids = store.prepare('SELECT id FROM keyed_home').all()
    const stored = ids.map(({ id }) => Number(id))
    return forWriting(table.list, new KeyedHomeIds(stored, (added) => keepIds(dataDir, added)))
  } finally {
    store.close()
  }
}

function keepIds(dataDir: string, ids: readonly number[]): void {
  const store = openPeopleStore(dataDir, true, randomBytes)
  try {
    const insert = store.prepare('INSERT INTO keyed_home (id) VALUES (?) ON CONFLICT DO NOTHING')
    guardedPeople(peoplePath(dataDir), () =>
      inTransaction(store, () => {
        for (const id of ids) insert.run(id)
      }),
    )
  } finally {
    store.close()
  }
}
