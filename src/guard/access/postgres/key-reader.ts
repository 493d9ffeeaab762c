import type { Clock, Day } from '../../../kit/base/clock.ts'
import type { Database, Prepared } from '../../../kit/postgres/database.ts'
import type { Usage } from '../access.ts'
import type { KeyInfo, KeysRead, KeyUsage, LastUsed } from '../keyring.ts'
import { daysOf } from '../period.ts'
import type { Plans } from '../plans.ts'
import { infoOf } from '../stored-key.ts'
import { INFO_COLUMNS, type InfoRow } from './key-table.ts'

export interface KeyReaderParts {
  readonly database: Database
  readonly plans: Pick<Plans, 'get'>
  readonly clock: Clock
  /** Closed with it. */
  readonly closes?: () => Promise<void>
}

/** Keys that were never used come in by their creation. */
const LAST_USED = `
  SELECT ${INFO_COLUMNS} FROM plat.key LEFT JOIN plat.key_use ON key_use.key_id = key.id
  ORDER BY coalesce(key_use.last_used_ms, key.created_ms) DESC, key.id COLLATE "C" LIMIT $1`

const SUMS = 'coalesce(sum(calls), 0)::bigint AS calls, coalesce(sum(credits), 0)::bigint AS credits FROM plat.usage'
const USED_BY_DAY = `
  SELECT day, operation, ${SUMS} WHERE day >= $1 GROUP BY day, operation ORDER BY day, operation COLLATE "C"`
const USED_BY_KEY = `
  SELECT key_id AS "keyId", ${SUMS} WHERE day >= $1 GROUP BY key_id ORDER BY credits DESC, key_id COLLATE "C" LIMIT $2`
const USED_OF_KEYS = `SELECT key_id AS "keyId", ${SUMS} WHERE key_id = ANY($1) AND day >= $2 GROUP BY key_id`

/** Reads keys and what they used. */
export class KeyReader implements KeysRead {
  readonly #parts: KeyReaderParts

  constructor(parts: KeyReaderParts) {
    this.#parts = parts
  }

  /** In the order of their creation. */
  async all(): Promise<readonly KeyInfo[]> {
    const text = `SELECT ${INFO_COLUMNS} FROM plat.key ORDER BY key.created_ms, key.change`
    const rows = await this.#parts.database.query<InfoRow>({ name: 'keys', text })
    return rows.map((row) => this.info(row))
  }

  async lastUsed(limit: number, since: Day): Promise<LastUsed> {
    const { database } = this.#parts
    const rows = await database.query<InfoRow>({ name: 'keys-last-used', text: LAST_USED, values: [limit] })
    const values = [rows.map(({ keyId }) => keyId), since]
    const used = await database.query<KeyUsage>({ name: 'keys-used-of', text: USED_OF_KEYS, values })
    const byKey = new Map(used.map(({ keyId, calls, credits }) => [keyId, { calls, credits }]))
    const [counted] = await database.query<{ total: number }>({ name: 'keys-total', text: TOTAL })
    return {
      keys: rows.map((row) => ({ ...this.info(row), used: byKey.get(row.keyId) ?? { calls: 0, credits: 0 } })),
      total: counted?.total ?? 0,
    }
  }

  async used(since: Day, limit: number) {
    const { database } = this.#parts
    return {
      days: await database.query<Usage>({ name: 'used-by-day', text: USED_BY_DAY, values: [since] }),
      keys: await database.query<KeyUsage>({ name: 'used-by-key', text: USED_BY_KEY, values: [since, limit] }),
    }
  }

  info(row: InfoRow): KeyInfo {
    const { plans, clock } = this.#parts
    return infoOf(row, plans, clock.now(), (period) => {
      const [first, end] = daysOf(period)
      let sum = 0
      for (const { day, credits } of row.spent) if (first <= day && day < end) sum += credits
      return sum
    })
  }

  close(): void {
    void this.#parts.closes?.()
  }
}

const TOTAL = 'SELECT count(*)::bigint AS total FROM plat.key'

/** Finds the key with this id, or with the secret that has this fingerprint. */
export function rowsOf(
  connection: { query<Row extends object>(statement: Prepared): Promise<readonly Row[]> },
  by: 'id' | 'fingerprint',
  sought: string,
): Promise<readonly InfoRow[]> {
  const where = by === 'id' ? 'key.id = $1' : 'key.id = (SELECT key_id FROM plat.secret WHERE sha256 = $1)'
  const text = `SELECT ${INFO_COLUMNS} FROM plat.key WHERE ${where}`
  return connection.query<InfoRow>({ name: `key-by-${by}`, text, values: [sought] })
}
