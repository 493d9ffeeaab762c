import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Access, Account, Debit } from '../../src/guard/access/access.ts'
import { FileLedger } from '../../src/guard/access/embedded/file-ledger.ts'
import { KeyFile } from '../../src/guard/access/embedded/key-file.ts'
import { Revocations } from '../../src/guard/access/embedded/revocations.ts'
import { ACCESS_FORMAT } from '../../src/guard/access/embedded/store.ts'
import { fingerprint, writeKey } from '../../src/guard/access/key-text.ts'
import { Ledger } from '../../src/guard/access/ledger.ts'
import { LedgerAccess } from '../../src/guard/access/ledger-access.ts'
import { checkCredits } from '../../src/guard/access/ledger-check.ts'
import type { LedgerLine, LedgerStore, LineResult } from '../../src/guard/access/ledger-store.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { CommandFault, EXIT, Fault } from '../../src/kit/base/failure.ts'
import { TEN } from './contract/backend.ts'

const START_MS = Date.parse('2026-11-20T10:30:00Z')
const CREDITS = 60
const LIVES = 4
const CALLS = 40
const PLAN = { ...TEN, name: 'p', credits: CREDITS, burst: 1e6, requestsPerSecond: 1e6, callsInFlight: 1e6 }
const KEYS = [1, 2, 3].map((n) => ({ keyId: `key_${n}`, key: writeKey(new Uint8Array(32).fill(n)) }))

/** The probability that a transaction fails. */
const FAILS = 0.1
const WORKER_DIES = 0.3
const PROCESS_DIES = 0.5

/**
 * A store whose transactions sometimes fail, before or after their data are stored. The caller cannot know whether the
 * data are stored.
 */
class ShakyStore implements LedgerStore {
  readonly isShared = true
  readonly #store: FileLedger
  readonly #random: Random
  #last: { readonly batch: number; readonly results: readonly LineResult[] } | undefined
  unanswered = 0
  hasEnded = false

  constructor(store: FileLedger, random: Random) {
    this.#store = store
    this.#random = random
  }

