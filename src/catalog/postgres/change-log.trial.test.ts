import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { home, listed } from '../../../test/catalog/contract/records.ts'
import { PostgresBackend } from '../../../test/catalog/postgres-backend.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { needs } from '../../../test/needs.ts'
import { Explained, nodesOf } from '../../../test/postgres/explained.ts'
import { openDatabases, type TestDatabases } from '../../../test/postgres/server.ts'
import { oddExperience, oddOffer } from '../../../test/search/odd-records.ts'
import { DAY_MS } from '../../kit/base/clock.ts'
import { Database } from '../../kit/postgres/database.ts'
import { type ChangeLog, LOGGED_NOUNS } from '../ports/change-log.ts'
import { COMMIT_CHANNEL } from './tables/commits.ts'
import { erasePersonAt } from './write/erase.ts'
import { PostgresWriter } from './writer.ts'

suite('the log over PostgreSQL', needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let backend: PostgresBackend

  before(async () => {
    databases = await openDatabases()
    backend = await PostgresBackend.on(databases)
  })
  after(async () => {
    await backend?.close()
    await databases?.remove()
  })

  const write = (url: string, change: (writer: PostgresWriter) => void, logDays?: number) => {
    const newCatalogId = () => '0'.repeat(16)
    const writer = new PostgresWriter({ url, cards: trialCards, logDays, newCatalogId, newSecret: newCatalogId })
    change(writer)
    writer.commit()
  }
  const priced = (url: string, listPrice: number, logDays?: number) =>
    write(url, (writer) => writer.put('home', listed(1, { listPrice, status: 'Active' })), logDays)
  const pricesIn = async (log: ChangeLog) => {
    const events = await log.between(['home'], await log.bounds(), 100)
    return events.map(({ kinds, before, after }) => [...kinds, before?.listing?.listPrice, after?.listing?.listPrice])
  }

  test('changes by a version of Plat without a log make the log start again, even after a person was erased', async () => {
    const url = await backend.newUrl()
    for (const price of [1, 2]) priced(url, price)
    const catalog = await backend.read(url)
    const { log } = catalog
    const { upTo } = await log.bounds()
    assert.deepEqual(await pricesIn(log), [['price', 1, 2]])
    const rows = await backend.rows(
      url,
      `UPDATE catalog.home SET record = replace(record, '"listPrice":2', '"listPrice":3') RETURNING record`,
    )
    assert.match(String(rows[0]?.record), /"listPrice":3/)
    await backend.rows(url, `UPDATE catalog.meta SET value = 'of another' WHERE name IN ('token', 'numbered')`)
    const isEmpty = async () => {
      assert.deepEqual(await log.bounds(), { after: upTo, upTo })
      assert.deepEqual(await log.between(['home'], { after: 0, upTo }, 9), [])
      assert.deepEqual(await log.ofRecord('home', 1, 9), [])
      const [now] = await log.recordsAt('home', [1], 0)
      assert.equal(now?.listing?.listPrice, 3)
    }
    await isEmpty()
    await backend.rows(url, `INSERT INTO catalog.person VALUES ('p', '{"personId":"p"}')`)
    assert.deepEqual(await erasePersonAt(url, 'p'), { wasThere: true, clean: true })
    await isEmpty()
    priced(url, 4)
    assert.deepEqual(await pricesIn(log), [['price', 3, 4]])
    assert.equal((await log.bounds()).after, upTo)
    assert.equal((await log.ofRecord('home', 1, 9)).length, 1)
    await catalog.close()
  })

  test('events are kept for the configured number of days', async () => {
    const url = await backend.newUrl()
    for (const price of [1, 2, 3]) priced(url, price)
    const catalog = await backend.read(url)
    const [first, second] = await catalog.log.between(['home'], await catalog.log.bounds(), 9)
    assert.ok(first !== undefined && second !== undefined)
    const move = (sequence: number, days: number) =>
      backend.rows(
        url,
        `UPDATE catalog.home_log SET sequence = sequence - ${days * DAY_MS * 1000} WHERE sequence = ${sequence}`,
      )
    await move(first.sequence, 6)
    await move(second.sequence, 4)
    await backend.rows(url, `UPDATE catalog.meta SET value = '0' WHERE name = 'logAfter'`)
    assert.deepEqual((await pricesIn(catalog.log)).length, 2)
    priced(url, 4, 5)
    assert.deepEqual(await pricesIn(catalog.log), [
      ['price', 2, 3],
      ['price', 3, 4],
    ])
    const { after, upTo } = await catalog.log.bounds()
    assert.ok(after > first.sequence - 6 * DAY_MS * 1000 && after < second.sequence - 4 * DAY_MS * 1000)
    assert.ok(upTo > second.sequence)
    await catalog.close()
  })

  test('a commit that derives everything again logs only its own changes', async () => {
    const url = await backend.newUrl()
    write(url, (writer) => {
      for (const zpid of [1, 2, 3]) writer.put('home', listed(zpid, { listPrice: 1, status: 'Active' }))
      for (const offerId of [1, 2]) writer.put('offer', oddOffer(offerId))
      for (const id of ['a', 'b', 'c']) writer.put('experience', oddExperience(id))
      for (const id of ['a', 'b']) writer.put('agent', { agentId: id, username: id, name: id })
    })
    await backend.rows(url, `UPDATE catalog.meta SET value = '0' WHERE name = 'derived'`)
    const catalog = await backend.read(url)
    const bounds = await catalog.log.bounds()
    assert.equal(bounds.after, bounds.upTo)
    write(url, (writer) => {
      writer.put('home', listed(2, { listPrice: 2, status: 'Active' }))
      writer.remove('home', 3)
      writer.put('offer', { ...oddOffer(2), price: 77 })
      writer.put('experience', { ...oddExperience('b'), pricePerGuest: 77 })
      writer.remove('experience', 'c')
      writer.remove('agent', 'a')
    })
    const { upTo } = await catalog.log.bounds()
    const events = await catalog.log.between(LOGGED_NOUNS, { after: bounds.upTo, upTo }, 100)
    assert.deepEqual(
      events.map(({ noun, id, kinds }) => `${noun} ${id} ${kinds.join()}`),
      ['home 2 price', 'home 3 gone', 'offer 2 price', 'agent a gone', 'experience b price', 'experience c gone'],
    )
    assert.equal(events.at(-1)?.sequence, upTo)
    await catalog.close()
  })

  test('a node that is notified of a commit returns its events at once', async () => {
    const url = await backend.newUrl()
    priced(url, 1)
    const database = await Database.open({ url, channel: COMMIT_CHANNEL })
    const catalog = await backend.over(database)
    const { upTo } = await catalog.log.bounds()
    for (const price of [2, 3]) {
      const { dataVersion } = catalog.about()
      priced(url, price)
      while (catalog.about().dataVersion === dataVersion) await sleep(5)
      const [last] = await catalog.log.ofRecord('home', 1, 1)
      assert.equal(last?.after?.listing?.listPrice, price)
      assert.equal((await catalog.log.bounds()).upTo, last?.sequence)
    }
    assert.ok((await catalog.log.bounds()).upTo > upTo)
    await catalog.close()
  })

  test('a page of a large log, and an earlier state of a record, are looked up by key', async () => {
    const url = await backend.newUrl()
    const put = (price: number) =>
      write(url, (writer) => {
        for (let zpid = 1; zpid < 40; zpid++)
          writer.put('home', listed(zpid, { listPrice: zpid + price, status: 'Active' }))
        for (let id = 1; id < 40; id++) {
          writer.put('offer', { ...oddOffer(id), price })
          writer.put('experience', { ...oddExperience(`e${id}`), pricePerGuest: price })
          writer.put('agent', { agentId: `a${id}`, username: `a${id}`, name: `${price}` })
        }
        writer.put('home', home(40))
        writer.put('office', { officeId: 'o', name: 'Office' })
      })
    for (const price of [1, 2, 3]) put(price)
    const large = await Explained.connect(url)
    await large.pretend(1_000_000)
    const catalog = await backend.over(large.database)
    const { log } = catalog
    large.take()
    const bounds = await log.bounds()
    const page = await log.between(LOGGED_NOUNS, bounds, 20)
    assert.equal(page.length, 20)
    for (const { noun, id } of await log.between(LOGGED_NOUNS, bounds, 1000)) {
      await log.ofRecord(noun, id, 5)
      if (noun !== 'agent') await log.recordsAt(noun, [id], bounds.after)
    }
    for (const asked of large.take())
      for (const { 'Node Type': type, Plans: children = [] } of nodesOf(await large.tree(asked)))
        for (const child of children) {
          const { 'Node Type': read, 'Relation Name': table = 'meta', 'Index Cond': condition } = child
          const isByKey = (condition ?? child['Recheck Cond']) !== undefined
          const isEnd = type === 'Limit' && read.startsWith('Index') // only the row with the greatest number
          assert.ok(
            !read.endsWith('Scan') || table === 'meta' || isByKey || isEnd,
            `${asked.name}: ${read} on ${table}`,
          )
        }
    await catalog.close()
  })
})
