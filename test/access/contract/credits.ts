import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/kit/base/clock.ts'
import { Fault } from '../../../src/kit/base/failure.ts'
import { type ContractBackend, DEMO, granted, openTrial, remaining, START_MS, settled, TEN } from './backend.ts'

export function debits(backend: ContractBackend): void {
  test('a debit counts as spent until it is refunded, and permanently once it is settled', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    const six = granted(await store.access.debit(account, { operation: '/skip/byaddress', credits: 6 }))
    assert.deepEqual(
      [six.account, six.operation, six.credits, six.balance.remaining],
      [account, '/skip/byaddress', 6, 4],
    )
    const three = granted(await store.access.debit(account, { operation: '/byzpid', credits: 3 }))
    assert.equal(three.balance.remaining, 1)
    await store.access.refund(six)
    assert.equal(await remaining(store.access, account), 7)
    await store.access.settle(three)
    assert.equal(await remaining(store.access, account), 7)
  })

  test('the rest of a debit is refunded at once if the call costs less', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    const account = await trial.account(key)
    const [first, second] = [
      granted(await store.access.debit(account, { operation: '/odata/Property', credits: 6 })),
      granted(await store.access.debit(account, { operation: '/odata/Property', credits: 4 })),
    ]
    assert.equal(await settled(store.access, first, 2), 2)
    assert.equal(await remaining(store.access, account), 4)
    const third = granted(await store.access.debit(account, { operation: '/odata/Property', credits: 4 }))
    assert.equal(await settled(store.access, third, 9), 4, 'no more than the debit is ever charged')
    assert.equal(await settled(store.access, second, 1), 1)
    assert.equal(await remaining(store.access, account), 3)
    const used = [{ day: '2026-11-20', operation: '/odata/Property', calls: 3, credits: 7 }]
    assert.deepEqual(await store.access.usage(account), used)
    const reopened = await store.reopen()
    const again = granted(await reopened.admit(key, false))
    assert.deepEqual([await remaining(reopened, again), await reopened.usage(again)], [3, used])
  })

  test('if the first call with an idempotency key costs less than its debit, later calls with the key are still free', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    for (const lasts of [false, true]) {
      const debitPage = () =>
        store.access.debit(account, {
          operation: '/odata/Property',
          credits: 4,
          idempotencyKey: { text: `page ${lasts}`, lasts },
        })
      const [first, second] = [granted(await debitPage()), granted(await debitPage())]
      const charged = [await settled(store.access, first, 2), await settled(store.access, second, 2)]
      assert.deepEqual(charged, [2, 0])
      assert.equal(await settled(store.access, granted(await debitPage()), 2), 0)
    }
    assert.equal(await remaining(store.access, account), 6)
  })

  test('a call that the credits do not cover gets a 402 that says what is left, what the call costs and when the next period begins', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    await trial.spend(account, 7)
    const short = await store.access.debit(account, { operation: '/skip/byaddress', credits: 6 })
    assert.ok(short instanceof Fault && short.code === 'credits.exhausted' && short.status === 402)
    assert.match(
      short.message,
      /costs 6 credits, but only 3 of the 10 credits of plan "ten" are left\. .* 2026-12-20 00:00 UTC/,
    )
    await trial.spend(account, 3)
    const none = await store.access.debit(account, { operation: '/byzpid', credits: 1 })
    assert.ok(none instanceof Fault && /The 10 credits of plan "ten" are used up/.test(none.message))
  })

  test('a call that costs nothing is never refused for lack of credits', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    await trial.spend(account, 10)
    await store.access.settle(granted(await store.access.debit(account, { operation: '/usage', credits: 0 })))
  })

  test('settling or refunding a debit twice throws an error and changes nothing', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    for (const first of ['settle', 'refund'] as const) {
      for (const second of ['settle', 'refund'] as const) {
        const debit = granted(await store.access.debit(account, { operation: '/byzpid', credits: 1 }))
        await store.access[first](debit)
        const left = await remaining(store.access, account)
        await assert.rejects(store.access[second](debit), /^Error: .*twice/)
        assert.equal(await remaining(store.access, account), left)
      }
    }
  })

  for (const lasts of [false, true]) {
    const kind = lasts ? 'that lasts beyond the process' : 'that this process remembers'
    test(`calls with an idempotency key ${kind} are free for ten minutes after the first answer, even without credits`, async (context) => {
      const { store, ...trial } = await openTrial(backend, context)
      const account = await trial.account((await trial.create('ten')).key)
      const other = await trial.account((await trial.create('ten')).key)
      const debitFor = (by: typeof account, text: string, credits = 6) =>
        store.access.debit(by, { operation: '/skip/byaddress', credits, idempotencyKey: { text, lasts } })
      const costOf = async (by: typeof account, text: string, credits = 6) => [
        await settled(store.access, granted(await debitFor(by, text, credits))),
        await remaining(store.access, by),
      ]
      await store.access.refund(granted(await debitFor(account, 'r1 a')))
      assert.deepEqual(await costOf(account, 'r1 a'), [6, 4])
      assert.deepEqual(await costOf(account, 'r1 a'), [0, 4])
      assert.deepEqual(await costOf(other, 'r1 a'), [6, 4])
      assert.deepEqual(await costOf(account, 'r1 b', 4), [4, 0])
      assert.deepEqual(await costOf(account, 'r1 a'), [0, 0])
      assert.ok((await debitFor(account, 'r2 a')) instanceof Fault)
      trial.clock.set(START_MS + 599_999)
      assert.deepEqual(await costOf(account, 'r1 a'), [0, 0])
      trial.clock.set(START_MS + 600_000)
      assert.ok((await debitFor(account, 'r1 a')) instanceof Fault)
    })

    test(`an idempotency key ${kind} is charged once if a second call comes while the first runs`, async (context) => {
      const { store, ...trial } = await openTrial(backend, context)
      const account = await trial.account((await trial.create('ten')).key)
      const idempotencyKey = { text: 'r1 a', lasts }
      const calls = [1, 2].map(() => store.access.debit(account, { operation: '/byzpid', credits: 3, idempotencyKey }))
      const debited = await Promise.all(calls)
      const charged = await Promise.all(debited.map((each) => settled(store.access, granted(each))))
      assert.deepEqual(
        [charged.toSorted((one, other) => one - other), await remaining(store.access, account)],
        [[0, 3], 7],
      )
    })
  }

  test('a lasting idempotency key is free after a restart, too, and charged again after ten minutes', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    const costOf = async (access: typeof store.access, text: string, lasts: boolean) => {
      const account = granted(await access.admit(key, false))
      return settled(
        access,
        granted(await access.debit(account, { operation: '/byzpid', credits: 1, idempotencyKey: { text, lasts } })),
      )
    }
    assert.equal(await costOf(store.access, 'lasting', true), 1)
    assert.equal(await costOf(store.access, 'passing', false), 1)
    assert.equal(await costOf(await store.reopen(), 'lasting', true), 0)
    trial.clock.set(START_MS + 599_999)
    const again = await store.reopen()
    assert.deepEqual([await costOf(again, 'lasting', true), await costOf(again, 'passing', false)], [0, 1])
    trial.clock.set(START_MS + 600_000)
    assert.equal(await costOf(again, 'lasting', true), 1)
    assert.equal(await costOf(await store.reopen(), 'lasting', true), 0)
  })

  test('an idempotency key for an hour is free for an hour, also after a restart; other keys are free for ten minutes', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    const costOf = async (access: typeof store.access, text: string, isForAnHour: boolean) => {
      const account = granted(await access.admit(key, false))
      const idempotencyKey = { text, lasts: true, isForAnHour }
      return settled(access, granted(await access.debit(account, { operation: '/tiles', credits: 1, idempotencyKey })))
    }
    const costOfBoth = async (access: typeof store.access) => [
      await costOf(access, 'hour', true),
      await costOf(access, 'minutes', false),
    ]
    assert.deepEqual(await costOfBoth(store.access), [1, 1])
    const reopened = await store.reopen()
    trial.clock.set(START_MS + 600_000)
    assert.deepEqual(await costOfBoth(reopened), [0, 1])
    trial.clock.set(START_MS + 3_599_999)
    const again = await store.reopen()
    assert.equal(await costOf(again, 'hour', true), 0)
    trial.clock.set(START_MS + 3_600_000)
    assert.equal(await costOf(again, 'hour', true), 1)
  })

  test('a plan that only warns answers calls beyond its credits, charges them and reports the excess credits', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    await store.setPlans([{ ...TEN, beyondCredits: 'warn' }, DEMO])
    const { key, info } = await trial.create('ten')
    const account = await trial.account(key)
    await trial.spend(account, 9)
    assert.equal((await store.access.balance(account)).over, 0)
    const across = granted(await store.access.debit(account, { operation: '/skip/byaddress', credits: 6 }))
    assert.equal(across.balance.remaining, 0)
    await store.access.settle(across)
    assert.deepEqual(await store.access.balance(account), { remaining: 0, over: 5 })
    await store.setPlans([TEN, DEMO])
    const refused = await store.access.debit(await trial.account(key), { operation: '/byzpid', credits: 1 })
    assert.ok(refused instanceof Fault && refused.status === 402)
    await store.reopen()
    const [listed] = (await store.keyring.list()).filter(({ keyId }) => keyId === info.keyId)
    assert.equal(listed?.creditsUsed, 15)
  })

  test('a number of credits that is not whole throws an error', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    const debit = granted(await store.access.debit(account, { operation: '/', credits: 3 }))
    for (const wrong of [-1, 0.5, Number.NaN]) {
      await assert.rejects(store.access.debit(account, { operation: '/', credits: wrong }), Error)
      await assert.rejects(store.access.settle(debit, wrong), Error)
    }
    await store.access.refund(debit)
  })
}

