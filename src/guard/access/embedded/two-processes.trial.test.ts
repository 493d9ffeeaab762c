import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { writePlans } from '../../../../test/access/write-plans.ts'
import { systemClock } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import type { Plan } from '../access.ts'
import { openKeyring } from '../index.ts'
import { openStore, storePath } from './store.ts'

const SOME: Plan = {
  name: 'some',
  credits: 100,
  period: 'month',
  areas: ['A'],
  skip: true,
  requestsPerSecond: 1000,
  burst: 1000,
  callsInFlight: 1000,
}
const MORE: Plan = { ...SOME, name: 'more', credits: 200 }

/** Changes take effect within a second. The test allows more, for slow machines. */
const SOON_MS = 60_000
const LOOK_MS = 20

const HERE = new URL('./', import.meta.url).href

/** Reads keys from its input, and prints each change to a key's plan and credits, or the failure. */
const WATCHER = `
  const { openAccess } = await import('${HERE}../index.ts')
  const { systemClock } = await import('${HERE}../../../kit/base/clock.ts')
  const access = await openAccess({ dataDir: process.argv[2], clock: systemClock, demo: () => false,
    log: { info() {}, warn() {}, error() {} } })
  const keys = new Set()
  const seen = new Map()
  process.stdin.setEncoding('utf8').on('data', (text) => { for (const key of text.split('\\n')) if (key) keys.add(key) })
  process.stdin.on('end', () => process.exit())
  setInterval(async () => {
    for (const key of keys) {
      const admitted = await access.admit(key, false)
      const state = admitted.plan ? admitted.plan.name + ' ' + admitted.plan.credits : admitted.code
      if (seen.get(key) === state) continue
      seen.set(key, state)
      process.stdout.write(key + ' ' + state + '\\n')
    }
  }, ${LOOK_MS})`

class Watcher {
  readonly #child: ChildProcess
  readonly #seen = new Map<string, string>()

  constructor(dataDir: string) {
    const path = join(dataDir, 'watcher.ts')
    writeFileSync(path, WATCHER)
    this.#child = spawn(process.execPath, [path, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (output + text).split('\n')
      output = lines.pop() ?? ''
      for (const line of lines) this.#seen.set(line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1))
    })
  }

  watch(key: string): void {
    this.#child.stdin?.write(`${key}\n`)
  }

  async sees(key: string, state: string): Promise<void> {
    const untilMs = performance.now() + SOON_MS
    while (this.#seen.get(key) !== state) {
      assert.equal(this.#child.exitCode, null, 'the service has ended')
      assert.ok(performance.now() < untilMs, `seen was ${this.#seen.get(key)}, not ${state}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'close')
    this.#child.kill('SIGKILL')
    await ended
  }
}

async function serviceAndCommands(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-two-'))
  writePlans(dataDir, [SOME, MORE])
  const keyring = await openKeyring(dataDir, systemClock, randomBytes)
  const service = new Watcher(dataDir)
  context.after(async () => {
    await service.end()
    await keyring.close()
    rmSync(dataDir, { recursive: true })
  })
  return { dataDir, keyring, service }
}

test('every change of a key or a plan that another process makes takes effect in a running service', async (context) => {
  const { dataDir, keyring, service } = await serviceAndCommands(context)
  const { key, info } = await keyring.create({ plan: 'some', label: '' })
  service.watch(key)
  await service.sees(key, 'some 100')

  await keyring.addCredits(info.keyId, '11')
  await service.sees(key, 'some 111')
  await keyring.changePlan(info.keyId, 'more')
  await service.sees(key, 'more 200')
  writePlans(dataDir, [SOME, { ...MORE, credits: 300 }])
  await service.sees(key, 'more 300')
  writePlans(dataDir, [SOME])
  await service.sees(key, 'plan.unknown')
  writePlans(dataDir, [SOME, MORE])
  await service.sees(key, 'more 200')

  const rotated = await keyring.rotate(info.keyId, 0)
  service.watch(rotated.key)
  await service.sees(rotated.key, 'more 200')
  await service.sees(key, 'key.expired')
  await keyring.revoke(info.keyId)
  await service.sees(rotated.key, 'key.revoked')
  const late = await keyring.create({ plan: 'some', label: '' })
  service.watch(late.key)
  await service.sees(late.key, 'some 100')
})

test('a store that another process has locked is refused with the advice to try again', (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-held-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  openStore(dataDir, false).close()
  const holder = new DatabaseSync(storePath(dataDir))
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  context.after(() => holder.close())
  assert.throws(
    () => openStore(dataDir, false),
    (error) => {
      assert.ok(error instanceof CommandFault, String(error))
      assert.match(error.message, /^[^\n]* is being changed by another process: try again once it is done\.$/)
      assert.equal(error.exitCode, EXIT.busy)
      return true
    },
  )
})
