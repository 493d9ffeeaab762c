import assert from 'node:assert/strict'
import type { Plan } from '../../src/access/access.ts'
import { type Named, PurseAccount, type PurseReservation } from '../../src/access/embedded/account.ts'
import { Leases } from '../../src/access/embedded/leases.ts'
import { Ledger } from '../../src/access/embedded/ledger.ts'
import { PaidQuestions } from '../../src/access/embedded/paid-questions.ts'
import { settledIn } from '../../src/access/embedded/settled-log.ts'
import { Till } from '../../src/access/embedded/till.ts'
import { periodAt } from '../../src/access/period.ts'
import { DAY_MS, fixedClock } from '../../src/base/clock.ts'
import { CommandFault, EXIT, Fault } from '../../src/base/failure.ts'
import { Random } from '../../src/base/random.ts'
import type { Change } from '../../src/base/store-writer.ts'
import { Disk, SimulatedLog } from './simulated-disk.ts'

/** What happened over all runs; credits of calls in flight when their process died may be charged or not. */
export interface Simulated {
  runs: number
  steps: number
  answered: number
  crashes: number
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
const KEY = { keyId: 'key_1', planNumber: 1 }

/** How a write of a process ends: the last two look alike to it. */
type Fate = 'written' | 'unheard' | 'lost'

/** One process on the folder. */
class SimulatedProcess {
  readonly id: string
  readonly ledger: Ledger
  readonly leases: Leases
  readonly till: Till
  readonly log: SimulatedLog
  readonly open: PurseReservation[] = []
  fate: Fate = 'written'
  readonly #run: Run

  constructor(run: Run, id: string) {
    const { disk, clock } = run
    this.#run = run
    this.id = id
    this.log = new SimulatedLog(disk, id)
    const writer = { write: async (changes: readonly Change[]) => this.#write(changes) }
    const parts = { store: disk.store, writer, writerId: id, clock }
    this.ledger = new Ledger({ ...parts, logs: [this.log], onPaid: (name) => questions.confirm(name) })
    const pause = async () => run.othersGiveBack(this)
    this.leases = new Leases({ ...parts, folder: disk.folder(), lanes: 1, ledger: this.ledger, pause })
    const recover = () => this.leases.recover()
    const questions = new PaidQuestions({ ...parts, path: 'simulated', recover, pause: async () => {} })
    this.till = new Till(this.log, clock, {
      isPaid: (question) => questions.has(question),
      pay: (question) => questions.claim(question),
      lease: (shortage) => this.leases.cover(shortage),
      flush: () => this.ledger.flush().catch(() => {}),
    })
  }

  account(): PurseAccount {
    const plan = this.#run.plan
    const period = periodAt(plan.period, SINCE_MS, this.#run.clock.now())
    const purse = this.ledger.purse(KEY.keyId, KEY.planNumber, period)
    const named: Named = { ...KEY, label: '', plan, periodStartMs: period.startMs, periodEndMs: period.endMs }
    const { tab } = purse
    return new PurseAccount(named, { memory: tab.memory, purse: purse.number, tab: tab.number, planNumber: 1 })
  }

  async call(credits: number, text?: string): Promise<void> {
    const question = text === undefined ? undefined : { text, lasts: true }
    const reserved = await this.till.reserve(this.account(), '/a', credits, question)
    if (reserved instanceof Fault) this.#run.count.refused += 1
    else this.open.push(reserved as PurseReservation)
  }

  async writeAll(): Promise<void> {
    this.ledger.takeOver()
    while (this.ledger.owes) await this.ledger.flush()
  }

  #write(changes: readonly Change[]): void {
    const { fate } = this
    if (fate !== 'lost') this.#run.disk.write(changes)
    if (fate === 'written') return
    this.#run.count[fate === 'lost' ? 'failedWrites' : 'unheardWrites'] += 1
    throw new CommandFault('The disk failed.', EXIT.io)
  }
}

/** One life of a key: two processes that call, fail, die and come back, on a clock that jumps. */
class Run {
  readonly clock = fixedClock(SINCE_MS)
  readonly disk: Disk
  readonly count: Simulated
  readonly processes: SimulatedProcess[] = []
  plan: Plan
  readonly #random: Random
  readonly #seed: number
  #made = 0
  #hasFailed = false
  /** The moment at which the question that all calls ask was last charged. */
  #questionPaidMs: number | undefined
  /** Credits of calls that were answered, and of those whose process died as they were settled, by period. */
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
    for (const table of ['usage', 'lease', 'taken', 'batch', 'paid']) disk.store.prepare(`DELETE FROM ${table}`).run()
    disk.logs.clear()
    disk.alive.clear()
    for (let slot = 0; slot < 2; slot++) this.processes.push(this.#start())
  }

