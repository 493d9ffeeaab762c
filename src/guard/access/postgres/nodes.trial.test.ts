import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { needs } from '../../../../test/needs.ts'
import { hangingProxy } from '../../../../test/postgres/hanging-proxy.ts'
import { startServer, type TestServer } from '../../../../test/postgres/server.ts'
import { TimedLedger } from '../../../../test/postgres/timed-ledger.ts'
import { type Clock, dayOf, fixedClock, systemClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Database } from '../../../kit/postgres/database.ts'
import { DatabaseClock } from '../../../kit/postgres/database-clock.ts'
import { followed } from '../../../kit/postgres/followed.ts'
import type { Access, Account, Debit, Plan } from '../access.ts'
import { openAccess, openKeyring, plansText } from '../index.ts'
import { LedgerAccess } from '../ledger-access.ts'
import { migrateAccess } from '../migrations.ts'
import { followedLedger } from '../open-ledger.ts'
import { StoredKeyring } from '../stored-keyring.ts'
import { KeyDatabase } from './key-database.ts'
import { SharedPlans } from './plans.ts'
import { SharedLedger } from './shared-ledger.ts'

const NODE = fileURLToPath(new URL('../../../../test/access/postgres-node.ts', import.meta.url))
const CREDITS = 3000
const BURST = 1000
const RATE = { requestsPerSecond: 50, burst: 100 }
const FAST_MS = 3000

const PLAN: Omit<Plan, 'name'> = {
  credits: CREDITS,
  period: 'once',
  areas: ['A'],
  skip: false,
  requestsPerSecond: 1000,
  burst: BURST,
  callsInFlight: 20,
}

function granted<T extends object>(outcome: T | Fault): T {
  if (outcome instanceof Fault) throw outcome
  return outcome
}

/** A program that spends credits and counts its answers. */
class Spender {
  readonly process: ChildProcess
  answered = 0

  constructor(url: string, key: string) {
    this.process = spawn(process.execPath, [NODE, url, key, '8'], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.process.stdout?.on('data', (chunk: Buffer) => {
      this.answered += chunk.toString().split('\n').length - 1
    })
  }

  async ended(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'close')
    return this.process.exitCode
  }
}

