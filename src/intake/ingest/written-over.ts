import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { dataFault } from './file-fault.ts'

/** The state of a file before its rows were read. Undefined if the file is irregular or cannot be examined. */
interface Look {
  readonly stats: BigIntStats
  readonly ends: Buffer
}

/** Number of bytes that are compared, at the beginning and at the end. */
const END_BYTES = 64 * 1024

/** Watches files from before they are read. */
export class FileWatch {
  readonly #looks: readonly (readonly [file: string, before: Look | undefined])[]

  constructor(files: readonly string[]) {
    this.#looks = files.map((file) => [file, lookAt(file)])
  }

  /** Whether the files are unchanged. */
  get isUntouched(): boolean {
    return this.#looks.every(([file, before]) => {
      const now = statOf(file)
      const keys = ['dev', 'ino', 'size', 'mtimeNs'] as const
      return before !== undefined && keys.every((key) => now?.[key] === before.stats[key])
    })
  }

  /** Throws a CommandFault if a file was written to while it was read. */
  refuseWrittenOver(): void {
    const changed = this.#looks.find(([file, before]) => before !== undefined && isWrittenOver(file, before))
    if (changed === undefined) return
    throw dataFault(
      `"${changed[0]}" changed while it was read, so its rows may be from two versions; nothing was imported. Import it when no program writes to it.`,
    )
  }
}

/**
 * Whether the content that was read has changed within the same file. A file put in its place is another one, and bytes
 * appended later were not read.
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
    return undefined // for example, the file is gone by now
  }
}

/** Examines a file. `size` is its former length. */
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
    return undefined // a file that cannot be opened is reported when it is opened
  }
}

function endsOf(handle: number, size: number): Buffer {
  const [head, tail] = [Buffer.alloc(Math.min(END_BYTES, size)), Buffer.alloc(Math.min(END_BYTES, size))]
  readSync(handle, head, 0, head.length, 0)
  readSync(handle, tail, 0, tail.length, size - tail.length)
  return Buffer.concat([head, tail])
}
