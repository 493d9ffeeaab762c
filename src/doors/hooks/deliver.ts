import type { Webhook } from '../../guard/subscriptions/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { type Answer, post } from './post.ts'
import { addressesOf, type ReceiverRules, RefusedReceiver, receiverUrl } from './receiver.ts'
import { retryAfterMs } from './retries.ts'
import { signedHeaders } from './signature.ts'

/** How a delivery attempt ended. `taken`: status 2xx. `gone`: status 410. `cut`: the service stopped first. */
export type Outcome =
  | { readonly kind: 'taken'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number }
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'cut' }

export interface Delivery {
  readonly rules: ReceiverRules
  readonly clock: Clock
  /** The time limit of a whole delivery: DNS, connecting, sending and reading the answer. */
  readonly exchangeMs: number
  /** Aborting this signal cancels all deliveries. */
  readonly ending: AbortSignal
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Plat-Webhooks' }

/** Makes one attempt to deliver a message. Never rejects. */
export async function deliver(
  { url: text, secrets }: Pick<Webhook, 'url' | 'secrets'>,
  { messageId, body }: { readonly messageId: string; readonly body: string },
  { rules, clock, exchangeMs, ending }: Delivery,
): Promise<Outcome> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), exchangeMs)
  const onEnding = () => end.abort()
  ending.addEventListener('abort', onEnding)
  if (ending.aborted) end.abort()
  try {
    const url = receiverUrl(text, rules)
    const addresses = await before(end.signal, addressesOf(url, rules))
    const headers = { ...HEADERS, ...signedHeaders({ messageId, body, secrets, sentMs: clock.now() }) }
    return outcomeOf(await post(url, addresses, headers, body, end.signal), clock.now())
  } catch (error) {
    if (ending.aborted) return { kind: 'cut' }
    const late = `The receiver did not answer within ${exchangeMs / 1000} s.`
    return { kind: 'failed', reason: end.signal.aborted ? late : reasonOf(error), retryAfterMs: 0 }
  } finally {
    clearTimeout(timer)
    ending.removeEventListener('abort', onEnding)
  }
}

function outcomeOf(answer: Answer, nowMs: number): Outcome {
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { kind: 'taken', answer }
  if (status === 410) return { kind: 'gone', reason: 'The receiver answered 410, so Plat sends no more messages.' }
  const isRedirect = status >= 300 && status < 400
  const what = isRedirect
    ? 'a redirect, which Plat does not follow; change the webhook’s address to the one in the redirect'
    : 'it must answer 2xx'
  const reason = `The receiver answered ${status}: ${what}.`
  return { kind: 'failed', reason, retryAfterMs: retryAfterMs(retryAfter, nowMs) }
}

function reasonOf(error: unknown): string {
  if (error instanceof RefusedReceiver) return error.message
  const { code } = error as { code?: unknown }
  return `The connection to the receiver failed (${typeof code === 'string' ? code : 'it was closed'}).`
}

/** Settles like `promise`, but rejects as soon as the signal is aborted. */
async function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('aborted'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject)
  })
}
