import type { Clock } from '../../../kit/base/clock.ts'
import type { Connection, Database } from '../../../kit/postgres/database.ts'
import { checkLabel, checkPlan, creditsToAdd, isSecret, newKeyId, noSuchKey, refuseUnusable } from '../key-rules.ts'
import { fingerprint, KEY_BYTES, type Randomness, writeKey } from '../key-text.ts'
import type { Addition, IssuedKey, KeyInfo, Keyring } from '../keyring.ts'
import { KeyReader, rowsOf } from './key-reader.ts'
import { type InfoRow, NEXT_CHANGE } from './key-table.ts'
import type { SharedPlans } from './plans.ts'

export interface PostgresKeyringParts {
  readonly database: Database
  readonly plans: SharedPlans
  readonly clock: Clock
  readonly randomness: Randomness
  /** Closed with it. */
  readonly closes?: () => Promise<void>
}

const ADDITIONS = `
  SELECT key_id AS "keyId", credits, at_ms AS "addedMs", by_user AS by FROM plat.added ORDER BY number`

/** The lock that lets one change to keys happen at a time, so that their numbers are in the order in which they are committed. */
const LOCK = 0x506c_6b79

/** Keys in the database that running nodes read as well. */
export class PostgresKeyring implements Keyring {
  readonly #parts: PostgresKeyringParts
  readonly #reader: KeyReader

  constructor(parts: PostgresKeyringParts) {
    this.#parts = parts
    this.#reader = new KeyReader({ ...parts, plans: parts.plans })
  }

  async create(wanted: { plan: string; label: string; expiresMs?: number | undefined }): Promise<IssuedKey> {
    await this.#checkPlan(wanted.plan)
    checkLabel(wanted.label)
    const nowMs = this.#parts.clock.now()
    return this.#change(async (connection) => {
      const keyId = newKeyId(this.#parts.randomness)
      const values = [keyId, wanted.label, wanted.plan, nowMs, wanted.expiresMs ?? null]
      await connection.query({ name: 'key-create', text: CREATE, values })
      const key = await this.#newSecret(connection, keyId, nowMs)
      return { key, info: this.#reader.info(await find(connection, keyId)) }
    })
  }

  async list(): Promise<readonly KeyInfo[]> {
    return this.#reader.all()
  }

  async rotate(keyId: string, overlapMs: number): Promise<IssuedKey> {
    const nowMs = this.#parts.clock.now()
    return this.#change(async (connection) => {
      const row = await find(connection, keyId)
      refuseUnusable(row, nowMs)
      await connection.query({ name: 'key-overlap', text: OVERLAP, values: [row.keyId, nowMs + overlapMs] })
      const key = await this.#newSecret(connection, row.keyId, nowMs)
      await touch(connection, row.keyId)
      return { key, info: this.#reader.info(await find(connection, row.keyId)) }
    })
  }

  async revoke(keyId: string): Promise<KeyInfo> {
    const nowMs = this.#parts.clock.now()
    return this.#changeOf(keyId, async (connection, row) => {
      if (row.revokedMs !== null) return false
      await connection.query({ name: 'key-revoke', text: REVOKE, values: [row.keyId, nowMs] })
      return true
    })
  }

  async changePlan(keyId: string, plan: string): Promise<KeyInfo> {
    await this.#checkPlan(plan)
    const nowMs = this.#parts.clock.now()
    return this.#changeOf(keyId, async (connection, row) => {
      refuseUnusable(row, nowMs)
      if (row.plan === plan) return false
      await connection.query({ name: 'key-plan', text: CHANGE_PLAN, values: [row.keyId, plan, nowMs] })
      return true
    })
  }

  async addCredits(keyId: string, given: string, by: string): Promise<KeyInfo> {
    const credits = creditsToAdd(given)
    const nowMs = this.#parts.clock.now()
    return this.#changeOf(keyId, async (connection, row) => {
      refuseUnusable(row, nowMs)
      const values = [row.keyId, row.planNumber, nowMs, credits, by]
      await connection.query({ name: 'key-add', text: ADD_CREDITS, values })
      return true
    })
  }

  async additions(): Promise<readonly Addition[]> {
    return this.#parts.database.query<Addition>({ name: 'additions', text: ADDITIONS })
  }

  async close(): Promise<void> {
    await this.#parts.closes?.()
  }

  async #checkPlan(plan: string): Promise<void> {
    await this.#parts.plans.follow()
    checkPlan(plan, this.#parts.plans)
  }

  /** `change` answers whether it has changed anything, which nodes then take over. */
  async #changeOf(
    keyIdOrSecret: string,
    change: (connection: Connection, row: InfoRow) => Promise<boolean>,
  ): Promise<KeyInfo> {
    return this.#change(async (connection) => {
      const row = await find(connection, keyIdOrSecret)
      if (await change(connection, row)) await touch(connection, row.keyId)
      return this.#reader.info(await find(connection, row.keyId))
    })
  }

  async #change<T>(action: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#parts.database.inTransaction(async (connection) => {
      await connection.run(`SELECT pg_advisory_xact_lock(${LOCK})`)
      await connection.run(NEXT_CHANGE)
      return action(connection)
    })
  }

  async #newSecret(connection: Connection, keyId: string, nowMs: number): Promise<string> {
    const key = writeKey(this.#parts.randomness(KEY_BYTES))
    await connection.query({ name: 'secret-create', text: CREATE_SECRET, values: [fingerprint(key), keyId, nowMs] })
    return key
  }
}

async function find(connection: Connection, keyIdOrSecret: string): Promise<InfoRow> {
  const [row] = isSecret(keyIdOrSecret)
    ? await rowsOf(connection, 'fingerprint', fingerprint(keyIdOrSecret))
    : await rowsOf(connection, 'id', keyIdOrSecret)
  if (row) return row
  throw noSuchKey(keyIdOrSecret)
}

/** Numbers a change to a key, by which running nodes notice it. */
async function touch(connection: Connection, keyId: string): Promise<void> {
  const text = 'UPDATE plat.key SET change = (SELECT max(change) + 1 FROM plat.key) WHERE id = $1'
  await connection.query({ name: 'key-touch', text, values: [keyId] })
}

const CREATE = `
  INSERT INTO plat.key (id, label, plan, plan_number, plan_since_ms, created_ms, expires_ms, change)
  VALUES ($1, $2, $3, 1, $4, $4, $5, (SELECT coalesce(max(change), 0) + 1 FROM plat.key))`
const CREATE_SECRET = 'INSERT INTO plat.secret (sha256, key_id, created_ms) VALUES ($1, $2, $3)'
const OVERLAP = 'UPDATE plat.secret SET expires_ms = least(coalesce(expires_ms, $2), $2) WHERE key_id = $1'
const REVOKE = 'UPDATE plat.key SET revoked_ms = $2 WHERE id = $1'
const CHANGE_PLAN = 'UPDATE plat.key SET plan = $2, plan_number = plan_number + 1, plan_since_ms = $3 WHERE id = $1'
const ADD_CREDITS = `
  INSERT INTO plat.added (key_id, plan_number, at_ms, credits, by_user) VALUES ($1, $2, $3, $4, $5)`
