import assert from 'node:assert/strict'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { listed } from '../../../test/catalog/contract/records.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import type { Log } from '../../kit/base/log.ts'
import { Line } from '../../kit/threads/line.ts'
import { ofRegions } from '../../places/regions/of-regions.ts'
import { openBorrowedCatalog, openWriter } from '../opening/open.ts'
import { nobody } from '../ports/withheld.ts'
import { BorrowedState } from './borrowed-catalog.ts'
import { EmbeddedCatalog } from './catalog.ts'
import { currentPath } from './folder.ts'
import type { FollowerRequest } from './followers.ts'

function put(dataDir: string, from: number, homes: number, replace = false): void {
  const newCatalogId = () => String(from).padStart(16, '0')
  const writer = openWriter({ dataDir, kind: 'imported', replace, cards: trialCards, newCatalogId })
  for (let zpid = from; zpid < from + homes; zpid++) writer.put('home', listed(zpid, {}))
  writer.commit()
}

/** Opens a catalog of ten homes. Two other threads serve the same catalog. */
async function lent(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-lent-'))
  put(dataDir, 1, 10)
  const path = currentPath(dataDir) ?? ''
  const lines: string[] = []
  const write = (_fields: object, message: string) => void lines.push(message)
  const log: Log = { info: write, warn: write, error: write }
  const lender = new EmbeddedCatalog({ dataDir, path, log, cards: trialCards, withheld: nobody })
  const borrow = async () => {
    const { port1, port2 } = new MessageChannel()
    const [catalog] = await Promise.all([
      openBorrowedCatalog(port2, { dataDir, cards: trialCards, withheld: nobody }),
      lender.lendTo(port1),
    ])
    return { catalog, port: port2 }
  }
  const [one, other] = [await borrow(), await borrow()]
  context.after(() => {
    for (const { catalog } of [one, other]) catalog.close()
    lender.close()
    rmSync(dataDir, { recursive: true })
  })
  return { dataDir, path, lines, lender, borrow, one: one.catalog, other: other.catalog, port: one.port }
}

test('all serving threads read the same memory, and switch to a new state together', async (context) => {
  const { dataDir, lender, one, other } = await lent(context)
  for (const catalog of [one, other]) {
    assert.deepEqual(await catalog.records.get('home', 3), await lender.records.get('home', 3))
    assert.deepEqual(catalog.regions(), lender.regions())
    assert.equal(catalog.seal('a text'), lender.seal('a text'))
  }
  put(dataDir, 100, 5)
  await lender.refresh()
  for (const catalog of [one, other]) {
    assert.deepEqual(catalog.about(), lender.about())
    assert.equal(catalog.about().counts.home, 15)
    assert.equal((await catalog.records.get('home', 104))?.zpid, 104)
    const [{ record } = {}] = await catalog.pages.between('home', { from: 104, to: 105 }, 1)
    assert.equal(record?.zpid, 104)
  }
  put(dataDir, 200, 3, true)
  await lender.refresh()
  for (const catalog of [one, other]) assert.equal(catalog.about().counts.home, 3)
})

test('a new state is served only after the data that calls derive from regions is ready', async (context) => {
  const { dataDir, lender, one } = await lent(context)
  let derived = 0
  const copyOf = ofRegions(function* (regions) {
    yield
    derived++
    return regions.slice()
  })
  copyOf(one.regions())
  put(dataDir, 100, 5)
  await lender.refresh()
  const before = derived
  assert.equal(copyOf(one.regions()).length, one.regions().length)
  assert.equal(derived, before)
})

