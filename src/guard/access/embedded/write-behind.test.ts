import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fixedClock } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT, Fault } from '../../../kit/base/failure.ts'
import { type Log, silentLog } from '../../../kit/base/log.ts'
import { type Change, StoreWriter } from '../../../kit/store/store-writer.ts'
import type { Access, Account } from '../access.ts'
import { openKeyring } from '../index.ts'
import { PlansFile } from '../plans-file.ts'
import { EmbeddedAccess } from './access.ts'
import { FolderOwner } from './folder-owner.ts'
import { LogFolder } from './log-folder.ts'
import { Revocations } from './revocations.ts'
import { ACCESS_FORMAT, openStore, storePath } from './store.ts'

const CLOCK = fixedClock(Date.parse('2026-11-20T10:30:00Z'))

/** An access whose timers stand still until `tick`, over a store that the test can reach. */
async function running(context: TestContext, log: Log = silentLog) {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-behind-'))
  const store = openStore(dataDir, false)
  const plans = new PlansFile(dataDir, silentLog)
  const path = storePath(dataDir)
  const thread = new StoreWriter({ path, names: ACCESS_FORMAT, durable: false })
  const disk = { isFull: false }
  const asked: Promise<unknown>[] = []
  const writer = {
    write(changes: readonly Change[], waitMs: number) {
      const full = new CommandFault('The disk is full.', EXIT.cannotWrite)
      const outcome = disk.isFull ? Promise.reject(full) : thread.write(changes, waitMs)
      asked.push(outcome)
      return outcome
    },
    close: () => thread.close(),
  }
  const parts = {
    store,
    writer,
    service: 'w1',
    path,
    plans,
    revocations: new Revocations(dataDir),
    folder: new LogFolder(dataDir),
    owner: new FolderOwner(dataDir, CLOCK),
    clock: CLOCK,
    log,
    demo: () => true,
  }
  const keyring = await openKeyring(dataDir, CLOCK, randomBytes)
  const issued = await keyring.create({ plan: 'basic', label: '' })
  const access = new EmbeddedAccess(parts)
  await access.begin()
  context.after(async () => {
    await keyring.close()
    await thread.close()
    if (store.isOpen) store.close()
    rmSync(dataDir, { recursive: true })
  })
  const reader = new DatabaseSync(storePath(dataDir), { readOnly: true })
  context.after(() => reader.close())
  const written = () => Number(reader.prepare('SELECT coalesce(sum(credits), 0) AS credits FROM usage').get()?.credits)
  /** Lets so much time go by, and waits until what was written then is on file. */
  const tick = async (ms: number) => {
    context.mock.timers.tick(ms)
    await Promise.allSettled(asked.splice(0))
    await new Promise(setImmediate)
  }
  return { access, dataDir, disk, keyring, issued, store, written, tick }
}

async function spend(access: Access, key: string, calls: number): Promise<Account> {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  for (let call = 0; call < calls; call++) {
    const reservation = await access.reserve(account, '/byzpid', 1)
    if (reservation instanceof Fault) throw reservation
    await access.settle(reservation)
  }
  return account
}

test('it can be told how many charged calls are not on file, and how long the oldest of them may have waited', async (context) => {
  const { access, issued, disk, tick } = await running(context)
  const startMs = CLOCK.now()
  context.after(() => CLOCK.set(startMs))
  assert.deepEqual(access.unwritten, { calls: 0, lagMs: 0 })
  await spend(access, issued.key, 3)
  CLOCK.set(startMs + 150)
  assert.deepEqual(access.unwritten, { calls: 3, lagMs: 150 })
  await tick(200)
  assert.deepEqual(access.unwritten, { calls: 0, lagMs: 0 })

  disk.isFull = true
  CLOCK.set(startMs + 1000)
  await tick(200)
  await spend(access, issued.key, 2)
  CLOCK.set(startMs + 9000)
  await tick(200)
  assert.deepEqual(access.unwritten, { calls: 2, lagMs: 8000 })
  await spend(access, issued.key, 1)
  disk.isFull = false
  CLOCK.set(startMs + 9500)
  await tick(200)
  assert.deepEqual(access.unwritten, { calls: 1, lagMs: 500 }, 'what was charged after the write that failed')
  await tick(200)
  assert.deepEqual(access.unwritten, { calls: 0, lagMs: 0 })
})