  async run(): Promise<void> {
    const steps = 4 + this.#below(STEPS_MAX - 4)
    for (let step = 0; step < steps; step++) {
      const process = this.processes[this.#below(2)] as SimulatedProcess // there are two
      await this.#step(process)
      this.#check()
      this.count.steps += 1
    }
    await this.#end()
  }

  async othersGiveBack(asking: SimulatedProcess): Promise<void> {
    for (const process of this.processes) if (process !== asking) await process.leases.giveBack().catch(() => {})
  }

  async #step(process: SimulatedProcess): Promise<void> {
    const dice = this.#below(100)
    if (dice < 35) await process.call(1 + this.#below(dice < 5 ? 6 : 2), this.#below(4) === 0 ? 'q' : undefined)
    else if (dice < 60) await this.#settle(process)
    else if (dice < 65) this.#release(process)
    else if (dice < 75) await process.ledger.flush().catch(() => {})
    else if (dice < 80) await process.leases.giveBack().catch(() => {})
    else if (dice < 84) process.leases.followOthers()
    else if (dice < 88) this.#changeFate(process)
    else if (dice < 92) this.clock.set(SINCE_MS + this.#below(90) * DAY_MS)
    else if (dice < 95) this.#changeLimit()
    else if (dice < 99) await this.#crash(process)
    else this.#cutPower()
  }

  async #settle(process: SimulatedProcess): Promise<void> {
    const [reservation] = process.open.splice(this.#below(process.open.length + 1), 1)
    if (reservation === undefined) return
    const charged = await process.till.settle(reservation)
    this.#note(reservation, this.#answered, charged)
    this.#checkQuestion(reservation, charged)
    if (this.#below(8) === 0) await assert.rejects(process.till.settle(reservation), /twice/)
  }

  /** Where no write failed, a question is charged once: nothing is forgotten before the clock jumps by days. */
  #checkQuestion({ question }: PurseReservation, charged: number): void {
    if (question === undefined || charged === 0) return
    const nowMs = this.clock.now()
    if (!this.#hasFailed) assert.notEqual(this.#questionPaidMs, nowMs, this.#told('a question is charged once'))
    this.#questionPaidMs = nowMs
    this.count.questions += 1
  }

  #release(process: SimulatedProcess): void {
    const reservation = process.open.pop()
    if (reservation !== undefined) process.till.release(reservation)
  }

  #changeFate(process: SimulatedProcess): void {
    process.fate = (['written', 'written', 'unheard', 'lost'] as const)[this.#below(4)] ?? 'written'
    this.#hasFailed ||= process.fate !== 'written'
  }

  #changeLimit(): void {
    this.plan = this.#planOf(1 + this.#below(40))
  }

  /** The process dies, with one call in the middle of being settled: its entry is written, half written, or not. */
  async #crash(process: SimulatedProcess): Promise<void> {
    const reservation = process.open.pop()
    if (reservation !== undefined) {
      process.log.reach = [0, 7, 16][this.#below(3)] ?? 16
      if (process.log.reach === 7) this.count.tornWrites += 1
      this.#note(reservation, this.#inDoubt, reservation.credits)
      const charged = await process.till.settle(reservation)
      if (process.log.reach === 16) this.#checkQuestion(reservation, charged)
    }
    process.leases.abandon()
    this.count.crashes += 1
    this.processes[this.processes.indexOf(process)] = this.#start()
  }

  /**
   * Everybody dies, and the disk has what was synced: the key file, and of the logs any part. What they said of calls
   * that the key file lacks may be lost, and nothing else.
   */
  #cutPower(): void {
    this.count.powerCuts += 1
    for (const process of this.processes) {
      const taken = 'SELECT coalesce(max(number), 0) FROM taken WHERE owner = ?'
      const log = this.disk.logs.get(process.id)
      if (log === undefined) continue
      for (const { dayNumber, credits } of settledIn(log, this.disk.number(taken, process.id))) {
        const { startMs } = periodAt(this.plan.period, SINCE_MS, dayNumber * DAY_MS)
        this.#lost.set(startMs, (this.#lost.get(startMs) ?? 0) + credits)
      }
      for (let at = 0; at < log.length; at += 64) if (this.#below(2) === 0) log.fill(0, at, at + 64)
    }
    this.#hasFailed = true // a claim without its entry is given up, and the question is charged again
    this.processes.forEach((process, at) => {
      process.leases.abandon()
      this.processes[at] = this.#start()
    })
  }

  /** What is on file never adds up to more than a period had to give. */
  #check(): void {
    const period = periodAt(this.plan.period, SINCE_MS, this.clock.now())
    const name = period.startMs
    this.#limits.set(name, Math.max(this.#limits.get(name) ?? 0, this.plan.credits))
    for (const { ledger } of this.processes) {
      for (const purse of ledger.known(KEY.keyId, KEY.planNumber)?.purses ?? []) {
        const { memory } = purse.tab
        const left = memory.leftOf(purse.number, 1000)
        assert.equal(1000, purse.spent + purse.held + left, this.#told('granted = spent + held + left'))
      }
    }
  }

  /** Everything is settled or given up, the dead are inherited from; then file and answers agree to the unit. */
  async #end(): Promise<void> {
    for (const process of this.processes) process.fate = 'written'
    for (const process of this.processes) {
      for (const reservation of process.open.splice(0)) process.till.release(reservation)
      await process.writeAll()
      await process.leases.recover()
    }
    await this.#drain()
    for (const process of this.processes) {
      await process.writeAll()
      await process.leases.close()
    }
    assert.equal(this.disk.number('SELECT count(*) FROM lease'), 0, this.#told('no lease is left behind'))
    for (const [startMs, limit] of this.#limits) this.#checkPeriod(startMs, limit)
  }

  /**
   * Until both refuse: exactly what is left of the current period is answered. In a few runs credit by credit, which
   * takes many leases, and otherwise all at once, which takes little time.
   */
  async #drain(): Promise<void> {
    const isSlow = this.#below(8) === 0
    for (const process of this.processes) {
      for (let credits = 1; ; ) {
        const reserved = await process.till.reserve(process.account(), '/a', credits)
        if (reserved instanceof Fault) {
          assert.equal(reserved.status, 402, this.#told('nothing is in flight, so that a refusal is for good'))
          if (credits === 1) break
          credits = 1
          continue
        }
        credits = isSlow ? 1 : Math.max(1, reserved.remaining)
        this.#note(reserved as PurseReservation, this.#answered, await process.till.settle(reserved))
      }
      await process.writeAll()
    }
    const { startMs } = periodAt(this.plan.period, SINCE_MS, this.clock.now())
    this.#limits.set(startMs, Math.max(this.#limits.get(startMs) ?? 0, this.plan.credits))
    assert.ok(this.#spentIn(startMs) >= this.plan.credits, this.#told('every credit was answered'))
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

  #note(reservation: PurseReservation, where: Map<number, number>, credits: number): void {
    const { periodStartMs } = reservation.account
    where.set(periodStartMs, (where.get(periodStartMs) ?? 0) + credits)
  }

  #planOf(credits: number): Plan {
    const rates = { requestsPerSecond: 1, burst: 1, callsInFlight: 1 }
    return { name: 'p', credits, period: 'month', areas: ['A'], skip: true, ...rates }
  }

  #start(): SimulatedProcess {
    this.#made += 1
    return new SimulatedProcess(this, `p${this.#made}`)
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
