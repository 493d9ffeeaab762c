import { type Clock, DAY_MS, type Day, dayOf } from '../../../kit/base/clock.ts'
import { CommandFault } from '../../../kit/base/failure.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import type { Usage } from '../access.ts'
import type { Holding, Ledger } from '../ledger.ts'
import { LIMITLESS } from '../limit.ts'
import { daysOf, type Period } from '../period.ts'
import { keysUnreadable } from '../refusals.ts'
import { type NamedQuestion, repeatMsOf } from '../repeats.ts'
import { DEMO_KEY_ID } from '../stored-key.ts'
import { Charger, type Hold } from './charger.ts'
import type { NodeKeeper } from './node-keeper.ts'

/** Where the credits of an account are counted, and what of them was used when this thread last heard. */
export interface Place {
  readonly keyId: string
  readonly planNumber: number
  readonly first: Day
  /** Exclusive. */
  readonly end: Day
  used: number | undefined
}

/** The ledger in a database that all nodes share: every credit is set aside and spent there. */
export class PostgresLedger implements Ledger<Place> {
  readonly #database: Database
  readonly #clock: Clock
  readonly #keeper: NodeKeeper
  readonly #charger: Charger
  readonly #lastUsedMs = new Map<string, number>()

  constructor(database: Database, clock: Clock, keeper: NodeKeeper) {
    this.#database = database
    this.#clock = clock
    this.#keeper = keeper
    this.#charger = new Charger(database)
  }

  place(keyId: string, planNumber: number, period: Period): Place {
    const [first, end] = daysOf(period)
    return { keyId, planNumber, first, end, used: undefined }
  }

  isOpen(): true {
    return true
  }

  touch({ keyId }: Place, nowMs: number): void {
    if (keyId !== DEMO_KEY_ID) this.#lastUsedMs.set(keyId, nowMs)
  }

  async hold(holding: Holding<Place>, limit: number): Promise<number> {
    const { place, dayNumber, credits } = holding
    if (credits === 0) return limit - (place.used ?? (await this.usedNow(place).catch(() => 0)))
    const { left, hold } = await this.#charger.ask({ ...place, limit }, dayOf(dayNumber * DAY_MS), credits)
    place.used = limit - left + (hold === undefined ? 0 : credits)
    holding.session = hold?.session ?? 0
    return left
  }

  /** A call that costs nothing is answered although it may not be counted: nothing is owed for it. */
  async settle(holding: Holding<Place>, credits: number, paid: NamedQuestion | undefined): Promise<number> {
    const { place, operation, credits: held } = holding
    const nowMs = this.#clock.now()
    const question = paid?.lasts ? { name: paid.name, nowMs, untilMs: nowMs + repeatMsOf(paid) } : undefined
    const settled = this.#charger.settle(holdOf(holding), operation, credits, question)
    if (held === 0) {
      settled.catch(() => {})
      return 0
    }
    try {
      const charged = await settled
      giveBack(place, held - charged)
      return charged
    } catch (error) {
      giveBack(place, held)
      throw error
    }
  }

  /** The caller, who got no answer to pay for, need not wait for it. */
  release(holding: Holding<Place>): void {
    if (holding.credits === 0) return
    giveBack(holding.place, holding.credits)
    this.#charger.release(holdOf(holding))
  }

  used({ used }: Place): number | undefined {
    return used
  }

  async usedNow(place: Place): Promise<number> {
    const { left } = await this.#charger.ask({ ...place, limit: LIMITLESS }, place.first, 0)
    place.used = LIMITLESS - left
    return place.used
  }

