import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoredKey, StoredSecret } from '../stored-key.ts'

/** All that was added to a key under its plan, as JSON. */
export const ADDED_COLUMN = `(
  SELECT json_group_array(json_object('atMs', at_ms, 'credits', credits)) FROM added
  WHERE key_id = key.id AND plan_number = key.plan_number) AS addedJson`

/** All keys by the fingerprints of their secrets and by their ids, in memory: empty until the first `refresh`. */
export class KeyTable {
  readonly #secrets = new Map<string, StoredSecret>()
  readonly #keys = new Map<string, StoredSecret>()
  readonly #dataVersion: StatementSync
  readonly #lastChange: StatementSync
  readonly #changed: StatementSync
  #seenVersion: unknown
  #seenChange = 0

  constructor(store: DatabaseSync) {
    this.#dataVersion = store.prepare('PRAGMA data_version')
    this.#lastChange = store.prepare('SELECT coalesce(max(change), 0) AS change FROM key')
    this.#changed = store.prepare(`
      SELECT secret.sha256, secret.expires_ms AS endsMs, key.id AS keyId, key.label, key.plan,
        key.plan_number AS planNumber, key.plan_since_ms AS planSinceMs, key.expires_ms AS expiresMs,
        key.revoked_ms AS revokedMs, ${ADDED_COLUMN}
      FROM key JOIN secret ON secret.key_id = key.id WHERE key.change > ? AND key.change <= ?`)
  }

  find(sought: string): StoredSecret | undefined {
    return this.#secrets.get(sought) ?? this.#keys.get(sought)
  }

  /** Takes over what other connections changed since the last time, and returns the keys that are new or different. */
  refresh(): readonly StoredKey[] {
    const version = this.#dataVersion.get()?.data_version
    if (version === this.#seenVersion) return []
    const change = Number(this.#lastChange.get()?.change)
    const keys: StoredKey[] = []
    for (const row of change === this.#seenChange ? [] : this.#changed.iterate(this.#seenChange, change)) {
      const { sha256, endsMs, addedJson, ...stored } = row as unknown as Row // the statement's columns, of STRICT tables
      const key: StoredKey = { ...stored, added: JSON.parse(addedJson) }
      this.#secrets.set(sha256, { key, endsMs })
      this.#keys.set(key.keyId, { key, endsMs: null })
      keys.push(key)
    }
    this.#seenVersion = version
    this.#seenChange = change
    return keys
  }

  *all(): Generator<StoredKey> {
    for (const { key } of this.#keys.values()) yield key
  }
}

type Row = Omit<StoredKey, 'added'> & {
  readonly sha256: string
  readonly endsMs: number | null
  readonly addedJson: string
}
