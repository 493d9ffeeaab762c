import { randomUUID } from 'node:crypto'
import type { Log } from '../../kit/base/log.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { KeyStore } from './key-store.ts'
import type { KeyEvent } from './keyring.ts'
import type { Plans } from './plans.ts'
import { limitsIn, type StoredKey, type StoredSecret } from './stored-key.ts'

/** The current plans, from a file or a database. */
export interface FollowedPlans {
  readonly plans: Plans
  /** Where the plans are stored, for messages. */
  readonly path: string
  /** Loads newer plans and returns whether there were any. Loads a file only once it has stopped changing. */
  follow(): Soon<boolean>
  /** Like `follow`, but does not wait until a file has stopped changing. */
  followNow(): Soon<boolean>
}

const LAST_CHANGE = `SELECT number, name, (SELECT name FROM plat.key_change WHERE number = $1) AS "seenName"
  FROM plat.key_change ORDER BY number DESC LIMIT 1`
const CHANGED_SECRETS = `
  SELECT secret.sha256, secret.expires_ms AS "endsMs", key.id AS "keyId", key.label, key.plan,
    key.plan_number AS "planNumber", key.plan_since_ms AS "planSinceMs", key.expires_ms AS "expiresMs",
    key.revoked_ms AS "revokedMs", key.limits
  FROM plat.key JOIN plat.secret ON secret.key_id = key.id WHERE key.change > $1`
const CHANGED_CREDITS = `
  SELECT key.id AS "keyId", added.at_ms AS "atMs", added.credits
  FROM plat.key JOIN plat.added ON added.key_id = key.id AND added.plan_number = key.plan_number
  WHERE key.change > $1 ORDER BY added.number`
const REVOKE = 'UPDATE plat.key SET revoked_ms = $2 WHERE id = $1 AND revoked_ms IS NULL'

interface ChangeRow {
  readonly number: number
  readonly name: string
  /** The name that the store now has for the change in `#seen`; null if the store lacks that change. */
  readonly seenName: string | null
}

type SecretRow = Omit<StoredKey, 'added' | 'limits'> & {
  readonly sha256: string
  readonly endsMs: number | null
  readonly limits: string | null
}

/** The current keys and plans in memory, which follow the store. Empty until the first `refresh`. */
export class Keys {
  /** Counts changes to keys and plans. Shared with other threads. */
  readonly changes = new Int32Array(new SharedArrayBuffer(4))
  readonly query: KeyStore['query']
  readonly #store: KeyStore
  readonly #plans: FollowedPlans
  readonly #log: Log
  readonly #bySecret = new Map<string, StoredSecret>()
  readonly #byId = new Map<string, StoredSecret>()
  /**
   * The last change that was read. If the store now has another name for its number, a standby database without the
   * latest changes took over.
   */
  #seen = { number: 0, name: '' }
  /** For keys whose revocation is only in the fallback file: the time from which they are revoked. */
  #revokedMs: ReadonlyMap<string, number> = new Map()
  #refreshing: Promise<void> | undefined

  constructor(store: KeyStore, plans: FollowedPlans, log: Log) {
    this.#store = store
    this.#plans = plans
    this.#log = log
    this.query = (text, values) => store.query(text, values)
  }

  get plans(): Plans {
    return this.#plans.plans
  }

  /**
   * Finds a key by its id or by the fingerprint of its secret. If the key is unknown, queries the store, because the
   * key may be new.
   */
  async find(sought: string): Promise<StoredSecret | undefined> {
    if (!this.#bySecret.has(sought) && !this.#byId.has(sought)) {
      await this.#refreshing // the read in progress may have begun before this key was created
      await this.#refreshKeys()
    }
    const secret = this.#bySecret.get(sought) ?? this.#byId.get(sought)
    const revokedMs = secret && this.#revokedMs.get(secret.key.keyId)
    if (secret === undefined || revokedMs === undefined || secret.key.revokedMs !== null) return secret
    return { ...secret, key: { ...secret.key, revokedMs } }
  }

  /** Reads changes. Rejects with a CommandFault if the store cannot be read. */
  async refresh(): Promise<void> {
    if (await this.#plans.follow()) this.#plansChanged()
    await this.#refreshKeys()
    this.#readRevocations()
  }

  /**
   * Copies revocations from the fallback file to the store. Rejects with a CommandFault if the store cannot be written.
   */
  async storeRevocations(): Promise<void> {
    const waiting = [...this.#revokedMs].filter(([keyId]) => this.#byId.get(keyId)?.key.revokedMs === null)
    if (waiting.length === 0) return
    await this.#store.change(async (within) => {
      for (const [keyId, revokedMs] of waiting) {
        await within.query(REVOKE, [keyId, revokedMs])
        await recordKeyChange(within, keyId)
        await recordEvent(within, { atMs: revokedMs, keyId, action: 'revoked', detail: '', by: 'the file revocations' })
      }
    })
  }

