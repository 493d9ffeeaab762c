import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { simulateLedger } from '../../../test/access/ledger-simulation.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import type { Access, Account, Debit } from './access.ts'
import { openAccess, openKeyring, workerAccess } from './index.ts'

const DAY = '2026-11-20'

/** Access for two threads, and a key on a plan of 10,000 credits. */
async function twoWorkers(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-ledger-'))
  const clock = fixedClock(Date.parse('2026-11-20T10:30:00Z'))
  const demo = () => true
  const lines: string[] = []
  const note = (_: object, message: string) => lines.push(message)
  const main = await openAccess({ dataDir, clock, log: { info: note, warn: note, error: note }, demo })
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  const { key, info } = await keyring.create({ plan: 'basic', label: '' })
  const channels = [new MessageChannel(), new MessageChannel()] as const
  const [one, other] = channels.map(({ port1, port2 }) => workerAccess(port2, main.lendTo(port1), { clock, demo })) as [
    Access,
    Access,
  ]
  /** Ends the first thread. */
  const die = async () => {
    channels[0].port2.close()
    await once(channels[0].port1, 'close')
  }
  context.after(async () => {
    for (const access of [one, other]) await access.close()
    await main.close().catch(() => {})
    await keyring.close()
    rmSync(dataDir, { recursive: true })
  })
  const [mine, theirs] = [granted(await one.admit(key, false)), granted(await other.admit(key, false))]
  return { dataDir, main, keyring, clock, lines, key, info, one, other, mine, theirs, die }
}

function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}

async function debit(access: Access, account: Account, credits: number, text?: string): Promise<Debit> {
  const idempotencyKey = text === undefined ? undefined : { text, lasts: text.startsWith('lasting') }
  return granted(await access.debit(account, { operation: '/byzpid', credits, idempotencyKey }))
}

async function left(access: Access, account: Account): Promise<number> {
  return (await access.balance(account)).remaining
}

test('no credit is given twice or lost when threads and processes die and writes fail or get no answer', async () => {
  await simulateLedger(40)
})

test('a debit or a refund by one thread counts for every other thread at once', async (context) => {
  const { one, other, mine, theirs } = await twoWorkers(context)
  await one.settle(await debit(one, mine, 9_000))
  const open = await debit(one, mine, 999)
  assert.equal((await debit(other, theirs, 1)).balance.remaining, 0)
  await one.refund(open)
  assert.equal(await left(other, theirs), 999)
  const page = await debit(one, mine, 900)
  await one.settle(page, 40)
  assert.equal(await left(other, theirs), 959)
})

test('a call that lacks credits waits for refunds of calls in flight, but no longer than 50 ms', async (context) => {
  const { one, other, mine, theirs } = await twoWorkers(context)
  await one.settle(await debit(one, mine, 9_990))
  const open = await debit(one, mine, 10)
  const waiting = other.debit(theirs, { operation: '/byzpid', credits: 10 })
  await one.refund(open)
  await other.settle(granted(await waiting))
  const startMs = performance.now()
  const refused = await other.debit(theirs, { operation: '/byzpid', credits: 1 })
  assert.ok(refused instanceof Fault && refused.status === 402)
  assert.ok(performance.now() - startMs < 45, 'no call is in flight that could be refunded')
  assert.deepEqual(await one.usage(mine), [{ day: DAY, operation: '/byzpid', calls: 2, credits: 10_000 }])
})

test('if a thread dies, the debits of its unfinished calls are refunded, and the calls no longer count as in flight', async (context) => {
  const { die, one, other, mine, theirs } = await twoWorkers(context)
  for (let call = 0; call < mine.plan.callsInFlight; call++) granted(await one.enter(mine))
  assert.ok((await other.enter(theirs)) instanceof Fault)
  await one.settle(await debit(one, mine, 100))
  await debit(one, mine, 1_000)
  await debit(other, theirs, 5)
  await die()
  assert.equal(await left(other, theirs), 9_895)
  granted(await other.enter(theirs))
  assert.deepEqual(await other.usage(theirs), [{ day: DAY, operation: '/byzpid', calls: 2, credits: 105 }])
})

for (const text of ['lasting', 'passing']) {
  test(`a ${text} idempotency key is free for the other thread, until all calls with the key have failed`, async (context) => {
    const { die, one, other, mine, theirs } = await twoWorkers(context)
    const first = await debit(one, mine, 6, text)
    const repeat = await debit(other, theirs, 6, text)
    assert.deepEqual([first.credits, repeat.credits], [6, 0])
    await die()
    assert.equal(await left(other, theirs), 9_994, 'the debit belongs to the key, and the repeat is in flight')
    await other.refund(repeat)
    assert.equal(await left(other, theirs), 10_000)
    const again = await debit(other, theirs, 6, text)
    assert.equal((await other.settle(again)).credits, 6)
    assert.equal((await debit(other, theirs, 6, text)).credits, 0)
  })
}

