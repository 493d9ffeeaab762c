import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Claim, LeaseFolder } from '../../src/access/embedded/lease-folder.ts'
import { HEAD_BYTES, logMemory, SettledLog } from '../../src/access/embedded/settled-log.ts'
import { ACCESS_FORMAT } from '../../src/access/embedded/store.ts'
import type { Change } from '../../src/base/store-writer.ts'

/** Places in a log. */
const ENTRIES = 8

/** Prepares each statement once, for all processes of all runs. */
class CachingStore extends DatabaseSync {
  readonly #prepared = new Map<string, StatementSync>()

  override prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql) ?? super.prepare(sql)
    this.#prepared.set(sql, known)
    return known
  }
}

/** The disk under all processes: the key file, and the logs of settled calls as a killed process leaves them. */
export class Disk {
  readonly store: DatabaseSync
  readonly logs = new Map<string, Buffer>()
  readonly alive = new Set<string>()

  constructor() {
    this.store = new CachingStore(':memory:')
    this.store.exec(`PRAGMA journal_mode = OFF; ${ACCESS_FORMAT.schema}`)
  }

  write(changes: readonly Change[]): void {
    this.store.prepare('BEGIN').run()
    for (const { sql, rows } of changes) {
      if (rows.length === 0) continue
      const statement = this.store.prepare(sql)
      for (const row of rows) statement.run(...row)
    }
    this.store.prepare('COMMIT').run()
  }

  folder(): Pick<LeaseFolder, 'path' | 'make' | 'claim' | 'lanesOf' | 'readLog' | 'remove' | 'clean'> {
    const claim = (owner: string): Claim | undefined => {
      if (this.alive.has(owner)) return undefined
      this.alive.add(owner)
      return { end: () => this.alive.delete(owner) }
    }
    return {
      path: 'simulated',
      claim,
      make: (owner) => {
        this.logs.set(owner, Buffer.alloc(logMemory(ENTRIES).byteLength - HEAD_BYTES))
        return claim(owner) as Claim // each owner is made once
      },
      lanesOf: (owner) => (this.logs.has(owner) ? [0] : []),
      readLog: (owner) => this.logs.get(owner) ?? Buffer.alloc(0),
      remove: (owner) => this.logs.delete(owner),
      clean: () => {},
    }
  }

  number(sql: string, ...values: readonly (string | number)[]): number {
    return Number(Object.values(this.store.prepare(sql).get(...values) ?? {})[0])
  }
}

/** A log whose file is on the simulated disk, where its last entry may be missing or half written. */
export class SimulatedLog extends SettledLog {
  readonly #disk: Disk
  readonly #owner: string
  /** How many of every 16 bytes of what is new reach the file. */
  reach = 16

  constructor(disk: Disk, owner: string) {
    super(undefined, logMemory(ENTRIES))
    this.#disk = disk
    this.#owner = owner
  }

  override keep(): void {
    const file = this.#disk.logs.get(this.#owner)
    const ring = Buffer.from(this.memory, HEAD_BYTES)
    if (file === undefined) return
    for (let at = 0; at < file.length; at++) if (at % 16 < this.reach) file[at] = ring[at] ?? 0
  }
}