describe('nodes that share a PostgreSQL', needs('PostgreSQL'), () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())

  /** Opens another node with its own connections. */
  async function openNode(clock: Clock = systemClock, url = server.url(), timed = false) {
    const database = await Database.open({ url })
    await migrateAccess(database)
    const plans = await SharedPlans.open(database, silentLog, stringify({ trial: PLAN }))
    const background = followed(database, silentLog)
    const shared = new SharedLedger(database)
    const timedLedger = timed ? await TimedLedger.on(shared, database, clock) : undefined
    const store = timedLedger ?? shared
    const backend = { keys: new KeyDatabase(database), plans, store, clock, background }
    const { ledger, memory, refresh, close } = await followedLedger(backend, { clock, log: silentLog })
    const access: Access = new LedgerAccess({ ledger: ledger.portOf().port, memory, clock, demo: () => false, close })
    const keyring = new StoredKeyring({
      store: new KeyDatabase(database),
      plans,
      clock: systemClock,
      randomness: randomBytes,
      by: 'ann',
    })
    return {
      access,
      database,
      refresh,
      create: async () => (await keyring.create({ plan: 'trial', label: '' })).key,
      debit: async (account: Account, credits: number) =>
        granted(await access.debit(account, { operation: '/byzpid', credits })),
      left: async (account: Account) => (await access.balance(account)).remaining,
      account: async (key: string): Promise<Account> => granted(await access.admit(key, false)),
      async close() {
        await access.close()
        await timedLedger?.release()
        await database.close()
      },
    }
  }

  test('calls of a node are not refused because the clock of another node is ahead', async () => {
    const ahead = await openNode({ now: () => systemClock.now() + 60_000 })
    const other = await openNode()
    try {
      const key = await ahead.create()
      for (const { access, account } of [ahead, other, ahead, other]) {
        const entered = await access.enter(await account(key))
        assert.ok(!(entered instanceof Fault))
        access.leave(await account(key))
      }
    } finally {
      await ahead.close()
      await other.close()
    }
  })

  test('three nodes spend exactly the credits of a key, although one of the three is killed', async () => {
    const node = await openNode()
    const spenders: Spender[] = []
    try {
      const key = await node.create()
      for (let each = 0; each < 3; each++) spenders.push(new Spender(server.url(), key))
      const [victim] = spenders as [Spender]
      while (victim.answered < 100) await sleep(5)
      victim.process.kill('SIGKILL')
      assert.deepEqual(await Promise.all(spenders.map((spender) => spender.ended())), [null, 0, 0])
      const account = await node.account(key)
      let left = 0
      for (let last: Debit | Fault; ; left++) {
        last = await node.access.debit(account, { operation: '/byzpid', credits: 1 })
        if (last instanceof Fault) break
        await node.access.settle(last)
      }
      const [used] = await node.access.usage(account)
      assert.equal(used?.credits, CREDITS)
      const answered = left + spenders.reduce((sum, spender) => sum + spender.answered, 0)
      // Each of the killed node's eight unfinished calls may leave three credits debited.
      assert.ok(answered <= CREDITS && answered >= CREDITS - 24, `${answered} were answered`)
    } finally {
      for (const { process: child } of spenders) child.kill('SIGKILL')
      await node.close()
    }
  })

  test('while the server is down, calls that cost credits get a 503 and are not charged; once it is back, they succeed', async () => {
    const node = await openNode()
    try {
      const key = await node.create()
      const account = await node.account(key)
      await node.access.settle(await node.debit(account, 1))
      const open = await node.debit(account, 5)
      await server.stop()
      const refused = await node.access.debit(account, { operation: '/byzpid', credits: 1 })
      assert.ok(refused instanceof Fault && refused.status === 503)
      await node.access.refund(open)
      assert.equal((await node.account(key)).keyId, account.keyId)
      granted(await node.access.enter(account)) // without a price, so only the rate limit of this node applies
      await server.start()
      await node.access.settle(await node.debit(account, 2))
      assert.equal(await node.left(account), CREDITS - 3)
    } finally {
      await node.close()
    }
  })

  test('while the server does not respond, calls that cost credits get a 503, and are not charged once it responds', async () => {
    const proxy = await hangingProxy(server.port)
    const node = await openNode(systemClock, server.url().replace(`:${server.port}/`, `:${proxy.port}/`))
    try {
      const account = await node.account(await node.create())
      await node.access.settle(await node.debit(account, 1))
      const isBusy = (outcome: unknown) => outcome instanceof Fault && outcome.status === 503
      const debit = (credits: number) => node.access.debit(account, { operation: '/byzpid', credits })
      proxy.hang()
      const [first, second] = [debit(5), debit(1)]
      assert.ok(isBusy(await first) && isBusy(await second))
      assert.ok(isBusy(await debit(1)))
      proxy.resume() // the abandoned transaction arrives now, if it was sent
      let again = await debit(2)
      while (isBusy(again)) again = await debit(2)
      await node.access.settle(granted(again))
      assert.equal(await node.left(account), CREDITS - 3)
    } finally {
      await node.close()
      await proxy.close()
    }
  })

  test('until the first node has started, keys use the plans of the folder, which the first node stores in the database', async () => {
    const node = await openNode()
    const dataDir = mkdtempSync(join(tmpdir(), 'plat-plans-'))
    try {
      await node.database.query({ name: 'test-no-plans', text: 'DELETE FROM plat.plans' })
      const mine = stringify({ mine: PLAN })
      writeFileSync(join(dataDir, 'plans.yaml'), mine)
      const at = { url: server.url(), connections: 1 }
      const keyring = await openKeyring(dataDir, systemClock, randomBytes, at)
      const { info } = await keyring.create({ plan: 'mine', label: '' })
      await keyring.close()
      assert.equal(info.plan, 'mine')
      assert.equal(await plansText(at, dataDir), mine)
      const access = await openAccess({ dataDir, database: at, clock: systemClock, log: silentLog, demo: () => false })
      await access.close()
      assert.equal(await plansText(at, tmpdir()), mine)
    } finally {
      await SharedPlans.save(node.database, stringify({ trial: PLAN }), 'plans.yaml')
      await node.close()
      rmSync(dataDir, { recursive: true })
    }
  })

  test('requests of a key count on all nodes together; error answers and calls in flight count on each node', async () => {
    const clock = fixedClock(systemClock.now())
    const [one, other] = [await openNode(clock, server.url(), true), await openNode(clock, server.url(), true)]
    try {
      const key = await one.create()
      const [here, there] = [await one.account(key), await other.account(key)]
      const enter = async (access: Access, account: Account, times: number) => {
        for (let time = 0; time < times; time++) {
          granted(await access.enter(account))
          access.leave(account)
        }
      }
      await enter(one.access, here, BURST - 10)
      const { debit } = granted(await other.access.enter(there, { operation: '/byzpid', credits: 1 }))
      await other.access.settle(debit as Debit)
      await enter(other.access, there, 9)
      for (const { access, account } of [
        { access: one.access, account: here },
        { access: other.access, account: there },
      ]) {
        const refused = await access.enter(account)
        assert.ok(refused instanceof Fault && refused.code === 'rate.exceeded')
      }
      clock.set(clock.now() + 2)
      await enter(one.access, here, 1)
      assert.equal(await one.access.miss(here), undefined)
      for (let call = 1; call < PLAN.callsInFlight; call++) {
        clock.set(clock.now() + 2)
        granted(await other.access.enter(there))
      }
      const crowded = await other.access.enter(there)
      assert.ok(crowded instanceof Fault && crowded.code === 'calls.too_many')
      granted(await one.access.enter(here))
    } finally {
      await one.close()
      await other.close()
    }
  })

  test('three nodes that are called too fast at the same time answer what the plan allows, within 5 %', async () => {
    const nodes = [await openNode(), await openNode(), await openNode()] as const
    try {
      await SharedPlans.save(nodes[0].database, stringify({ trial: { ...PLAN, ...RATE } }), 'plans.yaml')
      for (const { refresh } of nodes) await refresh()
      const key = await nodes[0].create()
      const startMs = performance.now()
      let calls = 0
      const callTooFast = async ({ access, account: accountOf }: (typeof nodes)[0]) => {
        while (performance.now() < startMs + FAST_MS) {
          const account = await accountOf(key) // looked up for each call, because the rate of an idle key is soon dropped
          if (!((await access.enter(account)) instanceof Fault)) {
            access.leave(account)
            calls++
          }
          await sleep(3)
        }
      }
      await Promise.all(nodes.map(callTooFast))
      const allowed = RATE.burst + (RATE.requestsPerSecond * (performance.now() - startMs)) / 1000
      // On a busy machine, a node may report a call late, dated to a time when the bucket was fuller.
      assert(Math.abs(calls - allowed) <= allowed * 0.05, `${calls} calls were let in of ${allowed}`)
    } finally {
      await SharedPlans.save(nodes[0].database, stringify({ trial: PLAN }), 'plans.yaml')
      for (const node of nodes) await node.close()
    }
  })

  test('a node whose clock is wrong by years uses the time of the database, and so has the same periods as other nodes', async () => {
    const node = await openNode()
    try {
      const yearsMs = 3 * 365 * 86_400_000
      const clock = await DatabaseClock.open(node.database, { now: () => systemClock.now() - yearsMs })
      const [before, shown, after] = [systemClock.now(), clock.now(), systemClock.now()]
      assert.ok(shown > before - 60_000 && shown < after + 60_000)
    } finally {
      await node.close()
    }
  })

  test('after a standby without the newest keys takes over, nodes forget those keys and admit keys that are created later', async () => {
    const node = await openNode()
    try {
      const remaining = await node.create()
      await node.account(remaining)
      const ask = (name: string, text: string, ...values: unknown[]) =>
        node.database.query<{ number: number }>({ name, text, values })
      const [before] = await ask('test-last-change', 'SELECT max(number) AS number FROM plat.key_change')
      const lost = await node.create()
      const { keyId } = await node.account(lost)
      await ask('test-lose-secret', 'DELETE FROM plat.secret WHERE key_id = $1', keyId)
      await ask('test-lose-key', 'DELETE FROM plat.key WHERE id = $1', keyId)
      await ask('test-lose-change', 'DELETE FROM plat.key_change WHERE number > $1', before?.number)
      const made = [await node.create(), await node.create()]
      await node.refresh()
      for (const key of made) await node.account(key)
      const refused = await node.access.admit(lost, false)
      assert.ok(refused instanceof Fault && refused.status === 401)
      await node.account(remaining)
    } finally {
      await node.close()
    }
  })

  test('a transaction that was stored while its connection broke counts once when it is sent again', async () => {
    const node = await openNode()
    try {
      const account = await node.account(await node.create())
      const store = new SharedLedger(node.database)
      const debit = {
        kind: 'debit',
        keyId: account.keyId,
        planNumber: 1,
        first: '2000-01-01',
        end: '9999-12-31',
        limit: 10,
        day: dayOf(account.periodStartMs),
        operation: '/x',
        credits: 3,
      } as const
      const first = await store.write(1, [debit])
      assert.deepEqual(await store.write(1, [debit]), first)
      assert.equal(await node.left(account), CREDITS - 3)
      await store.write(2, [debit, debit, debit])
      assert.equal(await node.left(account), CREDITS - 9, 'the last one was not covered')

      const simple = { ...debit, limit: 20, rate: { intervalMs: 1, emptyMs: 1000 } }
      await store.write(3, [simple])
      const other = { ...simple, operation: '/y', credits: 1 }
      const both = await store.write(4, [simple, other])
      assert.deepEqual(
        both.map(({ used, credits }) => [used, credits]),
        [
          [12, 3],
          [15, 1],
        ],
      )
      assert.deepEqual(await store.write(4, [simple, other]), both)
      assert.equal(await node.left(account), CREDITS - 16)
      const [covered, refused] = await store.write(5, [simple, simple])
      assert.deepEqual([covered?.credits, refused?.credits], [3, undefined])
      assert.equal(await node.left(account), CREDITS - 19)
    } finally {
      await node.close()
    }
  })
})
