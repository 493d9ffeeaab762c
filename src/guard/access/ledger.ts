import type { MessagePort } from 'node:worker_threads'
import { type Clock, DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { answerCalls } from '../../kit/threads/remote.ts'
import type { RateState, Usage } from './access.ts'
import { burstMs, intervalMs } from './bucket.ts'
import { PaidIds } from './idempotency.ts'
import type { Keys } from './keys.ts'
import type { CallPrice, DebitReceipt, LedgerPort, NotCovered } from './ledger-port.ts'
import type { Allowance, DebitLine, LedgerLine, LineResult, SharedRate, UsageLine } from './ledger-store.ts'
import { LedgerWriter, type LedgerWriterParts } from './ledger-writer.ts'
import { type CallLimits, type RateRefusal, Rates } from './rates.ts'
import { keysUnreadable } from './refusals.ts'

/** How long a call without enough credits waits for refunds of other calls. */
const REFUND_MS_MAX = 50

/** How long accounts stay registered. Threads register again well before that. */
const REGISTERED_MS = 3 * DAY_MS

interface LedgerParts extends LedgerWriterParts {
  readonly keys: Pick<Keys, 'find' | 'plans' | 'query'>
  readonly clock: Clock
}

/** A thread that answers calls. */
interface Worker {
  readonly accounts: Map<number, LedgerAccount>
  /** Number of unfinished calls by key. */
  readonly inFlight: Map<string, number>
  readonly debits: Map<number, OpenDebit>
  hasDied: boolean
}

interface LedgerAccount {
  readonly allowance: Allowance
  readonly limits: CallLimits
  readonly registeredMs: number
}

/** The debit of an unfinished call. */
interface OpenDebit {
  readonly line: UsageLine
  /** The price of the call. The debit is 0 instead if an earlier call with the same idempotency key was charged. */
  readonly price: number
  readonly id: CallPrice['id']
}

/**
 * The ledger of a process: decides who may call and how often, and charges calls. Each thread that answers calls has
 * its own port. All debits and refunds in one turn of the event loop are stored in one transaction.
 */
export class Ledger {
  readonly #parts: LedgerParts
  readonly #rates = new Rates()
  readonly #paid = new PaidIds()
  /** For each idempotency key: the debit of its first call, while that call is in progress. */
  readonly #firstDebits = new Map<string, Promise<unknown>>()
  readonly #workers = new Set<Worker>()
  readonly #writer: LedgerWriter
  readonly #lastUsedMs = new Map<string, number>()
  #debits = 0

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.#writer = new LedgerWriter(parts)
  }

  /** Returns a port for a thread that answers calls. Call `bury` once the thread has ended. */
  portOf(): { readonly port: LedgerPort; bury(): void } {
    const worker: Worker = { accounts: new Map(), inFlight: new Map(), debits: new Map(), hasDied: false }
    this.#workers.add(worker)
    const { keys } = this.#parts
    const at = (account: number) => accountOf(worker, account)
    const port: LedgerPort = {
      plans: () => keys.plans,
      find: (sought) => guarded(() => keys.find(sought)),
      register: (account, allowance, limits) => {
        worker.accounts.set(account, { allowance, limits, registeredMs: this.#nowMs })
      },
      enter: (account, price) => this.#enter(worker, at(account), price),
      leave: (account) => this.#leave(worker, at(account).allowance.keyId),
      miss: (account) => this.#miss(at(account)),
      rate: (account) => this.#rates.state(at(account).allowance.keyId, at(account).limits, this.#nowMs),
      debit: (account, price) => this.#debit(worker, at(account), price) as Promise<DebitReceipt | NotCovered>, // `#debit` only returns `waitMs` for a shared rate limit
      settle: (debit) => this.#end(worker, debit, worker.debits.get(debit)?.price),
      refund: (debit, cost) => {
        this.#end(worker, debit, cost)
        return this.#writer.flush()
      },
      used: (account) => this.#used(at(account).allowance),
      usage: (account) => {
        const { keyId, planNumber, first, end } = at(account).allowance
        return this.#usage(USAGE, [keyId, planNumber, first, end])
      },
      usageSince: (account, day) => {
        const { keyId, planNumber } = at(account).allowance
        return this.#usage(USAGE_SINCE, [keyId, planNumber, day])
      },
    }
    return { port, bury: () => this.#bury(worker) }
  }

  /**
   * Drops expired state, stores when keys were last used, and retries changes that could not be stored. Returns false
   * if the store cannot be written.
   */
  async sweep(): Promise<boolean> {
    const { clock, store } = this.#parts
    const nowMs = clock.now()
    this.#rates.sweep(nowMs)
    this.#paid.sweep(nowMs)
    for (const { accounts } of this.#workers) {
      for (const [number, { registeredMs }] of accounts)
        if (registeredMs < nowMs - REGISTERED_MS) accounts.delete(number)
    }
    for (const [keyId, atMs] of this.#lastUsedMs) this.#writer.owe({ kind: 'use', keyId, atMs })
    this.#lastUsedMs.clear()
    await this.#writer.catchUp()
    if (this.#writer.failure !== undefined) return false
    await store.maintain()
    return true
  }

  /** Refunds the debits of unfinished calls. Rejects with a CommandFault if the store cannot be written. */
  async close(): Promise<void> {
    for (const worker of this.#workers) this.#bury(worker)
    await this.#writer.flush()
    await this.#writer.flush() // refunds debits that the first flush stored
    await this.sweep()
    if (this.#writer.failure !== undefined) throw this.#writer.failure
  }

  /** Refunds the debits of a thread that has ended, and ends its calls. */
  #bury(worker: Worker): void {
    if (!this.#workers.delete(worker)) return
    worker.hasDied = true
    for (const debit of worker.debits.keys()) this.#end(worker, debit, undefined)
    for (const [keyId, calls] of worker.inFlight) for (let call = 0; call < calls; call++) this.#rates.leave(keyId)
  }

  get #nowMs(): number {
    return this.#parts.clock.now()
  }

  async #enter(
    worker: Worker,
    account: LedgerAccount,
    price: CallPrice | undefined,
  ): Promise<RateRefusal | NotCovered | (RateState & Partial<DebitReceipt>)> {
    const { limits, allowance } = account
    const { keyId } = allowance
    const nowMs = this.#nowMs
    this.#lastUsedMs.set(keyId, nowMs)
    const rate = this.#rates.enter(keyId, limits, nowMs)
    if ('limit' in rate) return rate
    let outcome: DebitReceipt | NotCovered | { readonly waitMs: number } | undefined
    try {
      const shared = this.#parts.store.isShared ? sharedRateOf(limits) : undefined
      if (price !== undefined) outcome = await this.#debit(worker, account, price, shared)
      else if (shared !== undefined) outcome = await this.#enterShared(keyId, shared)
    } catch (error) {
      this.#rates.leave(keyId)
      throw error
    }
    if (outcome === undefined || 'number' in outcome) {
      worker.inFlight.set(keyId, (worker.inFlight.get(keyId) ?? 0) + 1)
      return { ...rate, ...outcome }
    }
    this.#rates.leave(keyId)
    return 'waitMs' in outcome ? { limit: 'requests', waitMs: outcome.waitMs } : outcome
  }

  /**
   * Counts a call toward the rate limit that all nodes share. If the store fails, only the rate limit of this process
   * applies.
   */
  async #enterShared(keyId: string, rate: SharedRate): Promise<{ readonly waitMs: number } | undefined> {
    try {
      const { waitMs } = await this.#stored({ kind: 'enter', keyId, rate })
      return waitMs === undefined ? undefined : { waitMs }
    } catch {
      return undefined
    }
  }

  #leave({ inFlight }: Worker, keyId: string): void {
    const calls = (inFlight.get(keyId) ?? 0) - 1
    if (calls > 0) inFlight.set(keyId, calls)
    else inFlight.delete(keyId)
    this.#rates.leave(keyId)
  }

  #miss({ allowance, limits }: LedgerAccount): number {
    this.#lastUsedMs.set(allowance.keyId, this.#nowMs)
    return this.#rates.miss(allowance.keyId, limits, this.#nowMs)
  }

  async #debit(worker: Worker, account: LedgerAccount, price: CallPrice, rate?: SharedRate) {
    const { id } = price
    this.#lastUsedMs.set(account.allowance.keyId, this.#nowMs)
    if (id === undefined || id.lasts) return this.#debitOnce(worker, account, price, rate)
    while (this.#firstDebits.has(id.name)) await this.#firstDebits.get(id.name)
    if (this.#paid.join(id.name, this.#nowMs))
      return this.#joined(id.name, this.#debitOnce(worker, account, price, rate, 0))
    const debit = this.#debitOnce(worker, account, price, rate)
    this.#firstDebits.set(
      id.name,
      debit.catch(() => {}),
    )
    return debit.finally(() => this.#firstDebits.delete(id.name))
  }

  /** Returns the result of a call for which an earlier call with the same idempotency key has paid. */
  async #joined<T extends object>(name: string, debit: Promise<T>): Promise<T> {
    let hasBegun = false
    try {
      const outcome = await debit
      hasBegun = 'number' in outcome
      return outcome
    } finally {
      if (!hasBegun) this.#endRepeat(name, undefined)
    }
  }

  async #debitOnce(
    worker: Worker,
    { allowance }: LedgerAccount,
    price: CallPrice,
    rate: SharedRate | undefined,
    credits = price.credits,
  ): Promise<DebitReceipt | NotCovered | { readonly waitMs: number }> {
    const { day, operation, id } = price
    const { keyId } = allowance
    const nowMs = this.#nowMs
    const lasting = id?.lasts ? { name: id.name, nowMs, untilMs: nowMs + id.forMs } : undefined
    const line: DebitLine = { kind: 'debit', ...allowance, day, operation, credits, id: lasting, rate }
    const endMs = performance.now() + REFUND_MS_MAX
    let result = await this.#stored(line)
    while (result.waitMs === undefined && result.credits === undefined) {
      if (!(await this.#nextRefund(keyId, endMs))) return { usedBefore: result.used }
      result = await this.#stored({ ...line, rate: undefined })
    }
    if (result.credits === undefined) return { waitMs: result.waitMs ?? 0 }
    this.#debits += 1
    const number = this.#debits
    const usage = { keyId, planNumber: allowance.planNumber, day, operation, credits: result.credits }
    worker.debits.set(number, { line: usage, price: price.credits, id })
    if (id !== undefined && !id.lasts && credits === price.credits) this.#paid.begin(id.name, nowMs + id.forMs, usage)
    if (worker.hasDied) this.#end(worker, number, undefined)
    return { number, credits: result.credits, used: result.used + result.credits }
  }

  /** Ends a call that has a debit. `cost` is undefined if the call was not answered. */
  #end(worker: Worker, number: number, cost: number | undefined): void {
    const debit = worker.debits.get(number)
    if (debit === undefined) throw new Error(`the debit ${number} has already ended`)
    worker.debits.delete(number)
    const { line, id } = debit
    const isInVain = cost === undefined
    if (id === undefined) {
      const spare = line.credits - (cost ?? 0)
      if (isInVain || spare > 0) this.#writer.owe({ kind: 'refund', ...line, credits: spare, calls: isInVain ? 1 : 0 })
      return
    }
    if (isInVain) this.#writer.owe({ kind: 'refund', ...line, credits: 0, calls: 1 })
    if (id.lasts) this.#writer.owe({ kind: 'end', name: id.name, cost: cost ?? null })
    else this.#endRepeat(id.name, cost)
  }

  #endRepeat(name: string, cost: number | undefined): void {
    const rest = this.#paid.end(name, cost)
    if (rest !== undefined) this.#writer.owe({ kind: 'refund', ...rest, calls: 0 })
  }

  async #stored(line: LedgerLine): Promise<LineResult> {
    const result = await this.#writer.stored(line)
    if (result.fullInMs != null && 'keyId' in line) this.#rates.fillLater(line.keyId, this.#nowMs + result.fullInMs)
    return result
  }

  /** Waits for a refund. Returns false if no refund came in time, or if the key has no calls that could be refunded. */
  async #nextRefund(keyId: string, endMs: number): Promise<boolean> {
    const leftMs = endMs - performance.now()
    const isInFlight = [...this.#workers].some(({ debits }) => hasDebitOf(keyId, debits))
    return leftMs > 0 && (isInFlight || this.#writer.owes(keyId)) && this.#writer.nextRefund(leftMs)
  }

  async #used({ keyId, planNumber, first, end }: Allowance): Promise<number> {
    const rows = await guarded(() => this.#parts.keys.query<{ used: number }>(SPENT, [keyId, planNumber, first, end]))
    return rows[0]?.used ?? 0
  }

  async #usage(text: string, values: readonly (string | number)[]): Promise<readonly Usage[]> {
    await this.#writer.flush()
    return guarded(() => this.#parts.keys.query<Usage>(text, values))
  }
}

/**
 * Connects the thread at the other end of a port to the ledger. When a thread ends, its port closes after its last
 * message.
 */
export function lendLedger(ledger: Ledger, port: MessagePort): void {
  const { port: ledgerPort, bury } = ledger.portOf()
  answerCalls(port, ledgerPort)
  port.once('close', bury)
}

const SPENT = `SELECT CAST(coalesce(sum(credits), 0) AS bigint) AS used FROM plat.spent
  WHERE key_id = $1 AND plan_number = $2 AND day >= $3 AND day < $4`
const SUMS = 'CAST(sum(calls) AS bigint) AS calls, CAST(sum(credits) AS bigint) AS credits'
const BY_OPERATION = 'GROUP BY day, operation ORDER BY day, operation COLLATE "C"'
const USAGE = `SELECT day, operation, ${SUMS} FROM plat.usage
  WHERE key_id = $1 AND plan_number = $2 AND day >= $3 AND day < $4 ${BY_OPERATION}`
const USAGE_SINCE = `SELECT day, operation, ${SUMS} FROM plat.usage
  WHERE key_id = $1 AND plan_number <= $2 AND day >= $3 ${BY_OPERATION}`

function accountOf({ accounts }: Worker, number: number): LedgerAccount {
  const account = accounts.get(number)
  if (account === undefined) throw new Error(`the account ${number} is not registered`)
  return account
}

function sharedRateOf({ requests }: CallLimits): SharedRate {
  return { intervalMs: intervalMs(requests), emptyMs: burstMs(requests) }
}

function hasDebitOf(keyId: string, debits: ReadonlyMap<number, OpenDebit>): boolean {
  for (const { line } of debits.values()) if (line.keyId === keyId && line.credits > 0) return true
  return false
}

/** Turns an error of the store into a Fault that allows a retry, because it is not a bug in Plat. */
async function guarded<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof CommandFault ? keysUnreadable() : error
  }
}
