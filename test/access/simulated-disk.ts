import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { LogFolder } from '../../src/guard/access/embedded/log-folder.ts'
import { HEAD_BYTES, logMemory, SettledLog } from '../../src/guard/access/embedded/settled-log.ts'
import { ACCESS_FORMAT } from '../../src/guard/access/embedded/store.ts'
import type { Change } from '../../src/kit/store/store-writer.ts'

/** Places in a log. */
const ENTRIES = 8

/** Prepares each statement once, for all services of all runs. */
class CachingStore extends DatabaseSync {
  readonly #prepared = new Map<string, StatementSync>()

  override prepare(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? super.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }
}

/** The disk under all services: the key file, and the logs of settled calls as a killed service leaves them. */
export class Disk {
  readonly store: DatabaseSync
  readonly logs = new Map<string, Buffer>()

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

  folder(): Pick<LogFolder, 'path' | 'make' | 'lanesOf' | 'readLog' | 'remove'> {
    return {
      path: 'simulated',
      make: (service) => {
        this.logs.set(service, Buffer.alloc(logMemory(ENTRIES).byteLength - HEAD_BYTES))
      },
      lanesOf: (service) => (this.logs.has(service) ? [0] : []),
      readLog: (service) => this.logs.get(service) ?? Buffer.alloc(0),
      remove: (service, others) => {
        for (const name of this.logs.keys()) if ((name === service) !== others) this.logs.delete(name)
      },
    }
  }

  number(sql: string, ...values: readonly (string | number)[]): number {
    return Number(Object.values(this.store.prepare(sql).get(...values) ?? {})[0])
  }
}

/** A log whose file is on the simulated disk, where its last entry may be missing or half written. */
export class SimulatedLog extends SettledLog {
  readonly #disk: Disk
  readonly #service: string
  /** How many of every 16 bytes of what is new reach the file. */
  reach = 16

  constructor(disk: Disk, service: string) {
    super('simulated', logMemory(ENTRIES))
    this.#disk = disk
    this.#service = service
  }

  override keep(): void {
    const file = this.#disk.logs.get(this.#service)
    const ring = Buffer.from(this.memory, HEAD_BYTES)
    if (file === undefined) return
    for (let at = 0; at < file.length; at++) if (at % 16 < this.reach) file[at] = ring[at] ?? 0
  }
}
