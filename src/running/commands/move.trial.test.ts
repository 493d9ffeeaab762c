import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { granted } from '../../../test/access/contract/backend.ts'
import { building, home, listed, person } from '../../../test/catalog/contract/records.ts'
import { seenIn } from '../../../test/catalog/seen.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { needs } from '../../../test/needs.ts'
import { openDatabases, PATIENT_MS, type TestDatabases } from '../../../test/postgres/server.ts'
import { moveCatalog } from '../../catalog/opening/move.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { databaseStore, migrateCatalog, openDatabaseCatalog } from '../../catalog/opening/open-database.ts'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import { LOGGED_NOUNS } from '../../catalog/ports/change-log.ts'
import { nobody } from '../../catalog/ports/withheld.ts'
import type { Access } from '../../guard/access/access.ts'
import { moveKeys, openAccess, openKeyring } from '../../guard/access/index.ts'
import { migrateAccess } from '../../guard/access/migrations.ts'
import { followWithheld, movePeople, openPeopleAdmin, openPrivacy, withheldNow } from '../../guard/privacy/index.ts'
import { moveSubscriptions, openSubscriptions } from '../../guard/subscriptions/index.ts'
import { HomeRecords } from '../../intake/ingest/home-records.ts'
import { systemClock } from '../../kit/base/clock.ts'
import { silentLog } from '../../kit/base/log.ts'
import { Database } from '../../kit/postgres/database.ts'
import type { Home } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import type { Person } from '../../model/person.ts'

