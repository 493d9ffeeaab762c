import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { writePlans } from '../../../../test/access/write-plans.ts'
import { fixedClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import type { Access, Plan } from '../access.ts'
import { openAccess, openKeyring, ownerOf, requireFree } from '../index.ts'

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
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-owner-'))
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
  const open = async (options: { readonly url?: string } = {}) => {
    const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => true, ...options })
    opened.push(access)
    return access
  }
  return { dataDir, clock, keyring, key, info, open }
}

async function listed({ keyring }: Awaited<ReturnType<typeof folder>>): Promise<number | undefined> {
  return (await keyring.list())[0]?.creditsUsed
}

const HERE = new URL('./', import.meta.url).href

/** A service that runs until it is killed. It prints `s` when a call begins and `.` when it is answered. */
function spender(dataDir: string, key: string, idempotencyKey = '') {
  const program = `
    const { openAccess } = await import('${HERE}../index.ts')
    const { fixedClock } = await import('${HERE}../../../kit/base/clock.ts')
    const { writeSync } = await import('node:fs')
    const access = await openAccess({ dataDir: ${JSON.stringify(dataDir)}, clock: fixedClock(${START_MS}),
      log: { info() {}, warn() {}, error() {} }, demo: () => false })
    for (;;) {
      const account = await access.admit('${key}', false)
      writeSync(1, 's')
      const debit = await access.debit(account, { operation: '/byzpid', credits: 1${idempotencyKey} })
      if (!debit.operation) break
      await access.settle(debit)
      writeSync(1, '.')
      if (Number(process.hrtime.bigint() % 50n) === 0) await new Promise(setImmediate)
    }
    setInterval(() => {}, 1000)`
  const path = join(dataDir, 'spender.ts')
  writeFileSync(path, program)
  const output = openSync(join(dataDir, 'output'), 'w')
  const child = spawn(process.execPath, [path], { stdio: ['ignore', output, 'inherit'] })
  closeSync(output)
  return child
}

test('after a service was killed, every answered call is charged, and no call that had not begun', async (context) => {
  const trial = await folder(context, { credits: 1_000_000 })
  let answered = 0
  let begun = 0
  for (let kill = 0; kill < 4; kill++) {
    const child = spender(trial.dataDir, trial.key)
    const path = join(trial.dataDir, 'output')
    const watching = setInterval(() => statSync(path).size > 700 * (kill + 1) && child.kill('SIGKILL'), 1)
    await once(child, 'close')
    clearInterval(watching)
    const output = readFileSync(path, 'utf8')
    answered += output.split('.').length - 1
    begun += output.split('s').length - 1
  }
  const access = await trial.open()
  const used = await listed(trial)
  assert.ok(used !== undefined && answered <= used && used <= begun, `${answered} <= ${used} <= ${begun}`)
  assert.ok(answered > 1000)
  const account = await access.admit(trial.key, false)
  assert.ok(!(account instanceof Fault))
  assert.equal((await access.balance(account)).remaining, 1_000_000 - used)
  await access.close()
})

/** Makes a call whose idempotency key survives a restart. Returns the credits that the call cost. */
async function costOfCall(access: Access, key: string, text: string): Promise<number> {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  const debit = await access.debit(account, { operation: '/byzpid', credits: 1, idempotencyKey: { text, lasts: true } })
  if (debit instanceof Fault) throw debit
  await new Promise(setImmediate)
  return (await access.settle(debit)).credits
}

test('an idempotency key that a killed service had charged is free at the next service', async (context) => {
  const trial = await folder(context)
  const child = spender(trial.dataDir, trial.key, ", idempotencyKey: { text: 'mine', lasts: true }")
  const path = join(trial.dataDir, 'output')
  const watching = setInterval(() => readFileSync(path, 'utf8').includes('.') && child.kill('SIGKILL'), 1)
  await once(child, 'close')
  clearInterval(watching)
  const next = await trial.open()
  assert.equal(await costOfCall(next, trial.key, 'mine'), 0)
  assert.equal(await costOfCall(next, trial.key, 'other'), 1)
  await next.close()
  assert.equal(await listed(trial), 2)
})

test('a second service on a folder is refused with a sentence that names the first, until the first has ended', async (context) => {
  const trial = await folder(context)
  assert.equal(ownerOf(trial.dataDir), undefined)
  const one = await trial.open({ url: 'http://127.0.0.1:1' })
  const sentence = new RegExp(
    `^CommandFault: Process ${process.pid}, a service since 2026-11-20 10:30:00 UTC, is using the data folder .* Stop it first, or name another folder with --data\\.$`,
  )
  await assert.rejects(trial.open(), sentence)
  assert.throws(() => requireFree(trial.dataDir), sentence)
  assert.deepEqual(ownerOf(trial.dataDir), { pid: process.pid, sinceMs: START_MS, url: 'http://127.0.0.1:1' })
  await one.close()
  requireFree(trial.dataDir)
  await trial.open()
})