test('data that a thread computes for a segment is reused in all states of the file that contain it, and in no other file', async (context) => {
  const { dataDir, lender } = await lent(context)
  const { port1, port2 } = new MessageChannel()
  const state = new BorrowedState({ dataDir, cards: trialCards, withheld: nobody })
  context.after(() => state.close())
  const answer = (request: FollowerRequest) =>
    request.kind === 'take' ? state.take(request.state) : state.renewTransaction()
  const line = new Line<never>(port2, { answer })
  context.after(() => line.close())
  await lender.lendTo(port1)
  const tables = () => state.snapshot.search.segments.tables
  const [first] = tables()
  put(dataDir, 5, 1)
  await lender.refresh()
  const [later, added] = tables()
  assert.equal(later?.ids, first?.ids)
  assert.notEqual(later, first, 'other rows are removed')
  assert.notEqual(added?.ids, first?.ids)
  put(dataDir, 300, 10, true)
  await lender.refresh()
  assert.ok(tables()[0]?.ids.includes(300), 'segments of another file have the same names')
})

test('the write-ahead log is emptied although several threads read it', async (context) => {
  const { dataDir, path, lender } = await lent(context)
  for (let round = 1; round <= 3; round++) {
    put(dataDir, 100 * round, 5)
    await lender.refresh()
    assert.equal(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0, 0)
  }
})

test('a thread that has ended delays neither a new state nor the emptying of the log, and can be replaced', async (context) => {
  const { dataDir, path, lender, borrow, other, port } = await lent(context)
  port.close()
  put(dataDir, 100, 5)
  await lender.refresh()
  await lender.refresh()
  const { catalog } = await borrow()
  context.after(() => catalog.close())
  for (const each of [lender, other, catalog]) assert.equal(each.about().counts.home, 15)
  assert.ok(existsSync(path))
})

test('a thread that starts while the catalog changes gets the newest state', async (context) => {
  const { dataDir, lender, borrow } = await lent(context)
  put(dataDir, 100, 5)
  const { catalog } = await borrow()
  context.after(() => catalog.close())
  assert.equal(catalog.about().counts.home, 15)
  assert.deepEqual(lender.about(), catalog.about())
})

test('damage that a thread finds is logged once, and all threads know about it', async (context) => {
  const { lines, lender, one, other, path } = await lent(context)
  const file = openSync(path, 'r+')
  writeSync(file, '{"zpid":6,', readFileSync(path).indexOf('{"zpid":7,')) // damaged, but still valid JSON
  closeSync(file)
  const damaged = { name: 'Fault', code: 'catalogue.damaged', status: 503 }
  for (const catalog of [one, one, other]) await assert.rejects(catalog.records.get('home', 7), damaged)
  while (lender.about().damage === undefined || other.about().damage === undefined) await turnOfTheLoop()
  assert.match(lender.about().damage ?? '', /cannot be read/)
  for (const catalog of [one, other]) assert.equal(catalog.about().damage, lender.about().damage)
  assert.deepEqual(lines, [lender.about().damage])
})

test('a shared value is computed once for all threads, and again if that fails or the thread ends', async (context) => {
  const { dataDir, lender, one, other, port, borrow } = await lent(context)
  const third = await borrow()
  context.after(() => third.catalog.close())
  let makes = 0
  const make = async () => {
    const numbers = new Uint32Array(new SharedArrayBuffer(4))
    numbers[0] = ++makes
    return { numbers }
  }
  const failing = one.shared?.(async () => {
    throw new Error('no thread for it')
  })
  const waiting = other.shared?.(make)
  await assert.rejects(failing ?? Promise.resolve(), /no thread for it/)
  const made = await waiting
  const shared = await Promise.all([one, other, third.catalog].map(async (catalog) => catalog.shared?.(make)))
  assert.equal(makes, 1)
  for (const each of shared) assert.deepEqual(each?.numbers, made?.numbers)
  if (made) made.numbers[0] = 7
  assert.equal(shared[0]?.numbers[0], 7, 'it is the same memory')

  put(dataDir, 100, 5)
  await lender.refresh()
  const begun = Promise.withResolvers<void>()
  void one.shared?.(() => {
    begun.resolve()
    return new Promise(() => {})
  })
  await begun.promise
  const patient = other.shared?.(make)
  port.close()
  assert.equal((await patient)?.numbers[0], 2, 'made by a thread that waited for one that ended')
  assert.equal((await third.catalog.shared?.(make))?.numbers[0], 2)
})
