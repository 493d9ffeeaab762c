import type { Clock } from '../../kit/base/clock.ts'
import type { Trouble } from '../../kit/store/trouble.ts'
import type { PeopleStore } from './people-store.ts'
import type { Audit, AuditEntry, AuditFilter } from './privacy.ts'

interface AuditLogParts {
  readonly store: Pick<PeopleStore, 'append'>
  readonly clock: Clock
  readonly trouble: Trouble
}

export class AuditLog implements Audit {
  readonly #parts: AuditLogParts

  constructor(parts: AuditLogParts) {
    this.#parts = parts
  }

  async record({ keyId, label, operation, subject, requestId }: Omit<AuditEntry, 'number' | 'atMs'>): Promise<boolean> {
    const { store, clock, trouble } = this.#parts
    try {
      const waitedFor = await store.append([clock.now(), keyId, label, operation, subject, requestId])
      if (waitedFor !== undefined) trouble.met(waitedFor)
      trouble.over()
      return waitedFor !== undefined
    } catch (error) {
      trouble.met(error)
      throw error
    }
  }
}

/** Number of entries that one statement reads, so that statements stay short on a long log. */
const PAGE = 10_000

/** Yields the matching entries, oldest first. Reads more entries only when the caller needs them. */
export async function* readAudit(store: PeopleStore, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  const { fromMs = Number.MIN_SAFE_INTEGER, untilMs = Number.MAX_SAFE_INTEGER, keyId, operation, subject = '' } = filter
  const wanted = subject.toLowerCase()
  const text = `
    SELECT number, at_ms AS "atMs", key_id AS "keyId", label, operation, subject, request_id AS "requestId"
    FROM plat.audit WHERE ${store.auditAfter} AND at_ms >= $3 AND at_ms < $4 ORDER BY ${store.auditOrder} LIMIT ${PAGE}`
  for (let last = { atMs: fromMs, number: 0 }; ; ) {
    const entries = await store.query<AuditEntry>(text, [last.atMs, last.number, fromMs, untilMs])
    for (const entry of entries) {
      const isWanted = (keyId ?? entry.keyId) === entry.keyId && (operation ?? entry.operation) === entry.operation
      if (isWanted && entry.subject.toLowerCase().includes(wanted)) yield entry
    }
    const end = entries.at(-1)
    if (end === undefined) return
    last = end
  }
}
