import { existsSync } from 'node:fs'
import { inBackground } from '../base/background.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { openStoreFile } from '../base/store-file.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import { AuditLog } from './embedded/audit-log.ts'
import { EmbeddedDesk } from './embedded/desk.ts'
import { openPeopleStore, PEOPLE_FORMAT, peoplePath, type Randomness } from './embedded/store.ts'
import { WithheldTable } from './embedded/withheld-table.ts'
import type { PeopleDesk, Privacy, WithheldPeople } from './privacy.ts'

export type {
  Audit,
  AuditEntry,
  AuditFilter,
  PeopleDesk,
  Privacy,
  Suppression,
  Whom,
  WithheldPeople,
} from './privacy.ts'

/** How long a change of the list, and the way of an entry to the disk, may take. */
const REFRESH_MS = 250
const FLUSH_MS = 1000

export interface PrivacyOptions {
  /** Folder of `people.sqlite`; it must exist, the file is made where it is missing. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly randomness: Randomness
}

/** Opens the privacy of a data folder for a service; throws a CommandFault when its file cannot be used. */
export function openPrivacy({ dataDir, clock, log, randomness }: PrivacyOptions): Privacy {
  const store = openPeopleStore(dataDir, false, randomness)
  const audit = new AuditLog(store, clock)
  const withheld = new WithheldTable(store)
  withheld.refresh()
  const background = { path: peoplePath(dataDir), names: PEOPLE_FORMAT, log, meanwhile: 'It is tried again.' }
  const timers = [
    inBackground(() => withheld.refresh(), REFRESH_MS, background),
    inBackground(() => audit.flush(), FLUSH_MS, background),
  ]
  return {
    audit,
    withheld,
    refresh: () => withheld.refresh(),
    close: () => {
      for (const timer of timers) clearInterval(timer)
      if (!store.isOpen) return
      audit.flush()
      store.close()
    },
  }
}

/** Opens the suppression list and the audit log for administration; throws as `openPrivacy`. */
export function openPeopleDesk(dataDir: string, clock: Clock, randomness: Randomness): PeopleDesk {
  return new EmbeddedDesk(openPeopleStore(dataDir, true, randomness), peoplePath(dataDir), clock)
}

/** Reads all of the folder's file of withheld people and the audit log; undefined when it has none. */
export function checkPeople(dataDir: string): StoreReport | undefined {
  return reportOn(peoplePath(dataDir), PEOPLE_FORMAT)
}

/** Who is withheld at this moment, for a catalogue that is about to be written; nothing is made where nobody is. */
export function withheldNow(dataDir: string): WithheldPeople {
  const path = peoplePath(dataDir)
  if (!existsSync(path)) return { has: () => false, isErased: () => false }
  const store = openStoreFile(path, PEOPLE_FORMAT)
  try {
    const withheld = new WithheldTable(store)
    withheld.reload()
    return withheld
  } finally {
    store.close()
  }
}
