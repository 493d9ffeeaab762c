import type { Clock, Day } from '../../kit/base/clock.ts'
import type { Statements } from '../../kit/store/statements.ts'
import type { Usage } from './access.ts'
import type { KeyStore } from './key-store.ts'
import type { KeyEvent, KeyInfo, KeysRead, KeyUsage, LastUsed, MonthUsage } from './keyring.ts'
import { daysOf, NO_DAY, periodAt } from './period.ts'
import type { Plans } from './plans.ts'
import { type AddedCredits, infoOf, type KeyRow, limitsIn } from './stored-key.ts'

interface KeyReaderParts {
  readonly store: KeyStore
  readonly plans: Pick<Plans, 'get'>
  readonly clock: Clock
}

/** Which keys to read, as parts of an SQL statement. */
interface Which {
  readonly where: string
  readonly order?: string
  readonly values?: readonly (string | number)[]
}

type StoredRow = Omit<KeyRow, 'added' | 'revocationWaits' | 'limits'> & { readonly limits: string | null }

/** A key with the credits spent on each day. Covers at least the current period. */
interface SpentRow extends KeyRow {
  readonly spent: readonly { readonly day: Day; readonly credits: number }[]
}

const SUMS = 'CAST(sum(usage.calls) AS bigint) AS calls, CAST(sum(usage.credits) AS bigint) AS credits'
const USED_BY_DAY = `
  SELECT day, operation, ${SUMS} FROM plat.usage WHERE day >= $1
  GROUP BY day, operation ORDER BY day, operation COLLATE "C"`
const USED_BY_KEY = `
  SELECT key_id AS "keyId", ${SUMS} FROM plat.usage WHERE day >= $1
  GROUP BY key_id ORDER BY credits DESC, key_id COLLATE "C" LIMIT $2`
const USED_BY_MONTH = `
  SELECT key_id AS "keyId", coalesce(key.label, '') AS label, substr(CAST(day AS text), 1, 7) AS month, operation, ${SUMS}
  FROM plat.usage LEFT JOIN plat.key ON key.id = key_id WHERE day >= $1 AND day <= $2 AND key_id = coalesce($3, key_id)
  GROUP BY 1, 2, 3, 4 ORDER BY key_id COLLATE "C", 3, operation COLLATE "C"`
const EVENTS = `SELECT at_ms AS "atMs", key_id AS "keyId", action, detail, by_user AS by
  FROM plat.key_event ORDER BY number DESC LIMIT $1`
const LAST_USED = '(SELECT last_used_ms FROM plat.key_use WHERE key_id = key.id)'
const COLUMNS = `key.id AS "keyId", key.label, key.plan, key.plan_number AS "planNumber",
  key.plan_since_ms AS "planSinceMs", key.created_ms AS "createdMs", ${LAST_USED} AS "lastUsedMs",
  key.expires_ms AS "expiresMs", key.revoked_ms AS "revokedMs", key.limits,
  (SELECT max(expires_ms) FROM plat.secret WHERE key_id = key.id) AS "overlapUntilMs"`
/** Sorts keys by their last use or, if they were never used, by their creation. */
const LATEST_FIRST = `coalesce(${LAST_USED}, key.created_ms) DESC, key.id COLLATE "C"`
const TOTAL = 'SELECT CAST(count(*) AS bigint) AS total FROM plat.key'

const OF_PLAN = 'JOIN plat.key ON key.id = key_id AND key.plan_number'

const NOTHING_USED = { calls: 0, credits: 0 } as const

/** Reads keys and their usage from a folder or a database. */
export class KeyReader implements KeysRead {
  readonly #parts: KeyReaderParts

  constructor(parts: KeyReaderParts) {
    this.#parts = parts
  }