export function usage(backend: ContractBackend): void {
  test('usage reports settled calls and credits by day and operation', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('many')
    await trial.spend(await trial.account(key), 1, '/byzpid')
    await trial.spend(await trial.account(key), 1, '/byzpid')
    await trial.spend(await trial.account(key), 6, '/skip/byaddress')
    await store.access.refund(
      granted(await store.access.debit(await trial.account(key), { operation: '/byzpid', credits: 1 })),
    )
    trial.clock.set(START_MS + DAY_MS)
    await trial.spend(await trial.account(key), 1, '/byzpid')
    const expected = [
      { day: '2026-11-20', operation: '/byzpid', calls: 2, credits: 2 },
      { day: '2026-11-20', operation: '/skip/byaddress', calls: 1, credits: 6 },
      { day: '2026-11-21', operation: '/byzpid', calls: 1, credits: 1 },
    ]
    assert.deepEqual(await store.access.usage(await trial.account(key)), expected)
    const reopened = await store.reopen()
    assert.deepEqual(await reopened.usage(granted(await reopened.admit(key, false))), expected)
  })

  test('usage since a day includes the charges under all plans and in all periods of the key', async (context) => {
    const { store, clock, ...trial } = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    await trial.spend(await trial.account((await trial.create('many')).key), 9, '/byzpid')
    await trial.spend(await trial.account(key), 2, '/byzpid')
    clock.set(Date.parse('2026-12-18T12:00Z'))
    await trial.spend(await trial.account(key), 3, '/byzpid')
    clock.set(Date.parse('2026-12-20T12:00Z')) // in the next credit period
    await trial.spend(await trial.account(key), 4, '/byzpid')
    await store.keyring.changePlan(info.keyId, 'many')
    await store.refresh()
    await trial.spend(await trial.account(key), 1, '/byzpid')
    await trial.spend(await trial.account(key), 6, '/skip/byaddress')
    const expected = [
      { day: '2026-12-18', operation: '/byzpid', calls: 1, credits: 3 },
      { day: '2026-12-20', operation: '/byzpid', calls: 2, credits: 5 },
      { day: '2026-12-20', operation: '/skip/byaddress', calls: 1, credits: 6 },
    ]
    assert.deepEqual(await store.access.usageSince(await trial.account(key), '2026-11-21'), expected)
    const reopened = await store.reopen()
    const account = granted(await reopened.admit(key, false))
    const [first] = await reopened.usageSince(account, '2026-11-20')
    assert.deepEqual(first, { day: '2026-11-20', operation: '/byzpid', calls: 1, credits: 2 })
    assert.deepEqual(await reopened.usageSince(account, '2026-12-19'), expected.slice(1))
    assert.deepEqual(await reopened.usageSince(account, '2026-12-21'), [])
    const read = await store.read()
    const { days, keys } = await read.used('2026-12-01', 9)
    assert.deepEqual(days, expected)
    assert.deepEqual(keys, [{ keyId: info.keyId, calls: 4, credits: 14 }])
    assert.deepEqual((await read.used('2026-12-01', 0)).keys, [])
    read.close()
    const of = { keyId: info.keyId, label: info.label }
    const december = [
      { ...of, month: '2026-12', operation: '/byzpid', calls: 3, credits: 8 },
      { ...of, month: '2026-12', operation: '/skip/byaddress', calls: 1, credits: 6 },
    ]
    const all = { since: '2026-01-01', until: '2026-12-31' }
    const november = { ...of, month: '2026-11', operation: '/byzpid', calls: 1, credits: 2 }
    assert.deepEqual(await store.keyring.usage({ ...all, keyId: info.keyId }), [november, ...december])
    assert.deepEqual(await store.keyring.usage({ ...all, since: '2026-12-01' }), december)
    assert.deepEqual((await store.keyring.usage({ ...all, until: '2026-11-30' })).length, 2)
    await assert.rejects(store.keyring.usage({ ...all, keyId: 'key_none' }), /key_none/)
  })

  test('a debit that was settled before the store closed is still spent, and an unfinished debit is not', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    const account = await trial.account(key)
    await trial.spend(account, 4)
    granted(await store.access.debit(account, { operation: '/byzpid', credits: 5 }))
    const reopened = await store.reopen()
    assert.equal(await remaining(reopened, granted(await reopened.admit(key, false))), 6)
    const [info] = await store.keyring.list()
    assert.deepEqual([info?.creditsUsed, info?.creditsLimit, info?.lastUsedMs], [4, 10, START_MS])
  })
}