test('requests and error answers of all threads count together', async (context) => {
  const { one, other, mine, theirs } = await twoWorkers(context)
  const both = [[one, mine] as const, [other, theirs] as const]
  for (let call = 0; call < mine.plan.burst; call++) {
    const [access, account] = both[call % 2] as (typeof both)[0]
    granted(await access.enter(account))
    access.leave(account)
  }
  for (const [access, account] of both) {
    assert.equal((await access.rate(account)).remaining, 0)
    const refused = await access.enter(account)
    assert.ok(refused instanceof Fault && refused.code === 'rate.exceeded')
  }
  for (let call = 0; call < mine.plan.burst; call++) {
    const [access, account] = both[call % 2] as (typeof both)[0]
    assert.equal(await access.miss(account), undefined)
  }
  assert.equal((await one.miss(mine))?.code, 'misses.exceeded')
  assert.equal(one.missesExceeded(mine)?.code, 'misses.exceeded')
  const refused = await other.enter(theirs)
  assert.ok(
    refused instanceof Fault && refused.code === 'misses.exceeded',
    'the ledger refuses calls of the other thread too',
  )
})

test('a call that is refused for lack of credits does not count as in flight', async (context) => {
  const { one, mine } = await twoWorkers(context)
  for (let call = 0; call <= mine.plan.callsInFlight; call++) {
    const refused = await one.enter(mine, { operation: '/byzpid', credits: 10_001 })
    assert.ok(refused instanceof Fault && refused.status === 402)
  }
  const { debit: made } = granted(await one.enter(mine, { operation: '/byzpid', credits: 2 }))
  assert.deepEqual([made?.credits, made?.balance.remaining], [2, 9_998])
})

test('a revocation, a change of plan and the end of a secret take effect for every thread', async (context) => {
  const { one, other, main, keyring, clock, key, info } = await twoWorkers(context)
  await keyring.changePlan(info.keyId, 'pro')
  await main.refresh()
  for (const access of [one, other]) assert.equal(granted(await access.admit(key, false)).plan.name, 'pro')
  await keyring.rotate(info.keyId, 1_000)
  await main.refresh()
  for (const access of [one, other]) granted(await access.admit(key, false))
  clock.set(clock.now() + 1_000)
  for (const access of [one, other]) {
    const refused = await access.admit(key, false)
    assert.ok(refused instanceof Fault && refused.code === 'key.expired')
  }
  const { key: second, info: another } = await keyring.create({ plan: 'basic', label: '' })
  for (const access of [one, other]) granted(await access.admit(second, false))
  await keyring.revoke(another.keyId)
  await main.refresh()
  for (const access of [one, other]) assert.ok((await access.admit(second, false)) instanceof Fault)
})

test('while another program locks the key file, calls wait for two seconds, then get a 503; refunds are made once it is unlocked', async (context) => {
  const { dataDir, lines, one, other, mine, theirs } = await twoWorkers(context)
  const open = await debit(one, mine, 7)
  const holder = new DatabaseSync(join(dataDir, 'access.sqlite'))
  holder.exec('BEGIN IMMEDIATE')
  const waiting = other.debit(theirs, { operation: '/byzpid', credits: 1 })
  await pause(100)
  holder.exec('ROLLBACK')
  await other.settle(granted(await waiting))

  holder.exec('BEGIN IMMEDIATE')
  const refused = await other.debit(theirs, { operation: '/byzpid', credits: 1 })
  assert.ok(refused instanceof Fault && refused.status === 503 && refused.extras.retryAfterS === 2)
  await one.refund(open)
  assert.equal(await left(one, mine), 9_992, 'reading goes on')
  assert.match(
    lines.at(-1) ?? '',
    /is being changed by another process.* Until then, calls that cost credits get a 503\.$/,
  )
  holder.exec('ROLLBACK')
  holder.close()
  await other.settle(await debit(other, theirs, 1))
  assert.equal(await left(one, mine), 9_998)
  assert.match(lines.at(-1) ?? '', /works again: nothing was lost$/)
})

test('closing refunds the calls in flight; closing again does nothing', async (context) => {
  const { main, keyring, one, mine } = await twoWorkers(context)
  await one.settle(await debit(one, mine, 3))
  await debit(one, mine, 5)
  await main.close()
  assert.equal((await keyring.list())[0]?.creditsUsed, 3)
  await main.close()
})

test('a key that was just created is admitted at once', async (context) => {
  const { one, keyring } = await twoWorkers(context)
  const { key, info } = await keyring.create({ plan: 'pro', label: '' })
  assert.equal(granted(await one.admit(key, false)).keyId, info.keyId)
})

test('a ledger in a separate thread gives the same answers, logs through the main thread, and releases the folder', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-ledger-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const options = { dataDir, clock: { now: Date.now }, log: silentLog, demo: () => false, inThread: true }
  for (const used of [0, 4]) {
    const access = await openAccess(options)
    const keyring = await openKeyring(dataDir, options.clock, randomBytes)
    const key =
      used === 0 ? (await keyring.create({ plan: 'basic', label: '' })).info.keyId : (await keyring.list())[0]?.keyId
    const account = granted(await access.admitId(key ?? '', false))
    assert.equal(await left(access, account), 10_000 - used)
    const entry = granted(await access.enter(account, { operation: '/byzpid', credits: 4 }))
    await access.settle(entry.debit as Debit)
    access.leave(account)
    await assert.rejects(openAccess(options), /is using the data folder/)
    await keyring.close()
    await access.close()
  }
})
