import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DAY_MS, fixedClock } from '../../base/clock.ts'
import { Ledger } from './ledger.ts'
import { openStore } from './store.ts'

const PERIOD = { startMs: 100 * DAY_MS, endMs: 130 * DAY_MS }

function opened(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-ledger-'))
  const store = openStore(dataDir, false)
  const clock = fixedClock(PERIOD.startMs)
  context.after(() => {
    store.close()
    rmSync(dataDir, { recursive: true })
  })
  return { clock, open: () => new Ledger(store, clock) }
}

test('a purse is dropped a day after its period, but not while it owes to a call or to the file', (context) => {
  const { clock, open } = opened(context)
  const ledger = open()
  const purse = ledger.purse('key_1', 1, PERIOD)
  purse.held = 1
  ledger.book(purse, 100, '/byzpid', 1)
  clock.set(PERIOD.endMs + DAY_MS)
  ledger.sweep()
  clock.set(PERIOD.endMs + DAY_MS + 1)
  ledger.flush()
  ledger.sweep()
  assert.equal(ledger.size, 1)
  purse.held = 0
  ledger.book(purse, 100, '/byzpid', 1)
  ledger.sweep()
  assert.equal(ledger.size, 1)
  ledger.flush()
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

test('a purse is restored from the days of its own period, key and plan only', (context) => {
  const { open } = opened(context)
  const ledger = open()
  const before = { startMs: 70 * DAY_MS, endMs: PERIOD.startMs }
  ledger.book(ledger.purse('key_1', 1, before), 99, '/a', 1)
  ledger.book(ledger.purse('key_1', 1, PERIOD), 100, '/a', 2)
  ledger.book(ledger.purse('key_1', 1, PERIOD), 129, '/b', 4)
  ledger.book(ledger.purse('key_1', 1, { startMs: PERIOD.endMs, endMs: undefined }), 130, '/a', 8)
  ledger.book(ledger.purse('key_1', 2, PERIOD), 100, '/a', 16)
  ledger.book(ledger.purse('key_2', 1, PERIOD), 100, '/a', 32)
  ledger.flush()
  assert.equal(open().purse('key_1', 1, PERIOD).spent, 6)
  assert.equal(open().purse('key_1', 1, before).spent, 1)
})

test('two ledgers over one file add to what the other wrote', (context) => {
  const { open } = opened(context)
  for (const ledger of [open(), open()]) {
    ledger.book(ledger.purse('key_1', 1, PERIOD), 100, '/a', 3)
    ledger.flush()
    ledger.flush()
  }
  assert.equal(open().purse('key_1', 1, PERIOD).spent, 6)
})