describe('a data folder is moved into a database', needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let database: Database
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-moved-'))
  const options = { dataDir, clock: systemClock, log: silentLog, demo: () => false }

  before(async () => {
    databases = await openDatabases()
    database = await Database.open({ url: databases.url(), statementMs: PATIENT_MS })
    await migrateAccess(database)
  })
  after(async () => {
    await database.close()
    await databases.remove()
    rmSync(dataDir, { recursive: true })
  })

  test('keys keep their secrets, plans, credits and usage', async () => {
    const ring = await openKeyring(dataDir, systemClock, randomBytes)
    const { key } = await ring.create({ plan: 'basic', label: 'moved' })
    const gone = await ring.create({ plan: 'pro', label: 'revoked' })
    for (let credits = 1; credits <= 12; credits++) await ring.addCredits(key, String(credits))
    await ring.revoke(gone.info.keyId)
    const access = await openAccess(options)
    for (let call = 0; call < 3; call++) await spend(access, key, 5)
    await assert.rejects(moveKeys(dataDir, database), /A service runs on .*: stop it first/)
    await access.close()
    const keysBefore = await ring.list()
    const additions = await ring.additions()
    await ring.close()

    const moved = await moveKeys(dataDir, database)
    assert.deepEqual(
      moved.map(({ name, rows }) => [name, rows]),
      [
        ['plat.key', 2],
        ['plat.key_change', 15],
        ['plat.key_use', 1],
        ['plat.secret', 2],
        ['plat.added', 12],
        ['plat.usage', 1],
        ['plat.key_event', 15],
        ['plat.paid', 0],
      ],
    )
    const twice = await moveKeys(dataDir, database)
    assert.deepEqual(
      twice.map(({ sha256, wasThere }) => [sha256, wasThere]),
      moved.map(({ sha256, rows }) => [sha256, rows > 0]),
    )
    const at = { url: databases.url(), statementMs: PATIENT_MS }
    const shared = await openKeyring(dataDir, systemClock, randomBytes, at)
    assert.deepEqual(await shared.list(), keysBefore)
    assert.deepEqual(await shared.additions(), additions)
    await shared.addCredits(key, '3')
    await shared.close()

    await assert.rejects(moveKeys(dataDir, database), /has other rows in plat.key: move into an empty database/)
    const nodes = await openAccess({ ...options, database: at })
    const credits = await spend(nodes, key, 5)
    await nodes.close()
    assert.equal(credits, 5)
  })

  test('withheld people stay withheld, and the audit log continues', async () => {
    const folder = { dataDir, clock: systemClock, log: silentLog, randomness: randomBytes }
    const admin = await openPeopleAdmin(folder)
    await admin.suppress({ kind: 'written', name: 'Ann Lee', address: '1 Elm St, Austin, TX 78701' }, true)
    await admin.suppress({ kind: 'id', personId: 'p7' }, false)
    const privacy = await openPrivacy(folder)
    const call = { keyId: 'k', label: 'a label', operation: '/skip/byperson', subject: 'p7', requestId: 'r' }
    for (let n = 0; n < 11; n++) await privacy.audit.record({ ...call, subject: `p7\0${n}` })
    await privacy.close()

    const at = { url: databases.url(), statementMs: PATIENT_MS }
    const running = await followWithheld({ ...folder, database: at })
    const version = running.withheld.version
    const moved = await movePeople(dataDir, database, randomBytes)
    await running.refresh()
    assert.notEqual(running.withheld.version, version)
    const ann = { ...person('another id', '1 Elm St'), name: 'Ann Lee' }
    assert.ok(running.withheld.isErased({ ...ann, addresses: [{ ...ann.addresses[0], zipcode: '78701' }] } as Person))
    await running.close()
    assert.ok(moved.every(({ wasThere }) => !wasThere))
    const shared = await openPeopleAdmin({ ...folder, database: at })
    assert.deepEqual(await shared.list(), await admin.list())
    const nodes = await openPrivacy({ ...folder, database: at })
    await nodes.audit.record(call)
    await nodes.close()
    const numbers: number[] = []
    for await (const { number } of shared.audit({})) numbers.push(number)
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    await admin.close()
    await shared.close()
  })

  test('homes that were withheld when they were first imported keep their ids, also in a catalog that replaces the moved catalog', async () => {
    const { address, ...rest } = listed(1, {})
    const sourceKey = '123-45'
    const parcel = { ...rest, zpid: derivedZpid('county', sourceKey), source: 'county', sourceKey }
    const shown = { ...parcel, address: { ...address, streetAddress: '9 Oak St' } }
    const hidden = { ...shown, address: { ...shown.address, undisclosed: true as const } }
    const folder = mkdtempSync(join(tmpdir(), 'plat-keyed-'))
    const url = await databases.add('keyed')
    const other = await Database.open({ url, statementMs: PATIENT_MS })
    await migrateCatalog(other)
    const at = { url, statementMs: PATIENT_MS }
    const opening = { kind: 'imported', cards: trialCards, newCatalogId: () => 'd'.repeat(16) } as const
    const write = (writer: CatalogWriter, record: Home) => {
      const homes = new HomeRecords(writer)
      homes.put(record, homes.get(record.zpid))
      homes.flush()
      writer.commit()
    }
    for (const record of [hidden, shown]) {
      const withheld = await withheldNow(folder)
      write(openWriter({ ...opening, dataDir: folder, replace: false, withheld }), record)
    }
    const id = (await withheldNow(folder)).homeId('county', sourceKey)
    await moveCatalog({
      dataDir: folder,
      url,
      name: 'the database',
      cards: trialCards,
      withheld: await withheldNow(folder),
      onProgress() {},
    })
    const people = await movePeople(folder, other, randomBytes)
    assert.deepEqual(
      people.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]),
      [
        ['plat.withheld', 1],
        ['plat.keyed_home', 1],
      ],
    )
    const store = databaseStore(url, 'the database')
    const idsNow = async () => {
      const catalog = await openDatabaseCatalog({ database: at, cards: trialCards, withheld: nobody, log: silentLog })
      const ids = await catalog.pages.ids('home', { from: 0, to: Number.MAX_SAFE_INTEGER }, 10)
      await catalog.close()
      return ids
    }
    assert.deepEqual(await idsNow(), [id])
    for (const record of [shown, hidden, shown]) {
      const withheld = await withheldNow('/nowhere', at)
      write(store.openWriter({ ...opening, replace: true, withheld }), record)
      assert.deepEqual(await idsNow(), [id])
    }
    // a home that the database already has before the move
    const second = { ...hidden, sourceKey: '678-90', zpid: derivedZpid('county', '678-90') }
    write(store.openWriter({ ...opening, replace: true, withheld: await withheldNow('/nowhere', at) }), second)
    const [first = 0] = await idsNow()
    const disclosed = { ...second, address: shown.address }
    write(store.openWriter({ ...opening, replace: true, withheld: await withheldNow('/nowhere', at) }), disclosed)
    assert.deepEqual(await idsNow(), [first])
    assert.notEqual(first, second.zpid)
    await other.close()
    rmSync(folder, { recursive: true })
  })

  test('keys keep their saved searches and webhooks, and waiting messages are sent from the database', async () => {
    const folder = await openSubscriptions({ dataDir, clock: systemClock })
    const parameters = { location: 'Zoë’s, TX' }
    const search = { keyId: 'key_a', label: 'a label', path: '/search/byaddress', parameters, seenUpTo: 7 }
    const { searchId } = await folder.subscriptions.makeSearch(search)
    await folder.subscriptions.renewFeed('key_a', searchId)
    const ended = await folder.subscriptions.makeSearch(search)
    await folder.subscriptions.endSearch('key_a', ended.searchId)
    const { webhookId } = await folder.subscriptions.makeWebhook({ keyId: 'key_a', searchId, url: 'https://a.example' })
    const poke = { pokeId: 'msg_1', webhookId, searchId, sequence: 9, madeMs: 1, attempts: 0, nextAttemptMs: 1 }
    await folder.pokes.add([poke], 9)
    const moved = await moveSubscriptions(dataDir, database)
    assert.ok(moved.every(({ wasThere }) => !wasThere))
    assert.ok((await moveSubscriptions(dataDir, database)).every(({ rows, wasThere }) => rows > 0 && wasThere))
    const node = await openSubscriptions({
      dataDir: '/nowhere',
      database: { url: databases.url(), statementMs: PATIENT_MS },
      clock: systemClock,
    })
    const own = ({ subscriptions }: typeof node) =>
      Promise.all([subscriptions.searchesOf('key_a'), subscriptions.webhooksOf('key_a')])
    assert.deepEqual(await own(node), await own(folder))
    assert.equal(await node.pokes.toldUpTo(), 9)
    const limits = { limit: 9, perHost: 9, exceptHosts: [], leaseMs: 1000 }
    assert.deepEqual(
      (await node.pokes.take(limits)).map((due) => due.poke),
      [poke],
    )
    await node.close()
    await folder.close()
  })

  test('the catalog keeps its records, log, id, versions and signatures', async () => {
    await database.inTransaction((connection) => connection.run('DROP SCHEMA IF EXISTS catalog CASCADE'))
    await migrateCatalog(database)
    const catalogId = 'c'.repeat(16)
    const opening = {
      dataDir,
      kind: 'imported',
      replace: false,
      cards: trialCards,
      newCatalogId: () => catalogId,
    } as const
    for (const round of [1, 2]) {
      const writer = openWriter(opening)
      for (let zpid = 1; zpid <= 40; zpid++) writer.put('home', listed(zpid, { listPrice: 1000 * zpid + round }))
      writer.put('building', building)
      writer.put('person', person('p'))
      writer.sourceHomes.put({ home: 1, record: home(77) })
      writer.sourceHomes.rule(1, 77, 'together')
      writer.sourceHomes.precede('test', 3)
      writer.attribute('test', 'By the test')
      writer.setNote('import of a file', 'noted')
      writer.commit()
    }
    const before = openCatalog(dataDir, silentLog, trialCards)
    const move = {
      dataDir,
      url: databases.url(),
      name: database.name,
      cards: trialCards,
      withheld: nobody,
      onProgress() {},
    }
    const moved = await moveCatalog(move)
    assert.deepEqual(
      moved.filter(({ rows }) => rows > 0).map(({ noun, rows }) => [noun, rows]),
      [
        ['home', 40],
        ['building', 1],
        ['person', 1],
      ],
    )
    assert.deepEqual(
      (await moveCatalog(move)).map(({ sha256, wasThere }) => [sha256, wasThere]),
      moved.map(({ sha256 }) => [sha256, true]),
    )
    const reading = {
      database: { url: databases.url(), statementMs: PATIENT_MS },
      cards: trialCards,
      withheld: nobody,
      log: silentLog,
    }
    const now = await openDatabaseCatalog(reading)
    assert.deepEqual(now.about().attributions, before.about().attributions)
    assert.equal(now.about().catalogId, catalogId)
    assert.notEqual(now.about().dataVersion, before.about().dataVersion)
    assert.equal(now.seal('a text'), before.seal('a text'))
    assert.deepEqual(await now.records.get('home', 77), await before.records.get('home', 77))
    assert.deepEqual(await seenIn(now), await seenIn(before))
    const [bounds, kept] = [await before.log.bounds(), await now.log.bounds()]
    assert.equal(kept.after, bounds.after)
    assert.ok(kept.upTo > bounds.upTo)
    const events = await now.log.between(LOGGED_NOUNS, kept, 100)
    assert.equal(events.length, 40)
    assert.deepEqual(events, await before.log.between(LOGGED_NOUNS, bounds, 100))
    const later = databaseStore(databases.url(), database.name).openWriter(opening)
    assert.equal(later.note('import of a file'), 'noted')
    assert.equal(later.sourceHomes.rulings(77).length, 1)
    assert.equal(later.sourceHomes.precedences().get('test'), 3)
    later.put('home', listed(41, {}))
    later.commit()
    await assert.rejects(moveCatalog(move), /already has another catalog: move into an empty database/)
    await now.close()
    before.close()
  })
})

async function spend(access: Access, key: string, credits: number): Promise<number> {
  const account = granted(await access.admit(key, true))
  const debit = granted(await access.debit(account, { operation: '/byzpid', credits }))
  return (await access.settle(debit)).credits
}