  /** Returns all keys, oldest first. */
  async all(): Promise<readonly KeyInfo[]> {
    const { store } = this.#parts
    const which = { where: 'true', order: 'key.created_ms, key.id COLLATE "C"' }
    return (await this.#rows(store, which)).map((row) => this.#info(row))
  }

  /** Finds a key by its id or by the fingerprint of its secret. */
  async find(within: Statements, by: 'id' | 'fingerprint', sought: string): Promise<KeyRow | undefined> {
    return (await this.#rows(within, whichHas(by, sought)))[0]
  }

  /** Throws if the key does not exist. */
  async info(within: Statements, keyId: string): Promise<KeyInfo> {
    const [row] = await this.#rows(within, whichHas('id', keyId))
    if (row === undefined) throw new Error(`there is no key ${keyId}`)
    return this.#info(row)
  }

  async lastUsed(limit: number, since: Day): Promise<LastUsed> {
    const { store } = this.#parts
    const where = `key.id IN (SELECT id FROM plat.key ORDER BY ${LATEST_FIRST} LIMIT $1)`
    const rows = await this.#rows(store, { where, order: LATEST_FIRST, values: [limit] })
    const text = `SELECT key_id AS "keyId", ${SUMS} FROM plat.usage JOIN plat.key ON key.id = key_id
      WHERE ${where} AND day >= $2 GROUP BY key_id`
    const used = await store.query<KeyUsage>(text, [limit, since])
    const byKey = new Map(used.map(({ keyId, calls, credits }) => [keyId, { calls, credits }]))
    const [counted] = await store.query<{ total: number }>(TOTAL)
    return {
      keys: rows.map((row) => ({ ...this.#info(row), used: byKey.get(row.keyId) ?? NOTHING_USED })),
      total: counted?.total ?? 0,
    }
  }

  /** Returns the keys that were used since a time. */
  async usedSince(sinceMs: number): Promise<readonly KeyInfo[]> {
    const where = 'key.id IN (SELECT key_id FROM plat.key_use WHERE last_used_ms >= $1)'
    return (await this.#rows(this.#parts.store, { where, values: [sinceMs] })).map((row) => this.#info(row))
  }

  async used(since: Day, limit: number) {
    const { store } = this.#parts
    return {
      days: await store.query<Usage>(USED_BY_DAY, [since]),
      keys: await store.query<KeyUsage>(USED_BY_KEY, [since, limit]),
    }
  }

  usedByMonth(since: Day, until: Day, keyId: string | undefined): Promise<readonly MonthUsage[]> {
    return this.#parts.store.query<MonthUsage>(USED_BY_MONTH, [since, until, keyId ?? null])
  }

  events(limit: number): Promise<readonly KeyEvent[]> {
    return this.#parts.store.query<KeyEvent>(EVENTS, [limit])
  }

  async refused(): Promise<readonly string[]> {
    const { store, clock } = this.#parts
    const text = 'SELECT id FROM plat.key WHERE revoked_ms IS NOT NULL OR expires_ms <= $1 OR limits LIKE $2'
    const rows = await store.query<{ id: string }>(text, [clock.now(), '%"places":%'])
    return [...new Set([...rows.map(({ id }) => id), ...(store.revocations?.read().keys() ?? [])])]
  }

  /** Never fails. If a connection pool cannot be closed, it ends with the process. */
  close(): void {
    this.#parts.store.close().catch(() => {})
  }

  #info(row: SpentRow): KeyInfo {
    const { plans, clock } = this.#parts
    return infoOf(row, plans, clock.now(), (period) => {
      const [first, end] = daysOf(period)
      let sum = 0
      for (const { day, credits } of row.spent) if (first <= day && day < end) sum += credits
      return sum
    })
  }

  /** The first day of the earliest current period among these keys. Only usage from that day on is summed. */
  #firstDayOf(rows: readonly StoredRow[]): Day {
    const { plans, clock } = this.#parts
    let first: Day = NO_DAY
    for (const { plan, planSinceMs } of rows) {
      const kind = plans.get(plan)?.period
      const [began] = kind === undefined ? [NO_DAY] : daysOf(periodAt(kind, planSinceMs, clock.now()))
      if (began < first) first = began
    }
    return first
  }

  /** Reads keys, including revocations that are not in the store yet. */
  async #rows(within: Statements, { where, order = '1', values = [] }: Which): Promise<readonly SpentRow[]> {
    const { revocations } = this.#parts.store
    type Of<Row> = Row & { readonly keyId: string }
    const rows = await within.query<StoredRow>(
      `SELECT ${COLUMNS} FROM plat.key WHERE ${where} ORDER BY ${order}`,
      values,
    )
    const added = await within.query<Of<AddedCredits>>(
      `SELECT key_id AS "keyId", at_ms AS "atMs", credits FROM plat.added ${OF_PLAN} = added.plan_number
       WHERE ${where} ORDER BY added.number`,
      values,
    )
    const spent = await within.query<Of<SpentRow['spent'][number]>>(
      `SELECT key_id AS "keyId", day, CAST(sum(credits) AS bigint) AS credits FROM plat.usage
       ${OF_PLAN} = usage.plan_number WHERE ${where} AND day >= $${values.length + 1} GROUP BY key_id, day`,
      [...values, this.#firstDayOf(rows)],
    )
    const [addedTo, spentBy] = [Map.groupBy(added, keyOf), Map.groupBy(spent, keyOf)]
    const fallback = revocations?.read()
    return rows.map((row) => {
      const fallbackMs = row.revokedMs === null ? fallback?.get(row.keyId) : undefined
      const revokedMs = row.revokedMs ?? fallbackMs ?? null
      const own = { added: (addedTo.get(row.keyId) ?? []).map(({ atMs, credits }) => ({ atMs, credits })) }
      return {
        ...row,
        ...own,
        revokedMs,
        limits: limitsIn(row.limits),
        revocationWaits: fallbackMs !== undefined,
        spent: spentBy.get(row.keyId) ?? [],
      }
    })
  }
}

function keyOf({ keyId }: { readonly keyId: string }): string {
  return keyId
}

function whichHas(by: 'id' | 'fingerprint', sought: string): Which {
  const where = by === 'id' ? 'key.id = $1' : 'key.id = (SELECT key_id FROM plat.secret WHERE sha256 = $1)'
  return { where, values: [sought] }
}
