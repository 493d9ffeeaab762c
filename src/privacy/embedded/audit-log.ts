import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Clock } from '../../base/clock.ts'
import type { Audit, AuditEntry, AuditFilter } from '../privacy.ts'

/** Writes entries, each in a transaction of its own, which outlives the process; `flush` makes them outlive the machine. */
export class AuditLog implements Audit {
  readonly #store: DatabaseSync
  readonly #clock: Clock
  readonly #insert: StatementSync
  #flushed = true

  constructor(store: DatabaseSync, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#insert = store.prepare(
      'INSERT INTO audit (at_ms, key_id, label, operation, subject, request_id) VALUES (?, ?, ?, ?, ?, ?)',
    )
  }

  record({ keyId, label, operation, subject, requestId }: Omit<AuditEntry, 'number' | 'atMs'>): void {
    this.#insert.run(this.#clock.now(), keyId, label, operation, subject, requestId)
    this.#flushed = false
  }

  /** A checkpoint waits until the disk has the log. */
  flush(): void {
    if (this.#flushed) return
    this.#flushed = true
    this.#store.exec('PRAGMA wal_checkpoint(PASSIVE)')
  }
}

/** The entries that fit, oldest first, read as they are asked for. */
export function* readAudit(store: DatabaseSync, filter: AuditFilter): Generator<AuditEntry> {
  const { fromMs, untilMs, keyId, operation, subject } = filter
  const rows = store
    .prepare(
      `SELECT number, at_ms AS atMs, key_id AS keyId, label, operation, subject, request_id AS requestId FROM audit
       WHERE at_ms >= ? AND at_ms < ? AND (? IS NULL OR key_id = ?) AND (? IS NULL OR operation = ?) ORDER BY number`,
    )
    .iterate(
      fromMs ?? Number.MIN_SAFE_INTEGER,
      untilMs ?? Number.MAX_SAFE_INTEGER,
      keyId ?? null,
      keyId ?? null,
      operation ?? null,
      operation ?? null,
    )
  const wanted = subject?.toLowerCase() ?? ''
  for (const row of rows) {
    const entry = { ...(row as unknown as AuditEntry) } // the statement's columns, of a STRICT table
    if (entry.subject.toLowerCase().includes(wanted)) yield entry
  }
}
