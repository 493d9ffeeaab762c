import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/** Number of bytes to copy between two checks for Ctrl-C. */
const PART_BYTES = 4 * 1024 * 1024

/** The size and checksum of a file. */
export interface FileSum {
  readonly bytes: number
  readonly sha256: string
}

/**
 * Returns the size and checksum of a file that no program has open. If `to` is given, it also copies the file there and
 * flushes the copy to disk. Rejects if `signal` is aborted.
 */
export async function sumFile(
  from: string,
  signal: AbortSignal,
  to?: string,
  onPart: (bytes: number) => void = () => {},
): Promise<FileSum> {
  const source = openSync(from, 'r')
  const target = to === undefined ? undefined : openSync(to, 'wx', 0o600)
  try {
    const part = Buffer.allocUnsafe(PART_BYTES)
    const sum = createHash('sha256')
    let bytes = 0
    for (;;) {
      const length = readSync(source, part)
      if (length === 0) break
      sum.update(part.subarray(0, length))
      if (target !== undefined) writeAll(target, part.subarray(0, length))
      bytes += length
      onPart(length)
      await nextTurn()
      signal.throwIfAborted()
    }
    if (target !== undefined) fsyncSync(target)
    return { bytes, sha256: sum.digest('hex') }
  } finally {
    closeSync(source)
    if (target !== undefined) closeSync(target)
  }
}

/** Writes a new file and flushes it to disk. */
export function writeNew(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeAll(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EIO: 'the disk failed',
}

/** Turns an error of the operating system into a CommandFault, and returns other errors unchanged. */
export function systemFault(error: unknown, what: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof CommandFault || syscall === undefined || code === undefined) return error
  return new CommandFault(`Cannot ${what}: ${REASONS[code] ?? `the system reports ${code}`}.`, EXIT.cannotWrite, {
    cause: error,
  })
}
