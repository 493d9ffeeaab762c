import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DAY_MS, fixedClock } from '../../base/clock.ts'
import { CommandFault, EXIT } from '../../base/failure.ts'
import { type Change, StoreWriter } from '../../base/store-writer.ts'
import { Ledger } from './ledger.ts'
import type { Purse } from './purse.ts'
import { SettledLog } from './settled-log.ts'
import { ACCESS_FORMAT, openStore, storePath } from './store.ts'

const PERIOD = { startMs: 100 * DAY_MS, endMs: 130 * DAY_MS }

function opened(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-ledger-'))
  const store = openStore(dataDir, false)
  const clock = fixedClock(PERIOD.startMs)
  const thread = new StoreWriter({ path: storePath(dataDir), names: ACCESS_FORMAT, durable: false })
  context.after(async () => {
    await thread.close()
    store.close()
    rmSync(dataDir, { recursive: true })
  })
  /** What becomes of a batch beside being written. */
  const fate = { isWritten: true, isHeardOf: true }
  const writer = {
    async write(changes: readonly Change[], waitMs: number) {
      if (fate.isWritten) await thread.write(changes, waitMs)
      if (!fate.isHeardOf) throw new CommandFault('The disk failed.', EXIT.io)
    },
  }
  const logs = new WeakMap<Ledger, SettledLog>()
  let opened = 0
  const open = () => {
    const log = new SettledLog()
    const ledger = new Ledger({ store, writer, writerId: `w${++opened}`, clock, logs: [log] })
    logs.set(ledger, log)
    return ledger
  }
  const book = (ledger: Ledger, { tab }: Purse, dayNumber: number, operation: string, credits: number) => {
    const { number, keyId, planNumber } = tab
    const log = logs.get(ledger)
    assert.ok(log)
    assert.ok(log.open())
    const settled = { tab: number, keyId, planNumber, dayNumber, operation, credits }
    tab.memory.spend(dayNumber, 0, credits, () => log.add(settled))
  }
  return { clock, fate, open, book, store }
}

test('a purse is dropped a day after its period, but not while it owes to a call or to the file', async (context) => {
  const { clock, open, book } = opened(context)
  const ledger = open()
  const purse = ledger.purse('key_1', 1, PERIOD)
  purse.tab.memory.hold(100, 1)
  book(ledger, purse, 100, '/byzpid', 1)
  clock.set(PERIOD.endMs + DAY_MS)
  ledger.sweep()
  clock.set(PERIOD.endMs + DAY_MS + 1)
  await ledger.flush()
  ledger.sweep()
  assert.equal(ledger.size, 1)
  purse.tab.memory.hold(100, -1)
  book(ledger, purse, 100, '/byzpid', 1)
  ledger.sweep()
  assert.equal(ledger.size, 1)
  await ledger.flush()
  ledger.sweep()
  assert.equal(ledger.size, 0)
  assert.equal(ledger.purse('key_1', 1, PERIOD).spent, 2)
})

test('a purse that never ends is kept', (context) => {
  const { clock, open } = opened(context)
  const ledger = open()
  ledger.purse('key_1', 1, { startMs: 0, endMs: undefined })
  clock.set(20_000 * DAY_MS)
  ledger.sweep()
  assert.equal(ledger.size, 1)
})

test('a purse is restored from the days of its own period, key and plan only', async (context) => {
  const { open, book } = opened(context)
  const ledger = open()
  const before = { startMs: 70 * DAY_MS, endMs: PERIOD.startMs }
  book(ledger, ledger.purse('key_1', 1, before), 99, '/a', 1)
  book(ledger, ledger.purse('key_1', 1, PERIOD), 100, '/a', 2)
  book(ledger, ledger.purse('key_1', 1, PERIOD), 129, '/b', 4)
  book(ledger, ledger.purse('key_1', 1, { startMs: PERIOD.endMs, endMs: undefined }), 130, '/a', 8)
  book(ledger, ledger.purse('key_1', 2, PERIOD), 100, '/a', 16)
  book(ledger, ledger.purse('key_2', 1, PERIOD), 100, '/a', 32)
  await ledger.flush()
  assert.equal(open().purse('key_1', 1, PERIOD).spent, 6)
  assert.equal(open().purse('key_1', 1, before).spent, 1)
})

