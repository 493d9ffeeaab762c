import { type Clock, DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { JsonObject } from '../ingest/record-source.ts'
import { BadAnswer, jsonOf, Refused, saidIn } from './answer-body.ts'
import { Budget, type Wait } from './budget.ts'
import type { SyncConfig } from './config.ts'
import { type Exchanged, exchange, type SyncRequest } from './exchange.ts'
import type { RequestLog } from './request-log.ts'
import { Token } from './token.ts'

export interface WebOptions {
  readonly config: Pick<SyncConfig, 'server' | 'credentials' | 'limits' | 'timeoutMs'>
  readonly clock: Clock
  /** A monotonic clock for requests and waits. */
  readonly steady: Clock
  readonly wait: Wait
  /** Requests of earlier processes, which also count. */
  readonly log?: RequestLog
  /** Called before a long wait. */
  readonly onWait?: (ms: number) => void
  /** Aborting ends all requests with the signal's reason. */
  readonly signal: AbortSignal
}

export interface Answer {
  readonly object: JsonObject
  /** Time of the answer by the server's clock. */
  readonly madeMs: number
}

const ATTEMPTS_MAX = 7
const BACK_OFF_MS = 1_000
const BACK_OFF_MAX_MS = 60_000
/** The longest wait. If more is needed, the sync ends. */
const WAITED_FOR_MAX_MS = 3_600_000
/** The longest pause that a server may demand. */
const RETRY_AFTER_MAX_MS = DAY_MS
/** Longer waits are reported. */
const SILENT_WAIT_MAX_MS = 60_000
const REDIRECTS_MAX = 5
/** A request is not repeated after this number of bytes in unusable answers. */
const BROKEN_MAX_BYTES = 32 * 1024 * 1024
/** Maximum duration of an answer, as a multiple of `timeoutMs`. */
const WHOLE_ANSWER_TIMES = 20

const PERMANENT: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Sends requests to one server within its limits. Repeats failed requests if that may help. */
export class Web {
  readonly #options: WebOptions
  readonly #budget: Budget
  readonly #token: Token

  constructor(options: WebOptions) {
    const { config, clock, steady, wait, log } = options
    this.#options = options
    this.#budget = new Budget(config.limits, steady, wait, log)
    this.#token = new Token(config.credentials, clock, (url, form) => this.#post(url, form))
  }

  /** Number of requests. Only differences are meaningful. */
  get requests(): number {
    return this.#budget.made
  }

  /**
   * Returns the result of `read` for the JSON object at a URL. Repeats the request if `read` throws a BadAnswer. Throws
   * `Refused` if the server rejects the query, and a CommandFault if repeating is useless.
   */
  async read<T>(url: URL, read: (answer: Answer) => T): Promise<T> {
    return this.#persistently(url, async () => {
      const { text, madeMs } = await this.#get(url, 'application/json')
      try {
        return read({ object: jsonOf(text), madeMs })
      } catch (error) {
        throw error instanceof BadAnswer ? new BadAnswer(error.message, error.isBroken, { bytes: text.length }) : error
      }
    })
  }

  async text(url: URL, accepted: string): Promise<string> {
    return this.#persistently(url, async () => (await this.#get(url, accepted)).text)
  }

  /** Returns the URL of a link. Throws a CommandFault if it leads to another host. */
  linkTo(link: string, from: URL): URL {
    const { server } = this.#options.config
    const url = URL.canParse(link, from.href) ? new URL(link, from) : undefined
    if (url?.hostname !== server.hostname || !/^https?:$/.test(url.protocol)) throw this.#elsewhere(url?.host ?? link)
    // Servers behind a proxy may write the wrong port or protocol.
    url.protocol = server.protocol
    url.port = server.port
    url.username = ''
    url.password = ''
    return url
  }

  async #persistently<T>(url: URL, ask: () => Promise<T>): Promise<T> {
    const { signal, wait } = this.#options
    let brokenBytes = 0
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof BadAnswer)) throw error
        const { retryAfterMs = 0 } = error
        if (retryAfterMs > 0) this.#budget.pause(retryAfterMs)
        brokenBytes += error.bytes
        if (brokenBytes > BROKEN_MAX_BYTES) throw this.#givenUp(url, error, attempt)
        if (attempt === ATTEMPTS_MAX || retryAfterMs > WAITED_FOR_MAX_MS) throw this.#givenUp(url, error, attempt)
        if (retryAfterMs === 0) await wait(Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** (attempt - 1)), signal)
      }
    }
  }

  #givenUp(url: URL, { message, retryAfterMs = 0, isBroken }: BadAnswer, attempts: number): CommandFault {
    const later = retryAfterMs > 0 ? ` for ${Math.ceil(retryAfterMs / 60_000)} minutes` : ''
    const times = attempts === 1 ? '' : ` (asked ${attempts} times)`
    return new CommandFault(
      `Cannot read ${url.pathname} of "${url.host}": ${message}${later}${times}.`,
      isBroken ? EXIT.data : EXIT.busy,
    )
  }

  /** Follows redirects on the same host. Renews a refused token once. */
  async #get(url: URL, accepted: string): Promise<{ text: string; madeMs: number }> {
    let [at, isRenewed] = [url, false]
    for (let hops = 0; hops <= REDIRECTS_MAX; ) {
      const token = await this.#token.text()
      const headers = { Accept: accepted, ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
      const answer = await this.#request(at, { headers })
      const { status, text } = answer
      if (status === 200) return { text, madeMs: dateOf(answer, this.#options.clock.now()) }
      if (PERMANENT.has(status)) {
        at = this.linkTo(answer.headers.location ?? '', at)
        hops++
      } else if (status !== 401 && status !== 403) throw this.#failing(answer)
      else if (isRenewed || !(await this.#token.renewed(token))) throw this.#denied(url, status, text)
      else isRenewed = true
    }
    throw new CommandFault(`"${url.host}" redirects ${url.pathname} in a loop: check the address in server.`, EXIT.data)
  }

  async #post(url: URL, body: string): Promise<string> {
    return this.#persistently(url, async () => {
      const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' }
      const answer = await this.#request(url, { method: 'POST', headers, body })
      const { status, text } = answer
      if (status === 200) return text
      if (PASSING.has(status)) throw this.#failing(answer)
      if (status >= 400) throw this.#denied(url, status, text)
      throw new CommandFault(
        `"${url.host}" answers ${status} to a request for a token: tokenUrl may be wrong.`,
        EXIT.data,
      )
    })
  }

  #denied(url: URL, status: number, text: string): CommandFault {
    return new CommandFault(
      `"${url.host}" refuses the credentials: it answers ${status}${this.#said(text)}. The configuration says where Plat reads them.`,
      EXIT.denied,
    )
  }

  #elsewhere(host: string): CommandFault {
    return new CommandFault(
      `"${this.#options.config.server.host}" points to another host, "${host}": credentials are sent only to the host in server.`,
      EXIT.data,
    )
  }

  #said(text: string): string {
    return saidIn(text, (told) => this.#token.withoutSecrets(told))
  }

  #failing(answer: Exchanged): BadAnswer | Refused {
    const { status, text } = answer
    const sentence = `it answers ${status}${this.#said(text)}`
    if (!PASSING.has(status)) return new Refused(status, sentence)
    const retryAfterMs = retryAfterOf(answer, this.#options.clock.now())
    return new BadAnswer(sentence, false, { retryAfterMs, bytes: text.length })
  }

  /** Sends one request and reads the whole answer. Throws a BadAnswer if no answer arrives. */
  async #request(url: URL, request: SyncRequest): Promise<Exchanged> {
    const { signal, config, onWait } = this.#options
    const { timeoutMs } = config
    if (this.#budget.leftMs > SILENT_WAIT_MAX_MS) onWait?.(this.#budget.leftMs)
    await this.#budget.take(signal)
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), timeoutMs)
    const whole = AbortSignal.timeout(timeoutMs * WHOLE_ANSWER_TIMES)
    try {
      const anyEnd = AbortSignal.any([signal, silence.signal, whole])
      return await exchange(url, request, anyEnd, () => timer.refresh())
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof BadAnswer) throw error
      if (silence.signal.aborted || whole.aborted) throw new BadAnswer('it does not answer in time', false)
      throw new BadAnswer(`the connection fails (${codeOf(error)})`, false)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Reads a number of seconds, or a date. */
function retryAfterOf({ headers }: Exchanged, nowMs: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : undefined
}

function dateOf({ headers }: Exchanged, nowMs: number): number {
  const ms = Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? nowMs : ms
}

/** Returns an error's code, such as ECONNRESET. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'the connection was broken'
}
