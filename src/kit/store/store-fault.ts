import { existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Damage } from '../algorithms/row-sum.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { inShell } from '../base/sentence.ts'
import { isBeyondNumbers } from './store-check.ts'

/** How sentences name a kind of SQLite file. */
export interface StoreNames {
  /** E.g. `catalogue`. */
  readonly noun: string
  /** Pattern of its files, for those who remove them, e.g. `catalogue*`. */
  readonly files: string
}

/**
 * A sentence about a store that cannot be read, or whose content was changed; undefined when an error is about
 * something else. It does not advise to remove anything, because one error does not say whether the file is damaged,
 * see `damaged`.
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

/** For a file that has been read from beginning to end and found to be damaged. */
export function damaged(path: string, names: StoreNames, found: string): CommandFault {
  const sentence = `The ${names.noun} ${path} is damaged: ${wayOut(path, names)}. A full reading found: ${found}.`
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
  /** Another program holds a lock that readers need, for longer than SQLite tries. */
  protocol: 15,
  notADatabase: 26,
}

/** Our statements fit our tables, so one that does not (`error`) has met a table whose description is broken. */
const DAMAGE: ReadonlySet<number> = new Set([SQLITE.error, SQLITE.corrupt, SQLITE.notADatabase])

/** SQLite's code for a disk that has no room for the index of a write-ahead log, which opening a file needs. */
const NO_ROOM_FOR_LOG_INDEX = SQLITE.inputOutput | (19 << 8)

/** A disk with fewer bytes to spare has no room for the index of a write-ahead log. */
const LOG_INDEX_BYTES = 32 * 1024

/** Runs `work`, turning what the disk or the file did wrong into its one sentence; anything else passes through. */
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
        `The disk failed while the ${noun} ${path} was in use: none of the last change was kept.`,
        EXIT.io,
        { cause: error },
      )
    default:
      return undefined
  }
}

/** SQLite has no single code for a full disk. */
function isFull(path: string): boolean {
  if (!existsSync(dirname(path))) return false
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize < LOG_INDEX_BYTES
}

function full(path: string, noun: string, cause: unknown): CommandFault {
  return new CommandFault(
    `The disk that holds the ${noun} ${path} is full: free some space and run it again; nothing was changed.`,
    EXIT.cannotWrite,
    { cause },
  )
}
