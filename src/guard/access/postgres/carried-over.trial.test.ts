import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { needs } from '../../../../test/needs.ts'
import { openDatabases, PATIENT_MS, type TestDatabases } from '../../../../test/postgres/server.ts'
import { DAY_MS, dayOf, systemClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { programFile } from '../../../kit/base/program.ts'
import { Database } from '../../../kit/postgres/database.ts'
import { migrate, readPart } from '../../../kit/postgres/migrations.ts'
import { idempotencyName } from '../idempotency.ts'
import { checkSharedKeys, openAccess, openKeyring } from '../index.ts'
import { fingerprint, writeKey } from '../key-text.ts'
import { migrateAccess } from '../migrations.ts'

const NOW_MS = systemClock.now()
const TODAY = dayOf(NOW_MS)
const KEY = writeKey(new Uint8Array(32).fill(1))

/** A database that killed nodes of the previous version left behind, with a session and its reserved credits. */
const BEFORE = `
  CREATE TABLE plat.key_history (single boolean PRIMARY KEY DEFAULT true CHECK (single), changes text NOT NULL);
  CREATE TABLE plat.session (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, batch bigint NOT NULL DEFAULT 0,
    answer jsonb, until timestamptz NOT NULL, ended boolean NOT NULL DEFAULT false);
  CREATE UNLOGGED TABLE plat.hold (key_id text NOT NULL, plan_number int NOT NULL, session bigint NOT NULL, day date NOT NULL,
    credits bigint NOT NULL CHECK (credits >= 0), PRIMARY KEY (key_id, plan_number, session, day));
  CREATE UNLOGGED TABLE plat.rate (key_id text PRIMARY KEY, full_at_ms double precision NOT NULL);
  CREATE UNLOGGED TABLE plat.in_flight (node bigint PRIMARY KEY, calls jsonb NOT NULL, until timestamptz NOT NULL);
  CREATE SEQUENCE plat.node;
  CREATE FUNCTION plat.charge(bigint, bigint, interval, jsonb, jsonb) RETURNS jsonb LANGUAGE sql AS 'SELECT NULL::jsonb';
  CREATE FUNCTION plat.give_up(bigint, bigint, jsonb) RETURNS void LANGUAGE sql AS '';
  CREATE FUNCTION plat.recover() RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint';
  CREATE FUNCTION plat.share_rates(text, float8, float8, jsonb) RETURNS jsonb LANGUAGE sql AS 'SELECT NULL::jsonb';
  INSERT INTO plat.key VALUES ('key_1', 'first', 'basic', 1, ${NOW_MS}, ${NOW_MS}, NULL, NULL, 7),
    ('key_2', 'gone', 'basic', 2, ${NOW_MS}, ${NOW_MS}, NULL, ${NOW_MS}, 9);
  INSERT INTO plat.key_history (changes) VALUES ('01234567 89abcdef');
  INSERT INTO plat.key_use VALUES ('key_1', ${NOW_MS});
  INSERT INTO plat.secret VALUES ('${fingerprint(KEY)}', 'key_1', ${NOW_MS}, NULL);
  INSERT INTO plat.added (key_id, plan_number, at_ms, credits, by_user) VALUES ('key_1', 1, ${NOW_MS}, 50, 'ann');
  INSERT INTO plat.usage VALUES ('key_1', 1, '${TODAY}', '/byzpid', 3, 3), ('key_1', 1, '${TODAY}', '/similar', 1, 4);
  INSERT INTO plat.spent VALUES ('key_1', 1, '${TODAY}', 7);
  INSERT INTO plat.paid VALUES ('${idempotencyName('key_1', 'known')}', ${NOW_MS + DAY_MS});
  INSERT INTO plat.session (until) VALUES (now() + interval '5 seconds');
  INSERT INTO plat.hold SELECT 'key_1', 1, id, '${TODAY}', 20 FROM plat.session`

describe('a database of the previous version', needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let database: Database
  before(async () => {
    databases = await openDatabases()
    database = await Database.open({ url: databases.url(), statementMs: PATIENT_MS })
  })
  after(async () => {
    await database?.close()
    await databases?.remove()
  })

  test('keys, credits and usage are copied only once, even if nodes start several times, and reserved credits are free again', async () => {
    const part = readPart('access', programFile('src/guard/access/postgres/migrations/'))
    await migrate(database, { ...part, migrations: part.migrations.slice(0, 4) })
    await database.inTransaction((connection) => connection.run(BEFORE))
    await Promise.all([migrateAccess(database), migrateAccess(database)])
    await migrateAccess(database)

    assert.deepEqual(await checkSharedKeys(database, NOW_MS), [])
    const at = { url: databases.url(), statementMs: PATIENT_MS }
    const options = { dataDir: '', database: at, clock: systemClock, log: silentLog, demo: () => false }
    const access = await openAccess(options)
    const account = await access.admit(KEY, false)
    assert.ok(!(account instanceof Fault))
    assert.equal((await access.balance(account)).remaining, 10_050 - 7)
    assert.deepEqual(await access.usage(account), [
      { day: TODAY, operation: '/byzpid', calls: 3, credits: 3 },
      { day: TODAY, operation: '/similar', calls: 1, credits: 4 },
    ])
    const idempotencyKey = { text: 'known', lasts: true }
    const repeat = await access.debit(account, { operation: '/byzpid', credits: 1, idempotencyKey })
    assert.ok(!(repeat instanceof Fault))
    assert.equal(repeat.credits, 0)
    await access.settle(repeat)
    await access.close()

    const keyring = await openKeyring('', systemClock, randomBytes, at)
    assert.deepEqual(
      (await keyring.list()).map(({ keyId, revokedMs }) => [keyId, revokedMs]),
      [
        ['key_1', undefined],
        ['key_2', NOW_MS],
      ],
    )
    assert.equal((await keyring.additions())[0]?.credits, 50)
    await keyring.rotate('key_1', 0)
    await keyring.close()
  })
})
