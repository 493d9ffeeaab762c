import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'

/** The file locked by the service that owns the data folder. */
const LOCK = 'service.lock'
/** The file that describes the service that owns the data folder. */
const OWNER = 'service.owner'

/** The service that owns a data folder. */
interface Owner {
  readonly pid: number
  readonly sinceMs: number
  /** The service's address on this machine. Absent if it answers no calls. */
  readonly url?: string | undefined
  /** The address of its operator port. */
  readonly operators?: string | undefined
  /** The header in which callers send their keys. */
  readonly keyHeader?: string | undefined
}

/**
 * The right to write the ledger of a data folder, which only one service has at a time. It is a file lock, which the
 * operating system releases when the process ends.
 */
export class FolderOwner {
  readonly #dataDir: string
  readonly #clock: Clock
  readonly #about: Omit<Owner, 'pid' | 'sinceMs'>
  #lock: DatabaseSync | undefined

  constructor(dataDir: string, clock: Clock, about: Omit<Owner, 'pid' | 'sinceMs'> = {}) {
    this.#dataDir = dataDir
    this.#clock = clock
    this.#about = about
  }

  /** Takes the folder. Returns false if another service has it. */
  take(): boolean {
    if (this.#lock !== undefined) return true
    this.#lock = lockOf(this.#dataDir)
    if (this.#lock === undefined) return false
    const owner: Owner = { pid: process.pid, sinceMs: this.#clock.now(), ...this.#about }
    try {
      writeFileSync(join(this.#dataDir, OWNER), `${JSON.stringify(owner)}\n`)
    } catch {
      // the disk is full, so error messages will not name this service
    }
    return true
  }

  /** Releases the folder. Can be called more than once. */
  release(): void {
    this.#lock?.close()
    this.#lock = undefined
  }
}

/** Returns the service that owns a data folder; undefined if there is none. */
export function ownerOf(dataDir: string): Owner | undefined {
  if (!existsSync(join(dataDir, LOCK))) return undefined
  const lock = lockOf(dataDir)
  if (lock === undefined) return storedOwner(dataDir) ?? { pid: 0, sinceMs: 0 }
  lock.close()
  return undefined
}

/** The error of a command that needs a data folder while a service owns it. */
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
    return JSON.parse(readFileSync(join(dataDir, OWNER), 'utf8')) as Owner // `take` wrote this type
  } catch {
    return undefined
  }
}