test('settled credits are on file 200 ms later, in one go', async (context) => {
  const { access, issued, written, tick } = await running(context)
  await spend(access, issued.key, 100)
  assert.equal(written(), 0)
  await tick(200)
  assert.equal(written(), 100)
  await spend(access, issued.key, 1)
  await tick(200)
  assert.equal(written(), 101)
})

test('keys made and revoked by another process are in force 250 ms later', async (context) => {
  const { access, keyring, issued, tick } = await running(context)
  await keyring.revoke(issued.info.keyId)
  const fresh = await keyring.create({ plan: 'pro', label: '' })
  await tick(250)
  assert.ok((await access.admit(issued.key, false)) instanceof Fault)
  assert.ok(!((await access.admit(fresh.key, false)) instanceof Fault))
})

test('a key made a moment ago is let in at once', async (context) => {
  const { access, keyring } = await running(context)
  const { key, info } = await keyring.create({ plan: 'pro', label: '' })
  const account = await access.admit(key, false)
  assert.equal(account instanceof Fault ? account.message : account.keyId, info.keyId)
})

test('while another program holds the lock, calls are answered, charged and told of, and nothing is lost', async (context) => {
  const { access, dataDir, issued, keyring, written, tick } = await running(context)
  const { key } = await keyring.create({ plan: 'pro', label: '' })
  await spend(access, issued.key, 1)
  await tick(200)
  const holder = new DatabaseSync(join(dataDir, 'access.sqlite'))
  holder.exec('BEGIN IMMEDIATE')
  await spend(access, issued.key, 3)
  context.mock.timers.tick(200)
  const order: string[] = []
  const flushed = tick(0).then(() => order.push('written'))
  const account = await spend(access, issued.key, 4)
  const unknown = await access.admit(key, false)
  assert.ok(!(unknown instanceof Fault))
  assert.deepEqual(await access.usage(account), [{ day: '2026-11-20', operation: '/byzpid', calls: 8, credits: 8 }])
  order.push('answered')
  holder.exec('ROLLBACK')
  holder.close()
  await flushed
  assert.deepEqual(order, ['answered', 'written'])
  assert.equal(written(), 4)
  await tick(200)
  assert.equal(written(), 8)
})

test('a plan and the first key on it, made within one turn, are in force together', async (context) => {
  const { access, dataDir, tick } = await running(context)
  const plans = join(dataDir, 'plans.yaml')
  writeFileSync(plans, readFileSync(plans, 'utf8').replace('pro:', 'gold:'))
  const keyring = await openKeyring(dataDir, CLOCK, randomBytes)
  const { key } = await keyring.create({ plan: 'gold', label: '' })
  await keyring.close()
  await tick(250)
  const account = await access.admit(key, false)
  assert.equal(account instanceof Fault ? account.message : account.plan.name, 'gold')
})

test('on a full disk calls go on until the log has no room and are refused then, none for free; all is written when there is room', async (context) => {
  const lines: string[] = []
  const note = (_: object, message: string) => lines.push(message)
  const { access, disk, issued, written, tick } = await running(context, { info: note, warn: note, error: note })
  const account = await spend(access, issued.key, 1)
  disk.isFull = true
  let answered = 1
  for (; ; answered++) {
    const reservation = await access.reserve(account, `/operation/${answered % 500}`, 1)
    if (reservation instanceof Fault) {
      assert.deepEqual([reservation.code, reservation.extras.retryAfterS], ['server.busy', 2])
      break
    }
    await access.settle(reservation)
  }
  assert.equal(answered, 8192)
  for (let turn = 0; turn < 5; turn++) await tick(200)
  assert.equal(lines.length, 1)
  assert.equal(lines[0], 'The disk is full. Until then charged calls are kept in the logs of settled calls.')
  assert.equal(written(), 0)
  assert.equal(await access.remaining(account), 10_000 - 8192)
  assert.equal((await access.usage(account)).length, 501)
  disk.isFull = false
  await tick(200)
  await tick(200)
  assert.equal(written(), 8192)
  assert.match(lines[1] ?? '', /works again: nothing was lost$/)
})

test('closing writes what is new, and closing again does nothing', async (context) => {
  const first = await running(context)
  await spend(first.access, first.issued.key, 3)
  await first.access.close()
  assert.equal(first.written(), 3)
  await first.access.close()
})

test('closing rejects with one sentence when what is new cannot be written', async (context) => {
  const { access, disk, issued, store } = await running(context)
  await spend(access, issued.key, 3)
  disk.isFull = true
  await assert.rejects(access.close(), /^CommandFault: The disk is full\.$/)
  assert.equal(store.isOpen, false)
})
