import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
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
import { Random } from '../test/engine/random.ts'
import type { Attack, AttackOptions, Measured } from './attack.ts'
import { type Environment, FailingDisk, NO_COMPILER, WAYS, type Way } from './failing-disk/disk.ts'
import { inFolder, WIDE } from './harness.ts'

const SEED = 20_261_122
const CREDITS = 400
const CALLS = 200

/**
 * Number of runs per kind of failure, each with a different failing operation; and the time limit of a run in
 * milliseconds.
 */
const TRIES = 40
const RUN_MS_MAX = 120_000

export const failingLedger: Attack = {
  name: 'failing-ledger',
  promise:
    'if any file operation of a service that charges calls fails or is the last one, the service does not hang, no call is charged twice, refused calls are free, and answered calls are charged, except those that a power cut undoes',
  short: () => attack({}, ['full', 'torn'], 1),
  full: (options) => attack(options, WAYS, options.requests ?? TRIES),
}

/**
 * Checks the charges after each failure. No call may be charged twice, or charged without an answer. After a power cut,
 * calls that were answered just before may be free.
 */
function attack({ seed = SEED }: AttackOptions, ways: readonly Way[], tries: number): Promise<Measured> {
  return inFolder(async (at) => {
    const disk = FailingDisk.in(at)
    if (disk === undefined) return NO_COMPILER
    const random = new Random(seed)
    const trial = await Trial.begin(disk)
    const operations = await trial.count()
    const measured: Record<string, number> = { operations }
    for (const way of ways) {
      for (let nth = 0; nth < tries; nth++) {
        await trial.goesWrong(way, 1 + Math.floor((operations / tries) * (nth + random.next())))
      }
      measured[`${way}: answered, not charged`] = trial.free
      trial.free = 0
    }
    assert.deepEqual(disk.problems, [])
    return { ...measured, 'calls answered': trial.answered, 'calls in flight that were charged': trial.charged }
  })
}

/** A folder with one key. Each run spends the key's credits from the same initial state. */
class Trial {
  answered = 0
  charged = 0
  free = 0
  readonly #key: string
  readonly #disk: FailingDisk

  private constructor(disk: FailingDisk, key: string) {
    this.#disk = disk
    this.#key = key
  }

  static async begin(disk: FailingDisk): Promise<Trial> {
    writePlans(disk.before, [{ ...WIDE, name: 'some', credits: CREDITS, period: 'once' }])
    const keyring = await openKeyring(disk.before, systemClock, randomBytes)
    const { key } = await keyring.create({ plan: 'some', label: '' })
    await keyring.close()
    return new Trial(disk, key)
  }

  /** Returns the number of file operations in a run without failures. */
  count(): Promise<number> {
    return this.#disk.operationsOf(async (environment) => {
      assert.equal(await this.#spend(environment), 's.'.repeat(CALLS))
      assert.equal(await this.#used(), CALLS)
    })
  }

  async goesWrong(way: Way, operation: number): Promise<void> {
    await this.#disk.goesWrong(
      ['spending', way, operation],
      (environment) => this.#spend(environment),
      (said) => this.#judge(way, said),
    )
  }

  async #judge(way: Way, said: string): Promise<void> {
    const count = (letter: string) => said.split(letter).length - 1
    const [answered, inFlight] = [count('.'), count('s') - count('.') - count('x')]
    const used = await this.#used()
    const lostMax = way === 'cut' ? answered : 0
    assert(used >= answered - lostMax, `${answered} calls were answered, ${used} charged`)
    assert(
      used <= answered + inFlight,
      `${answered} calls were answered and ${inFlight} in flight, ${used} were charged`,
    )
    this.answered += answered
    this.charged += Math.max(0, used - answered)
    this.free += Math.max(0, answered - used)
  }

  /**
   * Starts the next service, and returns the credits charged so far. Checks that this service grants exactly the
   * remaining credits.
   */
  async #used(): Promise<number> {
    const { dataDir } = this.#disk
    const access = await openAccess({ dataDir, clock: systemClock, log: silentLog, demo: () => false })
    const used = CREDITS - (await remaining(access, this.#key))
    let left = 0
    while (await call(access, this.#key)) left += 1
    await access.close()
    assert.equal(used + left, CREDITS, 'every credit is given once')
    const store = new DatabaseSync(join(dataDir, 'access.sqlite'))
    assert.deepEqual(checkAll(store), [])
    store.close()
    return used
  }

  async #spend(environment: Environment): Promise<string> {
    const spender = fileURLToPath(new URL('failing-disk/spender.ts', import.meta.url))
    const child = spawn(process.execPath, [spender, this.#disk.dataDir, this.#key, String(CALLS)], {
      env: { ...process.env, ...environment },
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
    assert(
      signal === null || signal === 'SIGKILL',
      `the service was ended by ${signal}: SIGTERM means that it was hanging`,
    )
    assert(!/\n\s+at /.test(noted), `the service logs a stack: ${noted}`)
    return said
  }
}

async function remaining(access: Access, key: string): Promise<number> {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  return (await access.balance(account)).remaining
}

/** Makes a call. Returns false if the credits are used up. */
async function call(access: Access, key: string): Promise<boolean> {
  const account = await access.admit(key, false)
  if (account instanceof Fault) throw account
  const debit = await access.debit(account, { operation: '/byzpid', credits: 1 })
  if (debit instanceof Fault) {
    assert.equal(debit.status, 402, debit.message)
    return false
  }
  await access.settle(debit)
  return true
}