export function periods(backend: ContractBackend): void {
  test('a clock that goes back over the start of a period, and forward again, gives no credits twice', async (context) => {
    const { clock, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    const [before, after] = [START_MS + DAY_MS, Date.parse('2026-12-21')]
    const spent: number[] = []
    for (const atMs of [before, after, before, after, before]) {
      clock.set(atMs)
      const account = await trial.account(key)
      await trial.spend(account, spent.length < 2 ? 4 : 2)
      spent.push(await remaining(trial.store.access, account))
    }
    assert.deepEqual(spent, [6, 6, 4, 4, 2])
  })

  test('a new month begins with unspent credits, and a call in flight at its start is charged to the old month', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    const before = await trial.account(key)
    await trial.spend(before, 9)
    trial.clock.set(Date.parse('2026-12-19T23:59:59.999Z'))
    const late = granted(await store.access.debit(before, { operation: '/byzpid', credits: 1 }))
    trial.clock.set(Date.parse('2026-12-20'))
    const after = await trial.account(key)
    assert.deepEqual([after.periodStartMs, after.periodEndMs], ['2026-12-20', '2027-01-20'].map(Date.parse))
    await store.access.settle(late)
    assert.equal(await remaining(store.access, after), 10)
    assert.deepEqual(await store.access.usage(after), [])
    assert.equal(await remaining(store.access, before), 0)
    const [, last] = await store.access.usage(before)
    assert.deepEqual(last, { day: '2026-12-19', operation: '/byzpid', calls: 1, credits: 1 })
  })

  test('a call that is admitted before a period ends and debited after it counts in the period in which it was admitted', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    const before = await trial.account(key)
    trial.clock.set(Date.parse('2026-12-20T00:00:01Z'))
    await trial.spend(before, 4)
    assert.equal(await remaining(store.access, await trial.account(key)), 10)
    const reopened = await store.reopen()
    assert.equal(await remaining(reopened, granted(await reopened.admit(key, false))), 10)
  })

  test('a plan of period once never begins again', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('once')
    await trial.spend(await trial.account(key), 10)
    trial.clock.set(START_MS + 4_000 * DAY_MS)
    const account = await trial.account(key)
    assert.equal(account.periodEndMs, undefined)
    const refused = await store.access.debit(account, { operation: '/byzpid', credits: 1 })
    assert.ok(
      refused instanceof Fault && /10 credits of plan "once" are used up\. They do not renew/.test(refused.message),
    )
  })
}
