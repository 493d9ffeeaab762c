import assert from 'node:assert/strict'
import type { Account, Plan, Reservation } from '../../src/guard/access/access.ts'
import { LedgerFile } from '../../src/guard/access/embedded/ledger-file.ts'
import { PaidQuestions } from '../../src/guard/access/embedded/paid-questions.ts'
import { settledIn } from '../../src/guard/access/embedded/settled-log.ts'
import { type Place, SharedLedger } from '../../src/guard/access/embedded/shared-ledger.ts'
import { writeKey } from '../../src/guard/access/key-text.ts'
import { Meter } from '../../src/guard/access/meter.ts'
import { MeteredAccess } from '../../src/guard/access/metered-access.ts'
import { periodAt } from '../../src/guard/access/period.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { DAY_MS, fixedClock } from '../../src/kit/base/clock.ts'
import { CommandFault, EXIT, Fault } from '../../src/kit/base/failure.ts'
import type { Change } from '../../src/kit/store/store-writer.ts'
import { Disk, SimulatedLog } from './simulated-disk.ts'

/** Counts of what happened over all runs; credits of calls in flight when their service died may be charged or not. */
export interface Simulated {
  runs: number
  steps: number
  answered: number
  crashes: number
  handOvers: number
  powerCuts: number
  lostInCuts: number
  tornWrites: number
  failedWrites: number
  unheardWrites: number
  refused: number
  inDoubt: number
  chargedInDoubt: number
  questions: number
}

const STEPS_MAX = 24
const SINCE_MS = Date.parse('2026-01-31')
const SECRET = writeKey(Buffer.alloc(32, 7))
const KEY = {
  keyId: 'key_1',
  label: '',
  plan: 'p',
  planNumber: 1,
  planSinceMs: SINCE_MS,
  expiresMs: null,
  revokedMs: null,
  added: [],
}

/** How a write of a service ends: the last two look alike to it. */
type Fate = 'written' | 'unheard' | 'lost'

/** A call that is set aside, and the question that it asks. */
interface OpenCall {
  readonly reservation: Reservation
  readonly question: string | undefined
}

/** The access of a service, of which nothing but the disk is simulated. */
class SimulatedAccess extends MeteredAccess<Place> {
  async close(): Promise<void> {}
}

/** A service that has the folder. */
class SimulatedService {
  readonly id: string
  readonly ledger: LedgerFile
  readonly access: SimulatedAccess
  readonly log: SimulatedLog
  readonly open: OpenCall[] = []
  fate: Fate = 'written'
  readonly #run: Run

  constructor(run: Run, id: string) {
    const { disk, clock } = run
    this.#run = run
    this.id = id
    this.log = new SimulatedLog(disk, id)
    const writer = { write: async (changes: readonly Change[]) => this.#write(changes) }
    const questions = new PaidQuestions(disk.store, clock)
    const parts = { store: disk.store, writer, service: id, clock, folder: disk.folder() }
    const ledger = new LedgerFile({ ...parts, logs: [this.log], onPaid: (question) => questions.confirm(question) })
    this.ledger = ledger
    const shared = new SharedLedger(this.log, 0, {
      plans: () => new Map(),
      find: () => undefined,
      meter: () => Meter.make(1).memory,
      open: (keyId, planNumber, period) => {
        const page = ledger.page(keyId, planNumber)
        return { page: page.number, memory: page.balance.memory, period: ledger.open(page, period) }
      },
      isPaid: (question) => questions.has(question),
      pay: (question, lane) => questions.claim(question, lane),
      flush: async () => {
        for (let time = 0; time < 2; time++) await ledger.flush().catch(() => {})
      },
      usage: () => [],
      usageSince: () => [],
    })
    const meter = Meter.make(1)
    const keys = { ready: () => undefined, find: () => ({ key: KEY, endsMs: null }), plan: () => run.plan }
    const changes = new Int32Array(1)
    const meters = { meter: () => meter }
    this.access = new SimulatedAccess({ ledger: shared, keys, meters, clock, demo: () => false, changes })
    ledger.inherit()
  }

  async account(): Promise<Account> {
    const account = await this.access.admit(SECRET, false)
    if (account instanceof Fault) throw account
    return account
  }

  async call(credits: number, text?: string): Promise<void> {
    const question = text === undefined ? undefined : { text, lasts: true }
    const reservation = await this.access.reserve(await this.account(), '/a', credits, question)
    if (reservation instanceof Fault) this.#run.count.refused += 1
    else this.open.push({ reservation, question: text })
  }

  #write(changes: readonly Change[]): void {
    const { fate } = this
    if (fate !== 'lost') this.#run.disk.write(changes)
    if (fate === 'written') return
    this.#run.count[fate === 'lost' ? 'failedWrites' : 'unheardWrites'] += 1
    throw new CommandFault('The disk failed.', EXIT.io)
  }
}

