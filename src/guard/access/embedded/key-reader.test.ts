import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fixedClock } from '../../../kit/base/clock.ts'
import { openKeyring } from '../index.ts'
import { KeyReader } from '../key-reader.ts'
import type { KeyStore } from '../key-store.ts'
import { KeyFile } from './key-file.ts'
import { openStore, openStoreForReading, storePath } from './store.ts'

const NOW_MS = Date.parse('2026-11-20T10:30:00Z')

test('the most recently used keys are listed, latest first, with their usage since a day and the number of all keys', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-key-reader-'))
  after(() => rmSync(dataDir, { recursive: true }))
  const clock = fixedClock(NOW_MS)
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await keyring.create({ plan: 'basic', label: `key ${n}` })).info.keyId)
  await keyring.close()
  const [never = '', old = '', latest = '', revoked = '', oldest = ''] = ids
  const written = openStore(dataDir, false)
  const use = written.prepare('INSERT INTO key_use (last_used_ms, key_id) VALUES (?, ?)')
  const days = written.prepare("INSERT INTO usage VALUES (?, 1, ?, '/byzpid', 2, 3)")
  for (const [i, keyId] of [old, revoked, latest].entries()) use.run(NOW_MS + i + 1, keyId)
  use.run(NOW_MS - 1, oldest)
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) days.run(latest, day)
  written.close()
  let reads = 0
  const revocations = {
    read: () => {
      reads += 1
      return new Map([[revoked, NOW_MS]])
    },
  }
  const store = new KeyFile(openStoreForReading(dataDir), storePath(dataDir), revocations)
  const reader = new KeyReader({ store, plans: new Map(), clock })
  const { keys, total } = await reader.lastUsed(4, '2026-11-19')
  reader.close()
  assert.deepEqual(
    keys.map(({ keyId, revokedMs, used }) => [keyId, revokedMs, used.calls, used.credits]),
    [
      [latest, undefined, 4, 6],
      [revoked, NOW_MS, 0, 0],
      [old, undefined, 0, 0],
      [never, undefined, 0, 0],
    ],
  )
  assert.deepEqual([total, reads], [5, 1])
})

test('a store that cannot be closed causes no unhandled rejection', async () => {
  const store = { lastUsed: '0', additionNumber: 'id', close: () => Promise.reject(new Error('the pool is broken')) }
  const parts = { store: store as Partial<KeyStore> as KeyStore, plans: new Map(), clock: fixedClock(NOW_MS) } // this test calls no other method of the store
  new KeyReader(parts).close()
  await nextTurn() // an unhandled rejection fails the test
})

test('a store is read without permission to write, and a missing store is not created', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-key-reader-'))
  after(() => rmSync(dataDir, { recursive: true }))
  assert.throws(() => openStoreForReading(dataDir), /There is no key file at/)
  openStore(dataDir, false).close()
  const store = openStoreForReading(dataDir)
  assert.throws(() => store.exec('DELETE FROM usage'), /readonly/)
  store.close()
})
