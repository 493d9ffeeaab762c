import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, fixedClock } from '../base/clock.ts'
import { type FailureCode, Fault } from '../base/failure.ts'
import type { Access, Account, Plan, RateState, Reservation } from './access.ts'
import { DEMO_KEY, writeKey } from './key-text.ts'
import type { Keyring } from './keyring.ts'

/** What a backend hands to the contract: its access and keyring over one fresh store, on a clock that the tests move. */
export interface ContractBackend {
  open(setup: {
    readonly plans: readonly Plan[]
    readonly clock: ReturnType<typeof fixedClock>
    readonly demo: () => boolean
  }): Promise<ContractStore>
}

export interface ContractStore {
  readonly access: Access
  readonly keyring: Keyring
  /** Does now what a running service does within a second: takes over changes to keys and plans. */
  refresh(): Promise<void>
  /** Closes the access and opens another one over the same store. */
  reopen(): Promise<Access>
  /** Writes the plans anew, as an operator would. */
  setPlans(plans: readonly Plan[]): Promise<void>
  close(): Promise<void>
}

const START_MS = Date.parse('2026-11-20T10:30:00Z')

const TEN: Plan = {
  name: 'ten',
  credits: 10,
  period: 'month',
  areas: ['A', 'B', 'C'],
  skip: true,
  requestsPerSecond: 2,
  burst: 4,
  callsInFlight: 3,
}
const ONCE: Plan = { ...TEN, name: 'once', period: 'once' }
const MANY: Plan = { ...TEN, name: 'many', credits: 1_000 }
const DEMO: Plan = { ...TEN, name: 'demo' }

/** Every test below holds for every backend of access. */
export function accessContract(name: string, backend: ContractBackend): void {
  describe(`access contract: ${name}`, () => {
    admission(backend)
    changes(backend)
    demoKey(backend)
    credits(backend)
    exactness(backend)
    periods(backend)
    rates(backend)
  })
}

function admission(backend: ContractBackend): void {
  test('a key that was issued is let in with its plan and period, and says nothing of the secret', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    const account = await desk.account(key)
    assert.equal(account.keyId, info.keyId)
    assert.equal(account.label, 'a label')
    assert.deepEqual(account.plan, TEN)
    assert.equal(account.periodStartMs, Date.parse('2026-11-20'))
    assert.equal(account.periodEndMs, Date.parse('2026-12-20'))
    assert.ok(!JSON.stringify([account, info]).includes(key.slice(5, 20)))
  })

  test('no key, a malformed one and an unknown one are told apart', async (context) => {
    const desk = await deskOf(backend, context)
    await desk.refused(undefined, 'key.missing')
    await desk.refused('', 'key.missing')
    await desk.refused(`${DEMO_KEY}x`, 'key.malformed')
    await desk.refused('plat_', 'key.malformed')
    await desk.refused(writeKey(new Uint8Array(32).fill(7)), 'key.unknown')
  })

  test('a key is let in until the moment it expires', async (context) => {
    const desk = await deskOf(backend, context)
    const { key } = await desk.create('ten', START_MS + DAY_MS)
    desk.clock.set(START_MS + DAY_MS - 1)
    await desk.account(key)
    desk.clock.set(START_MS + DAY_MS)
    assert.match((await desk.refused(key, 'key.expired')).message, /until 2026-11-21 10:30 UTC/)
  })
}

