import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Access } from '../src/guard/access/access.ts'
import { openAccess, openKeyring } from '../src/guard/access/index.ts'
import { systemClock } from '../src/kit/base/clock.ts'
import { Fault } from '../src/kit/base/failure.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { checkAll } from '../src/kit/store/store-check.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { scratch } from '../test/e2e/program.ts'
import { Random } from '../test/engine/random.ts'
import type { Asked, Attack, Measured } from './attack.ts'
import { compiled, startFrom, WAYS, type Way } from './failing-disk/disk.ts'

const SEED = 20_261_122
const CREDITS = 400
const CALLS = 200

/** Operations that go wrong in each way, and the most that a run may take. */
const TRIES = 40
const RUN_MS_MAX = 120_000

/** Calls in flight, of which each may be answered free of charge where neither of its two files can be written. */
const IN_FLIGHT = 1

export const failingLedger: Attack = {
  name: 'failing-ledger',
  promise:
    'whichever file operation of a service that charges calls fails, or is its last, it does not hang, no call is charged twice, and each that it answered is charged, but for one where nothing can be written from then on, and for those that a power cut takes back',
  short: () => attack({}, ['full', 'torn'], 1),
  full: (asked) => attack(asked, WAYS, asked.requests ?? TRIES),
}

/** After a power cut, calls that were answered just before may be free; nothing is charged twice, and none for nothing. */
async function attack({ seed = SEED }: Asked, ways: readonly Way[], tries: number): Promise<Measured> {
  const folder = scratch()
  try {
    const library = compiled(folder.path)
    if (library === undefined) return { 'left out, since this machine has no C compiler': 1 }
    const random = new Random(seed)
    const trial = await Trial.begin(folder.path, library)
    const operations = await trial.count()
    const measured: Record<string, number> = { operations }
    for (const way of ways) {
      for (let at = 0; at < tries; at++) {
        await trial.goesWrong(way, 1 + Math.floor((operations / tries) * (at + random.next())))
      }
      measured[`${way}: answered, not charged`] = trial.free
      trial.free = 0
    }
    assert.deepEqual(trial.problems, [])
    return { ...measured, 'calls answered': trial.answered, 'calls in flight that were charged': trial.charged }
  } finally {
    folder.remove()
  }
}

/** A folder with one key, spent from again and again from the same beginning. */
class Trial {
  answered = 0
  charged = 0
  free = 0
  readonly problems: string[] = []
  readonly #key: string
  readonly #before: string
  readonly #dataDir: string
  readonly #counted: string
  /** The folder that a power cut would leave. */
  readonly #synced: string
  readonly #library: string

  private constructor(folder: string, library: string, key: string) {
    this.#before = join(folder, 'before')
    this.#dataDir = join(folder, 'spent')
    this.#counted = join(folder, 'counted')
    this.#synced = join(folder, 'synced')
    this.#library = library
    this.#key = key
  }

  static async begin(folder: string, library: string): Promise<Trial> {
    const before = join(folder, 'before')
    mkdirSync(before)
    const limits = { requestsPerSecond: 10_000, burst: 10_000, callsInFlight: 100 }
    writePlans(before, [{ name: 'some', credits: CREDITS, period: 'once', areas: ['A'], skip: true, ...limits }])
    const keyring = await openKeyring(before, systemClock, randomBytes)
    const { key } = await keyring.create({ plan: 'some', label: '' })
    await keyring.close()
    return new Trial(folder, library, key)
  }

  /** How many file operations a run takes in which nothing goes wrong. */
  async count(): Promise<number> {
    startFrom(this.#before, this.#dataDir)
    const said = await this.#spend({ DISK_COUNT: this.#counted })
    assert.equal(said, 's.'.repeat(CALLS))
    assert.equal(await this.#used(), CALLS)
    return statSync(this.#counted).size
  }

  async goesWrong(way: Way, at: number): Promise<void> {
    try {
      await this.#tried(way, at)
    } catch (error) {
      this.problems.push(`operation ${at} ${way}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #tried(way: Way, at: number): Promise<void> {
    const isCut = way === 'cut'
    startFrom(this.#before, this.#dataDir)
    if (isCut) startFrom(this.#before, this.#synced)
    const kept: Readonly<Record<string, string>> = isCut ? { DISK_SYNCED: this.#synced } : {}
    const said = await this.#spend({ DISK_AT: String(at), DISK_HOW: isCut ? 'end' : way, ...kept })
    if (isCut) startFrom(this.#synced, this.#dataDir)
    const [begun, answered] = ['s', '.'].map((letter) => said.split(letter).length - 1) as [number, number]
    const used = await this.#used()
    const lostMax = { once: 0, end: 0, torn: 0, on: IN_FLIGHT, full: IN_FLIGHT, cut: answered }[way]
    assert(used >= answered - lostMax, `${answered} calls were answered, ${used} charged`)
    assert(used <= begun, `${begun} calls had begun, ${used} were charged`)
    this.answered += answered
    this.charged += Math.max(0, used - answered)
    this.free += Math.max(0, answered - used)
  }

  /** Credits that are charged once the next service has looked, which then gives out exactly the rest. */
  async #used(): Promise<number> {
    const access = await openAccess({
      dataDir: this.#dataDir,
      clock: systemClock,
      log: silentLog,
      demo: () => false,
    })
    const used = CREDITS - (await remaining(access, this.#key))
    let left = 0
    while (await call(access, this.#key)) left += 1
    await access.close()
    assert.equal(used + left, CREDITS, 'every credit is given once')
    const store = new DatabaseSync(join(this.#dataDir, 'access.sqlite'))
    assert.deepEqual(checkAll(store), [])
    assert.equal(store.prepare('SELECT count(*) AS services FROM taken').get()?.services, 0, 'nothing is left behind')
    store.close()
    return used
  }

  async #spend(disk: Readonly<Record<string, string>>): Promise<string> {
    rmSync(this.#counted, { force: true })
    const spender = fileURLToPath(new URL('failing-disk/spender.ts', import.meta.url))
    const child = spawn(process.execPath, [spender, this.#dataDir, this.#key, String(CALLS)], {
      env: { ...process.env, LD_PRELOAD: this.#library, DISK_FOLDER: this.#dataDir, ...disk },
      timeout: RUN_MS_MAX,
    })
    let said = ''
    let noted = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      noted += text
    })
    const [, signal] = await once(child, 'close')
    assert(signal === null || signal === 'SIGKILL', `the service was ended by ${signal}: SIGTERM means that it hung`)
    assert(!/\n\s+at /.test(noted), `the service tells of itself in a stack: ${noted}`)
    return said
  }
}

async function remaining(access: Access, key: string): Promise<number> {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  return await access.remaining(account)
}

/** False once the credits are used up. */
async function call(access: Access, key: string): Promise<boolean> {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  const reserved = await access.reserve(account, '/byzpid', 1)
  if (reserved instanceof Fault) {
    assert.equal(reserved.status, 402, reserved.message)
    return false
  }
  await access.settle(reserved)
  return true
}
