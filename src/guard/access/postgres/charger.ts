import type { Day } from '../../../kit/base/clock.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { isSilence } from '../../../kit/postgres/faults.ts'
import { Turns } from '../../../kit/postgres/turns.ts'
import { creditsUnwritable, keysUnreadable } from '../refusals.ts'

/** Credits of one key and plan within a period of days. */
export interface PurseOfDays {
  readonly keyId: string
  readonly planNumber: number
  readonly first: Day
  /** Exclusive. */
  readonly end: Day
  readonly limit: number
}

/** Credits that are set aside for one call, in the session that set them aside. */
export interface Hold {
  readonly session: number
  readonly keyId: string
  readonly planNumber: number
  readonly day: Day
  readonly credits: number
}

/** A lasting question that a call pays for, unless that was done within the last ten minutes. */
export interface PaidFor {
  readonly name: string
  readonly nowMs: number
  readonly untilMs: number
}

/** The outcome of an `ask`: a hold where the credits were left. */
export interface Asked {
  readonly left: number
  readonly hold: Hold | undefined
}

interface Settling {
  readonly hold: Hold
  /** None where the call is not to be counted: its credits only come back. */
  readonly operation: string | undefined
  readonly credits: number
  readonly paid: PaidFor | undefined
  readonly done: (credits: number) => void
  readonly failed: (error: unknown) => void
}

interface Asking {
  readonly purse: PurseOfDays
  readonly day: Day
  readonly credits: number
  readonly done: (asked: Asked) => void
  readonly failed: (error: unknown) => void
}

/** A batch as it goes to the database, and which calls each of its lines stands for. */
interface Batch {
  readonly settled: readonly { readonly line: SettledLine; readonly calls: readonly Settling[] }[]
  readonly asked: readonly { readonly line: AskedLine; readonly calls: readonly Asking[] }[]
}

interface SettledLine {
  readonly key: string
  readonly plan: number
  readonly day: Day
  readonly operation: string
  calls: number
  held: number
  credits: number
  readonly paid?: string
  readonly untilMs?: number
  readonly nowMs?: number
}

interface AskedLine {
  readonly key: string
  readonly plan: number
  readonly first: Day
  readonly end: Day
  readonly day: Day
  readonly limit: number
  readonly credits: number[]
}

interface Answer {
  readonly settled: readonly (number | null)[]
  readonly left: readonly number[]
}

interface Sent {
  readonly session: number
  readonly number: number
  readonly settled: string
}

/** So long after its last batch what a node that died held comes back, within the second that others take to look. */
const LIFE = '5 seconds'
const HEARTBEAT_MS = 1000

/**
 * The connection may have been cut just then: a batch is sent twice before its calls are told that it failed. Where the
 * server says nothing it is sent once, since its calls have waited for long enough.
 */
const TRIES = 2

/**
 * Debits in the database: all that comes up in one turn of the event loop goes in one statement, and while that is
 * under way the next gathers. Nothing is charged for a call that was told of a failure: a batch whose fate is unknown
 * is taken back before the next one goes.
 */
