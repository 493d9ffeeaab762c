import type { Database } from '../../base/postgres/database.ts'
import type { KeyRow, StoredKey, StoredSecret } from '../stored-key.ts'

/** All that was added to a key under its plan. */
export const ADDED = `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('atMs', at_ms, 'credits', credits) ORDER BY number), '[]')
  FROM plat.added WHERE key_id = key.id AND plan_number = key.plan_number) AS added`

export const KEY_COLUMNS = `
  key.id AS "keyId", key.label, key.plan, key.plan_number AS "planNumber", key.plan_since_ms AS "planSinceMs",
  key.expires_ms AS "expiresMs", key.revoked_ms AS "revokedMs", ${ADDED}`

/** With what operators are told, and what was spent by day under the plan. */
export const INFO_COLUMNS = `${KEY_COLUMNS}, key.created_ms AS "createdMs", false AS "revocationWaits",
  (SELECT last_used_ms FROM plat.key_use WHERE key_id = key.id) AS "lastUsedMs",
  (SELECT max(expires_ms) FROM plat.secret WHERE key_id = key.id) AS "overlapUntilMs",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'credits', credits)), '[]')
   FROM plat.spent WHERE key_id = key.id AND plan_number = key.plan_number) AS spent`

export interface InfoRow extends KeyRow {
  readonly spent: readonly { readonly day: string; readonly credits: number }[]
}

const LAST_CHANGE = 'SELECT coalesce(max(change), 0) AS change FROM plat.key'

const CHANGED = `
  SELECT secret.sha256, secret.expires_ms AS "endsMs", ${KEY_COLUMNS}
  FROM plat.key JOIN plat.secret ON secret.key_id = key.id WHERE key.change > $1`

/** All keys by the fingerprint of their secrets, in memory: empty until the first `refresh`. */
export class KeyTable {
  readonly #database: Database
  readonly #secrets = new Map<string, StoredSecret>()
  #seenChange = 0
  #refreshing: Promise<boolean> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  find(fingerprint: string): StoredSecret | undefined {
    return this.#secrets.get(fingerprint)
  }

  /** Takes over what was changed since the last time; true where there was something. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refresh(): Promise<boolean> {
    const [last] = await this.#database.query<{ change: number }>({ name: 'keys-last-change', text: LAST_CHANGE })
    if (last === undefined || last.change === this.#seenChange) return false
    // A standby that lacks the last changes took over, or an older copy was put in place: keys may be gone.
    const isOlder = last.change < this.#seenChange
    const changed = { name: 'keys-changed', text: CHANGED, values: [isOlder ? 0 : this.#seenChange] }
    const rows = await this.#database.query<Row>(changed)
    if (isOlder) this.#secrets.clear()
    for (const { sha256, endsMs, ...key } of rows) this.#secrets.set(sha256, { key, endsMs })
    this.#seenChange = last.change
    return true
  }
}

interface Row extends StoredKey {
  readonly sha256: string
  readonly endsMs: number | null
}
