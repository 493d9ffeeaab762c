import { AnswerCache, type CachedAnswer } from './answer-cache.ts'
import { isFailureCode, PlatError, RefusalError, UnreachableError } from './failure.ts'
import type { Problem } from './generated/answers.ts'
import type { Area, CallOptions, Where } from './operation.ts'
import type { OutgoingCall } from './request.ts'
import { creditsOf, type Result, resultOf } from './result.ts'
import { Line, RETRIES, type Retries, type RetryOptions, retryAfterIn, wait, waitMs } from './retries.ts'
import { Words } from './words.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface PlatOptions {
  /**
   * The address of the service, or one address per area: `{ A: 'http://127.0.0.1:8080', B: 'http://127.0.0.1:8081' }`.
   */
  readonly url: string | Readonly<Partial<Record<Area, string>>>
  readonly key: string
  /** The header that carries the key. Default: `x-api-key`. A proxy may expect another name. */
  readonly keyHeader?: string | undefined
  /**
   * The word that the service uses instead of `Portal` in names of parameters and keys of answers. Code that uses the
   * client always writes `Portal`.
   */
  readonly portalWord?: string | undefined
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Maximum time of one attempt, including the answer's body. Default: 30 seconds. Infinity means no limit. */
  readonly timeoutMs?: number | undefined
  /** Limits for retries. Default: four more attempts within a minute. */
  readonly retry?: RetryOptions | undefined
  readonly handling?: 'strict' | 'lenient' | undefined
  /** Number of answers to cache. A repeated request is free if its answer has not changed. Default: none. */
  readonly keep?: number | undefined
  /** Returns a random number from 0 to 1. Used for idempotency keys and for the time between attempts. */
  readonly random?: (() => number) | undefined
  /** Returns the current time. Used if an answer has no readable date, as in browsers. */
  readonly now?: (() => Date) | undefined
}

const TIMEOUT_MS = 30_000

/** The longest possible timer, about 25 days. Longer timers would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** No retries, for calls that create something: a retry might create it twice. */
const NO_RETRIES: Retries = { times: 0, withinMs: 0 }

/** HTTP statuses of temporary refusals, by the service or a proxy. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The parts that all attempts of a call share. */
interface PreparedCall {
  readonly url: string
  readonly method: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /**
   * The cached answer whose ETag is in the headers. It is stored here because other calls may remove it from the cache.
   */
  readonly cached: CachedAnswer | undefined
}

/** A failed attempt: its error, and whether another attempt may help. */
class FailedAttempt {
  readonly error: Error
  readonly isPassing: boolean
  readonly retryAfterS: number | undefined
  /** Whether the service refused the attempt because it received too many calls. */
  readonly isCrowd: boolean

  constructor(error: Error, isPassing: boolean, retryAfterS?: number, isCrowd = false) {
    this.error = error
    this.isPassing = isPassing
    this.retryAfterS = retryAfterS
    this.isCrowd = isCrowd
  }
}

/** Sends calls with the key, applies timeouts and retries, and turns responses into results. */
export class Caller {
  readonly #origins: Readonly<Partial<Record<Area, string>>>
  /** The address for operations whose area has no address of its own. */
  readonly #origin: string
  readonly #options: PlatOptions
  readonly #fetch: Fetch
  readonly #random: () => number
  readonly #now: () => Date
  readonly #cache: AnswerCache
  readonly #words: Words
  readonly #line = new Line()