  async write(batch: number, lines: readonly LedgerLine[]): Promise<readonly LineResult[]> {
    await nextTurn()
    if (this.hasEnded) throw new CommandFault('The process has ended.', EXIT.io)
    if (this.#random.chance(FAILS)) throw new CommandFault('It was not stored.', EXIT.io)
    if (this.#last?.batch !== batch) this.#last = { batch, results: this.#store.write(batch, lines) }
    if (this.#random.chance(FAILS)) {
      this.unanswered += 1
      throw new CommandFault('The answer of the store was lost.', EXIT.io)
    }
    return this.#last.results
  }

  maintain(): void {}

  close(): void {}
}

/** The credits that must be charged for one call, or for all calls with the same idempotency key. */
interface Charge {
  readonly keyId: string
  answered: number
  isAnswered: boolean
  readonly isShared: boolean
  /** Maximum number of credits that may still be charged for unfinished calls of a dead process. */
  inDoubt: number
}

/** A series of services with the same key file. Their threads and processes die at random. */
export class LedgerRun {
  readonly #random: Random
  readonly #database = new DatabaseSync(':memory:')
  readonly #charges = new Map<string, Charge>()
  readonly counts = {
    lives: 0,
    crashes: 0,
    'threads that died': 0,
    'writes without answer': 0,
    answered: 0,
    refused: 0,
  }

  constructor(seed: number) {
    this.#random = new Random(seed, 'ledger')
    this.#database.exec(ACCESS_FORMAT.schema)
    for (const { keyId, key } of KEYS) {
      this.#database.exec(`INSERT INTO key VALUES ('${keyId}', '', 'p', 1, ${START_MS}, ${START_MS}, NULL, NULL, 1, NULL);
        INSERT INTO secret VALUES ('${fingerprint(key)}', '${keyId}', ${START_MS}, NULL)`)
    }
  }

  /** Throws if a credit was given twice, or was lost. */
  async run(): Promise<void> {
    for (let life = 0; life < LIVES; life++) await this.#live(life)
    this.#database.exec('PRAGMA busy_timeout = 0')
    const keys = new KeyFile(this.#database, '', new Revocations('/nowhere', false))
    assert.deepEqual(await checkCredits(keys, START_MS), [])
    for (const { keyId } of KEYS) {
      const spent = Number(
        this.#database.prepare('SELECT sum(credits) AS spent FROM spent WHERE key_id = ?').get(keyId)?.spent,
      )
      const charges = [...this.#charges.values()].filter((charge) => charge.keyId === keyId)
      const answered = charges.reduce((sum, charge) => sum + charge.answered, 0)
      const most = charges.reduce((sum, charge) => sum + Math.max(charge.answered, charge.inDoubt), 0)
      assert(answered <= spent && spent <= most, `${spent} are spent; ${answered} were answered, ${most} at most`)
      assert(spent <= CREDITS, `${spent} of ${CREDITS} credits are spent`)
    }
    this.#database.close()
  }

  async #live(life: number): Promise<void> {
    const random = this.#random
    const clock = fixedClock(START_MS)
    const store = new ShakyStore(new FileLedger(this.#database, ''), random)
    const file = new KeyFile(this.#database, '', new Revocations('/nowhere', false))
    const secrets = new Map(
      KEYS.map(({ keyId, key }) => {
        const stored = {
          keyId,
          label: '',
          plan: 'p',
          planNumber: 1,
          planSinceMs: START_MS,
          expiresMs: null,
          revokedMs: null,
          added: [],
          limits: undefined,
        }
        return [fingerprint(key), { key: stored, endsMs: null }]
      }),
    )
    const keys = {
      plans: new Map([['p', PLAN]]),
      find: async (sought: string) => secrets.get(sought),
      query: file.query.bind(file),
    }
    const ledger = new Ledger({ keys, store, clock, trouble: { met() {}, over() {} }, patienceMs: 3 })
    const memory = { changes: new Int32Array(new SharedArrayBuffer(4)), aheadMs: new Float64Array(1) }
    const dead = new Set<number>()
    const ports = [ledger.portOf(), ledger.portOf()] as const
    const accesses = ports.map(({ port }) => new LedgerAccess({ ledger: port, memory, clock, demo: () => false }))
    const unsettled = new Map<Charge, number>()
    const { refused } = this.counts
    const calls = Array.from({ length: CALLS }, () => this.#call(accesses, life, dead, unsettled))
    if (random.chance(WORKER_DIES)) {
      for (let turn = random.below(20); turn > 0; turn--) await nextTurn()
      dead.add(1)
      ports[1].bury()
      this.counts['threads that died'] += 1
    }
    if (random.chance(PROCESS_DIES)) {
      for (let turn = random.below(40); turn > 0; turn--) await nextTurn()
      dead.add(0).add(1)
      store.hasEnded = true
      this.counts.crashes += 1
    }
    await Promise.all(calls)
    const hasClosed = await ledger.close().then(
      () => true,
      (error) => assert(error instanceof CommandFault),
    )
    if (hasClosed !== true) {
      for (const [charge, credits] of unsettled) {
        charge.inDoubt = Math.max(charge.inDoubt, credits)
        if (charge.isShared && this.counts.refused > refused) charge.answered = 0 // the next service may charge a lower cost
      }
    }
    this.counts.lives += 1
    this.counts['writes without answer'] += store.unanswered
  }

  /** `unsettled`: charges that the ledger will refund, unless its process dies first. */
  async #call(
    accesses: readonly Access[],
    life: number,
    dead: ReadonlySet<number>,
    unsettled: Map<Charge, number>,
  ): Promise<void> {
    const random = this.#random
    const worker = random.below(2)
    const access = accesses[worker] as Access
    const { keyId, key } = random.pick(KEYS)
    const credits = 1 + random.below(4)
    const id = random.chance(0.4) ? undefined : { text: `costs ${credits}`, lasts: random.chance(0.5) } // few different ids, so that several calls have the same idempotency key
    for (let turn = random.below(30); turn > 0; turn--) await nextTurn()
    if (dead.has(worker)) return
    const account = (await access.admit(key, false)) as Account
    const name = id === undefined ? `${this.#charges.size} alone` : `${keyId} ${id.text} ${id.lasts ? '' : life}`
    const charge = this.#charges.get(name) ?? {
      keyId,
      answered: 0,
      isAnswered: false,
      isShared: id !== undefined,
      inDoubt: 0,
    }
    this.#charges.set(name, charge)
    unsettled.set(charge, credits)
    const entry = await access.enter(account, { operation: '/x', credits, idempotencyKey: id })
    if (entry instanceof Fault) this.counts.refused += 1
    if (entry instanceof Fault || dead.has(worker)) return
    for (let turn = random.below(30); turn > 0; turn--) await nextTurn()
    if (dead.has(worker)) return
    const cost = random.chance(0.3) ? undefined : random.chance(0.5) ? credits : random.below(credits + 1)
    if (cost === undefined) return access.refund(entry.debit as Debit)
    const isFirst = !charge.isAnswered
    charge.isAnswered = true
    await access.settle(entry.debit as Debit, cost)
    if (dead.size === 2) return
    this.counts.answered += 1
    if (isFirst) charge.answered = cost
    if (id === undefined && cost === credits) unsettled.delete(charge)
  }
}

/** Runs simulations with consecutive seeds. Returns the sums of what happened in them. */
export async function simulateLedger(runs: number, seed = 1): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = { runs }
  for (let number = 0; number < runs; number++) {
    const run = new LedgerRun(seed + number)
    await run.run().catch((error: Error) => {
      throw new Error(`seed ${seed + number}: ${error.message}`)
    })
    for (const [name, count] of Object.entries(run.counts)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}
