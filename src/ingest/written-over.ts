import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { CommandFault, EXIT } from '../base/failure.ts'

/** What a file was like before its rows were read; undefined for what is no file, or cannot be looked at. */
interface Look {
  readonly stats: BigIntStats
  readonly ends: Buffer
}

/** Bytes that are compared, at the beginning and at the end. */
const END_BYTES = 64 * 1024

/** Looks at files before their rows are read; what it returns refuses those that were written over meanwhile. */
export function watchOver(files: readonly string[]): () => void {
  const looks = files.map((file) => [file, lookAt(file)] as const)
  return () => {
    const changed = looks.find(([file, before]) => before !== undefined && isWrittenOver(file, before))
    if (changed === undefined) return
    throw new CommandFault(
      `"${changed[0]}" was written to while it was read, so that its rows may be of two versions: nothing was imported; import it when nothing writes to it.`,
      EXIT.data,
    )
  }
}

/**
 * Whether the same file has other content where it was read. One that was put in its place is not the one that was read, and
 * what was appended to it was not read either.
 */
function isWrittenOver(file: string, { stats: before, ends }: Look): boolean {
  const now = statOf(file)
  if (now === undefined || now.dev !== before.dev || now.ino !== before.ino) return false
  if (now.size === before.size) return now.mtimeNs !== before.mtimeNs
  return now.size < before.size || lookAt(file, before.size)?.ends.equals(ends) !== true
}

function statOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true })
  } catch {
    return undefined // such as one that is gone by now
  }
}

/** `size`: how long it was. */
function lookAt(file: string, size?: bigint): Look | undefined {
  try {
    if (statOf(file)?.isFile() !== true) return undefined
    const handle = openSync(file, 'r')
    try {
      const stats = fstatSync(handle, { bigint: true })
      return { stats, ends: endsOf(handle, Number(size ?? stats.size)) }
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined // what cannot be opened is told of when it is opened
  }
}

function endsOf(handle: number, size: number): Buffer {
  const [head, tail] = [Buffer.alloc(Math.min(END_BYTES, size)), Buffer.alloc(Math.min(END_BYTES, size))]
  readSync(handle, head, 0, head.length, 0)
  readSync(handle, tail, 0, tail.length, size - tail.length)
  return Buffer.concat([head, tail])
}
