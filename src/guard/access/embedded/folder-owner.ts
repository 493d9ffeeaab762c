import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'

/** A file in the data folder. The service that owns the folder keeps this file locked. */
const LOCK = 'service.lock'
/** A file in the data folder that describes the service that owns the folder. */
const OWNER = 'service.owner'

/** The service that owns a data folder, as it describes itself. */
interface Owner {
  readonly pid: number
  readonly sinceMs: number
  /** The address at which the service answers calls on this machine. Absent if the service answers no calls. */
  readonly url?: string | undefined
  /** The header in which callers send their keys. */
  readonly keyHeader?: string | undefined
}

/**
 * The right to write the ledger of a data folder. Only one service has it at a time. The right is a file lock, which
 * the operating system releases when the process ends for any reason.
 */
export class FolderOwner {
  readonly #dataDir: string
  readonly #clock: Clock
  readonly #about: Pick<Owner, 'url' | 'keyHeader'>
  #lock: DatabaseSync | undefined

  constructor(dataDir: string, clock: Clock, about: Pick<Owner, 'url' | 'keyHeader'> = {}) {
    this.#dataDir = dataDir
    this.#clock = clock
    this.#about = about
  }

  /** Takes the folder. Returns false while another service has it. */
  take(): boolean {
    if (this.#lock !== undefined) return true
    this.#lock = lockOf(this.#dataDir)
    if (this.#lock === undefined) return false
    const owner: Owner = { pid: process.pid, sinceMs: this.#clock.now(), ...this.#about }
    try {
      writeFileSync(join(this.#dataDir, OWNER), `${JSON.stringify(owner)}\n`)
    } catch {
      // the disk is full: error messages will not name this service
    }
    return true
  }

  /** Releases the folder. Further calls do nothing. */
  release(): void {
    this.#lock?.close()
    this.#lock = undefined
  }
}

/** Returns the service that owns a data folder now, or undefined. */
export function ownerOf(dataDir: string): Owner | undefined {
  if (!existsSync(join(dataDir, LOCK))) return undefined
  const lock = lockOf(dataDir)
  if (lock === undefined) return storedOwner(dataDir) ?? { pid: 0, sinceMs: 0 }
  lock.close()
  return undefined
}

/** The failure of a command that needs a data folder while another service owns the folder. */
export function folderTaken(dataDir: string): CommandFault {
  const owner = storedOwner(dataDir)
  const since = owner && new Date(owner.sinceMs).toISOString().slice(0, 19).replace('T', ' ')
  const who = owner === undefined ? 'Another service' : `Process ${owner.pid}, a service since ${since} UTC,`
  return new CommandFault(`${who} is using the data folder ${quote(dataDir)}. ${STOP_FIRST}`, EXIT.busy)
}

const STOP_FIRST = 'Stop it first, or name another folder with --data.'

function lockOf(dataDir: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(join(dataDir, LOCK), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    return undefined
  }
}

function storedOwner(dataDir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, OWNER), 'utf8')) as Owner // as `take` wrote it
  } catch {
    return undefined
  }
}
