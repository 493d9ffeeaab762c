import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Clock, Day } from '../../../kit/base/clock.ts'
import type { Usage } from '../access.ts'
import type { KeyInfo, KeysRead, KeyUsage, LastUsed } from '../keyring.ts'
import { daysOf, type Period } from '../period.ts'
import type { Plans } from '../plans.ts'
import { infoOf, type KeyRow } from '../stored-key.ts'
import { ADDED_COLUMN } from './key-table.ts'
import type { Revocations } from './revocations.ts'
import { guardedStore } from './store.ts'

export interface KeyReaderParts {
  readonly store: DatabaseSync
  readonly path: string
  readonly plans: Pick<Plans, 'get'>
  readonly revocations: Pick<Revocations, 'read'>
  readonly clock: Clock
}

const KEY_COLUMNS = `
  SELECT id AS keyId, label, plan, plan_number AS planNumber, plan_since_ms AS planSinceMs, created_ms AS createdMs,
    last_used_ms AS lastUsedMs, expires_ms AS expiresMs, revoked_ms AS revokedMs,
    (SELECT max(expires_ms) FROM secret WHERE key_id = id) AS overlapUntilMs, ${ADDED_COLUMN}
  FROM key`

/** Keys that were never used come in by their creation. */
const LATEST_FIRST = 'ORDER BY coalesce(last_used_ms, created_ms) DESC, id'
const LAST_USED = `${KEY_COLUMNS} WHERE id IN (SELECT id FROM key ${LATEST_FIRST} LIMIT ?) ${LATEST_FIRST}`

const CREDITS_USED = `
  SELECT coalesce(sum(credits), 0) AS credits FROM usage WHERE key_id = ? AND plan_number = ? AND day >= ? AND day < ?`

const SUMS = 'sum(calls) AS calls, sum(credits) AS credits FROM usage WHERE day >= ?'
const USED_BY_DAY = `SELECT day, operation, ${SUMS} GROUP BY day, operation ORDER BY day, operation`
const USED_BY_KEY = `SELECT key_id AS keyId, ${SUMS} GROUP BY key_id ORDER BY credits DESC, key_id LIMIT ?`
const USED_OF_KEY = `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(credits), 0) AS credits FROM usage
  WHERE key_id = ? AND day >= ?`

type StoredRow = Omit<KeyRow, 'added' | 'revocationWaits'> & { readonly addedJson: string }

/** Reads keys and what they used from a store, which may be open for reading only. */
export class KeyReader implements KeysRead {
  readonly #parts: KeyReaderParts
  readonly #store: DatabaseSync
  #creditsUsed: StatementSync | undefined

  constructor(parts: KeyReaderParts) {
    this.#parts = parts
    this.#store = parts.store
  }

  /** In the order of their creation. */
  all(): readonly KeyInfo[] {
    return this.#rows('ORDER BY created_ms, id').map((row) => this.info(row))
  }

  /** Finds the key with this id, or with the secret that has this fingerprint. */
  find(by: 'id' | 'fingerprint', sought: string): KeyRow | undefined {
    const where = by === 'id' ? 'id = ?' : 'id = (SELECT key_id FROM secret WHERE sha256 = ?)'
    return this.#rows(`WHERE ${where}`, sought)[0]
  }

  async lastUsed(limit: number, since: Day): Promise<LastUsed> {
    return guardedStore(this.#parts.path, () => {
      const rows = this.#inForce(this.#store.prepare(LAST_USED).all(limit))
      const used = this.#store.prepare(USED_OF_KEY)
      const usage = (keyId: string) => ({ ...used.get(keyId, since) }) as unknown as Omit<KeyUsage, 'keyId'> // as it selects
      return {
        keys: rows.map((row) => ({ ...this.info(row), used: usage(row.keyId) })),
        total: Number(this.#store.prepare('SELECT count(*) AS total FROM key').get()?.total),
      }
    })
  }

  async used(
    since: Day,
    limit: number,
  ): Promise<{ readonly days: readonly Usage[]; readonly keys: readonly KeyUsage[] }> {
    return guardedStore(this.#parts.path, () => {
      const days = this.#store.prepare(USED_BY_DAY).all(since) as unknown as readonly Usage[] // as it selects
      const keys = this.#store.prepare(USED_BY_KEY).all(since, limit) as unknown as readonly KeyUsage[] // likewise
      return { days: days.map((row) => ({ ...row })), keys: keys.map((row) => ({ ...row })) }
    })
  }

  info(row: KeyRow): KeyInfo {
    const { plans, clock } = this.#parts
    return infoOf(row, plans, clock.now(), (period) => this.#usedIn(row, period))
  }

  close(): void {
    if (this.#store.isOpen) this.#store.close()
  }

  #usedIn({ keyId, planNumber }: KeyRow, period: Period): number {
    this.#creditsUsed ??= this.#store.prepare(CREDITS_USED)
    return Number(this.#creditsUsed.get(keyId, planNumber, ...daysOf(period))?.credits)
  }

  #rows(which: string, ...values: readonly string[]): readonly KeyRow[] {
    return this.#inForce(this.#store.prepare(`${KEY_COLUMNS} ${which}`).all(...values))
  }

  #inForce(rows: readonly unknown[]): readonly KeyRow[] {
    const beside = this.#parts.revocations.read()
    return (rows as readonly StoredRow[]).map(({ addedJson, ...stored }) => {
      // the columns of KEY_COLUMNS, of a STRICT table
      const besideMs = stored.revokedMs === null ? beside.get(stored.keyId) : undefined
      const revokedMs = stored.revokedMs ?? besideMs ?? null
      // as in force: also revoked if the revocation is only in the file beside the store
      return { ...stored, added: JSON.parse(addedJson), revokedMs, revocationWaits: besideMs !== undefined }
    })
  }
}
