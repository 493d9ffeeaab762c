import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { Disk } from '../../../test/access/simulated-disk.ts'
import { writePlans } from '../../../test/access/write-plans.ts'
import { fixedClock } from '../../base/clock.ts'
import { Fault } from '../../base/failure.ts'
import { silentLog } from '../../base/log.ts'
import type { Change } from '../../base/store-writer.ts'
import type { Access, Plan } from '../access.ts'
import { openAccess, openKeyring } from '../index.ts'
import { Leases } from './leases.ts'
import { Ledger } from './ledger.ts'
import { SettledLog } from './settled-log.ts'
import { openStore, storePath } from './store.ts'

const START_MS = Date.parse('2026-11-20T10:30:00Z')

const PLAN: Plan = {
  name: 'some',
  credits: 3000,
  period: 'month',
  areas: ['A'],
  skip: true,
  requestsPerSecond: 1000,
  burst: 1000,
  callsInFlight: 1000,
}

async function folder(context: TestContext, plan: Partial<Plan> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-leases-'))
  const clock = fixedClock(START_MS)
  writePlans(dataDir, [{ ...PLAN, ...plan }])
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  const { key, info } = await keyring.create({ plan: 'some', label: '' })
  const opened: Access[] = []
  context.after(async () => {
    for (const access of opened) await access.close()
    await keyring.close()
    rmSync(dataDir, { recursive: true })
  })
  const open = async () => {
    const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => true })
    opened.push(access)
    return access
  }
  return { dataDir, clock, keyring, key, info, open }
}

/** Calls until one is refused, several at a time; what was charged, and why it ended. */
async function spendAll(access: Access, key: string, credits = 1, atOnce = 4) {
  const spent = { credits: 0, why: new Set<string>() }
  const call = async () => {
    for (;;) {
      const account = await access.admit(key, false)
      if (account instanceof Fault) throw account
      const reservation = await access.reserve(account, '/byzpid', credits)
      if (reservation instanceof Fault) {
        spent.why.add(reservation.code)
        return
      }
      await new Promise(setImmediate)
      spent.credits += await access.settle(reservation)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, call))
  return spent
}

async function listed({ keyring }: Awaited<ReturnType<typeof folder>>): Promise<number | undefined> {
  return (await keyring.list())[0]?.creditsUsed
}

test('two services on one folder give a key the credits of its plan once, to the last one', async (context) => {
  for (const credits of [3000, 5]) {
    const trial = await folder(context, { credits })
    const both = [await trial.open(), await trial.open()]
    const spent = await Promise.all(both.map((access) => spendAll(access, trial.key)))
    assert.deepEqual([...new Set(spent.flatMap(({ why }) => [...why]))], ['credits.exhausted'])
    assert.equal(
      spent.reduce((sum, each) => sum + each.credits, 0),
      credits,
    )
    for (const access of both) await access.close()
    assert.equal(await listed(trial), credits)
  }
})

test('calls of several credits find those that two services have left, even where each has some', async (context) => {
  const trial = await folder(context, { credits: 62 })
  const both = [await trial.open(), await trial.open()]
  const spent = await Promise.all(both.map((access) => spendAll(access, trial.key, 6, 2)))
  assert.equal(
    spent.reduce((sum, each) => sum + each.credits, 0),
    60,
  )
  assert.equal((await spendAll(await trial.open(), trial.key, 1, 1)).credits, 2)
})

test('a key that spends fast gets larger leases, and one that does not has few credits set aside', async (context) => {
  for (const [pauseMs, least, most] of [
    [0, 2000, 6144],
    [2000, 0, 768],
  ] as const) {
    const trial = await folder(context, { credits: 1_000_000 })
    const access = await trial.open()
    const store = new DatabaseSync(storePath(trial.dataDir))
    const granted = store.prepare('SELECT granted FROM lease')
    let inHandMax = 0
    for (let spent = 0; spent < 5000; spent += 100) {
      trial.clock.set(trial.clock.now() + pauseMs)
      for (let call = 0; call < 100; call++) {
        const account = await access.admit(trial.key, false)
        assert.ok(!(account instanceof Fault))
        const reservation = await access.reserve(account, '/byzpid', 1)
        assert.ok(!(reservation instanceof Fault))
        await access.settle(reservation)
      }
      inHandMax = Math.max(inHandMax, Number(granted.get()?.granted) - spent - 100)
    }
    store.close()
    assert.ok(least <= inHandMax && inHandMax <= most, `${inHandMax} credits were set aside`)
  }
})

