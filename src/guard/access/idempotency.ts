import { hash } from 'node:crypto'
import type { IdempotencyKey } from './access.ts'
import type { UsageLine } from './ledger-store.ts'

/** How long repeats of a call are free, in milliseconds. */
export function repeatMsOf({ isForAnHour = false }: Pick<IdempotencyKey, 'isForAnHour'>): number {
  return isForAnHour ? 3_600_000 : 600_000
}

/** Returns the stored name of an idempotency key: a hash, because the key may contain data about people. */
export function idempotencyName(keyId: string, text: string): string {
  return hash('sha1', `${keyId} ${text}`, 'base64url')
}

/** The calls that share an idempotency key. */
interface Repeats {
  readonly untilMs: number
  /** Number of unfinished calls. */
  open: number
  isAnswered: boolean
  /** The debit of the first call, which pays for all calls. */
  readonly debited: UsageLine
  /** Credits of the debit that were not refunded yet. */
  credits: number
}

/** Maximum number of idempotency keys, about 15 MB. The oldest are dropped first; their repeats are charged. */
const NAMES_MAX = 100_000

/**
 * The idempotency keys that only this process knows. The debit of the first call pays for all calls with the key. The
 * debit is refunded once all these calls have ended without an answer.
 */
export class PaidIds {
  readonly #byName = new Map<string, Repeats>()
  readonly #max: number

  constructor(max = NAMES_MAX) {
    this.#max = max
  }

  /** If an earlier debit pays for a call with this idempotency key, counts the call as unfinished and returns true. */
  join(name: string, nowMs: number): boolean {
    const repeats = this.#byName.get(name)
    if (repeats === undefined || nowMs >= repeats.untilMs) return false
    repeats.open += 1
    return true
  }

  /** Stores the debit of the first call with an idempotency key. */
  begin(name: string, untilMs: number, debited: UsageLine): void {
    this.#byName.set(name, { untilMs, open: 1, isAnswered: false, debited, credits: debited.credits })
  }

  /** Ends a call; `cost` is undefined if it was not answered. Returns the credits to refund, if any. */
  end(name: string, cost: number | undefined): UsageLine | undefined {
    const repeats = this.#byName.get(name)
    if (repeats === undefined) return undefined
    repeats.open -= 1
    const isFirstAnswer = cost !== undefined && !repeats.isAnswered
    if (isFirstAnswer) repeats.isAnswered = true
    const isInVain = !repeats.isAnswered && repeats.open === 0
    if (isInVain) this.#byName.delete(name)
    const spare = isFirstAnswer ? repeats.credits - cost : isInVain ? repeats.credits : 0
    if (spare <= 0) return undefined
    repeats.credits -= spare
    return { ...repeats.debited, credits: spare }
  }

  /** Drops expired idempotency keys, and the oldest if there are too many. */
  sweep(nowMs: number): void {
    for (const [name, { untilMs, open }] of this.#byName) {
      if (untilMs > nowMs && this.#byName.size <= this.#max) return
      if (open === 0) this.#byName.delete(name)
    }
  }

  get size(): number {
    return this.#byName.size
  }
}
