import { hash } from 'node:crypto'
import type { IdempotencyKey } from './access.ts'
import type { UsageLine } from './ledger-store.ts'

/** Milliseconds during which repeats of a call are free. */
export function repeatMsOf({ isForAnHour = false }: Pick<IdempotencyKey, 'isForAnHour'>): number {
  return isForAnHour ? 3_600_000 : 600_000
}

/**
 * The name under which an idempotency key is stored. The name is a hash, because the key's text may be about people.
 */
export function idempotencyName(keyId: string, text: string): string {
  return hash('sha1', `${keyId} ${text}`, 'base64url')
}

/** The calls that share one idempotency key. */
interface Repeats {
  readonly untilMs: number
  /** Calls in flight. */
  open: number
  isAnswered: boolean
  /** The debit that pays for all of the calls. */
  readonly debited: UsageLine
  /** Credits of the debit that were not refunded. */
  credits: number
}

/** Maximum number of names: about 15 MB. The oldest are forgotten first, and their repeats are charged. */
const NAMES_MAX = 100_000

/**
 * The idempotency keys that only this process knows. The first call with a key is debited, and the debit pays for all
 * calls with the key. The debit is refunded once all calls have ended if none of them was answered.
 */
export class PaidIds {
  readonly #byName = new Map<string, Repeats>()
  readonly #max: number

  constructor(max = NAMES_MAX) {
    this.#max = max
  }

  /**
   * Returns whether an earlier debit pays for a call with this idempotency key. If so, counts the call as in flight.
   */
  join(name: string, nowMs: number): boolean {
    const repeats = this.#byName.get(name)
    if (repeats === undefined || nowMs >= repeats.untilMs) return false
    repeats.open += 1
    return true
  }

  /** Records the debit of the first call with a key. */
  begin(name: string, untilMs: number, debited: UsageLine): void {
    this.#byName.set(name, { untilMs, open: 1, isAnswered: false, debited, credits: debited.credits })
  }

  /** Ends a call. Without a cost, the call was not answered. Returns the credits to refund, if any. */
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

  /** Forgets expired keys, and the oldest keys if there are too many. */
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
