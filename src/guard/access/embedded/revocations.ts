import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const LINES = 64
const LINE_BYTES = 64
const BLANK = `${' '.repeat(LINE_BYTES - 1)}\n`

/**
 * Stores revocations even if the disk is full, in a text file of fixed size that is created early. A line has a key and
 * the millisecond from which it is revoked. New revocations overwrite blank lines, and lines that the key file already
 * includes. So nobody needs to clear lines.
 */
export class Revocations {
  readonly path: string

  /** @param prepared Whether to create a missing file. */
  constructor(dataDir: string, prepared = true) {
    this.path = join(dataDir, 'revocations')
    if (prepared) this.#prepare()
  }

  /** Returns the time from which each key is revoked. Empty if there is no file. */
  read(): ReadonlyMap<string, number> {
    const entries = new Map<string, number>()
    for (const line of this.#text().split('\n')) {
      const [, keyId, sinceMs] = /^(\S+) (\d+) *$/.exec(line) ?? []
      if (keyId !== undefined) entries.set(keyId, Number(sinceMs))
    }
    return entries
  }

  /** Changes whenever the file changes. */
  signature(): string {
    const stats = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs}`
  }

  /**
   * Writes a revocation and syncs it to the disk. Throws if there is no file or no free line. Only one process at a
   * time may call this.
   * @param isStored Whether the store already has the revocation of a key.
   */
  add(keyId: string, sinceMs: number, isStored: (keyId: string) => boolean): void {
    const lines = this.#text().split('\n').slice(0, LINES)
    const free = lines.findIndex((line) => line.trim() === '' || isStored(line.split(' ')[0] ?? ''))
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

  /** Creates the file. Without room for it, revoking a key on a full disk fails. */
  #prepare(): void {
    try {
      writeFileSync(this.path, BLANK.repeat(LINES), { flag: 'wx', mode: 0o600 })
    } catch {
      // the file exists, or the disk is full
    }
  }
}