test('a key for which nothing can be leased gets no larger lease for having asked often', async () => {
  const disk = new Disk()
  disk.alive.add('other')
  const open = 'INSERT INTO lease (key_id, plan_number, owner, granted, spent) VALUES (?, ?, ?, ?, ?)'
  const credits = 100_000
  disk.write([{ sql: open, rows: [['key_1', 1, 'other', credits, 0]] }])
  let turns = 0
  const pause = async () => {
    turns += 1
    if (turns === 8) disk.write([{ sql: 'UPDATE lease SET granted = 0 WHERE owner = ?', rows: [['other']] }])
  }
  const writer = { write: async (changes: readonly Change[]) => disk.write(changes) }
  const parts = { store: disk.store, writer, writerId: 'here', clock: fixedClock(START_MS) }
  const ledger = new Ledger({ ...parts, logs: [new SettledLog()] })
  const leases = new Leases({ ...parts, folder: disk.folder(), lanes: 1, ledger, pause })
  const { tab, number } = ledger.purse('key_1', 1, { startMs: 0, endMs: undefined })
  const sizes = []
  for (const needed of [1, 513]) {
    assert.equal(await leases.cover({ tab: tab.number, purse: number, credits: needed, limit: credits }), undefined)
    sizes.push(disk.number('SELECT granted FROM lease WHERE owner = ?', 'here'))
  }
  assert.equal(turns, 8)
  assert.deepEqual(sizes, [512, 512 + 1024])
})

