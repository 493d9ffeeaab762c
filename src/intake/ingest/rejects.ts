import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { csvLine } from '../../kit/algorithms/csv-line.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Row } from './sources/source.ts'

const FLUSH_CHARACTERS = 64 * 1024

/**
 * The CSV file of rejected rows: file, first and last line, rule, reason, and the original cells, escaped against
 * formulas. It appears only when it is complete; a failed import leaves no file. Without rejected rows there is no
 * file.
 */
export class RejectsFile {
  readonly #path: string
  #file: number | undefined
  #pending = ''
  #kept = false

  constructor(path: string) {
    this.#path = path
  }

  add(file: string, { line, lastLine = line }: Row, rule: string, reason: string, cells: readonly string[]): void {
    if (this.#file === undefined) this.#open()
    this.#pending += csvLine([file, String(line), String(lastLine), rule, reason, ...cells])
    if (this.#pending.length > FLUSH_CHARACTERS) this.#flush()
  }

  /** Completes the file and returns its path. Undefined if no row was rejected. */
  keep(): string | undefined {
    const file = this.#file
    if (file === undefined) return undefined
    this.#flush()
    this.#guarded(() => {
      fsyncSync(file)
      closeSync(file)
      this.#file = undefined
      renameSync(this.#partial, this.#path)
    })
    this.#kept = true
    return this.#path
  }

  /** Deletes the file, even if it was completed. */
  discard(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    if (this.#file !== undefined) rmSync(this.#partial, { force: true })
    if (this.#kept) rmSync(this.#path, { force: true })
    this.#file = undefined
  }

  get #partial(): string {
    return `${this.#path}.partial`
  }

  #open(): void {
    this.#guarded(() => {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      this.#file = openSync(this.#partial, 'w', 0o600)
    })
    this.#pending = csvLine(['file', 'line', 'lastLine', 'rule', 'reason', 'cells'])
  }

  #flush(): void {
    this.#guarded(() => {
      if (this.#file !== undefined) writeAll(this.#file, Buffer.from(this.#pending))
    })
    this.#pending = ''
  }

  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const why =
        code === 'ENOSPC' ? 'the disk is full' : code === 'EACCES' ? 'permission denied' : `the system reports ${code}`
      throw new CommandFault(
        `Cannot write the rejects to "${this.#path}": ${why}; nothing was imported.`,
        EXIT.cannotWrite,
        { cause: error },
      )
    }
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}
