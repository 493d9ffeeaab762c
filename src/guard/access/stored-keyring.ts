import type { Randomness } from '../../kit/algorithms/randomness.ts'
import { type Clock, dayOf } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Statements } from '../../kit/store/statements.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { KeyLimits } from './key-limits.ts'
import { KeyReader } from './key-reader.ts'
import { checkPlan, creditsToAdd, isSecret, newKeyId, noSuchKey, refuseUnusable } from './key-rules.ts'
import type { KeyStore, RevocationFallback } from './key-store.ts'
import { fingerprint, KEY_BYTES, writeKey } from './key-text.ts'
import type {
  Addition,
  IssuedKey,
  KeyEvent,
  KeyInfo,
  Keyring,
  MonthUsage,
  QuotaAlert,
  UsageQuery,
  WantedKey,
} from './keyring.ts'
import { beginChange, CHANGE, recordEvent, recordKeyChange } from './keys.ts'
import { oneLine } from './one-line.ts'
import type { Plans } from './plans.ts'
import type { KeyRow } from './stored-key.ts'

/** The plans to put keys on. */
interface KeyringPlans extends Pick<Plans, 'get'> {
  readonly names: readonly string[]
  /** Where the plans are stored, for messages. */
  readonly path: string
  followNow(): Soon<boolean>
}

interface StoredKeyringParts {
  readonly store: KeyStore
  readonly plans: KeyringPlans
  readonly clock: Clock
  readonly randomness: Randomness
  /** The operator who changes keys, for the log. */
  readonly by: string
}

type AddedRow = Omit<Addition, 'by'> & { readonly by: string | null }

const ALERT_PERCENTS = [100, 80] as const

/** Exit codes for stores that can be read but not written. */
const UNWRITABLE: ReadonlySet<number> = new Set([EXIT.cannotWrite, EXIT.io])

/** Administers keys in a store that running services read too. */
export class StoredKeyring implements Keyring {
  readonly #parts: StoredKeyringParts
  readonly #store: KeyStore
  readonly #reader: KeyReader

  constructor(parts: StoredKeyringParts) {
    this.#parts = parts
    this.#store = parts.store
    this.#reader = new KeyReader(parts)
  }

