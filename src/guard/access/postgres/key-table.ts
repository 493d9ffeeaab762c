import type { Database } from '../../../kit/postgres/database.ts'
import type { StoredKey, StoredSecret } from '../stored-key.ts'

/** All that was added to a key under its plan. */
const ADDED = `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('atMs', at_ms, 'credits', credits) ORDER BY number), '[]')
  FROM plat.added WHERE key_id = key.id AND plan_number = key.plan_number) AS added`

const KEY_COLUMNS = `
  key.id AS "keyId", key.label, key.plan, key.plan_number AS "planNumber", key.plan_since_ms AS "planSinceMs",
  key.expires_ms AS "expiresMs", key.revoked_ms AS "revokedMs", ${ADDED}`

/** How many changes a node may miss without reading all keys anew. */
const CHANGES_KEPT = 100
const NAME_CHARACTERS = 8

/** Part of each transaction that changes keys. */
export const NEXT_CHANGE = `INSERT INTO plat.key_history AS kept (changes)
  VALUES (left(gen_random_uuid()::text, ${NAME_CHARACTERS})) ON CONFLICT (single)
  DO UPDATE SET changes = right(kept.changes || ' ' || excluded.changes, ${CHANGES_KEPT * (NAME_CHARACTERS + 1)})`

const HISTORY = `SELECT coalesce((SELECT changes FROM plat.key_history), '') AS changes,
  (SELECT coalesce(max(change), 0) FROM plat.key) AS number`

interface History {
  readonly changes: string
  /** The number of the last change. */
  readonly number: number
}

const CHANGED = `
  SELECT secret.sha256, secret.expires_ms AS "endsMs", ${KEY_COLUMNS}
  FROM plat.key JOIN plat.secret ON secret.key_id = key.id WHERE key.change > $1`

/** All keys by the fingerprints of their secrets and by their ids, in memory: empty until the first `refresh`. */
export class KeyTable {
  readonly #database: Database
  readonly #secrets = new Map<string, StoredSecret>()
  readonly #keys = new Map<string, StoredSecret>()
  /** The name of the last change that was taken over, and its number. */
  #seen: string | undefined
  #seenNumber = 0
  #refreshing: Promise<boolean> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  find(sought: string): StoredSecret | undefined {
    return this.#secrets.get(sought) ?? this.#keys.get(sought)
  }

  /** Takes over what was changed since the last time; true where there was something. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refresh(): Promise<boolean> {
    const [told] = await this.#database.query<History>({ name: 'keys-history', text: HISTORY })
    const history = told?.changes.split(' ') ?? []
    const last = history.at(-1)
    if (told === undefined || last === this.#seen) return false
    // The keys in memory are of another history where a standby took over that lacks the last changes: keys may be gone.
    const follows = this.#seen !== undefined && history.includes(this.#seen)
    const changed = { name: 'keys-changed', text: CHANGED, values: [follows ? this.#seenNumber : 0] }
    const rows = await this.#database.query<Row>(changed)
    if (!follows) for (const keys of [this.#secrets, this.#keys]) keys.clear()
    for (const { sha256, endsMs, ...key } of rows) {
      this.#secrets.set(sha256, { key, endsMs })
      this.#keys.set(key.keyId, { key, endsMs: null })
    }
    this.#seen = last
    this.#seenNumber = told.number
    return true
  }
}

interface Row extends StoredKey {
  readonly sha256: string
  readonly endsMs: number | null
}
