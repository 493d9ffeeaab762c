/** How often, and how long in all, a call is tried again that was refused for now (429, 503) or got no answer. */
export interface RetryOptions {
  /** Further attempts after the first; 0 for none. */
  readonly times?: number | undefined
  /** From the start of the call to the start of its last attempt. A longer wait is not begun: the call ends at once. */
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
 * Milliseconds to wait before the next attempt: never less than the service asks for, and a little more, so that calls
 * that were refused together do not come back together. `share` is a random number from 0 to 1.
 */
export function waitMs(attempt: number, retryAfterS: number | undefined, share: number): number {
  if (retryAfterS !== undefined) return retryAfterS * 1000 + share * FIRST_MS
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + share / 2)
}

/** Seconds that `Retry-After` asks for, whether it is a number or a time; `date` is when the answer was made. */
export function retryAfterIn(headers: Headers): number | undefined {
  const asked = headers.get('retry-after')
  if (asked === null || asked.trim() === '') return undefined
  if (/^\d+$/.test(asked.trim())) return Number(asked)
  const fromNowMs = Date.parse(asked) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(fromNowMs) ? undefined : Math.max(0, fromNowMs / 1000)
}

/** Resolves after this time; rejects with the reason of the signal once that is aborted. */
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
