import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { DAY_MS, dayOf, systemClock } from '../../../kit/base/clock.ts'
import type { UpgradeStep } from '../../../kit/store/store-upgrade.ts'
import { repeatMsOf } from '../idempotency.ts'

/**
 * The folder of call logs in format 4. Services appended each call to a log, one file per thread, and later added it to
 * the key file. The table `taken` says how much of each log the key file includes.
 */
export const LOGS_OF_FORMAT_4 = 'access.settled'

/**
 * Upgrades a key file of format 4: copies keys, credits and usage, and charges calls that are only in the call logs.
 */
export function fromFormat4(schema: string): UpgradeStep {
  return {
    from: 4,
    run: (database) => {
      chargeLoggedCalls(database, dirname(database.location() ?? ''))
      const tables = ['key', 'secret', 'added', 'usage', 'paid']
      for (const table of tables) database.exec(`ALTER TABLE ${table} RENAME TO old_${table}`)
      database.exec(`
        DROP INDEX secret_of_key; DROP INDEX added_of_key; DROP INDEX paid_until;
        ${schema};
        INSERT INTO key SELECT id, label, plan, plan_number, plan_since_ms, created_ms, expires_ms, revoked_ms, change
          FROM old_key;
        INSERT INTO key_use SELECT id, last_used_ms FROM old_key WHERE last_used_ms IS NOT NULL;
        INSERT INTO key_change SELECT max(change), lower(hex(randomblob(4))) FROM key HAVING max(change) > 0;
        INSERT INTO secret SELECT * FROM old_secret;
        INSERT INTO added SELECT rowid, key_id, plan_number, at_ms, credits, by_user FROM old_added ORDER BY rowid;
        INSERT INTO usage SELECT * FROM old_usage;
        INSERT INTO spent SELECT key_id, plan_number, day, sum(credits) FROM usage GROUP BY 1, 2, 3;
        INSERT INTO paid (name, until_ms, open, answered) SELECT name, until_ms, 0, 1 FROM old_paid;
        DROP TABLE taken; DROP TABLE old_secret`)
      for (const table of tables) database.exec(`DROP TABLE IF EXISTS old_${table}`)
    },
  }
}

const ADD_USAGE = `
  INSERT INTO usage (key_id, plan_number, day, operation, calls, credits) VALUES (?, ?, ?, ?, 1, ?)
  ON CONFLICT DO UPDATE SET calls = calls + 1, credits = credits + excluded.credits`
const ADD_PAID = 'INSERT OR IGNORE INTO paid (name, until_ms) VALUES (?, ?)'

function chargeLoggedCalls(database: DatabaseSync, dataDir: string): void {
  const folder = join(dataDir, LOGS_OF_FORMAT_4)
  if (!existsSync(folder)) return
  const addUsage = database.prepare(ADD_USAGE)
  const addPaid = database.prepare(ADD_PAID)
  const taken = database.prepare('SELECT number FROM taken WHERE service = ? AND lane = ?')
  for (const file of readdirSync(folder)) {
    const [, service, lane] = /^(.+)\.(\d+)\.settled$/.exec(file) ?? []
    const row = service === undefined ? undefined : taken.get(service, Number(lane))
    if (row === undefined) continue
    for (const call of callsIn(readFileSync(join(folder, file)), Number(row.number))) {
      addUsage.run(call.keyId, call.planNumber, dayOf(call.dayNumber * DAY_MS), call.operation, call.credits)
      if (call.paidName !== undefined) addPaid.run(call.paidName, systemClock.now() + repeatMsOf(call))
    }
  }
}

interface LoggedCall {
  readonly keyId: string
  readonly planNumber: number
  readonly dayNumber: number
  readonly operation: string
  readonly credits: number
  /** The idempotency key of the call, if it must be known after a restart. */
  readonly paidName: string | undefined
  readonly isForAnHour: boolean
}

/**
 * Size of a log entry: checksum, sequence number, page, day, plan number, credits, the lengths of key and operation,
 * both strings, and the name of the idempotency key. The upper bits of the lengths are flags.
 */
const ENTRY_BYTES = 128
const TEXT = 30
const NAME_LENGTH = 27
const IS_PAID = 0x80
const IS_FOR_AN_HOUR = 0x40
const IS_FORGOTTEN = 0x80

/**
 * Yields the entries with a greater sequence number than `after`. Skips incomplete entries, whose calls were never
 * answered.
 */
function* callsIn(bytes: Buffer, after: number): Generator<LoggedCall> {
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const entry = bytes.subarray(at, at + ENTRY_BYTES)
    const ahead = (entry.readInt32LE(4) - after) | 0
    const [keyMarks = 0, operationMarks = 0] = entry.subarray(28, 30)
    const keyEnd = TEXT + (keyMarks & ~(IS_PAID | IS_FOR_AN_HOUR))
    const operationEnd = keyEnd + (operationMarks & ~IS_FORGOTTEN)
    const end = operationEnd + ((keyMarks & IS_PAID) === 0 ? 0 : NAME_LENGTH)
    const isTorn = entry.readUInt32LE(0) !== crc32(entry.subarray(4, Math.min(end, ENTRY_BYTES)))
    if (ahead <= 0 || ahead > bytes.length / ENTRY_BYTES || isTorn) continue
    const isRemembered = (keyMarks & IS_PAID) !== 0 && (operationMarks & IS_FORGOTTEN) === 0
    yield {
      keyId: entry.toString('utf8', TEXT, keyEnd),
      planNumber: entry.readUInt32LE(16),
      dayNumber: entry.readInt32LE(12),
      operation: entry.toString('utf8', keyEnd, operationEnd),
      credits: entry.readDoubleLE(20),
      paidName: isRemembered ? entry.toString('latin1', operationEnd, end) : undefined,
      isForAnHour: (keyMarks & IS_FOR_AN_HOUR) !== 0,
    }
  }
}
