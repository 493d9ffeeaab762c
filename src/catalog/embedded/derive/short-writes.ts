import type { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { guarded } from '../../../kit/store/store-fault.ts'
import { openStoreFile } from '../../../kit/store/store-file.ts'
import { arrayWriter, type NamedStore } from '../arrays.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { setMeta } from '../meta.ts'
import { storeRowCounts } from '../row-checks.ts'

/** A transaction ends after so many bytes, which take some tens of milliseconds. */
const BYTES_MAX = 4 * 1024 * 1024

/** A write that finds the file locked is tried again after this pause. */
const LOOK_MS = 50

/** How often something is read without a lock before it is read with the lock. */
const READS_MAX = 5

/**
 * Writes in transactions of some milliseconds, with as long a pause after each, so that an import that wants to begin
 * waits for one of them. While an import writes, this waits, however long that takes: run it in a thread of its own, or
 * let `look`, which is called at each attempt, throw to end the wait.
 * What a power cut takes away can be made again, so nothing waits for the disk.
 */
export class ShortWrites implements NamedStore {
  readonly #path: string
  readonly #look: () => void
  readonly #database: DatabaseSync
  #open: { readonly beganMs: number; bytes: number } | undefined

  constructor(path: string, look: () => void = () => {}) {
    this.#path = path
    this.#look = look
    this.#database = openStoreFile(path, CATALOG_FORMAT)
    // nothing in a segment is about people, and zeros in its place would take as much of the log as a segment itself
    this.#database.exec('PRAGMA busy_timeout = 0; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = OFF')
  }

  setArray(name: string, bytes: Uint8Array): void {
    this.#write(bytes.length, (database) => arrayWriter(database)(name, bytes))
  }

  setMeta(name: string, value: string): void {
    this.#write(value.length, (database) => setMeta(database, name, value))
  }

  /** Does work in a transaction of its own, after all that was written before. */
  atOnce<T>(work: (database: DatabaseSync) => T): T {
    this.end()
    const done = this.#write(0, work)
    this.end()
    return done
  }

  /**
   * Does work in a transaction of its own on what was read before it: others wait for the work alone. Where they have
   * changed something since the reading, it is done again; after some such times, they wait for the reading, too.
   */
  atOnceFrom<R, T>(read: (database: DatabaseSync) => R, work: (database: DatabaseSync, read: R) => T): T {
    this.end()
    for (let reads = 1; ; reads++) {
      const before = this.#ofOneState(() => ({ read: read(this.#database), version: this.#version() }))
      const isCurrent = this.#write(0, () => this.#version() === before.version)
      if (!isCurrent && reads < READS_MAX) {
        this.#undo()
        continue
      }
      const done = this.#write(0, (database) => work(database, isCurrent ? before.read : read(database)))
      this.end()
      return done
    }
  }

  /** Commits what was written. */
  end(): void {
    const open = this.#open
    if (open === undefined) return
    this.#orUndo(() => {
      storeRowCounts(this.#database)
      this.#database.exec('COMMIT')
    })
    this.#open = undefined
    pause(performance.now() - open.beganMs)
  }

  /** Drops what is not committed. */
  close(): void {
    this.#database.close()
  }

  #write<T>(bytes: number, work: (database: DatabaseSync) => T): T {
    const open = this.#begin()
    const done = this.#orUndo(() => work(this.#database))
    open.bytes += bytes
    if (open.bytes > BYTES_MAX) this.end()
    return done
  }

  #orUndo<T>(work: () => T): T {
    try {
      return guarded(this.#path, CATALOG_FORMAT, work)
    } catch (error) {
      this.#undo()
      throw error
    }
  }

  #undo(): void {
    this.#open = undefined
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK') // a full disk has already rolled it back
  }

  #ofOneState<T>(read: () => T): T {
    return this.#orUndo(() => {
      this.#database.exec('BEGIN')
      const done = read()
      this.#database.exec('COMMIT')
      return done
    })
  }

  /** Changes whenever another connection has committed something. */
  #version(): number {
    return Number(this.#database.prepare('PRAGMA data_version').get()?.data_version)
  }

  #begin() {
    if (this.#open !== undefined) return this.#open
    while (!this.#isBegun()) {
      this.#look()
      pause(LOOK_MS)
    }
    this.#open = { beganMs: performance.now(), bytes: 0 }
    return this.#open
  }

  #isBegun(): boolean {
    try {
      guarded(this.#path, CATALOG_FORMAT, () => this.#database.exec('BEGIN IMMEDIATE'))
      return true
    } catch (error) {
      if (error instanceof CommandFault && error.exitCode === EXIT.busy) return false
      throw error
    }
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
