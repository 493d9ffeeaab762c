import { existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Damage } from '../algorithms/row-sum.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { inShell } from '../base/sentence.ts'
import { isBeyondNumbers } from './store-check.ts'

/** How messages name a kind of SQLite file. */
export interface StoreNames {
  /** The word for a file of this kind, e.g. `catalogue`. */
  readonly noun: string
  /** Pattern of the files, for advice on removing them, e.g. `catalogue*`. */
  readonly files: string
}

/**
 * Returns a one-sentence fault for a store with unreadable or changed content; undefined for errors with another cause.
 * The sentence advises no removal, because one error does not prove that the file is damaged.
 */
export function damageOf(error: unknown, path: string, names: StoreNames): CommandFault | undefined {
  const { errcode, code } = error as { errcode?: number; code?: string }
  const unreadable = code === 'ERR_SQLITE_ERROR' && errcode !== undefined && DAMAGE.has(errcode & 0xff)
  return unreadable || error instanceof Damage || isBeyondNumbers(error)
    ? unreadableFault(path, names, error)
    : undefined
}

function unreadableFault(path: string, { noun }: StoreNames, cause: unknown): CommandFault {
  const what = cause instanceof Error ? cause.message : String(cause)
  return new CommandFault(
    `Part of the ${noun} ${path} cannot be read (${what}): run ./plat check --data ${inShell(dirname(path))}, which reads all of it and says what to do.`,
    EXIT.data,
    { cause },
  )
}

/** Returns the fault for a file in which a full reading found damage. */
export function damaged(path: string, names: StoreNames, problem: string): CommandFault {
  const sentence = `The ${names.noun} ${path} is damaged: ${wayOut(path, names)}. A full scan found: ${problem}.`
  return new CommandFault(sentence, EXIT.data)
}

export function wayOut(path: string, { files }: StoreNames): string {
  return `put a copy of it back, or remove ${join(dirname(path), files)} and make it again`
}

/** Primary result codes of SQLite. */
const SQLITE = {
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  /** Another program holds a lock that readers need, for longer than SQLite retries. */
  protocol: 15,
  notADatabase: 26,
}

/**
 * Codes that mean damage. Plat's statements fit its tables, so `error` means that the description of a table is broken.
 */
const DAMAGE: ReadonlySet<number> = new Set([SQLITE.error, SQLITE.corrupt, SQLITE.notADatabase])

/** SQLite's code if the disk has no room for the index of a write-ahead log. Opening a file needs this index. */
const NO_ROOM_FOR_LOG_INDEX = SQLITE.inputOutput | (19 << 8)

/** A disk with less free space than this has no room for the index of a write-ahead log. */
const LOG_INDEX_BYTES = 32 * 1024

/** Runs `work`. Turns failures of the disk or the file into one sentence; other errors pass through. */
export function guarded<T>(path: string, format: StoreNames, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storeFault(error, path, format) ?? error
  }
}

function storeFault(error: unknown, path: string, format: StoreNames): CommandFault | undefined {
  const { noun } = format
  const damage = damageOf(error, path, format)
  if (damage !== undefined) return damage
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (code === 'EACCES' || code === 'EPERM')
    return new CommandFault(`Cannot read the ${noun} ${path}: permission denied.`, EXIT.noInput, { cause: error })
  if (code === 'ENOSPC') return full(path, noun, error)
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return undefined
  if (errcode === NO_ROOM_FOR_LOG_INDEX) return full(path, noun, error)
  switch (errcode & 0xff) {
    case SQLITE.busy:
    case SQLITE.locked:
    case SQLITE.protocol:
      return new CommandFault(
        `The ${noun} ${path} is being changed by another process: try again once it is done.`,
        EXIT.busy,
        { cause: error },
      )
    case SQLITE.full:
      return full(path, noun, error)
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
      if (isFull(path)) return full(path, noun, error)
      return new CommandFault(
        `Cannot open the ${noun} ${path} for writing: check the folder's permissions.`,
        EXIT.cannotWrite,
        { cause: error },
      )
    case SQLITE.inputOutput:
      if (isFull(path)) return full(path, noun, error)
      return new CommandFault(
        `The disk failed while the ${noun} ${path} was in use: the last change was not saved.`,
        EXIT.io,
        { cause: error },
      )
    default:
      return undefined
  }
}

/** Whether the disk is full. SQLite has no single code for this. */
function isFull(path: string): boolean {
  if (!existsSync(dirname(path))) return false
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize < LOG_INDEX_BYTES
}

function full(path: string, noun: string, cause: unknown): CommandFault {
  return new CommandFault(
    `The disk of the ${noun} ${path} is full: free some space and try again; nothing was changed.`,
    EXIT.cannotWrite,
    { cause },
  )
}
