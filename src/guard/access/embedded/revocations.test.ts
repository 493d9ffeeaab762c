import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fixedClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { type Log, silentLog } from '../../../kit/base/log.ts'
import { openAccess } from '../index.ts'
import type { IssuedKey } from '../keyring.ts'
import { PlansFile } from '../plans-file.ts'
import { StoredKeyring } from '../stored-keyring.ts'
import { KeyFile } from './key-file.ts'
import { Revocations } from './revocations.ts'
import { openStore, storePath } from './store.ts'

const NOW_MS = Date.parse('2026-11-20T10:30:00Z')

function folder(context: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-revoked-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

/** A keyring with full pages of keys, on a disk that the test can fill. */
async function filled(context: TestContext) {
  const dataDir = folder(context)
  const clock = fixedClock(NOW_MS)
  const store = openStore(dataDir, true)
  const keys = new KeyFile(store, storePath(dataDir), new Revocations(dataDir))
  const plans = new PlansFile(dataDir, silentLog)
  const keyring = new StoredKeyring({ store: keys, plans, clock, randomness: randomBytes, by: 'ann' })
  context.after(() => keyring.close())
  const issued: IssuedKey[] = []
  for (let key = 0; key < 60; key++) issued.push(await keyring.create({ plan: 'basic', label: 'x'.repeat(200) }))
  const pages = () => Number(store.prepare('PRAGMA page_count').get()?.page_count)
  const longer = store.prepare("UPDATE key SET label = label || 'x' WHERE id = ?")
  /** Forbids new pages and fills the existing pages. */
  const fillDisk = () => {
    store.exec(`PRAGMA synchronous = OFF; PRAGMA max_page_count = ${pages()}`)
    for (const { info } of issued) {
      const fill = () => {
        for (let more = 0; more < 4096; more++) longer.run(info.keyId)
      }
      assert.throws(fill, /full/)
    }
  }
  const makeRoom = () => store.exec('PRAGMA max_page_count = 100000')
  return { dataDir, clock, keyring, issued, fillDisk, makeRoom }
}

test('on a full disk every key can be revoked: the key is refused and listed as revoked, and the revocation is stored once there is room', async (context) => {
  const { dataDir, clock, keyring, issued, fillDisk } = await filled(context)
  const lines: string[] = []
  const log: Log = { ...silentLog, warn: (_, message) => lines.push(message) }
  const access = await openAccess({ dataDir, clock, log, demo: () => false })
  fillDisk()
  const infos = []
  for (const { info } of issued) infos.push(await keyring.revoke(info.keyId))
  const waiting = infos.filter(({ revocationWaits }) => revocationWaits)
  assert.ok(waiting.length > 0, 'the disk was not full')
  await access.refresh()
  for (const { key } of issued) {
    const outcome = await access.admit(key, false)
    assert.ok(outcome instanceof Fault && outcome.code === 'key.revoked')
  }
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /they are refused, and stored as revoked later$/)
  for (const { revokedMs } of await keyring.list()) assert.equal(revokedMs, NOW_MS)
  await access.close() // `access` still has room to write when it closes
  assert.deepEqual(
    (await keyring.list()).filter(({ revocationWaits, revokedMs }) => revocationWaits || revokedMs !== NOW_MS),
    [],
  )
})

test('a revocation that is not stored yet outlives the service, and revoking again stores it with its first time', async (context) => {
  const { dataDir, clock, keyring, issued, fillDisk, makeRoom } = await filled(context)
  fillDisk()
  const infos = []
  for (const { info } of issued) infos.push(await keyring.revoke(info.keyId))
  const [waiting] = infos.filter(({ revocationWaits }) => revocationWaits)
  assert.ok(waiting !== undefined, 'the disk was not full')
  await assert.rejects(keyring.rotate(waiting.keyId, 0), /was revoked on 2026-11-20/)
  const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
  const { key } = issued.find(({ info }) => info.keyId === waiting.keyId) ?? assert.fail()
  const outcome = await access.admit(key, false)
  assert.ok(outcome instanceof Fault && outcome.code === 'key.revoked')
  makeRoom()
  clock.set(NOW_MS + 5000)
  const again = await keyring.revoke(waiting.keyId)
  assert.deepEqual([again.revokedMs, again.revocationWaits], [NOW_MS, false])
  await access.close()
})

test('the file keeps its size, a line is reused once the store has its revocation, and a revocation without a free line is an error', (context) => {
  const revocations = new Revocations(folder(context))
  const sizeBytes = statSync(revocations.path).size
  const none = () => false
  for (let key = 0; key < 64; key++) revocations.add(`key_${key}`, key, none)
  assert.throws(() => revocations.add('key_64', 64, none), /has no free line/)
  revocations.add('key_64', 64, (keyId) => keyId === 'key_7')
  const entries = revocations.read()
  assert.deepEqual([entries.size, entries.get('key_64'), entries.get('key_7')], [64, 64, undefined])
  assert.equal(statSync(revocations.path).size, sizeBytes)
  rmSync(revocations.path)
  assert.throws(() => revocations.add('key_1', 1, none))
  assert.equal(revocations.read().size, 0)
})

test('opening the file again keeps its content', (context) => {
  const dataDir = folder(context)
  const first = new Revocations(dataDir)
  first.add('key_1', NOW_MS, () => false)
  const text = readFileSync(first.path, 'utf8')
  assert.deepEqual([...new Revocations(dataDir).read()], [['key_1', NOW_MS]])
  assert.equal(readFileSync(first.path, 'utf8'), text)
})
