import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { needs } from '../../../test/needs.ts'
import { openDatabases, type TestDatabases } from '../../../test/postgres/server.ts'
import { silentLog } from '../base/log.ts'
import { Database } from './database.ts'
import { Following } from './following.ts'

const POLL_MS = 5

describe('following a database', needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let other: Database
  before(async () => {
    databases = await openDatabases()
    other = await Database.open({ url: databases.url() })
  })
  after(async () => {
    await other.close()
    await databases.remove()
  })

  const announce = () => other.query({ name: 'announce', text: `SELECT pg_notify('trial', '')::text` })

  async function followed(channel?: string) {
    const database = await Database.open({ url: databases.url(), connections: 1, ...(channel && { channel }) })
    const seen = { looks: 0 }
    const look = async () => {
      await database.query({ name: 'look', text: 'SELECT 1' })
      seen.looks++
    }
    const following = new Following({ database, look, pollMs: POLL_MS, log: silentLog, consequence: '' })
    const close = async () => {
      await following.stop()
      await database.close()
    }
    return { database, seen, close }
  }

  async function until(condition: () => boolean): Promise<void> {
    for (let tries = 0; !condition(); tries++) {
      assert.ok(tries < 2000, 'it was waited for in vain')
      await sleep(5)
    }
  }

  test('an announced change is picked up, and no queries run in between', async () => {
    const { database, seen, close } = await followed('trial')
    assert.ok(database.receivesChanges)
    await sleep(20 * POLL_MS)
    assert.equal(seen.looks, 0)
    await announce()
    await until(() => seen.looks === 1)
    await close()
  })

  test('a lost connection is opened again, and a change during the outage is picked up', async () => {
    const { database, seen, close } = await followed('trial')
    const others = `datname = current_database() AND application_name = 'plat' AND pid <> pg_backend_pid()`
    await other.query({ name: 'cut', text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}` })
    await until(() => seen.looks > 0 && database.receivesChanges)
    const before = seen.looks
    await announce()
    await until(() => seen.looks > before)
    await close()
  })

  test('without announcements, it polls', async () => {
    const { database, seen, close } = await followed()
    assert.ok(!database.receivesChanges)
    await until(() => seen.looks > 3)
    await close()
  })
})
