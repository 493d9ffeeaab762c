import { existsSync } from 'node:fs'
import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Database, DatabaseOptions } from '../../kit/postgres/database.ts'
import type { Moved } from '../../kit/postgres/moved-table.ts'
import { inBackground } from '../../kit/store/background.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { reportOn, type StoreReport } from '../../kit/store/store-report.ts'
import { StoreWriter } from '../../kit/store/store-writer.ts'
import { Trouble } from '../../kit/store/trouble.ts'
import { AuditLog } from './embedded/audit-log.ts'
import { EmbeddedPeopleAdmin } from './embedded/people-admin.ts'
import { openPeopleStore, PEOPLE_FORMAT, peoplePath, type Randomness } from './embedded/store.ts'
import { openStoredPeople } from './embedded/stored-people.ts'
import { WithheldTable } from './embedded/withheld-table.ts'
import type { FollowedWithheld, PeopleAdmin, Privacy, WithheldPeople } from './privacy.ts'

export { PEOPLE_FORMAT, peoplePath } from './embedded/store.ts'
export type {
  Audit,
  AuditEntry,
  PeopleAdmin,
  Suppression,
  Whom,
} from './privacy.ts'

/** How long a change of the list may take. */
const REFRESH_MS = 250

/** What happens while the store cannot be used. */
const UNFOLLOWED = 'It is tried again.'
const UNWRITTEN = 'Until then calls about people are refused.'

export interface PrivacyOptions {
  /** Folder of `people.sqlite`; it must exist, the file is made where it is missing. */
  readonly dataDir: string
  /**
   * That nodes share; where it is given, the folder is not touched. Its tables are made where they are missing, and at
   * most two connections are used.
   */
  readonly database?: DatabaseOptions | undefined
  readonly clock: Clock
  readonly log: Log
  readonly randomness: Randomness
}

/** Opens privacy for a service; rejects with a CommandFault when its file or database cannot be used. */
export async function openPrivacy(options: PrivacyOptions): Promise<Privacy> {
  const { dataDir, database, clock, log } = options
  if (database !== undefined) return (await import('./postgres/open.ts')).openSharedPrivacy({ ...options, database })
  const path = peoplePath(dataDir)
  const followed = await followWithheld(options)
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

/** Who is withheld, and soon after every change of the list who is then; rejects as `openPrivacy`. */
export async function followWithheld(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld> {
  const { dataDir, database, log, randomness } = options
  if (database !== undefined) return (await import('./postgres/open.ts')).followShared({ ...options, database })
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

/** Opens the suppression list and the audit log for administration; rejects as `openPrivacy`. */
export async function openPeopleAdmin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin> {
  const { dataDir, database, clock, randomness } = options
  if (database !== undefined) return (await import('./postgres/open.ts')).openSharedAdmin({ ...options, database })
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

/** Who is withheld at this moment, for a catalogue that is about to be written; nothing is made where nobody is. */
export async function withheldNow(dataDir: string, database?: DatabaseOptions): Promise<WithheldPeople> {
  if (database !== undefined) return (await (await import('./postgres/open.ts')).withheldIn(database)) ?? NOBODY
  const path = peoplePath(dataDir)
  if (!existsSync(path)) return NOBODY
  const store = openStoreFile(path, PEOPLE_FORMAT)
  try {
    const table = new WithheldTable(store)
    table.reload()
    return table.list
  } finally {
    store.close()
  }
}

const NOBODY: WithheldPeople = { version: '', has: () => false, isErased: () => false }