function changes(backend: ContractBackend): void {
  test('a revoked key is refused within a second, and revoking again changes nothing', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    await desk.account(key)
    const revoked = await desk.store.keyring.revoke(info.keyId)
    desk.clock.set(START_MS + 999)
    await desk.store.refresh()
    assert.match((await desk.refused(key, 'key.revoked')).message, /revoked on 2026-11-20/)
    assert.deepEqual((await desk.store.keyring.revoke(info.keyId)).revokedMs, revoked.revokedMs)
    await desk.refused((await desk.create('ten')).key.replace(/.$/, '!'), 'key.malformed')
  })

  test('after a rotation both secrets are good for the chosen time and share one purse', async (context) => {
    const desk = await deskOf(backend, context)
    const { key: old, info } = await desk.create('ten')
    await desk.spend(await desk.account(old), 4)
    const { key: fresh } = await desk.store.keyring.rotate(info.keyId, 3_600_000)
    await desk.store.refresh()
    desk.clock.set(START_MS + 3_599_999)
    await desk.spend(await desk.account(old), 3)
    assert.equal(await desk.store.access.remaining(await desk.account(fresh)), 3)
    desk.clock.set(START_MS + 3_600_000)
    assert.match((await desk.refused(old, 'key.expired')).message, /replaced by a newer one/)
    assert.equal((await desk.account(fresh)).keyId, info.keyId)
  })

  test('a second rotation never makes an older secret last longer', async (context) => {
    const desk = await deskOf(backend, context)
    const { key: first, info } = await desk.create('ten')
    const { key: second } = await desk.store.keyring.rotate(info.keyId, 1_000)
    await desk.store.keyring.rotate(info.keyId, 5_000)
    await desk.store.refresh()
    desk.clock.set(START_MS + 1_000)
    await desk.refused(first, 'key.expired')
    await desk.account(second)
  })

  test('a key can be named by its secret, and rotated or moved only while it is good', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    assert.equal((await store.keyring.revoke(key)).keyId, info.keyId)
    await assert.rejects(
      store.keyring.rotate(info.keyId, 0),
      /^CommandFault: Key key_\w{8} was revoked on 2026-11-20: /,
    )
    await assert.rejects(store.keyring.changePlan(info.keyId, 'once'), /was revoked/)
    await assert.rejects(
      store.keyring.revoke('key_nobody'),
      /^CommandFault: There is no key "key_nobody": accepted are/,
    )
    await assert.rejects(
      store.keyring.changePlan(info.keyId, 'gold'),
      /^CommandFault: Unknown plan "gold": accepted are ten/,
    )
  })

  test('another plan is in force within a second and begins with unspent credits', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    await desk.spend(await desk.account(key), 10)
    desk.clock.set(START_MS + 5 * DAY_MS)
    await desk.store.keyring.changePlan(info.keyId, 'many')
    await desk.store.refresh()
    const account = await desk.account(key)
    assert.deepEqual(account.plan, MANY)
    assert.equal(account.periodStartMs, Date.parse('2026-11-25'))
    assert.equal(await desk.store.access.remaining(account), 1_000)
    assert.deepEqual(await desk.store.access.usage(account), [])
  })

  test('moving a key to the plan that it is on gives no credits back', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    await desk.spend(await desk.account(key), 10)
    await desk.store.keyring.changePlan(info.keyId, 'ten')
    await desk.store.refresh()
    assert.equal(await desk.store.access.remaining(await desk.account(key)), 0)
  })

  test('an edited plan is in force within a second, and credits spent stay spent', async (context) => {
    const desk = await deskOf(backend, context)
    const { key } = await desk.create('ten')
    await desk.spend(await desk.account(key), 8)
    await desk.store.setPlans([{ ...TEN, credits: 12 }, ONCE, MANY, DEMO])
    assert.equal(await desk.store.access.remaining(await desk.account(key)), 4)
    await desk.store.setPlans([{ ...TEN, credits: 5 }, ONCE, MANY, DEMO])
    const account = await desk.account(key)
    assert.equal(await desk.store.access.remaining(account), 0)
    assert.ok((await desk.store.access.reserve(account, '/free', 0)) instanceof Fault === false)
  })

  test('a key whose plan was taken away is refused until the plan is back', async (context) => {
    const desk = await deskOf(backend, context)
    const { key } = await desk.create('ten')
    await desk.store.setPlans([ONCE, MANY, DEMO])
    assert.match((await desk.refused(key, 'plan.unknown')).message, /"ten"/)
    await desk.store.setPlans([TEN, ONCE, MANY, DEMO])
    await desk.account(key)
  })
}