export class Charger {
  readonly #database: Pick<Database, 'query'>
  #session: number | undefined
  #batches = 0
  readonly #turns = new Turns<Settling | Asking>((calls) =>
    this.#send(calls.filter(isSettling), calls.filter(isAsking)),
  )
  /** Given up, and perhaps taken. */
  #unknown: Sent[] = []
  /** Times that the database was found away. */
  #failures = 0
  /** Since the last heartbeat. */
  #wasHeard = false
  readonly #heart: NodeJS.Timeout

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Sets credits aside where they are left. Rejects with a Fault of status 503 when that cannot be told now. */
  ask(purse: PurseOfDays, day: Day, credits: number): Promise<Asked> {
    return new Promise((done, failed) => {
      this.#turns.add({ purse, day, credits, done, failed })
    })
  }

  /** Answers the credits that were charged, once that is on the disk; rejects likewise, and then nothing is charged. */
  settle(hold: Hold, operation: string, credits: number, paid: PaidFor | undefined): Promise<number> {
    return new Promise((done, failed) => {
      this.#turns.add({ hold, operation, credits, paid, done, failed })
    })
  }

  /** Gives credits back, before whatever is asked for later. Where that fails they come back with the session. */
  release(hold: Hold): void {
    this.#turns.add({ hold, operation: undefined, credits: 0, paid: undefined, done: untold, failed: untold })
  }

  /** Resolves once all that was asked for before has been counted; rejects with a Fault of status 503 where it is not. */
  async flush(): Promise<void> {
    const failures = this.#failures
    await this.#turns.flush()
    if (this.#failures > failures) throw keysUnreadable() // to ask the database once more would take as long again
  }

  /** Gives back everything that is set aside. */
  async close(): Promise<void> {
    clearInterval(this.#heart)
    await this.#turns.flush()
    if (this.#session !== undefined) this.#giveUp(-1, '[]')
    await this.#takeBack()
  }

  async #send(settling: readonly Settling[], asking: readonly Asking[], isAgain = false): Promise<void> {
    const session = await this.#open()
    const isOurs = ({ hold }: Settling) => hold.credits === 0 || hold.session === session
    for (const call of settling) if (!isOurs(call)) call.failed(creditsUnwritable())
    const batch = batchOf(settling.filter(isOurs), asking)
    const answer = session === undefined ? undefined : await this.#answerTo(session, batch)
    if (answer === ENDED && !isAgain) {
      // Others have what this node held: it must not be settled. Nothing keeps it from asking anew.
      for (const { calls } of batch.settled) for (const { failed } of calls) failed(creditsUnwritable())
      await this.#send([], asking, true)
      return
    }
    if (session === undefined || answer === undefined || answer === ENDED) {
      this.#refuse(batch)
      return
    }
    for (const [place, { calls }] of batch.settled.entries()) {
      const charged = answer.settled[place] ?? null
      for (const call of calls) {
        if (charged === null) call.failed(creditsUnwritable())
        else call.done(call.paid === undefined ? call.credits : charged)
      }
    }
    for (const [place, { calls }] of batch.asked.entries()) handOut(calls, answer.left[place] ?? 0, session)
  }

  /** Calls that came meanwhile are told at once too: waiting for another time-out would help nobody. */
  #refuse({ settled, asked }: Batch): void {
    this.#failures += 1
    const calls = [...settled.flatMap((line) => line.calls), ...asked.flatMap((line) => line.calls)]
    for (const { failed } of [...calls, ...this.#turns.takeWaiting()]) failed(creditsUnwritable())
  }

  /** Undefined while the database cannot be reached. */
  async #open(): Promise<number | undefined> {
    if (this.#session !== undefined) return this.#session
    try {
      await this.#takeBack()
      const [row] = await this.#database.query<{ id: number }>({ name: 'session', text: OPEN, values: [LIFE] })
      this.#session = row?.id
      this.#batches = 0
    } catch {} // the calls that wait are told
    return this.#session
  }

  /** Undefined where it cannot be told; the batch is given up then, as it is where the session has ended. */
  async #answerTo(session: number, batch: Batch): Promise<Answer | typeof ENDED | undefined> {
    this.#batches += 1
    this.#wasHeard = true
    const settled = JSON.stringify(batch.settled.map(({ line }) => line))
    const asked = JSON.stringify(batch.asked.map(({ line }) => line))
    const values = [session, this.#batches, LIFE, settled, asked]
    for (let tries = 1; tries <= TRIES; tries++) {
      try {
        const charge = { name: 'charge', text: CHARGE, values }
        const [row] = await this.#database.query<{ answer: Answer | null }>(charge)
        if (row?.answer) return row.answer
        this.#giveUp(this.#batches, settled)
        return ENDED
      } catch (error) {
        if (isSilence(error)) break
      }
    }
    this.#giveUp(this.#batches, settled)
    return undefined
  }

  #giveUp(number: number, settled: string): void {
    if (this.#session !== undefined) this.#unknown.push({ session: this.#session, number, settled })
    this.#session = undefined
  }

  async #takeBack(): Promise<void> {
    for (const given = this.#unknown; given[0] !== undefined; given.shift()) {
      const { session, number, settled } = given[0]
      await this.#database.query({ name: 'give-up', text: GIVE_UP, values: [session, number, settled] })
    }
  }

  /** Keeps the session of an idle node, or takes back for it what it gave up. */
  #beat(): void {
    const session = this.#session
    if (session === undefined ? this.#unknown.length > 0 : !this.#wasHeard) {
      this.#turns.beside(async () => {
        const isThere = session === undefined ? await this.#hasTakenBack() : await this.#answerTo(session, NO_CALLS)
        if (!isThere) this.#refuse(NO_CALLS)
      })
    }
    this.#wasHeard = false
  }

  async #hasTakenBack(): Promise<boolean> {
    try {
      await this.#takeBack()
      return true
    } catch {
      return false // tried again at the next beat, or by the next call
    }
  }
}