/** One life of a key: services that answer calls, fail, die and hand over to the next one, on a clock that jumps. */
class Run {
  readonly clock = fixedClock(SINCE_MS)
  readonly disk: Disk
  readonly count: Simulated
  service: SimulatedService
  plan: Plan
  readonly #random: Random
  readonly #seed: number
  #made = 0
  /** The moment at which the question that all calls ask was last charged. */
  #questionPaidMs: number | undefined
  /** Credits of calls that were answered, and of those whose service died as they were settled, by period. */
  readonly #answered = new Map<number, number>()
  readonly #inDoubt = new Map<number, number>()
  /** Credits of calls that were answered and are in no file that was synced. */
  readonly #lost = new Map<number, number>()
  /** The largest limit that a period had. */
  readonly #limits = new Map<number, number>()

  constructor(seed: number, disk: Disk, count: Simulated) {
    this.#seed = seed
    this.#random = new Random(seed, 'ledger')
    this.disk = disk
    this.count = count
    this.plan = this.#planOf(1 + this.#below(40))
    for (const table of ['usage', 'taken', 'paid']) disk.store.prepare(`DELETE FROM ${table}`).run()
    disk.logs.clear()
    this.service = this.#start()
  }

  async run(): Promise<void> {
    const steps = 4 + this.#below(STEPS_MAX - 4)
    for (let step = 0; step < steps; step++) {
      await this.#step(this.service)
      this.#check()
      this.count.steps += 1
    }
    await this.#end()
  }

  async #step(service: SimulatedService): Promise<void> {
    const dice = this.#below(100)
    if (dice < 35) await service.call(1 + this.#below(dice < 5 ? 6 : 2), this.#below(4) === 0 ? 'q' : undefined)
    else if (dice < 60) await this.#settle(service)
    else if (dice < 65) await this.#release(service)
    else if (dice < 77) await service.ledger.flush().catch(() => {})
    else if (dice < 80) service.ledger.sweep()
    else if (dice < 84) await this.#handOver(service)
    else if (dice < 88) this.#changeFate(service)
    else if (dice < 92) this.clock.set(SINCE_MS + this.#below(90) * DAY_MS)
    else if (dice < 95) this.#changeLimit()
    else if (dice < 99) await this.#crash(service)
    else this.#cutPower(service)
  }

  /** The calls in flight are finished; where the file cannot be written, the next service finds what is in the log. */
  async #handOver(service: SimulatedService): Promise<void> {
    this.count.handOvers += 1
    while (service.open.length > 0) await this.#settle(service)
    await service.ledger.close().catch(() => {})
    this.service = this.#start()
  }

  async #settle(service: SimulatedService): Promise<void> {
    const [call] = service.open.splice(this.#below(service.open.length + 1), 1)
    if (call === undefined) return
    const charged = await service.access.settle(call.reservation, this.#costOf(call))
    this.#note(call.reservation, this.#answered, charged)
    this.#checkQuestion(call, charged)
    if (this.#below(8) === 0) await assert.rejects(service.access.settle(call.reservation), /twice/)
  }

  /** A call may come to cost less than was set aside, but never nothing. */
  #costOf({ reservation: { credits } }: OpenCall): number {
    return credits === 0 ? 0 : 1 + this.#below(credits)
  }

  /** A question is charged once: nothing is forgotten before the clock jumps by days, but in a power cut. */
  #checkQuestion({ question }: OpenCall, charged: number): void {
    if (question === undefined || charged === 0) return
    const nowMs = this.clock.now()
    assert.notEqual(this.#questionPaidMs, nowMs, this.#told('a question is charged once'))
    this.#questionPaidMs = nowMs
    this.count.questions += 1
  }

  async #release(service: SimulatedService): Promise<void> {
    const call = service.open.pop()
    if (call !== undefined) await service.access.release(call.reservation)
  }

  #changeFate(service: SimulatedService): void {
    service.fate = (['written', 'written', 'unheard', 'lost'] as const)[this.#below(4)] ?? 'written'
  }

