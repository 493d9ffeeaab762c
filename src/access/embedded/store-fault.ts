import { CommandFault, EXIT } from '../../base/failure.ts'

/** SQLite's primary result codes, the low byte of `errcode`. */
const SQLITE = { busy: 5, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const

/** What an operator can do about an error of the store, in one sentence; an error of another kind comes back as it is. */
export function storeFault(path: string, error: unknown): unknown {
  if (error instanceof CommandFault || !(error instanceof Error)) return error
  if (!('errcode' in error) || typeof error.errcode !== 'number') return error
  const options = { cause: error }
  switch (error.errcode & 0xff) {
    case SQLITE.busy:
      return new CommandFault(`${path} is locked by another process: try again when it is done.`, EXIT.busy, options)
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
      return closed(path, error)
    case SQLITE.full:
      return new CommandFault(`The disk is full: ${path} cannot take more; what it holds is safe.`, EXIT.io, options)
    case SQLITE.io:
      return new CommandFault(
        `The disk of ${path} fails: ${error.message}; look at the system's log.`,
        EXIT.io,
        options,
      )
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return damaged(path, error)
    default:
      return error
  }
}

export function closed(path: string, cause: unknown): CommandFault {
  const sentence = `Cannot write ${path}: this user may not, or the file system is read-only.`
  return new CommandFault(sentence, EXIT.cannotWrite, { cause })
}

export function damaged(path: string, cause?: unknown): CommandFault {
  const sentence = `${path} is damaged and was left as it is: put a backup in its place, or move it away to start without keys.`
  return new CommandFault(sentence, EXIT.data, { cause })
}
