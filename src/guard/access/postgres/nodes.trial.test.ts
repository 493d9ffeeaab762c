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
import { letIn } from '../../../../test/access/rate-simulation.ts'
import { needs } from '../../../../test/needs.ts'
import { hangingProxy } from '../../../../test/postgres/hanging-proxy.ts'
import { startServer, type TestServer } from '../../../../test/postgres/server.ts'
import { type Clock, fixedClock, systemClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { Database } from '../../../kit/postgres/database.ts'
import { DatabaseClock } from '../../../kit/postgres/database-clock.ts'
import type { Account, Plan, Reservation } from '../access.ts'
import { openAccess, openKeyring, plansText } from '../index.ts'
import { StoredKeyring } from '../stored-keyring.ts'
import { PostgresAccess } from './access.ts'
import { KeyDatabase } from './key-database.ts'
import { migrateAccess } from './migrations.ts'
import { SharedPlans } from './plans.ts'

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

/** A program that spends, and how many of its calls were answered so far. */
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

  /** The access of one more node, over connections of its own, and a new key. */
  async function openNode(clock: Clock = systemClock, url = server.url()) {
    const database = await Database.open({ url })
    await migrateAccess(database)
    const plans = await SharedPlans.open(database, silentLog, stringify({ trial: PLAN }))
    const access = await PostgresAccess.open({ database, plans, clock, log: silentLog, demo: () => false })
    const keyring = new StoredKeyring({
      store: new KeyDatabase(database),
      plans,
      clock: systemClock,
      randomness: randomBytes,
    })
    return {
      access,
      database,
      create: async () => (await keyring.create({ plan: 'trial', label: '' })).key,
      account: async (key: string): Promise<Account> => granted(await access.admit(key, false)),
      async close() {
        await access.close()
        await database.close()
      },
    }
  }

  test('three of them spend exactly the credits of a key, though one is killed in the middle', async () => {
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
      // The credits that the killed node held come back within some seconds.
      while ((await heldBy(node.database)) > 0) await sleep(50)
      let left = 0
      for (let last: Reservation | Fault; ; left++) {
        last = await node.access.reserve(account, '/byzpid', 1)
        if (last instanceof Fault) break
        await node.access.settle(last)
      }
      const [used] = await node.access.usage(account)
      assert.deepEqual([used?.calls, used?.credits], [CREDITS, CREDITS])
      const answered = left + spenders.reduce((sum, spender) => sum + spender.answered, 0)
      // The calls of its last batch may be charged without their answers having left the killed node.
      assert.ok(answered <= CREDITS && answered >= CREDITS - 8, `${answered} were answered`)
    } finally {
      for (const { process: child } of spenders) child.kill('SIGKILL')
      await node.close()
    }
  })

  test('while the server is gone calls that cost are refused with 503 and charged nothing; once it is back they go on', async () => {
    const node = await openNode()
    try {
      const key = await node.create()
      const account = await node.account(key)
      await node.access.settle(granted(await node.access.reserve(account, '/byzpid', 1)))
      const flying = granted(await node.access.reserve(account, '/byzpid', 5))
      await server.stop()
      const refused = await node.access.reserve(account, '/byzpid', 1)
      assert.ok(refused instanceof Fault && refused.status === 503)
      await assert.rejects(node.access.settle(flying), (error) => error instanceof Fault && error.status === 503)
      assert.equal((await node.account(key)).keyId, account.keyId)
      assert.equal(await node.access.settle(granted(await node.access.reserve(account, '/usage', 0))), 0)
      await server.start()
      const again = await node.access.reserve(account, '/byzpid', 2)
      await node.access.settle(granted(again))
      assert.equal(await node.access.remaining(account), CREDITS - 3)
    } finally {
      await node.close()
    }
  })

  test('while the server says nothing calls that cost are refused with 503, and nothing is charged once it goes on', async () => {
    const proxy = await hangingProxy(server.port)
    const node = await openNode(systemClock, server.url().replace(`:${server.port}/`, `:${proxy.port}/`))
    try {
      const account = await node.account(await node.create())
      await node.access.settle(granted(await node.access.reserve(account, '/byzpid', 1)))
      const flying = granted(await node.access.reserve(account, '/byzpid', 5))
      const isBusy = (error: unknown) => error instanceof Fault && error.status === 503
      proxy.hang()
      const settling = node.access.settle(flying)
      const asking = node.access.reserve(account, '/byzpid', 1)
      await assert.rejects(settling, isBusy)
      assert.ok(isBusy(await asking))
      assert.ok(isBusy(await node.access.reserve(account, '/byzpid', 1)))
      proxy.resume() // the batch that was given up arrives now, or has not left
      let again = await node.access.reserve(account, '/byzpid', 2)
      while (isBusy(again)) again = await node.access.reserve(account, '/byzpid', 2)
      await node.access.settle(granted(again))
      assert.equal(await node.access.remaining(account), CREDITS - 3)
    } finally {
      await node.close()
      await proxy.close()
    }
  })

  test('until a node has served, keys are made for the plans of the folder, which its first node puts into force', async () => {
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

  test('requests and misses of a key count together on all nodes', async () => {
    const clock = fixedClock(systemClock.now())
    const [one, other] = [await openNode(clock), await openNode(clock)]
    try {
      const key = await one.create()
      const here = await one.account(key)
      const enter = async (access: PostgresAccess, account: Account, times: number) => {
        for (let time = 0; time < times; time++) {
          granted(await access.enter(account))
          access.leave(account)
          access.miss(account)
        }
      }
      await enter(one.access, here, BURST - 10)
      await one.access.shareRates()
      const there = await other.account(key) // only now: the rate of a key that does not call is soon forgotten
      await enter(other.access, there, 8) // the other one may hold a lease of two more
      for (let miss = 0; miss < 2; miss++) other.access.miss(there)
      await other.access.shareRates()
      const more = await Promise.all(Array.from({ length: 3 }, async () => other.access.enter(there)))
      const refused = more.find((entered) => entered instanceof Fault)
      assert.equal(refused?.code, 'rate.exceeded')
      assert.equal(other.access.missesTooMany(there)?.code, 'misses.exceeded')
      assert(other.access.rate(there).remaining <= 2)
      clock.set(clock.now() + 25)
      granted(await other.access.enter(there))
      clock.set(clock.now() + 60_000)
      await one.access.recover()
      assert.equal(one.access.rate(here).remaining, BURST)
    } finally {
      await one.close()
      await other.close()
    }
  })

  test('three nodes let through as many calls of a key as its plan allows, however these come to them', async () => {
    const database = await Database.open({ url: server.url() })
    const ways = [
      { nodes: 3, way: 'spread', load: 3, atOnce: 1 },
      { nodes: 3, way: 'one', load: 0.9, atOnce: 10 },
      { nodes: 2, way: 'moving', load: 1.1, atOnce: 1, dies: 0 },
    ] as const
    const plan = { ...PLAN, name: 'basic', requestsPerSecond: 5, burst: 20, callsInFlight: 1000 }
    try {
      for (const [seed, way] of ways.entries()) {
        const { calls, alone } = await letIn(database, { ...way, seed, plan, seconds: 30 })
        assert(calls >= alone * 0.95, `${calls} of ${alone} calls, ${JSON.stringify(way)}`)
      }
    } finally {
      await database.close()
    }
  })

  test('three nodes that are called too fast at once let through what the plan allows, to 5 %', async () => {
    const nodes = [await openNode(), await openNode(), await openNode()] as const
    try {
      await SharedPlans.save(nodes[0].database, stringify({ trial: { ...PLAN, ...RATE } }), 'plans.yaml')
      for (const { access } of nodes) await access.refresh()
      const key = await nodes[0].create()
      const startMs = performance.now()
      let calls = 0
      const callTooFast = async ({ access, account: accountOf }: (typeof nodes)[0]) => {
        while (performance.now() < startMs + FAST_MS) {
          const account = await accountOf(key) // as for each call: the rate of a key that does not call is soon forgotten
          if (!((await access.enter(account)) instanceof Fault)) {
            access.leave(account)
            calls++
          }
          await sleep(3)
        }
      }
      await Promise.all(nodes.map(callTooFast))
      const allowed = RATE.burst + (RATE.requestsPerSecond * (performance.now() - startMs)) / 1000
      // A node that tells late, on a busy machine, tells of an earlier moment, at which the bucket owed less.
      assert(Math.abs(calls - allowed) <= allowed * 0.05, `${calls} calls were let in of ${allowed}`)
    } finally {
      await SharedPlans.save(nodes[0].database, stringify({ trial: PLAN }), 'plans.yaml')
      for (const node of nodes) await node.close()
    }
  })

  test('calls in flight of a key count together on all nodes, and those of a node that is gone no more', async () => {
    const clock = fixedClock(systemClock.now())
    const [one, other] = [await openNode(clock), await openNode(clock)]
    try {
      const key = await one.create()
      const [here, there] = [await one.account(key), await other.account(key)]
      const refused = (entered: unknown) => entered instanceof Fault && entered.code
      for (let call = 0; call < PLAN.callsInFlight - 1; call++) granted(await one.access.enter(here))
      await one.access.shareRates()
      granted(await other.access.enter(there))
      await other.access.shareRates()
      assert.equal(refused(await other.access.enter(there)), 'calls.too_many')
      one.access.leave(here)
      await one.access.shareRates()
      await other.access.shareRates()
      granted(await other.access.enter(there))
      await other.access.shareRates()
      assert.equal(refused(await other.access.enter(there)), 'calls.too_many')
      const ends = "UPDATE plat.in_flight SET until = clock_timestamp() - interval '1 second'"
      await one.database.query({ name: 'test-node-ends', text: ends })
      await other.access.shareRates()
      granted(await other.access.enter(there))
    } finally {
      await one.close()
      await other.close()
    }
  })

  test('a node whose own clock is years off has the time of the database, and so the same periods as all others', async () => {
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

  test('a node that was taken for dead settles nothing that it held, and goes on', async () => {
    const node = await openNode()
    try {
      const account = await node.account(await node.create())
      const late = granted(await node.access.reserve(account, '/byzpid', 5))
      const ends = "UPDATE plat.session SET until = clock_timestamp() - interval '1 second' WHERE NOT ended"
      await node.database.query({ name: 'test-ends', text: ends })
      await node.access.recover()
      assert.equal(await node.access.remaining(account), CREDITS)
      await assert.rejects(node.access.settle(late), (error) => error instanceof Fault && error.status === 503)
      await node.access.settle(granted(await node.access.reserve(account, '/byzpid', 1)))
      assert.deepEqual(
        (await node.access.usage(account)).map(({ credits }) => credits),
        [1],
      )
    } finally {
      await node.close()
    }
  })

  test('where a standby takes over that lacks the last keys, nodes forget those, and let in what is made next', async () => {
    const node = await openNode()
    try {
      const kept = await node.create()
      await node.account(kept)
      const ask = (name: string, text: string, ...values: unknown[]) =>
        node.database.query<{ changes: string }>({ name, text, values })
      const [before] = await ask('test-history', 'SELECT changes FROM plat.key_history')
      const lost = await node.create()
      const { keyId } = await node.account(lost)
      await ask('test-lose-secret', 'DELETE FROM plat.secret WHERE key_id = $1', keyId)
      await ask('test-lose-key', 'DELETE FROM plat.key WHERE id = $1', keyId)
      await ask('test-lose-change', 'UPDATE plat.key_history SET changes = $1', before?.changes)
      const made = [await node.create(), await node.create()]
      await node.access.refresh()
      for (const key of made) await node.account(key)
      const refused = await node.access.admit(lost, false)
      assert.ok(refused instanceof Fault && refused.status === 401)
      await node.account(kept)
    } finally {
      await node.close()
    }
  })

  test('of what was held on former days only what is still set aside stays', async () => {
    const node = await openNode()
    try {
      const account = await node.account(await node.create())
      await node.access.settle(granted(await node.access.reserve(account, '/byzpid', 5)))
      const days = async () => {
        await node.access.sweep()
        const text = 'SELECT credits FROM plat.hold WHERE key_id = $1'
        return node.database.query({ name: 'test-days', text, values: [account.keyId] })
      }
      assert.deepEqual(await days(), [{ credits: 0 }])
      await node.database.query({ name: 'test-past', text: 'UPDATE plat.hold SET day = day - 3' })
      assert.deepEqual(await days(), [])
      granted(await node.access.reserve(account, '/byzpid', 4))
      await node.database.query({ name: 'test-past', text: 'UPDATE plat.hold SET day = day - 3' })
      assert.deepEqual(await days(), [{ credits: 4 }])
    } finally {
      await node.close()
    }
  })

  test('a batch that was taken while its connection broke is charged once where it is sent again, and taken back where it is given up', async () => {
    const node = await openNode()
    try {
      const key = await node.create()
      const account = await node.account(key)
      const hold = granted(await node.access.reserve(account, '/byzpid', 5))
      await node.access.settle(hold)
      const [session] = await node.database.query<{ id: number; batch: number; key: string }>({
        name: 'test-session',
        text: 'SELECT id, batch FROM plat.session WHERE NOT ended ORDER BY id DESC LIMIT 1',
      })
      assert.ok(session)
      const asked = {
        key: account.keyId,
        plan: 1,
        first: '2000-01-01',
        end: '9999-12-31',
        day: '2026-11-20',
        limit: 10,
        credits: [3],
      }
      const charge = async (number: number, settled: readonly object[], wanted: readonly object[]) => {
        const values = [session.id, number, '1 minute', JSON.stringify(settled), JSON.stringify(wanted)]
        const text = 'SELECT plat.charge($1, $2, $3, $4, $5) AS answer'
        const [row] = await node.database.query<{ answer: unknown }>({ name: 'test-charge', text, values })
        return row?.answer
      }
      const first = await charge(session.batch + 1, [], [asked])
      assert.deepEqual(first, { settled: [], left: [5] })
      assert.deepEqual(await charge(session.batch + 1, [], [asked]), first)
      const line = { key: account.keyId, plan: 1, day: '2026-11-20', operation: '/x', calls: 1, held: 3, credits: 3 }
      assert.deepEqual(await charge(session.batch + 2, [line], []), { settled: [3], left: [] })
      const giveUp = { name: 'test-give-up', text: 'SELECT plat.give_up($1, $2, $3)' }
      for (let time = 0; time < 2; time++) {
        await node.database.query({ ...giveUp, values: [session.id, session.batch + 2, JSON.stringify([line])] })
      }
      assert.equal(await charge(session.batch + 3, [], [asked]), null)
      assert.equal(await node.access.remaining(account), CREDITS - 5)
    } finally {
      await node.close()
    }
  })
})

async function heldBy(database: Database): Promise<number> {
  const text = 'SELECT coalesce(sum(credits), 0)::bigint AS held FROM plat.hold'
  const [row] = await database.query<{ held: number }>({ name: 'test-held', text })
  return row?.held ?? 0
}
