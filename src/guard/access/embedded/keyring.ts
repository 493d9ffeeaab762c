import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Clock } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { inTransaction } from '../../../kit/store/store-folder.ts'
import { checkLabel, checkPlan, creditsToAdd, isSecret, newKeyId, noSuchKey, refuseUnusable } from '../key-rules.ts'
import { fingerprint, KEY_BYTES, type Randomness, writeKey } from '../key-text.ts'
import type { Addition, IssuedKey, KeyInfo, Keyring } from '../keyring.ts'
import type { PlansFile } from '../plans-file.ts'
import type { KeyRow } from '../stored-key.ts'
import { KeyReader } from './key-reader.ts'
import type { Revocations } from './revocations.ts'
import { guardedStore } from './store.ts'

export interface EmbeddedKeyringParts {
  readonly store: DatabaseSync
  readonly path: string
  readonly plans: PlansFile
  readonly revocations: Revocations
  readonly clock: Clock
  readonly randomness: Randomness
}

const ADDITIONS = `
  SELECT key_id AS keyId, credits, at_ms AS addedMs, by_user AS by FROM added ORDER BY rowid`

type AddedRow = Omit<Addition, 'by'> & { readonly by: string | null }

/** How a store fails that cannot be written, while its keys can be read. */
const UNWRITABLE: ReadonlySet<number> = new Set([EXIT.cannotWrite, EXIT.io])

/** Keys in the SQLite file that a running service reads as well. */
export class EmbeddedKeyring implements Keyring {
  readonly #parts: EmbeddedKeyringParts
  readonly #store: DatabaseSync
  readonly #reader: KeyReader

  constructor(parts: EmbeddedKeyringParts) {
    this.#parts = parts
    this.#store = parts.store
    this.#reader = new KeyReader(parts)
  }

  async create(wanted: { plan: string; label: string; expiresMs?: number | undefined }): Promise<IssuedKey> {
    checkPlan(wanted.plan, this.#parts.plans)
    checkLabel(wanted.label)
    const nowMs = this.#parts.clock.now()
    return this.#change(() => {
      const keyId = newKeyId(this.#parts.randomness)
      this.#run(
        `INSERT INTO key (id, label, plan, plan_number, plan_since_ms, created_ms, expires_ms, change)
         VALUES (?, ?, ?, 1, ?, ?, ?, (SELECT coalesce(max(change), 0) + 1 FROM key))`,
        keyId,
        wanted.label,
        wanted.plan,
        nowMs,
        nowMs,
        wanted.expiresMs ?? null,
      )
      return { key: this.#newSecret(keyId), info: this.#reader.info(this.#find(keyId)) }
    })
  }