const NO_CALLS: Batch = { settled: [], asked: [] }

function isSettling(call: Settling | Asking): call is Settling {
  return 'hold' in call
}

function isAsking(call: Settling | Asking): call is Asking {
  return 'purse' in call
}

/** For calls that nobody waits for. */
function untold(): void {}

/** The node was silent for so long that it was taken for dead. */
const ENDED = 'ended'

const OPEN = `INSERT INTO plat.session (until) VALUES (clock_timestamp() + $1::interval) RETURNING id`
const CHARGE = 'SELECT plat.charge($1, $2, $3, $4, $5) AS answer'
const GIVE_UP = 'SELECT plat.give_up($1, $2, $3)'

/** Calls of the same kind are one line. A call that pays for a question has its own, since it may cost nothing. */
function batchOf(settling: readonly Settling[], asking: readonly Asking[]): Batch {
  const settled = new Map<string, { line: SettledLine; calls: Settling[] }>()
  for (const [place, call] of settling.entries()) {
    const { hold, operation = '', credits, paid } = call
    const { keyId: key, planNumber: plan, day } = hold
    const name = paid === undefined ? `${key} ${plan} ${day} ${operation}` : String(place)
    const question = paid && { paid: paid.name, untilMs: paid.untilMs, nowMs: paid.nowMs }
    const batched = settled.get(name) ?? {
      line: { key, plan, day, operation, calls: 0, held: 0, credits: 0, ...question },
      calls: [],
    }
    settled.set(name, batched)
    batched.line.calls += call.operation === undefined ? 0 : 1
    batched.line.held += hold.credits
    batched.line.credits += credits
    batched.calls.push(call)
  }
  const asked = new Map<string, { line: AskedLine; calls: Asking[] }>()
  for (const call of asking) {
    const { keyId: key, planNumber: plan, first, end, limit } = call.purse
    const name = `${key} ${plan} ${first} ${end} ${call.day} ${limit}`
    const batched = asked.get(name) ?? { line: { key, plan, first, end, day: call.day, limit, credits: [] }, calls: [] }
    asked.set(name, batched)
    batched.line.credits.push(call.credits)
    batched.calls.push(call)
  }
  return { settled: [...settled.values()], asked: [...asked.values()] }
}

/** Hands out what the database has counted: to each call in its order, where the credits are left. */
function handOut(calls: readonly Asking[], leftBefore: number, session: number): void {
  let left = leftBefore
  for (const { purse, day, credits, done } of calls) {
    const { keyId, planNumber } = purse
    const hold = credits <= left ? { session, keyId, planNumber, day, credits } : undefined
    done({ left, hold })
    if (hold !== undefined) left -= credits
  }
}