  #changeLimit(): void {
    this.plan = this.#planOf(1 + this.#below(40))
  }

  /** The service dies, with one call in the middle of being settled: its entry is written, half written, or not. */
  async #crash(service: SimulatedService): Promise<void> {
    const call = service.open.pop()
    if (call !== undefined) {
      service.log.reach = [0, 7, 16][this.#below(3)] ?? 16
      if (service.log.reach === 7) this.count.tornWrites += 1
      const cost = this.#costOf(call)
      this.#note(call.reservation, this.#inDoubt, cost)
      const charged = await service.access.settle(call.reservation, cost)
      if (service.log.reach === 16) this.#checkQuestion(call, charged)
    }
    this.count.crashes += 1
    this.service = this.#start()
  }

  /**
   * The service dies, and the disk has what was synced: the key file, and of the log any part. What that said of calls
   * that the key file lacks may be lost, and nothing else.
   */
  #cutPower(service: SimulatedService): void {
    this.count.powerCuts += 1
    const log = this.disk.logs.get(service.id)
    if (log !== undefined) {
      const taken = 'SELECT coalesce(max(number), 0) FROM taken WHERE service = ? AND lane = 0'
      for (const { dayNumber, credits } of settledIn(log, this.disk.number(taken, service.id))) {
        const { startMs } = periodAt(this.plan.period, SINCE_MS, dayNumber * DAY_MS)
        this.#lost.set(startMs, (this.#lost.get(startMs) ?? 0) + credits)
      }
      for (let at = 0; at < log.length; at += 64) if (this.#below(2) === 0) log.fill(0, at, at + 64)
    }
    this.#questionPaidMs = undefined // its entry may be lost, and the question is charged again
    this.service = this.#start()
  }

  /** No period ever has more to give than its limit. */
  #check(): void {
    const { startMs } = periodAt(this.plan.period, SINCE_MS, this.clock.now())
    this.#limits.set(startMs, Math.max(this.#limits.get(startMs) ?? 0, this.plan.credits))
  }

  /** Everything is settled or given up, the dead are inherited from; then file and answers agree to the unit. */
  async #end(): Promise<void> {
    const { service } = this
    service.fate = 'written'
    for (const { reservation } of service.open.splice(0)) await service.access.release(reservation)
    await this.#drain()
    await service.ledger.close()
    assert.equal(this.disk.number('SELECT count(*) FROM taken'), 0, this.#told('nothing is left behind'))
    assert.equal(this.disk.logs.size, 0, this.#told('no log is left behind'))
    const { startMs } = periodAt(this.plan.period, SINCE_MS, this.clock.now())
    assert.ok(this.#spentIn(startMs) >= this.plan.credits, this.#told('every credit was answered'))
    for (const [periodMs, limit] of this.#limits) this.#checkPeriod(periodMs, limit)
  }

  /** Exactly what is left of the current period is answered: credit by credit in a few runs, otherwise at once. */
  async #drain(): Promise<void> {
    const { access } = this.service
    const isSlow = this.#below(8) === 0
    for (let credits = 1; ; ) {
      const reserved = await access.reserve(await this.service.account(), '/a', credits)
      if (reserved instanceof Fault) {
        assert.equal(reserved.status, 402, this.#told('nothing is in flight, so that a refusal is for good'))
        if (credits === 1) break
        credits = 1
        continue
      }
      credits = isSlow ? 1 : Math.max(1, reserved.remaining)
      this.#note(reserved, this.#answered, await access.settle(reserved))
    }
    this.#check()
  }

  #checkPeriod(startMs: number, limit: number): void {
    const spent = this.#spentIn(startMs)
    const [answered, inDoubt] = [this.#answered.get(startMs) ?? 0, this.#inDoubt.get(startMs) ?? 0]
    assert.ok(spent <= limit, this.#told(`${spent} credits of ${limit} were spent`))
    const lost = this.#lost.get(startMs) ?? 0
    assert.ok(answered - lost <= spent, this.#told(`${answered} were answered, ${lost} lost and ${spent} charged`))
    assert.ok(
      spent <= answered + inDoubt,
      this.#told(`${spent} were charged, ${answered} answered, ${inDoubt} in doubt`),
    )
    this.count.answered += answered
    this.count.inDoubt += inDoubt
    this.count.lostInCuts += Math.max(0, answered - spent)
    this.count.chargedInDoubt += Math.max(0, spent - answered)
  }

  #spentIn(startMs: number): number {
    const { endMs } = periodAt(this.plan.period, SINCE_MS, startMs)
    const days = [startMs, endMs ?? 0].map((timeMs) => new Date(timeMs).toISOString().slice(0, 10))
    const sum = 'SELECT coalesce(sum(credits), 0) FROM usage WHERE day >= ? AND day < ?'
    return this.disk.number(sum, ...days)
  }

  #note(reservation: Reservation, where: Map<number, number>, credits: number): void {
    const { periodStartMs } = reservation.account
    where.set(periodStartMs, (where.get(periodStartMs) ?? 0) + credits)
  }

  #planOf(credits: number): Plan {
    const rates = { requestsPerSecond: 1, burst: 1, callsInFlight: 1 }
    return { name: 'p', credits, period: 'month', areas: ['A'], skip: true, ...rates }
  }

  #start(): SimulatedService {
    this.#made += 1
    return new SimulatedService(this, `p${this.#made}`)
  }

  #below(count: number): number {
    return Math.floor(this.#random.unit() * count)
  }

  #told(what: string): string {
    return `run ${this.#seed}: ${what}`
  }
}

/** Runs lives of a ledger, each from its own seed; rejects with the number of the first that breaks a promise. */
export async function simulateLedger(runs: number, firstSeed = 1): Promise<Simulated> {
  const none = {
    answered: 0,
    crashes: 0,
    handOvers: 0,
    powerCuts: 0,
    lostInCuts: 0,
    tornWrites: 0,
    failedWrites: 0,
    unheardWrites: 0,
  }
  const count: Simulated = { runs, steps: 0, ...none, refused: 0, inDoubt: 0, chargedInDoubt: 0, questions: 0 }
  const disk = new Disk()
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) await new Run(seed, disk, count).run()
  disk.store.close()
  return count
}