function demoKey(backend: ContractBackend): void {
  test('the demo key is let in from this machine only, and only while the catalogue is the sample', async (context) => {
    let sample = true
    const { access } = (await deskOf(backend, context, () => sample)).store
    const account = granted(await access.admit(DEMO_KEY, true))
    assert.deepEqual([account.keyId, account.plan], ['demo', DEMO])
    const far = await access.admit(DEMO_KEY, false)
    assert.ok(far instanceof Fault && far.code === 'key.unknown' && /comes from another one/.test(far.message))
    sample = false
    const imported = await access.admit(DEMO_KEY, true)
    assert.ok(
      imported instanceof Fault && imported.code === 'key.unknown' && /is not the sample/.test(imported.message),
    )
    sample = true
    granted(await access.admit(DEMO_KEY, true))
  })

  test('loopback opens nothing for other keys', async (context) => {
    const { access } = (await deskOf(backend, context)).store
    const unknown = await access.admit(writeKey(new Uint8Array(32)), true)
    assert.ok(unknown instanceof Fault && unknown.code === 'key.unknown')
  })
}

function credits(backend: ContractBackend): void {
  test('a reservation counts as spent until it is released, and for good once it is settled', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const account = await desk.account((await desk.create('ten')).key)
    const six = granted(await store.access.reserve(account, '/skip/byaddress', 6))
    assert.deepEqual([six.account, six.operation, six.credits, six.remaining], [account, '/skip/byaddress', 6, 4])
    const three = granted(await store.access.reserve(account, '/byzpid', 3))
    assert.equal(three.remaining, 1)
    await store.access.release(six)
    assert.equal(await store.access.remaining(account), 7)
    await store.access.settle(three)
    assert.equal(await store.access.remaining(account), 7)
  })

  test('credits that do not cover the call are a 402 that says what is left, what it costs and when to go on', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const account = await desk.account((await desk.create('ten')).key)
    await desk.spend(account, 7)
    const short = await store.access.reserve(account, '/skip/byaddress', 6)
    assert.ok(short instanceof Fault && short.code === 'credits.exhausted' && short.status === 402)
    assert.match(
      short.message,
      /costs 6 credits and 3 of the 10 credits of plan "ten" are left: .* 2026-12-20 00:00 UTC/,
    )
    await desk.spend(account, 3)
    const none = await store.access.reserve(account, '/byzpid', 1)
    assert.ok(none instanceof Fault && /The 10 credits of plan "ten" are used up/.test(none.message))
  })

  test('a call that costs nothing is never refused for want of credits', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const account = await desk.account((await desk.create('ten')).key)
    await desk.spend(account, 10)
    await store.access.settle(granted(await store.access.reserve(account, '/usage', 0)))
  })

  test('a reservation that is settled or released twice is a thrown error, and changes nothing', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const account = await desk.account((await desk.create('ten')).key)
    for (const first of ['settle', 'release'] as const) {
      for (const second of ['settle', 'release'] as const) {
        const reservation = granted(await store.access.reserve(account, '/byzpid', 1))
        await store.access[first](reservation)
        const left = await store.access.remaining(account)
        await assert.rejects(store.access[second](reservation), /^Error: .*twice/)
        assert.equal(await store.access.remaining(account), left)
      }
    }
  })

  test('credits that are no whole number are an error of ours', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const account = await desk.account((await desk.create('ten')).key)
    for (const wrong of [-1, 0.5, Number.NaN]) await assert.rejects(store.access.reserve(account, '/', wrong), Error)
  })

  test('usage tells settled calls and credits by day and operation', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const { key } = await desk.create('many')
    await desk.spend(await desk.account(key), 1, '/byzpid')
    await desk.spend(await desk.account(key), 1, '/byzpid')
    await desk.spend(await desk.account(key), 6, '/skip/byaddress')
    await store.access.release(granted(await store.access.reserve(await desk.account(key), '/byzpid', 1)))
    desk.clock.set(START_MS + DAY_MS)
    await desk.spend(await desk.account(key), 1, '/byzpid')
    const expected = [
      { day: '2026-11-20', operation: '/byzpid', calls: 2, credits: 2 },
      { day: '2026-11-20', operation: '/skip/byaddress', calls: 1, credits: 6 },
      { day: '2026-11-21', operation: '/byzpid', calls: 1, credits: 1 },
    ]
    assert.deepEqual(await store.access.usage(await desk.account(key)), expected)
    const reopened = await store.reopen()
    assert.deepEqual(await reopened.usage(granted(await reopened.admit(key, false))), expected)
  })

  test('what is settled before a close is spent after it, and what is only reserved is not', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const { key } = await desk.create('ten')
    const account = await desk.account(key)
    await desk.spend(account, 4)
    granted(await store.access.reserve(account, '/byzpid', 5))
    const reopened = await store.reopen()
    assert.equal(await reopened.remaining(granted(await reopened.admit(key, false))), 6)
    const [info] = await store.keyring.list()
    assert.deepEqual([info?.creditsUsed, info?.creditsLimit, info?.lastUsedMs], [4, 10, START_MS])
  })
}

