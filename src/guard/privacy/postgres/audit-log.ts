import type { Clock } from '../../../kit/base/clock.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { Turns } from '../../../kit/postgres/turns.ts'
import type { Trouble } from '../../../kit/store/trouble.ts'
import type { Audit, AuditEntry, AuditFilter } from '../privacy.ts'

type Entry = Omit<AuditEntry, 'number'>

interface Waiting {
  readonly entry: Entry
  readonly done: (hasWaited: boolean) => void
  readonly failed: (error: unknown) => void
}

const INSERT = `
  INSERT INTO plat.audit (at_ms, key_id, label, operation, subject, request_id)
  SELECT at_ms, key_id, label, operation, subject, request_id
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
    AS entry(at_ms, key_id, label, operation, subject, request_id, place)
  ORDER BY place`

export interface AuditLogParts {
  readonly database: Database
  readonly clock: Clock
  readonly trouble: Trouble
}

/** Entries of one turn of the event loop are one statement, and wait for the disk of the server together. */
export class AuditLog implements Audit {
  readonly #parts: AuditLogParts
  readonly #turns = new Turns<Waiting>((waiting) => this.#send(waiting))

  constructor(parts: AuditLogParts) {
    this.#parts = parts
  }

  record(entry: Omit<AuditEntry, 'number' | 'atMs'>): Promise<boolean> {
    return new Promise((done, failed) => {
      this.#turns.add({ entry: { ...entry, atMs: this.#parts.clock.now() }, done, failed })
    })
  }

  /** Resolves once every entry has been told what became of it. */
  flush(): Promise<void> {
    return this.#turns.flush()
  }

  async #send(waiting: readonly Waiting[]): Promise<void> {
    const { database, trouble } = this.#parts
    try {
      const values = COLUMNS.map((column) => waiting.map(({ entry }) => storable(entry[column])))
      await database.query({ name: 'audit', text: INSERT, values })
      trouble.over()
      for (const { done } of waiting) done(false)
    } catch (error) {
      trouble.met(error)
      // Those that came meanwhile are told at once, too: waiting for another time-out would help nobody.
      for (const { failed } of [...waiting, ...this.#turns.takeWaiting()]) failed(error)
    }
  }
}

/** The fields of an entry, in the order of the columns of INSERT. */
const COLUMNS = ['atMs', 'keyId', 'label', 'operation', 'subject', 'requestId'] as const satisfies (keyof Entry)[]

/** Texts of PostgreSQL have no character 0, and one in a call must not cost others their answers. */
function storable(value: string | number): string | number {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value
}

/** Entries that are looked at by one statement, so that none takes long in a log of any length. */
const PAGE = 10_000

const PAGE_OF = `
  WITH page AS MATERIALIZED (
    SELECT number, at_ms AS "atMs", key_id AS "keyId", label, operation, subject, request_id AS "requestId",
      ($4::text IS NULL OR key_id = $4) AND ($5::text IS NULL OR operation = $5)
        AND strpos(lower(subject), lower($6)) > 0 AS fits
    FROM plat.audit WHERE (at_ms, number) > ($1, $2) AND at_ms < $3 ORDER BY at_ms, number LIMIT ${PAGE})
  SELECT * FROM page WHERE fits OR number = (SELECT number FROM page ORDER BY "atMs" DESC, number DESC LIMIT 1)
  ORDER BY "atMs", number`

/** The entries that fit, oldest first, read as they are asked for. */
export async function* readAudit(database: Database, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  const { fromMs = Number.MIN_SAFE_INTEGER, untilMs = Number.MAX_SAFE_INTEGER, keyId, operation, subject } = filter
  const wanted = [untilMs, keyId ?? null, operation ?? null, subject ?? '']
  for (let last = { atMs: fromMs, number: 0 }; ; ) {
    const values = [last.atMs, last.number, ...wanted]
    const rows = await database.query<AuditEntry & { readonly fits: boolean }>({
      name: 'audit-page',
      text: PAGE_OF,
      values,
    })
    for (const { fits, ...entry } of rows) if (fits) yield entry
    const end = rows.at(-1)
    if (end === undefined) return
    last = end
  }
}