  async create(wanted: WantedKey): Promise<IssuedKey> {
    await this.#checkPlan(wanted.plan)
    oneLine(wanted.label, 'label')
    const { clock, randomness } = this.#parts
    const nowMs = clock.now()
    const limits = jsonOf(wanted.limits)
    return this.#store.change(async (within) => {
      const keyId = newKeyId(randomness)
      await beginChange(within)
      await within.query(
        `INSERT INTO plat.key (id, label, plan, plan_number, plan_since_ms, created_ms, expires_ms, limits, change)
         VALUES ($1, $2, $3, 1, $4, $4, $5, $6, ${CHANGE})`,
        [keyId, wanted.label, wanted.plan, nowMs, wanted.expiresMs ?? null, limits],
      )
      await this.#record(within, keyId, 'created', `plan ${wanted.plan}${limits === null ? '' : `, limits ${limits}`}`)
      const key = await this.#newSecret(within, keyId, nowMs)
      return { key, info: await this.#reader.info(within, keyId) }
    })
  }

  async list(): Promise<readonly KeyInfo[]> {
    return this.#reader.all()
  }

  async rotate(keyId: string, overlapMs: number): Promise<IssuedKey> {
    const nowMs = this.#parts.clock.now()
    return this.#store.change(async (within) => {
      const row = await this.#find(within, keyId)
      refuseUnusable(row, nowMs)
      const overlap = 'CASE WHEN expires_ms < $2 THEN expires_ms ELSE $2 END'
      const ends = [row.keyId, nowMs + overlapMs]
      await within.query(`UPDATE plat.secret SET expires_ms = ${overlap} WHERE key_id = $1`, ends)
      const key = await this.#newSecret(within, row.keyId, nowMs)
      await recordKeyChange(within, row.keyId)
      await this.#record(within, row.keyId, 'rotated', `the old secret works for ${overlapMs / 1000} s`)
      return { key, info: await this.#reader.info(within, row.keyId) }
    })
  }

  async revoke(keyId: string): Promise<KeyInfo> {
    const nowMs = this.#parts.clock.now()
    try {
      return await this.#changeOf(keyId, 'revoked', '', async (within, row) => {
        if (row.revokedMs !== null && !row.revocationWaits) return false
        await within.query('UPDATE plat.key SET revoked_ms = $2 WHERE id = $1', [row.keyId, row.revokedMs ?? nowMs])
        return true
      })
    } catch (error) {
      const { revocations } = this.#store
      if (revocations === undefined || !(error instanceof CommandFault) || !UNWRITABLE.has(error.exitCode)) throw error
      return this.#revokeInFallback(revocations, keyId, nowMs, error)
    }
  }

  async changePlan(keyId: string, plan: string): Promise<KeyInfo> {
    await this.#checkPlan(plan)
    const nowMs = this.#parts.clock.now()
    return this.#changeOf(keyId, 'plan changed', plan, async (within, row) => {
      refuseUnusable(row, nowMs)
      if (row.plan === plan) return false
      const set = 'plan = $2, plan_number = plan_number + 1, plan_since_ms = $3'
      await within.query(`UPDATE plat.key SET ${set} WHERE id = $1`, [row.keyId, plan, nowMs])
      return true
    })
  }

  async addCredits(keyId: string, amount: string): Promise<KeyInfo> {
    const credits = creditsToAdd(amount)
    const nowMs = this.#parts.clock.now()
    return this.#changeOf(keyId, 'credits added', amount, async (within, row) => {
      refuseUnusable(row, nowMs)
      await within.query(
        'INSERT INTO plat.added (key_id, plan_number, at_ms, credits, by_user) VALUES ($1, $2, $3, $4, $5)',
        [row.keyId, row.planNumber, nowMs, credits, this.#parts.by],
      )
      return true
    })
  }

  async limit(keyId: string, limits: KeyLimits | undefined): Promise<KeyInfo> {
    const nowMs = this.#parts.clock.now()
    const json = jsonOf(limits)
    return this.#changeOf(keyId, 'limits changed', json ?? 'none', async (within, row) => {
      refuseUnusable(row, nowMs)
      await within.query('UPDATE plat.key SET limits = $2 WHERE id = $1', [row.keyId, json])
      return true
    })
  }

  events(limit: number): Promise<readonly KeyEvent[]> {
    return this.#reader.events(limit)
  }

  async alerts(sinceMs: number): Promise<readonly QuotaAlert[]> {
    const found: QuotaAlert[] = []
    for (const info of await this.#reader.usedSince(sinceMs)) {
      const { creditsUsed, creditsLimit = 0 } = info
      const percent = ALERT_PERCENTS.find((each) => creditsLimit > 0 && creditsUsed * 100 >= each * creditsLimit)
      if (percent !== undefined && (await this.#isNewAlert(info, percent))) found.push({ info, percent })
    }
    return found
  }

  /** Logs an alert, unless it is in the log. */
  #isNewAlert({ keyId, plan, periodStartMs = 0 }: KeyInfo, percent: number): Promise<boolean> {
    const detail = `${percent} % of the credits since ${dayOf(periodStartMs)}, plan ${plan}`
    return this.#store.change(async (within) => {
      const text = `SELECT number FROM plat.key_event WHERE key_id = $1 AND action = 'alerted' AND detail = $2`
      if ((await within.query(text, [keyId, detail])).length > 0) return false
      await this.#record(within, keyId, 'alerted', detail)
      return true
    })
  }

  async additions(): Promise<readonly Addition[]> {
    const text = `SELECT key_id AS "keyId", credits, at_ms AS "addedMs", by_user AS by
      FROM plat.added ORDER BY number`
    const rows = await this.#store.query<AddedRow>(text)
    return rows.map(({ by, ...row }) => ({ ...row, by: by ?? undefined }))
  }

  async usage({ since, until, keyId: keyIdOrSecret }: UsageQuery): Promise<readonly MonthUsage[]> {
    const only = keyIdOrSecret === undefined ? undefined : (await this.#find(this.#store, keyIdOrSecret)).keyId
    return this.#reader.usedByMonth(since, until, only)
  }

  async close(): Promise<void> {
    await this.#store.close()
  }

  async #checkPlan(plan: string): Promise<void> {
    const { plans } = this.#parts
    await plans.followNow()
    checkPlan(plan, plans)
  }

  #record(within: Statements, keyId: string, action: KeyEvent['action'], detail: string): Promise<void> {
    const { clock, by } = this.#parts
    return recordEvent(within, { atMs: clock.now(), keyId, action, detail, by })
  }

  /** Runs `change` on a key. If `change` returns true, logs the change, and running services read the key again. */
  async #changeOf(
    keyIdOrSecret: string,
    action: KeyEvent['action'],
    detail: string,
    change: (within: Statements, row: KeyRow) => Promise<boolean>,
  ): Promise<KeyInfo> {
    return this.#store.change(async (within) => {
      const row = await this.#find(within, keyIdOrSecret)
      if (await change(within, row)) {
        await recordKeyChange(within, row.keyId)
        await this.#record(within, row.keyId, action, detail)
      }
      return this.#reader.info(within, row.keyId)
    })
  }

  /**
   * Writes a revocation to the fallback file. While writing, locks the store (this needs no disk space), so that no
   * other process writes the same line. Throws `fault` if the file has no room either.
   */
  #revokeInFallback(
    revocations: RevocationFallback,
    keyId: string,
    nowMs: number,
    fault: CommandFault,
  ): Promise<KeyInfo> {
    return this.#store.change(async (within) => {
      const row = await this.#find(within, keyId)
      const rows = await within.query<{ id: string }>('SELECT id FROM plat.key WHERE revoked_ms IS NULL')
      const live = new Set(rows.map(({ id }) => id))
      try {
        if (row.revokedMs === null) revocations.add?.(row.keyId, nowMs, (each) => !live.has(each))
      } catch {
        throw fault
      }
      return this.#reader.info(within, row.keyId)
    })
  }

  async #newSecret(within: Statements, keyId: string, nowMs: number): Promise<string> {
    const key = writeKey(this.#parts.randomness(KEY_BYTES))
    const text = 'INSERT INTO plat.secret (sha256, key_id, created_ms) VALUES ($1, $2, $3)'
    await within.query(text, [fingerprint(key), keyId, nowMs])
    return key
  }

  async #find(within: Statements, keyIdOrSecret: string): Promise<KeyRow> {
    const row = isSecret(keyIdOrSecret)
      ? await this.#reader.find(within, 'fingerprint', fingerprint(keyIdOrSecret))
      : await this.#reader.find(within, 'id', keyIdOrSecret)
    if (row) return row
    throw noSuchKey(keyIdOrSecret)
  }
}

function jsonOf(limits: KeyLimits | undefined): string | null {
  return limits === undefined ? null : JSON.stringify(limits)
}
