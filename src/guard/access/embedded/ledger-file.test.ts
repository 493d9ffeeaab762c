import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DAY_MS, fixedClock } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { type Change, StoreWriter } from '../../../kit/store/store-writer.ts'
import { daysOf, type Period } from '../period.ts'
import { LedgerFile } from './ledger-file.ts'
import { LogFolder } from './log-folder.ts'
import type { Page } from './page.ts'
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
  /** Says whether a batch is written, and whether that is heard of. */
  const fate = { isWritten: true, isHeardOf: true }
  const writer = {
    async write(changes: readonly Change[], waitMs: number) {
      if (fate.isWritten) await thread.write(changes, waitMs)
      if (!fate.isHeardOf) throw new CommandFault('The disk failed.', EXIT.io)
    },
  }
  const logs = new WeakMap<LedgerFile, SettledLog>()
  let opened = 0
  const open = () => {
    const log = new SettledLog()
    const folder = new LogFolder(dataDir)
    const ledger = new LedgerFile({ store, writer, service: `w${++opened}`, clock, folder, logs: [log] })
    logs.set(ledger, log)
    return ledger
  }
  const book = (ledger: LedgerFile, { page }: OpenPeriod, dayNumber: number, operation: string, credits: number) => {
    const { number, keyId, planNumber } = page
    const log = logs.get(ledger)
    assert.ok(log)
    assert.ok(log.open())
    const settled = { page: number, keyId, planNumber, dayNumber, operation, credits }
    page.balance.spend(dayNumber, 0, credits, () => log.add(settled))
  }
  return { clock, fate, open, book }
}

/** A period of a key under a plan, and what was spent and is held in it. */
interface OpenPeriod {
  readonly page: Page
  readonly spent: number
  readonly held: number
}

function periodOf(ledger: LedgerFile, keyId: string, planNumber: number, period: Period): OpenPeriod {
  const page = ledger.page(keyId, planNumber)
  const number = ledger.open(page, period)
  return {
    page,
    get spent() {
      return page.balance.usedOf(number) - this.held
    },
    get held() {
      return page.balance.heldOf(number)
    },
  }
}

test('a page is dropped a day after its period, but not while it owes to a call or to the file', async (context) => {
  const { clock, open, book } = opened(context)
  const ledger = open()
  const period = periodOf(ledger, 'key_1', 1, PERIOD)
  period.page.balance.hold(100, 1)
  book(ledger, period, 100, '/byzpid', 1)
  clock.set(PERIOD.endMs + DAY_MS)
  ledger.sweep()
  clock.set(PERIOD.endMs + DAY_MS + 1)
  await ledger.flush()
  ledger.sweep()
  assert.equal(ledger.size, 1)
  period.page.balance.hold(100, -1)
  book(ledger, period, 100, '/byzpid', 1)
  ledger.sweep()
  assert.equal(ledger.size, 1)
  await ledger.flush()
  ledger.sweep()
  assert.equal(ledger.size, 0)
  assert.equal(periodOf(ledger, 'key_1', 1, PERIOD).spent, 2)
})

test('a page whose period never ends is kept', (context) => {
  const { clock, open } = opened(context)
  const ledger = open()
  periodOf(ledger, 'key_1', 1, { startMs: 0, endMs: undefined })
  clock.set(20_000 * DAY_MS)
  ledger.sweep()
  assert.equal(ledger.size, 1)
})

test('a page is restored from the days of its own period, key and plan only', async (context) => {
  const { open, book } = opened(context)
  const ledger = open()
  const before = { startMs: 70 * DAY_MS, endMs: PERIOD.startMs }
  book(ledger, periodOf(ledger, 'key_1', 1, before), 99, '/a', 1)
  book(ledger, periodOf(ledger, 'key_1', 1, PERIOD), 100, '/a', 2)
  book(ledger, periodOf(ledger, 'key_1', 1, PERIOD), 129, '/b', 4)
  book(ledger, periodOf(ledger, 'key_1', 1, { startMs: PERIOD.endMs, endMs: undefined }), 130, '/a', 8)
  book(ledger, periodOf(ledger, 'key_1', 2, PERIOD), 100, '/a', 16)
  book(ledger, periodOf(ledger, 'key_2', 1, PERIOD), 100, '/a', 32)
  await ledger.flush()
  assert.equal(periodOf(open(), 'key_1', 1, PERIOD).spent, 6)
  assert.equal(periodOf(open(), 'key_1', 1, before).spent, 1)
})

test('a ledger adds to what the one before it wrote', async (context) => {
  const { open, book } = opened(context)
  for (const ledger of [open(), open()]) {
    book(ledger, periodOf(ledger, 'key_1', 1, PERIOD), 100, '/a', 3)
    await ledger.flush()
    await ledger.flush()
  }
  assert.equal(periodOf(open(), 'key_1', 1, PERIOD).spent, 6)
})

test('while a batch is on its way, nobody sees it twice or not at all', async (context) => {
  const { open, book, fate } = opened(context)
  for (const isWritten of [true, false]) {
    const ledger = open()
    const period = periodOf(ledger, `key_${isWritten}`, 1, PERIOD)
    book(ledger, period, 100, '/a', 3)
    Object.assign(fate, { isWritten, isHeardOf: false })
    await assert.rejects(ledger.flush(), /The disk failed/)
    book(ledger, period, 100, '/a', 4)
    assert.deepEqual(ledger.usage(`key_${isWritten}`, [1], daysOf(PERIOD)), [
      { day: '1970-04-11', operation: '/a', calls: 2, credits: 7 },
    ])
    const other = periodOf(ledger, `key_${isWritten}`, 1, { startMs: PERIOD.startMs, endMs: undefined })
    assert.equal(other.spent, 7)
  }
})

test('a batch of which nobody heard whether it is on file is written once, and once only', async (context) => {
  const { open, book, fate } = opened(context)
  for (const isWritten of [true, false]) {
    const ledger = open()
    const period = periodOf(ledger, `key_${isWritten}`, 1, PERIOD)
    book(ledger, period, 100, '/a', 3)
    Object.assign(fate, { isWritten, isHeardOf: false })
    await assert.rejects(ledger.flush(), /The disk failed/)
    Object.assign(fate, { isWritten: true, isHeardOf: true })
    book(ledger, period, 101, '/a', 4)
    for (let time = 0; time < 2; time++) await ledger.flush()
    assert.equal(periodOf(open(), `key_${isWritten}`, 1, PERIOD).spent, 7)
    assert.equal(period.spent, 7)
  }
})

test('periods of one key and plan that overlap count the same days alike, those in flight too', (context) => {
  const { open, book } = opened(context)
  const ledger = open()
  const once = periodOf(ledger, 'key_1', 1, { startMs: PERIOD.startMs, endMs: undefined })
  book(ledger, once, 100, '/a', 3)
  book(ledger, once, 135, '/a', 5)
  once.page.balance.hold(101, 2)
  const month = periodOf(ledger, 'key_1', 1, PERIOD)
  assert.deepEqual([month.spent, month.held], [3, 2])
  once.page.balance.hold(101, -2)
  book(ledger, once, 101, '/a', 2)
  assert.deepEqual([month.spent, month.held, once.spent, once.held], [5, 0, 10, 0])
})