interface Call {
  readonly credits: number
  readonly settles: boolean
  /** Turns of the event loop before it begins, and while it runs. */
  readonly waits: number
  readonly runs: number
}

const someCalls = fc.array(
  fc.record<Call>({
    credits: fc.integer({ min: 0, max: 7 }),
    settles: fc.boolean(),
    waits: fc.nat(20),
    runs: fc.nat(20),
  }),
  { minLength: 50, maxLength: 300 },
)

function exactness(backend: ContractBackend): void {
  test('step by step, credits agree with a plain count of what is settled and what is in flight', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const step = fc.record({ credits: fc.integer({ min: 0, max: 4 }), closes: fc.nat(), settles: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const account = await desk.account((await desk.create('ten')).key)
        const open: Reservation[] = []
        let left = TEN.credits
        for (const { credits, closes, settles } of steps) {
          const reservation = await store.access.reserve(account, '/byzpid', credits)
          assert.equal(reservation instanceof Fault, credits > left)
          if (reservation instanceof Fault) {
            const [closing] = open.splice(closes % Math.max(1, open.length), 1)
            if (!closing) continue
            await (settles ? store.access.settle(closing) : store.access.release(closing))
            if (!settles) left += closing.credits
          } else {
            left -= credits
            assert.equal(reservation.remaining, left)
            open.push(reservation)
          }
          assert.equal(await store.access.remaining(account), left)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('however many calls run at once, N credits yield N credits of settled calls and no more', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    await fc.assert(
      fc.asyncProperty(someCalls, async (calls) => {
        const { key } = await desk.create('ten')
        let settled = 0
        const run = async ({ credits, settles, waits, runs }: Call): Promise<void> => {
          await turns(waits)
          const account = await desk.account(key)
          const reservation = await store.access.reserve(account, '/byzpid', credits)
          if (reservation instanceof Fault) return
          await turns(runs)
          await (settles ? store.access.settle(reservation) : store.access.release(reservation))
          if (settles) settled += credits
        }
        await Promise.all(calls.map(run))
        const account = await desk.account(key)
        assert.ok(settled <= TEN.credits)
        assert.equal(await store.access.remaining(account), TEN.credits - settled)
        for (let left = TEN.credits - settled; left > 0; left--) await desk.spend(account, 1)
        assert.ok((await store.access.reserve(account, '/byzpid', 1)) instanceof Fault)
      }),
      { numRuns: 20 },
    )
  })
}

function periods(backend: ContractBackend): void {
  test('a new month begins with unspent credits, and what ran over its start is booked in the old one', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const { key } = await desk.create('ten')
    const before = await desk.account(key)
    await desk.spend(before, 9)
    desk.clock.set(Date.parse('2026-12-19T23:59:59.999Z'))
    const late = granted(await store.access.reserve(before, '/byzpid', 1))
    desk.clock.set(Date.parse('2026-12-20'))
    const after = await desk.account(key)
    assert.deepEqual([after.periodStartMs, after.periodEndMs], ['2026-12-20', '2027-01-20'].map(Date.parse))
    await store.access.settle(late)
    assert.equal(await store.access.remaining(after), 10)
    assert.deepEqual(await store.access.usage(after), [])
    assert.equal(await store.access.remaining(before), 0)
    const [, last] = await store.access.usage(before)
    assert.deepEqual(last, { day: '2026-12-19', operation: '/byzpid', calls: 1, credits: 1 })
  })

  test('a call let in before a period ends and reserved after it counts in the period that let it in', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const { key } = await desk.create('ten')
    const before = await desk.account(key)
    desk.clock.set(Date.parse('2026-12-20T00:00:01Z'))
    await desk.spend(before, 4)
    assert.equal(await store.access.remaining(await desk.account(key)), 10)
    const reopened = await store.reopen()
    assert.equal(await reopened.remaining(granted(await reopened.admit(key, false))), 10)
  })

  test('a plan that is good once never begins again', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const { key } = await desk.create('once')
    await desk.spend(await desk.account(key), 10)
    desk.clock.set(START_MS + 4_000 * DAY_MS)
    const account = await desk.account(key)
    assert.equal(account.periodEndMs, undefined)
    const refused = await store.access.reserve(account, '/byzpid', 1)
    assert.ok(refused instanceof Fault && /10 credits of plan "once" are used up: .*once only/.test(refused.message))
  })
}