  async isPaid({ name, lasts }: NamedQuestion): Promise<boolean> {
    if (await this.#keeper.isPaid(name)) return true
    if (!lasts) return false
    const values = [name, this.#clock.now()]
    return (await this.#read(PAID, values)).length > 0
  }

  async pay(question: NamedQuestion): Promise<boolean> {
    return this.#keeper.pay(question)
  }

  async takeBack({ name }: NamedQuestion): Promise<void> {
    await this.#keeper.takeBack(name)
  }

  async usage({ keyId, planNumber, first, end }: Place): Promise<readonly Usage[]> {
    await this.#charger.flush()
    return this.#read<Usage>(USAGE, [keyId, planNumber, first, end])
  }

  async usageSince({ keyId, planNumber }: Place, day: Day): Promise<readonly Usage[]> {
    await this.#charger.flush()
    return this.#read<Usage>(USAGE_SINCE, [keyId, planNumber, day])
  }

  /** Gives back what nodes held that are gone, and writes down which keys were used. */
  async recover(): Promise<void> {
    await this.#database.query({ name: 'recover', text: 'SELECT plat.recover()' })
    await this.#database.query({ name: 'forget-paid', text: FORGET_PAID, values: [this.#clock.now()] })
    // In one order on all nodes, so that no two wait for each other.
    const used = [...this.#lastUsedMs].sort(([one], [other]) => (one < other ? -1 : 1))
    if (used.length === 0) return
    const values = [used.map(([keyId]) => keyId), used.map(([, lastUsedMs]) => lastUsedMs)]
    await this.#database.query({ name: 'key-use', text: SET_LAST_USED, values })
    for (const [keyId, ms] of used) if (this.#lastUsedMs.get(keyId) === ms) this.#lastUsedMs.delete(keyId)
  }

  /** Drops what nodes that run for long held on former days. */
  async sweep(): Promise<void> {
    await this.#database.query({ name: 'sweep', text: SWEEP_HOLDS })
  }

  /** Credits that it cannot give back come back with the end of its session. */
  async close(): Promise<void> {
    try {
      await this.#charger.close()
      await this.recover()
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error
    }
  }

  /** A database that cannot be read at this moment is not our bug: the caller may ask again. */
  async #read<Row extends object>(statement: Statement, values: readonly (string | number)[]): Promise<readonly Row[]> {
    try {
      return await this.#database.query<Row>({ ...statement, values })
    } catch (error) {
      throw error instanceof CommandFault ? keysUnreadable() : error
    }
  }
}

function holdOf({ place, dayNumber, credits, session }: Holding<Place>): Hold {
  const { keyId, planNumber } = place
  return { session, keyId, planNumber, day: dayOf(dayNumber * DAY_MS), credits }
}

function giveBack(place: Place, credits: number): void {
  if (place.used !== undefined) place.used -= credits
}

interface Statement {
  readonly name: string
  readonly text: string
}

const PAID: Statement = { name: 'paid', text: 'SELECT 1 AS paid FROM plat.paid WHERE name = $1 AND until_ms > $2' }
const USAGE: Statement = {
  name: 'usage',
  text: `
    SELECT day, operation, calls, credits FROM plat.usage
    WHERE key_id = $1 AND plan_number = $2 AND day >= $3 AND day < $4 ORDER BY day, operation COLLATE "C"`,
}
const USAGE_SINCE: Statement = {
  name: 'usage-since',
  text: `
    SELECT day, operation, sum(calls)::bigint AS calls, sum(credits)::bigint AS credits FROM plat.usage
    WHERE key_id = $1 AND plan_number <= $2 AND day >= $3
    GROUP BY day, operation ORDER BY day, operation COLLATE "C"`,
}

/** Days are those of the database's clock, in whatever time zone: a day more does no harm. */
const SWEEP_HOLDS = `
  DELETE FROM plat.hold WHERE (key_id, plan_number, session, day) IN (
    SELECT key_id, plan_number, session, day FROM plat.hold WHERE credits = 0 AND day < current_date - 1
    FOR UPDATE SKIP LOCKED)`
const FORGET_PAID = 'DELETE FROM plat.paid WHERE until_ms <= $1'
const SET_LAST_USED = `
  INSERT INTO plat.key_use AS known (key_id, last_used_ms) SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (key_id) DO UPDATE SET last_used_ms = greatest(known.last_used_ms, excluded.last_used_ms)`