  async list(): Promise<readonly KeyInfo[]> {
    return guardedStore(this.#parts.path, () => this.#reader.all())
  }

  async rotate(keyId: string, overlapMs: number): Promise<IssuedKey> {
    const nowMs = this.#parts.clock.now()
    return this.#change(() => {
      const row = this.#find(keyId)
      refuseUnusable(row, nowMs)
      const endsMs = nowMs + overlapMs
      this.#run(
        'UPDATE secret SET expires_ms = min(coalesce(expires_ms, ?), ?) WHERE key_id = ?',
        endsMs,
        endsMs,
        row.keyId,
      )
      const key = this.#newSecret(row.keyId)
      this.#touch(row.keyId)
      return { key, info: this.#reader.info(this.#find(row.keyId)) }
    })
  }

  async revoke(keyId: string): Promise<KeyInfo> {
    const nowMs = this.#parts.clock.now()
    try {
      return this.#change(() => {
        const row = this.#find(keyId)
        if (row.revokedMs === null || row.revocationWaits) {
          this.#run('UPDATE key SET revoked_ms = ? WHERE id = ?', row.revokedMs ?? nowMs, row.keyId)
          this.#touch(row.keyId)
        }
        return this.#reader.info(this.#find(row.keyId))
      })
    } catch (error) {
      if (!(error instanceof CommandFault) || !UNWRITABLE.has(error.exitCode)) throw error
      return this.#revokeBeside(keyId, nowMs, error)
    }
  }

  /**
   * The store's lock, which needs no room, keeps others from the same line. Throws `fault` when there is no room here
   * either.
   */
  #revokeBeside(keyId: string, nowMs: number, fault: CommandFault): KeyInfo {
    const { revocations } = this.#parts
    return this.#change(() => {
      const row = this.#find(keyId)
      if (row.revokedMs !== null) return this.#reader.info(row)
      try {
        revocations.add(row.keyId, nowMs, (each) => this.#isRevokedInStore(each))
      } catch {
        throw fault
      }
      return this.#reader.info(this.#find(row.keyId))
    })
  }

  #isRevokedInStore(keyId: string): boolean {
    const row = this.#store.prepare('SELECT revoked_ms AS revokedMs FROM key WHERE id = ?').get(keyId)
    return row === undefined || row.revokedMs !== null
  }

  async changePlan(keyId: string, plan: string): Promise<KeyInfo> {
    checkPlan(plan, this.#parts.plans)
    const nowMs = this.#parts.clock.now()
    return this.#change(() => {
      const row = this.#find(keyId)
      refuseUnusable(row, nowMs)
      if (row.plan !== plan) {
        this.#run(
          'UPDATE key SET plan = ?, plan_number = plan_number + 1, plan_since_ms = ? WHERE id = ?',
          plan,
          nowMs,
          row.keyId,
        )
        this.#touch(row.keyId)
      }
      return this.#reader.info(this.#find(row.keyId))
    })
  }

  async addCredits(keyId: string, given: string, by: string): Promise<KeyInfo> {
    const credits = creditsToAdd(given)
    const nowMs = this.#parts.clock.now()
    return this.#change(() => {
      const row = this.#find(keyId)
      refuseUnusable(row, nowMs)
      this.#run(
        'INSERT INTO added (key_id, plan_number, at_ms, credits, by_user) VALUES (?, ?, ?, ?, ?)',
        row.keyId,
        row.planNumber,
        nowMs,
        credits,
        by,
      )
      this.#touch(row.keyId)
      return this.#reader.info(this.#find(row.keyId))
    })
  }

  async additions(): Promise<readonly Addition[]> {
    return guardedStore(this.#parts.path, () => {
      const rows = this.#store.prepare(ADDITIONS).all() as unknown as readonly AddedRow[] // as it selects
      return rows.map(({ by, ...row }) => ({ ...row, by: by ?? undefined }))
    })
  }

  async close(): Promise<void> {
    if (this.#store.isOpen) this.#store.close()
  }

  #change<T>(action: () => T): T {
    return guardedStore(this.#parts.path, () => inTransaction(this.#store, action))
  }

  #run(statement: string, ...values: SQLInputValue[]): void {
    this.#store.prepare(statement).run(...values)
  }

  /** Numbers a change to a key, by which running services notice it. */
  #touch(keyId: string): void {
    this.#run('UPDATE key SET change = (SELECT max(change) + 1 FROM key) WHERE id = ?', keyId)
  }

  #newSecret(keyId: string): string {
    const key = writeKey(this.#parts.randomness(KEY_BYTES))
    const nowMs = this.#parts.clock.now()
    this.#run('INSERT INTO secret (sha256, key_id, created_ms) VALUES (?, ?, ?)', fingerprint(key), keyId, nowMs)
    return key
  }

  #find(keyIdOrSecret: string): KeyRow {
    const row = isSecret(keyIdOrSecret)
      ? this.#reader.find('fingerprint', fingerprint(keyIdOrSecret))
      : this.#reader.find('id', keyIdOrSecret)
    if (row) return row
    throw noSuchKey(keyIdOrSecret)
  }
}
