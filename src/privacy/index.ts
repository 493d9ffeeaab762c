import { existsSync } from 'node:fs'
import { inBackground } from '../base/background.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../base/postgres/database.ts'
import type { Moved } from '../base/postgres/moved-table.ts'
import { openStoreFile } from '../base/store-file.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import { StoreWriter } from '../base/store-writer.ts'
import { Trouble } from '../base/trouble.ts'
import { AuditLog } from './embedded/audit-log.ts'
import { EmbeddedPeopleAdmin } from './embedded/people-admin.ts'
import { openPeopleStore, PEOPLE_FORMAT, peoplePath, type Randomness } from './embedded/store.ts'
import { openStoredPeople } from './embedded/stored-people.ts'
import { WithheldTable } from './embedded/withheld-table.ts'
import { AuditLog as SharedAuditLog } from './postgres/audit-log.ts'
import { movePeople as takePeople } from './postgres/move-people.ts'
import { PostgresPeopleAdmin } from './postgres/people-admin.ts'
import { isPrepared, preparePeople } from './postgres/tables.ts'
import { WithheldTable as SharedWithheldTable } from './postgres/withheld-table.ts'
import type { FollowedWithheld, PeopleAdmin, Privacy, WithheldPeople } from './privacy.ts'

export { PEOPLE_FORMAT, peoplePath } from './embedded/store.ts'
export type {
  Audit,
  AuditEntry,
  AuditFilter,
  FollowedWithheld,
  PeopleAdmin,
  Privacy,
  Suppression,
  Whom,
  WithheldPeople,
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
   * Shared by all nodes; where it is given, the folder is not touched. Its tables are made where they are missing. It
   * stays open when what was opened over it is closed.
   */
  readonly database?: Database | undefined
  readonly clock: Clock
  readonly log: Log
  readonly randomness: Randomness
}

/** Opens privacy for a service; rejects with a CommandFault when its file or database cannot be used. */
export async function openPrivacy(options: PrivacyOptions): Promise<Privacy> {
  const { dataDir, database, clock, log } = options
  const followed = await followWithheld(options)
  if (database !== undefined) {
    const audit = new SharedAuditLog({ database, clock, trouble: new Trouble(database.name, log, UNWRITTEN) })
    return {
      ...followed,
      audit,
      close: async () => {
        followed.close()
        await audit.flush()
      },
    }
  }
  const path = peoplePath(dataDir)
  const writer = new StoreWriter({ path, names: PEOPLE_FORMAT, durable: true })
  return {
    ...followed,
    audit: new AuditLog({ writer, clock, trouble: new Trouble(path, log, UNWRITTEN) }),
    close: async () => {
      await writer.close()
      followed.close()
    },
  }
}

/** Who is withheld, and soon after every change of the list who is then; rejects as `openPrivacy`. */
export async function followWithheld(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld> {
  const { dataDir, database, log, randomness } = options
  if (database !== undefined) return followDatabase(database, log, randomness)
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
    close: () => {
      clearInterval(timer)
      if (store.isOpen) store.close()
    },
  }
}

async function followDatabase(database: Database, log: Log, randomness: Randomness): Promise<FollowedWithheld> {
  await preparePeople(database, randomness)
  const table = await SharedWithheldTable.open(database)
  const background = { path: database.name, names: { noun: 'database', files: '' }, log, meanwhile: UNFOLLOWED }
  const timer = inBackground(() => table.refresh(), REFRESH_MS, background)
  return { withheld: table.list, refresh: () => table.refresh(), close: () => clearInterval(timer) }
}

/** Opens the suppression list and the audit log for administration; rejects as `openPrivacy`. */
export async function openPeopleAdmin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin> {
  const { dataDir, database, clock, randomness } = options
  if (database === undefined) {
    return new EmbeddedPeopleAdmin(openPeopleStore(dataDir, true, randomness), peoplePath(dataDir), clock)
  }
  await preparePeople(database, randomness)
  return PostgresPeopleAdmin.open(database, clock)
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
  await preparePeople(database, randomness)
  const stored = openStoredPeople(dataDir)
  try {
    return await takePeople(database, (table) => stored.rows(table))
  } finally {
    stored.close()
  }
}

/** Reads all of the folder's file of withheld people and the audit log; undefined when it has none. */
export function checkPeople(dataDir: string): StoreReport | undefined {
  return reportOn(peoplePath(dataDir), PEOPLE_FORMAT)
}

/** Who is withheld at this moment, for a catalogue that is about to be written; nothing is made where nobody is. */
export async function withheldNow(dataDir: string, database?: Database): Promise<WithheldPeople> {
  if (database !== undefined)
    return (await isPrepared(database)) ? (await SharedWithheldTable.open(database)).list : NOBODY
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
