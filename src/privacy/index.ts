import { existsSync } from 'node:fs'
import { inBackground } from '../base/background.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { openStoreFile } from '../base/store-file.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import { StoreWriter } from '../base/store-writer.ts'
import { Trouble } from '../base/trouble.ts'
import { AuditLog } from './embedded/audit-log.ts'
import { EmbeddedPeopleAdmin } from './embedded/people-admin.ts'
import { openPeopleStore, PEOPLE_FORMAT, peoplePath, type Randomness } from './embedded/store.ts'
import { WithheldTable } from './embedded/withheld-table.ts'
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

export interface PrivacyOptions {
  /** Folder of `people.sqlite`; it must exist, the file is made where it is missing. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly randomness: Randomness
}

/** Opens the privacy of a data folder for a service; rejects with a CommandFault when its file cannot be used. */
export async function openPrivacy(options: PrivacyOptions): Promise<Privacy> {
  const { dataDir, clock, log } = options
  const followed = await followWithheld(options)
  const path = peoplePath(dataDir)
  const writer = new StoreWriter({ path, names: PEOPLE_FORMAT, durable: true })
  const trouble = new Trouble(path, log, 'Until then calls about people are refused.')
  return {
    ...followed,
    audit: new AuditLog({ writer, clock, trouble }),
    close: async () => {
      await writer.close()
      followed.close()
    },
  }
}

/** Who is withheld, and soon after every change of the list who is then; rejects as `openPrivacy`. */
export async function followWithheld(options: Omit<PrivacyOptions, 'clock'>): Promise<FollowedWithheld> {
  const { dataDir, log, randomness } = options
  const store = openPeopleStore(dataDir, true, randomness)
  store.exec('PRAGMA busy_timeout = 0') // only read from: the thread that answers calls never waits for a lock
  const path = peoplePath(dataDir)
  const table = new WithheldTable(store)
  table.refresh()
  const background = { path, names: PEOPLE_FORMAT, log, meanwhile: 'It is tried again.' }
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

/** Opens the suppression list and the audit log for administration; rejects as `openPrivacy`. */
export async function openPeopleAdmin(options: Omit<PrivacyOptions, 'log'>): Promise<PeopleAdmin> {
  const { dataDir, clock, randomness } = options
  return new EmbeddedPeopleAdmin(openPeopleStore(dataDir, true, randomness), peoplePath(dataDir), clock)
}

/** Reads all of the folder's file of withheld people and the audit log; undefined when it has none. */
export function checkPeople(dataDir: string): StoreReport | undefined {
  return reportOn(peoplePath(dataDir), PEOPLE_FORMAT)
}

/** Who is withheld at this moment, for a catalogue that is about to be written; nothing is made where nobody is. */
export async function withheldNow(dataDir: string): Promise<WithheldPeople> {
  const path = peoplePath(dataDir)
  if (!existsSync(path)) return { version: '', has: () => false, isErased: () => false }
  const store = openStoreFile(path, PEOPLE_FORMAT)
  try {
    const table = new WithheldTable(store)
    table.reload()
    return table.list
  } finally {
    store.close()
  }
}