test('two ledgers over one file add to what the other wrote', async (context) => {
  const { open, book } = opened(context)
  for (const ledger of [open(), open()]) {
    book(ledger, ledger.purse('key_1', 1, PERIOD), 100, '/a', 3)
    await ledger.flush()
    await ledger.flush()
  }
  assert.equal(open().purse('key_1', 1, PERIOD).spent, 6)
})

test('while a batch is on its way, nobody sees it twice or not at all', async (context) => {
  const { open, book, fate } = opened(context)
  for (const isWritten of [true, false]) {
    const ledger = open()
    const purse = ledger.purse(`key_${isWritten}`, 1, PERIOD)
    book(ledger, purse, 100, '/a', 3)
    Object.assign(fate, { isWritten, isHeardOf: false })
    await assert.rejects(ledger.flush(), /The disk failed/)
    book(ledger, purse, 100, '/a', 4)
    assert.deepEqual(ledger.usage(purse), [{ day: '1970-04-11', operation: '/a', calls: 2, credits: 7 }])
    const other = ledger.purse(`key_${isWritten}`, 1, { startMs: PERIOD.startMs, endMs: undefined })
    assert.equal(other.spent, 7)
  }
})

test('a batch of which nobody heard whether it is on file is written once, and once only', async (context) => {
  const { open, book, fate } = opened(context)
  for (const isWritten of [true, false]) {
    const ledger = open()
    const purse = ledger.purse(`key_${isWritten}`, 1, PERIOD)
    book(ledger, purse, 100, '/a', 3)
    Object.assign(fate, { isWritten, isHeardOf: false })
    await assert.rejects(ledger.flush(), /The disk failed/)
    Object.assign(fate, { isWritten: true, isHeardOf: true })
    book(ledger, purse, 101, '/a', 4)
    while (ledger.owes) await ledger.flush()
    assert.equal(open().purse(`key_${isWritten}`, 1, PERIOD).spent, 7)
    assert.equal(purse.spent, 7)
  }
})

test('a batch of which nobody heard is written once, however far the clock jumps meanwhile', async (context) => {
  const { open, book, fate, clock, store } = opened(context)
  const [one, other] = [open(), open()]
  store.exec("INSERT INTO lease (key_id, plan_number, owner, granted, spent) VALUES ('key_1', 1, 'w1', 9, 0)")
  const purse = one.purse('key_1', 1, PERIOD)
  book(one, purse, 100, '/a', 3)
  Object.assign(fate, { isWritten: true, isHeardOf: false })
  await assert.rejects(one.flush(), /The disk failed/)
  fate.isHeardOf = true
  clock.set(PERIOD.startMs + 5 * DAY_MS)
  book(other, other.purse('key_2', 1, PERIOD), 100, '/a', 1)
  for (const ledger of [other, one]) await ledger.flush()
  assert.equal(open().purse('key_1', 1, PERIOD).spent, 3)
})

test('purses of one key and plan whose periods overlap count the same days alike, those in flight too', (context) => {
  const { open, book } = opened(context)
  const ledger = open()
  const once = ledger.purse('key_1', 1, { startMs: PERIOD.startMs, endMs: undefined })
  book(ledger, once, 100, '/a', 3)
  book(ledger, once, 135, '/a', 5)
  once.tab.memory.hold(101, 2)
  const month = ledger.purse('key_1', 1, PERIOD)
  assert.deepEqual([month.spent, month.held], [3, 2])
  once.tab.memory.hold(101, -2)
  book(ledger, once, 101, '/a', 2)
  assert.deepEqual([month.spent, month.held, once.spent, once.held], [5, 0, 10, 0])
})
