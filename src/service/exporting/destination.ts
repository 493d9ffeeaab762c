import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/** The file that an export writes. It appears under its name only when the export is complete. */
export interface Destination {
  write(bytes: Uint8Array): Promise<void>
  /** Gives the complete export its name. */
  complete(): void
  /** Removes everything written so far. */
  abandon(): void
}

/**
 * Writes a file, and replaces the file at `path` only when it is complete. Exports that run at the same time must have
 * different values of `unique`.
 */
export function fileAt(path: string, unique: string): Destination {
  const partial = `${path}.${unique}.partial`
  let file: number | undefined
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw new CommandFault(
        `Cannot write the export to "${path}": ${reasonOf(error)}; no file was made.`,
        EXIT.cannotWrite,
        {
          cause: error,
        },
      )
    }
  }
  file = guarded(() => openSync(partial, 'w'))
  const open = file
  return {
    async write(bytes) {
      guarded(() => {
        for (let written = 0; written < bytes.length; ) written += writeSync(open, bytes, written)
      })
      await nextTurn() // lets the process handle Ctrl-C
    },
    complete() {
      guarded(() => {
        fsyncSync(open)
        closeSync(open)
        file = undefined
        renameSync(partial, path)
      })
    },
    abandon() {
      if (file !== undefined) closeSync(file)
      file = undefined
      rmSync(partial, { force: true })
    },
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EISDIR: 'it is a folder',
}

function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return REASONS[code] ?? `the system reports ${code}`
}