  constructor(options: PlatOptions) {
    const { url, key, fetch, random = Math.random, now = () => new Date(), keep = 0 } = options
    if (!/^[\x21-\x7e]+$/.test(key)) throw new PlatError('The key must be visible characters, such as plat_….')
    const given = typeof url === 'string' ? { A: url } : url
    this.#origins = Object.fromEntries(Object.entries(given).map(([area, origin]) => [area, baseOf(origin)]))
    const [first] = Object.values(this.#origins)
    if (first === undefined) throw new PlatError('url is required: the address of the service.')
    this.#origin = first
    this.#options = options
    this.#fetch = fetch ?? ((address, init) => globalThis.fetch(address, init))
    this.#random = random
    this.#now = now
    this.#cache = new AnswerCache(keep)
    this.#words = new Words(options.portalWord)
  }

  /** Sends a call. Rejects with a `PlatError`, or with the signal's reason if the signal aborts. */
  async ask<Data>({ where, query, body }: OutgoingCall, options: CallOptions = {}): Promise<Result<Data>> {
    const url = `${this.#originOf(where)}${where.path}${query === '' ? '' : `?${this.#words.query(query)}`}`
    const { signal } = options
    const { method = 'GET' } = where
    const retries = method === 'POST' && !where.mayRepeat ? NO_RETRIES : this.#retriesOf(options)
    const cached = method === 'GET' ? this.#cache.of(url) : undefined
    const headers = this.#headersOf(cached, retries, options)
    const typed = body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    const prepared: PreparedCall = { url, method, body, headers: typed, cached }
    const startedMs = performance.now()
    let leave: (() => void) | undefined
    try {
      for (let attempt = 1; ; attempt++) {
        signal?.throwIfAborted()
        const outcome = await this.#attempt<Data>(prepared, attempt, options)
        if (!(outcome instanceof FailedAttempt)) return outcome
        let pauseMs = waitMs(attempt, outcome.retryAfterS, this.#random())
        const isLast = () => attempt > retries.times || performance.now() - startedMs + pauseMs > retries.withinMs
        if (isLast() || !outcome.isPassing) throw outcome.error
        if (outcome.isCrowd && leave === undefined) {
          const isFirst = this.#line.isEmpty
          const sinceMs = performance.now()
          leave = await this.#line.enter(signal)
          if (!isFirst) pauseMs = Math.max(0, pauseMs - (performance.now() - sinceMs))
          if (isLast()) throw outcome.error
        }
        await wait(pauseMs, signal)
      }
    } finally {
      leave?.()
    }
  }

  #originOf({ area }: Where): string {
    return (area && this.#origins[area]) ?? this.#origin
  }

  #retriesOf(options: CallOptions): Retries {
    const own = options.retry ?? {}
    const { times = RETRIES.times, withinMs = RETRIES.withinMs } = this.#options.retry ?? {}
    return { times: own.times ?? times, withinMs: own.withinMs ?? withinMs }
  }

  /** Makes the headers for all attempts. They share one idempotency key, so that the call is charged once. */
  #headersOf(
    cached: CachedAnswer | undefined,
    retries: Retries,
    { handling, idempotencyKey }: CallOptions,
  ): Readonly<Record<string, string>> {
    const preferred = handling ?? this.#options.handling
    const name = idempotencyKey ?? (retries.times > 0 ? this.#newName() : undefined)
    return {
      accept: 'application/json',
      [this.#options.keyHeader ?? 'x-api-key']: this.#options.key,
      ...(name !== undefined && { 'idempotency-key': name }),
      ...(preferred !== undefined && { prefer: `handling=${preferred}` }),
      ...(cached !== undefined && { 'if-none-match': cached.etag }),
    }
  }

  #newName(): string {
    const word = () => this.#random().toString(36).slice(2)
    return `${word()}-${word()}-${word()}`
  }

  async #attempt<Data>(
    prepared: PreparedCall,
    attempts: number,
    { signal, timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS }: CallOptions,
  ): Promise<Result<Data> | FailedAttempt> {
    const ending = new AbortController()
    const end = () => ending.abort(signal?.reason)
    const timer = timeoutMs > MAX_TIMER_MS ? undefined : setTimeout(() => ending.abort(), timeoutMs)
    signal?.addEventListener('abort', end, { once: true })
    try {
      const { method, headers, body } = prepared
      const response = await this.#fetch(prepared.url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        signal: ending.signal,
        redirect: 'error',
        credentials: 'omit',
      })
      return this.#read<Data>(prepared, response, await response.text(), attempts)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof PlatError) throw error
      const { origin, pathname } = new URL(prepared.url)
      const why = ending.signal.aborted ? `no complete answer within ${timeoutMs} ms` : reasonOf(error)
      const sentence = `Cannot reach ${origin}${pathname}: ${why}.`
      return new FailedAttempt(new UnreachableError(sentence, attempts, undefined, error), true)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }

  #read<Data>(
    { url, method, cached }: PreparedCall,
    response: Response,
    text: string,
    attempts: number,
  ): Result<Data> | FailedAttempt {
    const { status, headers } = response
    // two answers to the same request have the same type
    if (status === 304 && cached !== undefined) return resultOf(cached.data as Data, headers, attempts, this.#now)
    const body = jsonOf(this.#words.answer(text))
    if (status === 200 && body !== undefined) {
      if (method === 'GET') this.#cache.keep(url, headers.get('etag'), body)
      return resultOf(body as Data, headers, attempts, this.#now) // the OpenAPI document declares this type
    }
    return missed(response, body as Partial<Problem> | undefined, attempts)
  }
}

function missed(
  { status, headers, url }: Response,
  body: Partial<Problem> | undefined,
  attempts: number,
): FailedAttempt {
  const afterS = retryAfterIn(headers)
  if (!isFailureCode(body?.code)) {
    const sentence = `Cannot read the answer from ${url || 'the service'}: it has status ${status} and is not from Plat. A proxy may have replaced it.`
    return new FailedAttempt(
      new UnreachableError(sentence, attempts, status),
      PASSING.has(status),
      afterS,
      status === 429,
    )
  }
  const problem = body as Problem // a body with a problem document's `code` also has its other keys
  const credits = headers.has('x-credits-limit') ? creditsOf(headers) : undefined
  const parts = { problem, credits, requestId: headers.get('x-request-id') ?? '', attempts }
  const error = new RefusalError(body.code, { ...parts, retryAfterS: afterS })
  return new FailedAttempt(error, PASSING.has(status) && body.code !== 'catalogue.damaged', afterS, status === 429)
}

/** Removes slashes from the end of an address. */
function baseOf(url: string): string {
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(url))
    throw new PlatError(`The address must look like http://127.0.0.1:8080; you gave ${JSON.stringify(url)}.`)
  return url.replace(/\/+$/, '')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the cause of a network error. The message of `fetch` itself is only "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const said = [error, cause].flatMap((one) => (one instanceof Error && one.message !== '' ? [one.message] : []))
  return said.at(-1) ?? String(error)
}
