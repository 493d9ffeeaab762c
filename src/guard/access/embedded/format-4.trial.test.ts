import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { DAY_MS, fixedClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { idempotencyName } from '../idempotency.ts'
import { checkFolderKeys, openAccess, openKeyring } from '../index.ts'
import { fingerprint, writeKey } from '../key-text.ts'
import { FolderOwner } from './folder-owner.ts'

const NOW_MS = Date.parse('2026-11-20T10:30:00Z')
const DAY_NUMBER = Math.floor(NOW_MS / DAY_MS)
const KEY = writeKey(new Uint8Array(32).fill(1))
const SERVICE = 'service-1'

/** The tables of a key file of format 4. */
const FORMAT_4 = `
  PRAGMA application_id = 1349280099; PRAGMA user_version = 4; PRAGMA journal_mode = WAL;
  CREATE TABLE taken (
    service TEXT NOT NULL, lane INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (service, lane)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE paid (name TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX paid_until ON paid (until_ms);
  CREATE TABLE added (
    key_id TEXT NOT NULL, plan_number INTEGER NOT NULL, at_ms INTEGER NOT NULL, credits INTEGER NOT NULL, by_user TEXT
  ) STRICT;
  CREATE INDEX added_of_key ON added (key_id, plan_number);
  CREATE TABLE key (
    id TEXT PRIMARY KEY, label TEXT NOT NULL, plan TEXT NOT NULL, plan_number INTEGER NOT NULL,
    plan_since_ms INTEGER NOT NULL, created_ms INTEGER NOT NULL, last_used_ms INTEGER, expires_ms INTEGER,
    revoked_ms INTEGER, change INTEGER NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE secret (
    sha256 TEXT PRIMARY KEY, key_id TEXT NOT NULL REFERENCES key (id), created_ms INTEGER NOT NULL, expires_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX secret_of_key ON secret (key_id);
  CREATE TABLE usage (
    key_id TEXT NOT NULL, plan_number INTEGER NOT NULL, day TEXT NOT NULL, operation TEXT NOT NULL,
    calls INTEGER NOT NULL, credits INTEGER NOT NULL, PRIMARY KEY (key_id, plan_number, day, operation)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO key VALUES ('key_1', 'first', 'basic', 1, ${NOW_MS}, ${NOW_MS}, ${NOW_MS + 1}, NULL, NULL, 7),
    ('key_2', 'gone', 'basic', 2, ${NOW_MS}, ${NOW_MS}, NULL, NULL, ${NOW_MS + 2}, 9);
  INSERT INTO secret VALUES ('${fingerprint(KEY)}', 'key_1', ${NOW_MS}, NULL);
  INSERT INTO added VALUES ('key_1', 1, ${NOW_MS}, 50, 'ann'), ('key_1', 1, ${NOW_MS}, 60, NULL);
  INSERT INTO usage VALUES ('key_1', 1, '2026-11-20', '/byzpid', 3, 3), ('key_1', 1, '2026-11-19', '/similar', 1, 1),
    ('key_2', 1, '2026-11-18', '/byzpid', 2, 2);
  INSERT INTO paid VALUES ('${idempotencyName('key_1', 'known')}', ${NOW_MS + DAY_MS});
  INSERT INTO taken VALUES ('${SERVICE}', 0, 2), ('${SERVICE}', 1, 0)`

/** Makes an entry of a call log: 128 bytes. */
function entry(number: number, operation: string, credits: number, paidName = ''): Buffer {
  const bytes = Buffer.alloc(128)
  const key = 'key_1'
  const end = bytes.write(`${key}${operation}${paidName}`, 30, 'latin1') + 30
  bytes.writeInt32LE(number, 4)
  bytes.writeInt32LE(DAY_NUMBER, 12)
  bytes.writeUInt32LE(1, 16)
  bytes.writeDoubleLE(credits, 20)
  bytes[28] = key.length | (paidName === '' ? 0 : 0x80)
  bytes[29] = operation.length
  bytes.writeUInt32LE(crc32(bytes.subarray(4, end)), 0)
  return bytes
}

/** Makes the folder of a killed service of format 4. Some of its calls are only in its call logs. */
function killedService(context: TestContext, usageRows = 0): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-format-4-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const database = new DatabaseSync(join(dataDir, 'access.sqlite'))
  database.exec(FORMAT_4)
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${usageRows})
    INSERT INTO usage SELECT 'demo', 0, '2026-11-20', '/' || i, 1, 1 FROM n WHERE ${usageRows} > 0`)
  database.close()
  mkdirSync(join(dataDir, 'access.settled'))
  const torn = entry(4, '/byzpid', 1)
  torn[60] = 1
  const logs = [
    [entry(1, '/byzpid', 1), entry(2, '/byzpid', 1), entry(3, '/byzpid', 1), torn.fill(0, 0, 4)],
    [entry(1, '/skip/byaddress', 6, idempotencyName('key_1', 'logged')), Buffer.alloc(128)],
  ]
  for (const [lane, entries] of logs.entries())
    writeFileSync(join(dataDir, 'access.settled', `${SERVICE}.${lane}.settled`), Buffer.concat(entries))
  writeFileSync(join(dataDir, 'access.settled', 'unknown.0.settled'), entry(1, '/byzpid', 1))
  return dataDir
}

async function checkCarriedOver(dataDir: string): Promise<void> {
  const clock = fixedClock(NOW_MS)
  const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
  const account = await access.admit(KEY, false)
  assert.ok(!(account instanceof Fault))
  assert.equal(account.plan.credits, 10_110)
  assert.deepEqual(await access.usageSince(account, '2026-11-01'), [
    { day: '2026-11-19', operation: '/similar', calls: 1, credits: 1 },
    { day: '2026-11-20', operation: '/byzpid', calls: 4, credits: 4 },
    { day: '2026-11-20', operation: '/skip/byaddress', calls: 1, credits: 6 },
  ])
  assert.equal((await access.balance(account)).remaining, 10_110 - 10, 'the period began on November 20')
  for (const text of ['known', 'logged']) {
    const price = { operation: '/skip/byaddress', credits: 6, idempotencyKey: { text, lasts: true } }
    const debit = await access.debit(account, price)
    assert.ok(!(debit instanceof Fault))
    assert.equal(debit.credits, 0, text)
    await access.refund(debit)
  }
  await access.close()
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  assert.deepEqual(
    (await keyring.list()).map(({ keyId, revokedMs }) => [keyId, revokedMs]),
    [
      ['key_1', undefined],
      ['key_2', NOW_MS + 2],
    ],
  )
  assert.deepEqual(
    (await keyring.additions()).map(({ credits, by }) => [credits, by]),
    [
      [50, 'ann'],
      [60, undefined],
    ],
  )
  await keyring.close()
  assert.deepEqual(await checkFolderKeys(dataDir, clock), [])
  assert.equal(existsSync(join(dataDir, 'access.settled')), false)
}

test('keys, credits and usage of format 4 are copied, with the calls that a killed service had logged', async (context) => {
  await checkCarriedOver(killedService(context))
})

test('an upgrade that is killed and started again copies nothing twice', async (context) => {
  const dataDir = killedService(context, 200_000)
  const program = `const { openStore } = await import(${JSON.stringify(new URL('./store.ts', import.meta.url).href)})
    process.stdout.write('s'); openStore(${JSON.stringify(dataDir)}, true, true).close(); process.stdout.write('.')`
  let kills = 0
  for (let waitMs = 20; waitMs < 5000; waitMs *= 1.6) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    await pause(waitMs)
    child.kill('SIGKILL')
    const [code] = await closed
    if (code === 0) break
    kills += 1
  }
  assert.ok(kills > 0)
  await checkCarriedOver(dataDir)
})

test('a file of format 4 is not changed while a service uses it', async (context) => {
  const dataDir = killedService(context)
  const owner = new FolderOwner(dataDir, fixedClock(NOW_MS), {})
  assert.ok(owner.take())
  await assert.rejects(openKeyring(dataDir, fixedClock(NOW_MS), randomBytes), /is using the data folder/)
  owner.release()
  await checkCarriedOver(dataDir)
})
