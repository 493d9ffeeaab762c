/** Limits for retries after a temporary refusal (429, 502, 503, 504) or if no answer arrives. */
export interface RetryOptions {
  /** Maximum number of attempts after the first. 0 means no retries. */
  readonly times?: number | undefined
  /**
   * Maximum time from the start of the call to the start of its last attempt. The call fails immediately if the next
   * wait would exceed it.
   */
  readonly withinMs?: number | undefined
}

export interface Retries {
  readonly times: number
  readonly withinMs: number
}

export const RETRIES: Retries = { times: 4, withinMs: 60_000 }

const FIRST_MS = 250
const LONGEST_MS = 8000

/**
 * Returns the milliseconds to wait before the next attempt: at least as long as the service requires, plus a random
 * time, so that calls refused together are not retried together. `share` is a random number from 0 to 1.
 */
export function waitMs(attempt: number, retryAfterS: number | undefined, share: number): number {
  if (retryAfterS !== undefined) return retryAfterS * 1000 + share * FIRST_MS
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + share / 2)
}

/**
 * A queue of calls that the service refused because it received too many. The queue retries one call after another, so
 * that the service accepts them.
 */
export class Line {
  #last: Promise<void> = Promise.resolve()
  #length = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /**
   * Waits until all earlier calls have left the queue. Resolves to a function with which this call leaves. Rejects with
   * the signal's reason if the signal aborts.
   */
  async enter(signal: AbortSignal | undefined): Promise<() => void> {
    const before = this.#last
    let next: (() => void) | undefined
    this.#last = new Promise((resolve) => {
      next = resolve
    })
    this.#length++
    const leave = () => {
      this.#length--
      next?.()
    }
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      await Promise.race([before, aborted])
    } catch (error) {
      void before.then(leave)
      throw error
    }
    return leave
  }
}

/** Returns the seconds in `Retry-After`. If the header has a time, subtracts the answer's `date`. */
export function retryAfterIn(headers: Headers): number | undefined {
  const header = headers.get('retry-after')
  if (header === null || header.trim() === '') return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const fromNowMs = Date.parse(header) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(fromNowMs) ? undefined : Math.max(0, fromNowMs / 1000)
}

/** Resolves after `ms` milliseconds. Rejects with the signal's reason if the signal aborts. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