  #refreshKeys(): Promise<void> {
    this.#refreshing ??= this.#readChanges().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #readChanges(): Promise<void> {
    const [last] = await this.#store.query<ChangeRow>(LAST_CHANGE, [this.#seen.number])
    if (last === undefined || (last.number === this.#seen.number && last.name === this.#seen.name)) return
    const isContinued = last.seenName === this.#seen.name
    const since = isContinued ? this.#seen.number : 0
    const secrets = await this.#store.query<SecretRow>(CHANGED_SECRETS, [since])
    const added = Map.groupBy(
      await this.#store.query<StoredKey['added'][number] & { keyId: string }>(CHANGED_CREDITS, [since]),
      ({ keyId }) => keyId,
    )
    if (!isContinued) for (const keys of [this.#bySecret, this.#byId]) keys.clear()
    for (const { sha256, endsMs, limits: json, ...row } of secrets) {
      const limits = limitsIn(json)
      const key = {
        ...row,
        limits,
        added: (added.get(row.keyId) ?? []).map(({ atMs, credits }) => ({ atMs, credits })),
      }
      this.#bySecret.set(sha256, { key, endsMs })
      this.#byId.set(key.keyId, { key, endsMs: null })
    }
    this.#seen = last
    this.#changed()
    const plans = secrets.map(({ plan }) => plan)
    if (plans.every((plan) => this.plans.has(plan))) return
    if (await this.#plans.followNow()) this.#changed() // the key's plan may be new as well
    this.#warnOfMissingPlans(new Set(secrets.map(({ keyId }) => keyId)))
  }

  #readRevocations(): void {
    const { revocations } = this.#store
    const revokedMs = revocations?.read() ?? this.#revokedMs
    const keyIds = [...revokedMs.keys()].filter((keyId) => !this.#revokedMs.has(keyId))
    const fresh = keyIds.filter((keyId) => this.#byId.get(keyId)?.key.revokedMs === null)
    this.#revokedMs = revokedMs
    if (fresh.length === 0) return
    this.#changed()
    const sentence =
      'keys were revoked while the key file could not be written: they are refused, and stored as revoked later'
    this.#log.warn({ keyIds: fresh }, sentence)
  }

  #plansChanged(): void {
    this.#changed()
    this.#warnOfMissingPlans(new Set(this.#byId.keys()))
  }

  #changed(): void {
    Atomics.add(this.changes, 0, 1)
  }

  #warnOfMissingPlans(keyIds: ReadonlySet<string>): void {
    const keys = [...keyIds].flatMap((keyId) => this.#byId.get(keyId)?.key ?? [])
    const orphans = keys.filter(({ revokedMs, plan }) => revokedMs === null && !this.plans.has(plan))
    if (orphans.length === 0) return
    const plans = [...new Set(orphans.map(({ plan }) => plan))]
    const fields = { plans, keyIds: orphans.slice(0, 10).map(({ keyId }) => keyId) }
    this.#log.warn(fields, `keys are refused because ${this.#plans.path} no longer has their plan`)
  }
}

/** Numbers the next change to keys, so that services notice the change. Runs in the transaction of the change. */
export async function beginChange(within: Pick<KeyStore, 'query'>): Promise<void> {
  const name = randomUUID().slice(0, 8)
  const next = 'SELECT coalesce(max(number), 0) + 1, $1 FROM plat.key_change'
  await within.query(`INSERT INTO plat.key_change (number, name) ${next}`, [name])
}

/** SQL for the number of the current change. */
export const CHANGE = '(SELECT max(number) FROM plat.key_change)'

/** Stores that a key changed, so that services read it again. */
export async function recordKeyChange(within: Pick<KeyStore, 'query'>, keyId: string): Promise<void> {
  await beginChange(within)
  await within.query(`UPDATE plat.key SET change = ${CHANGE} WHERE id = $1`, [keyId])
}

/** Adds a change to the key log. Runs in the transaction of the change. */
export async function recordEvent(within: Pick<KeyStore, 'query'>, event: KeyEvent): Promise<void> {
  const { atMs, keyId, action, detail, by } = event
  const text = 'INSERT INTO plat.key_event (at_ms, key_id, action, detail, by_user) VALUES ($1, $2, $3, $4, $5)'
  await within.query(text, [atMs, keyId, action, detail, by])
}
