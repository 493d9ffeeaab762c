import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { ANN, type PrivacyBackend, privacyContract } from '../../../test/privacy/contract.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { openPeopleAdmin, openPrivacy, withheldNow } from './index.ts'

const backend: PrivacyBackend = {
  async open(clock, log) {
    const dataDir = mkdtempSync(join(tmpdir(), 'plat-privacy-'))
    const admin = await openPeopleAdmin({ dataDir, clock, randomness: randomBytes })
    const privacy = await openPrivacy({ dataDir, clock, log, randomness: randomBytes })
    const execute = async (sql: string) => {
      const store = new DatabaseSync(join(dataDir, 'people.sqlite'))
      try {
        store.exec(sql)
      } finally {
        store.close()
      }
    }
    return {
      admin,
      privacy,
      auditTable: 'audit',
      now: () => withheldNow(dataDir),
      storeIds: async ({ homeIds }) => homeIds?.store(),
      execute,
      async marks() {
        const store = new DatabaseSync(join(dataDir, 'people.sqlite'))
        const rows = store.prepare('SELECT name, mark FROM mark').all()
        store.close()
        return rows.flatMap(({ name, mark }) => [String(name), String(mark)])
      },
      stored: async () =>
        readdirSync(dataDir)
          .map((name) => readFileSync(join(dataDir, name), 'latin1'))
          .join(),
      async refuseEntries() {
        await execute("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END")
        return () => execute('DROP TRIGGER full')
      },
      async close() {
        await admin.close()
        await privacy.close()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
}

privacyContract('embedded', backend)

function folder(context: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-privacy-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

test('an entry waits for the lock of another program, delays no other work, and is stored when it is confirmed', async (context) => {
  const dataDir = folder(context)
  const lines: string[] = []
  const note = (_: object, message: string) => lines.push(message)
  const log = { info: note, warn: note, error: note }
  const privacy = await openPrivacy({ dataDir, clock: fixedClock(0), log, randomness: randomBytes })
  context.after(() => privacy.close())
  const holder = new DatabaseSync(join(dataDir, 'people.sqlite'))
  holder.exec('BEGIN IMMEDIATE')
  const order: string[] = []
  const entry = { keyId: 'k1', label: 'Acme', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }
  const written = [1, 2, 3].map((number) =>
    privacy.audit.record({ ...entry, requestId: `r${number}` }).then(() => order.push(`r${number}`)),
  )
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
  await privacy.refresh()
  order.push('released')
  holder.exec('ROLLBACK')
  holder.close()
  await Promise.all(written)
  assert.deepEqual(order, ['released', 'r1', 'r2', 'r3'])
  const store = new DatabaseSync(join(dataDir, 'people.sqlite'))
  const stored = store.prepare('SELECT request_id AS id FROM audit ORDER BY number').all()
  store.close()
  assert.deepEqual(
    stored.map(({ id }) => id),
    ['r1', 'r2', 'r3'],
  )
  assert.deepEqual(lines, [])
})

test('a foreign file and a missing folder are each refused in one clear sentence', async (context) => {
  const dataDir = folder(context)
  const open = (path: string) => openPeopleAdmin({ dataDir: path, clock: fixedClock(0), randomness: randomBytes })
  await assert.rejects(open(join(dataDir, 'nowhere')), /There is no data folder/)
  assert.equal((await withheldNow(dataDir)).has(ANN), false)
  assert.deepEqual(readdirSync(dataDir), [])
  writeFileSync(join(dataDir, 'people.sqlite'), 'hello')
  await assert.rejects(open(dataDir), /cannot be read \(.*\): run \.\/plat check/)
})

test('a file of the version without home ids keeps its list and its secret after an upgrade', async (context) => {
  const dataDir = folder(context)
  const open = () => openPeopleAdmin({ dataDir, clock: fixedClock(0), randomness: randomBytes })
  const admin = await open()
  await admin.suppress({ kind: 'person', person: ANN }, true)
  const id = admin.withheld.homeId('county', '123-45')
  await admin.close()
  const store = new DatabaseSync(join(dataDir, 'people.sqlite'))
  store.exec('DROP TABLE keyed_home; PRAGMA user_version = 1')
  store.close()
  const withheld = await withheldNow(dataDir)
  assert.deepEqual([withheld.isErased(ANN), withheld.homeId('county', '123-45')], [true, id])
  withheld.homeIds?.add(id)
  withheld.homeIds?.store()
  assert.equal((await withheldNow(dataDir)).homeIds?.has(id), true)
})