test('a service tells within a second what another one has spent', async (context) => {
  const trial = await folder(context)
  const [one, other] = [await trial.open(), await trial.open()]
  const account = await other.admit(trial.key, false)
  assert.ok(!(account instanceof Fault))
  const reservation = await one.reserve((await one.admit(trial.key, false)) as typeof account, '/byzpid', 7)
  assert.ok(!(reservation instanceof Fault))
  await one.settle(reservation)
  const untilMs = performance.now() + 5000
  while ((await other.remaining(account)) !== 2993) {
    assert.ok(performance.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})

const HERE = new URL('./', import.meta.url).href

/** A service that says each call it has charged, until it is killed. `question`: the last argument of its calls. */
function spender(dataDir: string, key: string, question = '') {
  const program = `
    const { openAccess } = await import('${HERE}../index.ts')
    const { fixedClock } = await import('${HERE}../../base/clock.ts')
    const { writeSync } = await import('node:fs')
    const access = await openAccess({ dataDir: ${JSON.stringify(dataDir)}, clock: fixedClock(${START_MS}),
      log: { info() {}, warn() {}, error() {} }, demo: () => false })
    for (;;) {
      const account = await access.admit('${key}', false)
      const reservation = await access.reserve(account, '/byzpid', 1${question})
      if (!reservation.operation) break
      writeSync(1, 's')
      await access.settle(reservation)
      writeSync(1, '.')
      if (Number(process.hrtime.bigint() % 50n) === 0) await new Promise(setImmediate)
    }
    setInterval(() => {}, 1000)`
  const path = join(dataDir, 'spender.ts')
  writeFileSync(path, program)
  const said = openSync(join(dataDir, 'said'), 'w')
  const child = spawn(process.execPath, [path], { stdio: ['ignore', said, 'inherit'] })
  closeSync(said)
  return child
}

test('of a service that was killed, the next one charges every call that was settled, and none that was not', async (context) => {
  const trial = await folder(context, { credits: 1_000_000 })
  let answered = 0
  let begun = 0
  for (let kill = 0; kill < 4; kill++) {
    const child = spender(trial.dataDir, trial.key)
    const path = join(trial.dataDir, 'said')
    const looking = setInterval(() => statSync(path).size > 700 * (kill + 1) && child.kill('SIGKILL'), 1)
    await once(child, 'close')
    clearInterval(looking)
    const said = readFileSync(path, 'utf8')
    answered += said.split('.').length - 1
    begun += said.split('s').length - 1
  }
  const access = await trial.open()
  const used = await listed(trial)
  assert.ok(used !== undefined && answered <= used && used <= begun, `${answered} <= ${used} <= ${begun}`)
  assert.ok(answered > 1000)
  const account = await access.admit(trial.key, false)
  assert.ok(!(account instanceof Fault))
  assert.equal(await access.remaining(account), 1_000_000 - used)
  await access.close()
  assert.deepEqual(readdirSync(join(trial.dataDir, 'access.leases')), [])
})

test('what a living service has leased is not taken for that of a dead one', async (context) => {
  const trial = await folder(context, { credits: 10 })
  const one = await trial.open()
  const account = await one.admit(trial.key, false)
  assert.ok(!(account instanceof Fault))
  const held = await one.reserve(account, '/byzpid', 9)
  assert.ok(!(held instanceof Fault))
  const other = await trial.open()
  assert.equal((await spendAll(other, trial.key, 1, 1)).credits, 1)
  await one.settle(held)
  assert.deepEqual([...(await spendAll(one, trial.key, 1, 1)).why], ['credits.exhausted'])
})

/** Asks a question that lasts; answers what it cost. */
async function ask(access: Access, key: string, text: string): Promise<number> {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  const reservation = await access.reserve(account, '/byzpid', 1, { text, lasts: true })
  if (reservation instanceof Fault) throw reservation
  await new Promise(setImmediate)
  return await access.settle(reservation)
}

test('a question that was paid at one service is free at another, and of both at once one pays', async (context) => {
  const trial = await folder(context)
  const both = [await trial.open(), await trial.open()] as const
  for (let round = 0; round < 20; round++) {
    const first = await ask(both[round % 2 === 0 ? 0 : 1], trial.key, `after ${round}`)
    const second = await ask(both[round % 2 === 0 ? 1 : 0], trial.key, `after ${round}`)
    assert.deepEqual([first, second], [1, 0])
    const paid = await Promise.all([...both, ...both].map((access) => ask(access, trial.key, `at once ${round}`)))
    assert.deepEqual(
      paid.toSorted((one, other) => one - other),
      [0, 0, 0, 1],
    )
  }
  for (const access of both) await access.close()
  assert.equal(await listed(trial), 40)
})

test('a question that a killed service had paid for is free at the next one', async (context) => {
  const trial = await folder(context)
  const child = spender(trial.dataDir, trial.key, ", { text: 'mine', lasts: true }")
  const path = join(trial.dataDir, 'said')
  const looking = setInterval(() => readFileSync(path, 'utf8').includes('.') && child.kill('SIGKILL'), 1)
  await once(child, 'close')
  clearInterval(looking)
  const next = await trial.open()
  assert.equal(await ask(next, trial.key, 'mine'), 0)
  assert.equal(await ask(next, trial.key, 'other'), 1)
  await next.close()
  assert.equal(await listed(trial), 2)
})

test('a question that a service had claimed when it was killed, and not charged for, is paid by the next call', async (context) => {
  const trial = await folder(context)
  const one = await trial.open()
  assert.equal(await ask(one, trial.key, 'mine'), 1)
  await one.close()
  const store = new DatabaseSync(storePath(trial.dataDir))
  store.exec("UPDATE paid SET owner = 'dead'")
  store.exec(
    `INSERT INTO lease (key_id, plan_number, owner, granted, spent) VALUES ('${trial.info.keyId}', 1, 'dead', 9, 0)`,
  )
  store.close()
  const next = await trial.open()
  assert.deepEqual([await ask(next, trial.key, 'mine'), await ask(next, trial.key, 'mine')], [1, 0])
})

test('files of earlier formats go on with their credits', async (context) => {
  for (const [version, older] of [
    [2, 'DROP TABLE paid; ALTER TABLE added DROP COLUMN by_user'],
    [1, 'DROP TABLE lease; DROP TABLE taken; DROP TABLE added; DROP TABLE paid'],
  ] as const) {
    const trial = await folder(context)
    const store = new DatabaseSync(storePath(trial.dataDir))
    store.exec(`${older}; PRAGMA user_version = ${version}`)
    store.exec(`INSERT INTO usage VALUES ('${trial.info.keyId}', 1, '2026-11-20', '/byzpid', 3, 3)`)
    store.close()
    openStore(trial.dataDir, false).close()
    assert.equal((await spendAll(await trial.open(), trial.key)).credits, 2997)
  }
})
