import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const LINES = 64
const LINE_BYTES = 64
const BLANK = `${' '.repeat(LINE_BYTES - 1)}\n`

/**
 * Room for revocations that a full disk cannot refuse: a text file of fixed size, made while there is room, whose
 * lines are written over in place. Each names a key and the millisecond from which it is revoked. A line is free when
 * it is blank or its key is revoked in the store as well, so that nobody ever has to clear one.
 */
export class Revocations {
  readonly path: string

  /** `prepared`: the file is made where it is missing. */
  constructor(dataDir: string, prepared = true) {
    this.path = join(dataDir, 'revocations')
    if (prepared) this.#prepare()
  }

  /** Keys with the moment from which they are revoked; none where the file is missing. */
  read(): ReadonlyMap<string, number> {
    const entries = new Map<string, number>()
    for (const line of this.#text().split('\n')) {
      const [, keyId, sinceMs] = /^(\S+) (\d+) *$/.exec(line) ?? []
      if (keyId !== undefined) entries.set(keyId, Number(sinceMs))
    }
    return entries
  }

  /** Differs between any two versions of the file. */
  signature(): string {
    const stats = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs}`
  }

  /**
   * On the disk when it returns; throws when there is no file or no free line. To be called by one process at a time.
   * `isKept`: the key is revoked in the store.
   */
  add(keyId: string, sinceMs: number, isKept: (keyId: string) => boolean): void {
    const lines = this.#text().split('\n').slice(0, LINES)
    const free = lines.findIndex((line) => line.trim() === '' || isKept(line.split(' ')[0] ?? ''))
    if (free === -1) throw new Error(`${this.path} has no free line`)
    const file = openSync(this.path, 'r+')
    try {
      writeSync(file, `${`${keyId} ${sinceMs}`.padEnd(LINE_BYTES - 1)}\n`, free * LINE_BYTES)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  #text(): string {
    try {
      return readFileSync(this.path, 'latin1')
    } catch {
      return ''
    }
  }

  /** Where there is no room for it, revoking says that the disk is full. */
  #prepare(): void {
    try {
      writeFileSync(this.path, BLANK.repeat(LINES), { flag: 'wx', mode: 0o600 })
    } catch {
      // it is there, or there is no room
    }
  }
}
