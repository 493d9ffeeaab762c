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

const CHANGED = `
  SELECT key.change, secret.sha256, secret.expires_ms AS "endsMs", ${KEY_COLUMNS}
  FROM plat.key JOIN plat.secret ON secret.key_id = key.id WHERE key.change > $1 ORDER BY key.change`

/** All keys by the fingerprint of their secrets, in memory: empty until the first `refresh`. */
export class KeyTable {
  readonly #database: Database
  readonly #secrets = new Map<string, StoredSecret>()
  #seenChange = 0
  #refreshing: Promise<readonly StoredKey[]> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  find(fingerprint: string): StoredSecret | undefined {
    return this.#secrets.get(fingerprint)
  }

  /** Takes over what was changed since the last time, and answers the keys that are new or different. */
  refresh(): Promise<readonly StoredKey[]> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** Every key, once per secret. */
  *all(): Generator<StoredKey> {
    for (const { key } of this.#secrets.values()) yield key
  }

  async #refresh(): Promise<readonly StoredKey[]> {
    const changed = { name: 'keys-changed', text: CHANGED, values: [this.#seenChange] }
    const rows = await this.#database.query<Row>(changed)
    return rows.map(({ change, sha256, endsMs, ...key }) => {
      this.#secrets.set(sha256, { key, endsMs })
      this.#seenChange = Math.max(this.#seenChange, change)
      return key
    })
  }
}

interface Row extends StoredKey {
  readonly change: number
  readonly sha256: string
  readonly endsMs: number | null
}
