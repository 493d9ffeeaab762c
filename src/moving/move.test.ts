import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { granted } from '../../test/access/contract/backend.ts'
import { startServer, type TestServer, whyNoServer } from '../../test/postgres/server.ts'
import type { Access } from '../access/access.ts'
import { migrateAccess, moveKeys, openAccess, openKeyring } from '../access/index.ts'
import { systemClock } from '../base/clock.ts'
import { silentLog } from '../base/log.ts'
import { Database } from '../base/postgres/database.ts'
import { movePeople, openPeopleAdmin, openPrivacy } from '../privacy/index.ts'

describe('a data folder is moved into a database', { skip: await whyNoServer() }, () => {
  let server: TestServer
  let database: Database
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-moved-'))
  const options = { dataDir, clock: systemClock, log: silentLog, demo: () => false }

  before(async () => {
    server = await startServer()
    database = await Database.open({ url: server.url() })
    await migrateAccess(database)
  })
  after(async () => {
    await database.close()
    await server.remove()
    rmSync(dataDir, { recursive: true })
  })

  test('keys keep their secrets, plans, credits and what they used', async () => {
    const ring = await openKeyring(dataDir, systemClock, randomBytes)
    const { key } = await ring.create({ plan: 'basic', label: 'moved' })
    const gone = await ring.create({ plan: 'pro', label: 'revoked' })
    await ring.addCredits(key, '77', 'an operator')
    await ring.revoke(gone.info.keyId)
    const access = await openAccess(options)
    for (let call = 0; call < 3; call++) await spend(access, key, 5)
    await assert.rejects(moveKeys(dataDir, database, systemClock), /A service runs on .*: stop it first/)
    await access.close()
    const known = await ring.list()

    const moved = await moveKeys(dataDir, database, systemClock)
    assert.deepEqual(
      moved.map(({ name, rows }) => [name, rows]),
      [
        ['plat.key', 2],
        ['plat.key_use', 1],
        ['plat.secret', 2],
        ['plat.added', 1],
        ['plat.usage', 1],
        ['plat.paid', 0],
      ],
    )
    const twice = await moveKeys(dataDir, database, systemClock)
    assert.deepEqual(
      twice.map(({ sha256, wasThere }) => [sha256, wasThere]),
      moved.map(({ sha256, rows }) => [sha256, rows > 0]),
    )
    const at = { url: server.url() }
    const shared = await openKeyring(dataDir, systemClock, randomBytes, at)
    assert.deepEqual(await shared.list(), known)
    assert.deepEqual(await shared.additions(), await ring.additions())
    await shared.addCredits(key, '3', 'another')
    await shared.close()

    const again = await moveKeys(dataDir, database, systemClock).catch((error: Error) => error.message)
    assert.match(String(again), /holds other rows in plat.key: move into an empty database/)
    const nodes = await openAccess({ ...options, database: at })
    const credits = await spend(nodes, key, 5)
    await nodes.close()
    assert.equal(credits, 5)
    await ring.close()
  })

  test('people who are withheld stay withheld, and the audit log goes on', async () => {
    const folder = { dataDir, clock: systemClock, log: silentLog, randomness: randomBytes }
    const admin = await openPeopleAdmin(folder)
    await admin.suppress({ kind: 'written', name: 'Ann Lee', address: '1 Elm St, Austin, TX 78701' }, true)
    await admin.suppress({ kind: 'id', personId: 'p7' }, false)
    const privacy = await openPrivacy(folder)
    const call = { keyId: 'k', label: 'a label', operation: '/skip/byperson', subject: 'p7', requestId: 'r' }
    await privacy.audit.record(call)
    await privacy.close()

    const at = { url: server.url() }
    const moved = await movePeople(dataDir, database, randomBytes)
    assert.ok(moved.every(({ wasThere }) => !wasThere))
    const shared = await openPeopleAdmin({ ...folder, database: at })
    assert.deepEqual(await shared.list(), await admin.list())
    const nodes = await openPrivacy({ ...folder, database: at })
    await nodes.audit.record(call)
    await nodes.close()
    const numbers: number[] = []
    for await (const { number } of shared.audit({})) numbers.push(number)
    assert.deepEqual(numbers, [1, 2])
    await admin.close()
    await shared.close()
  })
})

async function spend(access: Access, key: string, credits: number): Promise<number> {
  const account = granted(await access.admit(key, true))
  return access.settle(granted(await access.reserve(account, '/byzpid', credits)))
}
