import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../kit/base/clock.ts'
import type { StoreWriter } from '../../../kit/store/store-writer.ts'
import type { Trouble } from '../../../kit/store/trouble.ts'
import type { Audit, AuditEntry, AuditFilter } from '../privacy.ts'

/** How long an entry waits for another program's lock. */
const LOCK_MS_MAX = 5000

const INSERT = 'INSERT INTO audit (at_ms, key_id, label, operation, subject, request_id) VALUES (?, ?, ?, ?, ?, ?)'

export interface AuditLogParts {
  /** A durable one. */
  readonly writer: Pick<StoreWriter, 'write'>
  readonly clock: Clock
  readonly trouble: Trouble
}

/** Has entries written in a thread; those that come at the same time wait for the disk together. */
export class AuditLog implements Audit {
  readonly #parts: AuditLogParts

  constructor(parts: AuditLogParts) {
    this.#parts = parts
  }

  async record({ keyId, label, operation, subject, requestId }: Omit<AuditEntry, 'number' | 'atMs'>): Promise<boolean> {
    const { writer, clock, trouble } = this.#parts
    try {
      const row = [clock.now(), keyId, label, operation, subject, requestId]
      const waitedFor = await writer.write([{ sql: INSERT, rows: [row] }], LOCK_MS_MAX)
      if (waitedFor !== undefined) trouble.met(waitedFor)
      trouble.over()
      return waitedFor !== undefined
    } catch (error) {
      trouble.met(error)
      throw error
    }
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
