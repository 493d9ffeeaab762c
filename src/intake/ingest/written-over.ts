import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { dataFault } from './file-fault.ts'

/** The state of a file before its rows were read. */
interface Look {
  readonly stats: BigIntStats
  readonly ends: Buffer
}

/** Number of bytes to compare at the beginning and the end. */
const END_BYTES = 64 * 1024

/** Watches files for changes while they are read. */
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

  /** Throws a CommandFault if a file was overwritten while it was read. */
  refuseWrittenOver(): void {
    const changed = this.#looks.find(([file, before]) => before !== undefined && isWrittenOver(file, before))
    if (changed === undefined) return
    throw dataFault(
      `"${changed[0]}" changed while it was read, so its rows may be from two versions; nothing was imported. Import it when no program writes to it.`,
    )
  }
}

/** Whether the bytes that were read have changed. A new file under the same name and appended bytes do not count. */
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
    return undefined // for example because the file was deleted
  }
}

/** Examines a file. `size` is its previous length. Undefined if it is not a regular file or cannot be read. */
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
    return undefined // opening the file reports the error
  }
}

function endsOf(handle: number, size: number): Buffer {
  const [head, tail] = [Buffer.alloc(Math.min(END_BYTES, size)), Buffer.alloc(Math.min(END_BYTES, size))]
  readSync(handle, head, 0, head.length, 0)
  readSync(handle, tail, 0, tail.length, size - tail.length)
  return Buffer.concat([head, tail])
}
