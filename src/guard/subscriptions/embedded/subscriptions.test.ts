import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { SEARCH_BEFORE, subscriptionsContract } from '../../../../test/subscriptions/contract.ts'
import { fixedClock } from '../../../kit/base/clock.ts'
import { inSqlite } from '../../../kit/store/statements.ts'
import { openSubscriptions, subscriptionsPath } from '../index.ts'

const folders: string[] = []

subscriptionsContract('embedded', {
  open(clock, randomness) {
    const dataDir = mkdtempSync(join(tmpdir(), 'plat-subscriptions-'))
    folders.push(dataDir)
    return openSubscriptions({ dataDir, clock, randomness })
  },
  async storeAsBefore(searchId, parameters) {
    const store = new DatabaseSync(subscriptionsPath(folders.at(-1) ?? ''))
    store.prepare(inSqlite(SEARCH_BEFORE)).run(searchId, JSON.stringify(parameters))
    store.close()
  },
  async remove() {
    for (const folder of folders) rmSync(folder, { recursive: true })
  },
})

test('the next service on a folder has everything that the previous service stored, and sends the notifications that the previous service had leased', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-subscriptions-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const options = { dataDir, clock: fixedClock(0), randomness: randomBytes }
  const before = await openSubscriptions(options)
  const { webhookId } = await before.subscriptions.makeWebhook({
    keyId: 'key_a',
    searchId: undefined,
    url: 'https://a.example',
  })
  const poke = { pokeId: 'msg_1', webhookId, searchId: 's_1', sequence: 1, madeMs: 0, attempts: 0, nextAttemptMs: 0 }
  await before.pokes.add([poke], 1)
  const limits = { limit: 1, perHost: 1, exceptHosts: [], leaseMs: 60_000 }
  assert.equal((await before.pokes.take(limits)).length, 1)
  const beside = await openSubscriptions(options)
  assert.deepEqual(
    await beside.pokes.take(limits),
    [],
    'a command beside a service does not touch the leases of the service',
  )
  await beside.close()
  await before.close()
  const next = await openSubscriptions(options)
  await next.begin()
  assert.equal((await next.pokes.take(limits)).length, 1)
  assert.equal(await next.pokes.toldUpTo(), 1)
  await next.close()
})