function rates(backend: ContractBackend): void {
  test('a burst is let through, then as many requests as the plan allows per second', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const account = await desk.account((await desk.create('ten')).key)
    const enter = (): RateState => {
      const state = granted(store.access.enter(account))
      store.access.leave(account)
      return state
    }
    assert.deepEqual(store.access.rate(account), { remaining: 4, resetS: 0 })
    assert.deepEqual(
      [enter(), enter(), enter(), enter()].map((state) => state.remaining),
      [3, 2, 1, 0],
    )
    assert.deepEqual(store.access.rate(account), { remaining: 0, resetS: 2 })
    refusedWith(store.access.enter(account), 'rate.exceeded', 1)
    desk.clock.set(START_MS + 499)
    refusedWith(store.access.enter(account), 'rate.exceeded', 1)
    desk.clock.set(START_MS + 500)
    assert.deepEqual(enter(), { remaining: 0, resetS: 2 })
    refusedWith(store.access.enter(account), 'rate.exceeded', 1)
    desk.clock.set(START_MS + 60_000)
    assert.deepEqual(store.access.rate(account), { remaining: 4, resetS: 0 })
  })

  test('no more calls run at once than the plan allows, and a refused one takes nothing from the rate', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const account = await desk.account((await desk.create('ten')).key)
    for (let call = 0; call < TEN.callsInFlight; call++) granted(store.access.enter(account))
    refusedWith(store.access.enter(account), 'calls.too_many', 1)
    assert.equal(store.access.rate(account).remaining, 1)
    store.access.leave(account)
    assert.deepEqual(store.access.enter(account), { remaining: 0, resetS: 2 })
  })

  test('keys do not slow one another down', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const busy = await desk.account((await desk.create('ten')).key)
    const calm = await desk.account((await desk.create('ten')).key)
    for (let call = 0; call < TEN.callsInFlight; call++) granted(store.access.enter(busy))
    assert.equal(granted(store.access.enter(calm)).remaining, 3)
  })
}

/** A store with what the tests do to it again and again. */
async function deskOf(backend: ContractBackend, context: TestContext, demo = () => false) {
  const clock = fixedClock(START_MS)
  const store = await backend.open({ plans: [TEN, ONCE, MANY, DEMO], clock, demo })
  context.after(() => store.close())
  return {
    store,
    clock,
    async create(plan: string, expiresMs?: number) {
      const issued = await store.keyring.create({ plan, label: 'a label', expiresMs })
      await store.refresh()
      return issued
    },
    account: async (key: string): Promise<Account> => granted(await store.access.admit(key, false)),
    async refused(key: string | undefined, code: FailureCode): Promise<Fault> {
      const fault = await store.access.admit(key, false)
      assert.ok(fault instanceof Fault, 'the key was let in')
      assert.equal(fault.code, code)
      return fault
    },
    async spend(account: Account, credits: number, operation = '/byzpid'): Promise<void> {
      await store.access.settle(granted(await store.access.reserve(account, operation, credits)))
    },
  }
}

function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}

function refusedWith(outcome: RateState | Fault, code: FailureCode, retryAfterS: number): void {
  assert.ok(outcome instanceof Fault)
  assert.deepEqual([outcome.code, outcome.status, outcome.extras.retryAfterS], [code, 429, retryAfterS])
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await (turn % 3 === 0 ? new Promise(setImmediate) : undefined)
}
