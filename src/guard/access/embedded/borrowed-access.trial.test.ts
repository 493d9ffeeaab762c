import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { accessContract } from '../../../../test/access/contract.ts'
import { writePlans } from '../../../../test/access/write-plans.ts'
import { type Clock, fixedClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Line } from '../../../kit/threads/line.ts'
import type { Access, Account, Reservation } from '../access.ts'
import { borrowAccess, type KeptAccess, openAccess, openKeyring, openKeysRead } from '../index.ts'
import { nameOf } from '../repeats.ts'

const BORROWERS = 3

accessContract('borrowed', {
  async open({ plans, clock, demo }) {
    const dataDir = mkdtempSync(join(tmpdir(), 'plat-borrowed-'))
    writePlans(dataDir, plans)
    let { kept, access } = await lent(dataDir, clock, demo)
    const keyring = await openKeyring(dataDir, clock, randomBytes)
    return {
      access,
      keyring,
      read: () => openKeysRead(dataDir, kept.plans, clock),
      refresh: async () => kept.refresh(),
      async reopen() {
        await access.close()
        await kept.close()
        ;({ kept, access } = await lent(dataDir, clock, demo))
        return access
      },
      async setPlans(next) {
        writePlans(dataDir, next)
        kept.refresh()
        kept.refresh() // the file must have stood still between two looks
      },
      async close() {
        await keyring.close()
        await access.close()
        await kept.close()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
})

/** An access with one borrower, whose own lane is not the first. */
async function lent(dataDir: string, clock: Clock, demo: () => boolean) {
  const kept = await openAccess({ dataDir, clock, log: silentLog, demo, borrowers: BORROWERS })
  return { kept, access: borrow(kept, 2, clock, demo) }
}

function borrow(kept: KeptAccess, lane: number, clock: Clock, demo: () => boolean): Access {
  const { port1, port2 } = new MessageChannel()
  return borrowAccess(port2, kept.lendTo(lane, port1), clock, demo)
}

/** Several borrowers of one access, and a key on a plan of 10,000 credits. */
async function borrowers(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-borrowers-'))
  const clock = fixedClock(Date.parse('2026-11-20T10:30:00Z'))
  const kept = await openAccess({ dataDir, clock, log: silentLog, demo: () => true, borrowers: BORROWERS })
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  const { key, info } = await keyring.create({ plan: 'basic', label: '' })
  const all = [1, 2, 3].map((lane) => borrow(kept, lane, clock, () => true))
  context.after(async () => {
    for (const access of all) await access.close()
    await kept.close()
    await keyring.close()
    rmSync(dataDir, { recursive: true })
  })
  const [one, other] = all as [Access, Access] // there are three
  const accountOf = async (access: Access) => granted(await access.admit(key, false))
  return { kept, keyring, clock, key, info, one, other, accountOf }
}

function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}

async function reserve(access: Access, account: Account, credits: number, text?: string): Promise<Reservation> {
  return granted(await access.reserve(account, '/byzpid', credits, text === undefined ? text : { text, lasts: true }))
}

test('what one borrower spends or holds is gone for every other at once', async (context) => {
  const { one, other, accountOf, kept, key } = await borrowers(context)
  const [mine, theirs] = [await accountOf(one), await accountOf(other)]
  await one.settle(await reserve(one, mine, 9_000))
  const held = await reserve(one, mine, 999)
  assert.equal((await reserve(other, theirs, 1)).remaining, 0)
  assert.ok((await other.reserve(theirs, '/byzpid', 1)) instanceof Fault)
  await one.release(held)
  assert.equal(await other.remaining(theirs), 999)
  assert.equal(await kept.remaining(granted(await kept.admit(key, false))), 999)
})

test('what a borrower sets aside and does not charge is there for every other at once', async (context) => {
  const { one, other, accountOf, kept } = await borrowers(context)
  const [mine, theirs] = [await accountOf(one), await accountOf(other)]
  const page = await reserve(one, mine, 9_000)
  assert.equal(await other.remaining(theirs), 1_000)
  assert.equal(await one.settle(page, 40), 40)
  assert.equal(await other.remaining(theirs), 9_960)
  kept.bury(1)
  assert.equal(await other.remaining(theirs), 9_960, 'a borrower that dies has spent what it charged, not what it held')
  assert.equal((await reserve(other, theirs, 9_960)).remaining, 0)
})

test('usage of any borrower tells what all have settled, and so does the file after a close', async (context) => {
  const { one, other, accountOf, kept, keyring } = await borrowers(context)
  for (const access of [one, other]) await access.settle(await reserve(access, await accountOf(access), 7))
  const day = '2026-11-20'
  const expected = [{ day, operation: '/byzpid', calls: 2, credits: 14 }]
  assert.deepEqual(await one.usage(await accountOf(one)), expected)
  await other.settle(await reserve(other, await accountOf(other), 1))
  await kept.close()
  assert.equal((await keyring.list())[0]?.creditsUsed, 15)
})

test('more calls than the log holds are settled: the keeper of the ledger makes room', async (context) => {
  const { one, accountOf } = await borrowers(context)
  const account = await accountOf(one)
  for (let call = 0; call < 9_000; call++) await one.settle(await reserve(one, account, 1))
  assert.equal(await one.remaining(account), 1_000)
  assert.deepEqual(
    (await one.usage(account)).map(({ calls }) => calls),
    [9_000],
  )
})

test('a borrower that dies keeps what it settled and gives back what it held and had in flight', async (context) => {
  const { one, other, accountOf, kept } = await borrowers(context)
  const [mine, theirs] = [await accountOf(one), await accountOf(other)]
  for (let call = 0; call < mine.plan.callsInFlight; call++) granted(one.enter(mine))
  assert.ok(other.enter(theirs) instanceof Fault)
  await one.settle(await reserve(one, mine, 100))
  await reserve(one, mine, 1_000)
  await reserve(other, theirs, 5)
  kept.bury(1)
  assert.equal(await other.remaining(theirs), 9_895)
  granted(other.enter(theirs))
  await one.settle(await reserve(one, mine, 1)) // the next in its lane
  assert.equal(await other.remaining(theirs), 9_894)
  assert.deepEqual(await other.usage(theirs), [{ day: '2026-11-20', operation: '/byzpid', calls: 2, credits: 101 }])
})

test('a borrower that dies with a lock in its hand holds nobody up', async (context) => {
  const { one, other, accountOf, kept } = await borrowers(context)
  const [mine, theirs] = [await accountOf(one), await accountOf(other)]
  await one.settle(await reserve(one, mine, 100))
  for (const { place, meter } of [theirs as unknown as Memories]) {
    for (const { memory } of [place.balance, meter]) Atomics.store(new Int32Array(memory), 0, 2) // lane 1 has it
  }
  kept.bury(1)
  assert.equal(await other.remaining(theirs), 9_900)
  granted(other.enter(theirs))
})

/** The memory of an account, which all threads share. */
interface Memories {
  readonly place: { readonly balance: { readonly memory: SharedArrayBuffer } }
  readonly meter: { readonly memory: SharedArrayBuffer }
}

test('a question that a borrower claimed and did not charge for before it died is paid by the next call', async (context) => {
  const { kept, one, other, accountOf, info } = await borrowers(context)
  for (const lasts of [true, false]) {
    const [mine, theirs] = [await accountOf(one), await accountOf(other)]
    const asks = async (access: Access, account: Account, text: string) =>
      access.settle(granted(await access.reserve(account, '/byzpid', 6, { text, lasts })))
    assert.equal(await asks(one, mine, `charged ${lasts}`), 6)
    const { port1, port2 } = new MessageChannel()
    kept.lendTo(1, port1)
    const question = { name: nameOf(info.keyId, `claimed ${lasts}`), lasts }
    assert.equal(await new Line(port2).ask({ method: 'pay', values: [question, 1] }), true)
    kept.bury(1)
    const paid = []
    for (const text of ['claimed', 'claimed', 'charged']) paid.push(await asks(other, theirs, `${text} ${lasts}`))
    assert.deepEqual(paid, [6, 0, 0])
    port2.close()
  }
})

test('a burst and misses are counted over all borrowers', async (context) => {
  const { one, other, accountOf } = await borrowers(context)
  const [mine, theirs] = [await accountOf(one), await accountOf(other)]
  for (let call = 0; call < mine.plan.burst; call++) {
    const [access, account] = call % 2 === 0 ? [one, mine] : [other, theirs]
    granted(access.enter(account))
    access.leave(account)
    access.miss(account)
  }
  for (const [access, account] of [[one, mine] as const, [other, theirs] as const]) {
    assert.equal(access.rate(account).remaining, 0)
    const refused = access.enter(account)
    assert.ok(refused instanceof Fault && refused.code === 'rate.exceeded')
    assert.equal(access.missesTooMany(account)?.code, 'misses.exceeded')
  }
})

test('a question that one borrower settled costs nothing at another', async (context) => {
  const { one, other, accountOf } = await borrowers(context)
  const [mine, theirs] = [await accountOf(one), await accountOf(other)]
  const early = await reserve(other, theirs, 6, 'r1')
  assert.equal(await one.settle(await reserve(one, mine, 6, 'r1')), 6)
  assert.equal(await other.settle(early), 0)
  assert.equal(await other.settle(await reserve(other, theirs, 6, 'r1')), 0)
  assert.equal(await other.remaining(theirs), 9_994)
})

test('a revocation, another plan and the end of a secret are in force for every borrower', async (context) => {
  const { one, other, accountOf, kept, keyring, clock, key, info } = await borrowers(context)
  for (const access of [one, other]) await accountOf(access)
  await keyring.changePlan(info.keyId, 'pro')
  kept.refresh()
  for (const access of [one, other]) assert.equal((await accountOf(access)).plan.name, 'pro')
  await keyring.rotate(info.keyId, 1_000)
  kept.refresh()
  for (const access of [one, other]) await accountOf(access)
  clock.set(clock.now() + 1_000)
  for (const access of [one, other]) {
    const refused = await access.admit(key, false)
    assert.ok(refused instanceof Fault && refused.code === 'key.expired')
  }
  const { key: second, info: another } = await keyring.create({ plan: 'basic', label: '' })
  for (const access of [one, other]) granted(await access.admit(second, false))
  await keyring.revoke(another.keyId)
  kept.refresh()
  for (const access of [one, other]) assert.ok((await access.admit(second, false)) instanceof Fault)
})
