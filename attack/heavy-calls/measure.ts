import { Agent, type IncomingMessage, request as requestOf } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** The measured parts of an answer. */
export interface Answered {
  readonly status: number
  readonly tookMs: number
  readonly body: Buffer
}

/**
 * Sends a request and reads the whole answer. Uses a new connection, or one of the agent's connections. With a body,
 * the request is a POST.
 */
export function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
  body?: string,
): Promise<Answered> {
  const startMs = performance.now()
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = requestOf(url, { method, headers, agent }, (response: IncomingMessage) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          tookMs: performance.now() - startMs,
          body: Buffer.concat(pieces),
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Milliseconds between two health checks. A check always notices if the event loop is blocked longer than this. */
const CHECK_EVERY_MS = 2

/**
 * Checks the health of a service every few milliseconds over its own connection. No other measurement shows how long
 * the event loop is blocked.
 */
export class HealthChecks {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #slowestMs = 0
  #ended = false
  readonly #checking: Promise<void>

  constructor(origin: string) {
    this.#url = `${origin}/health/live`
    this.#checking = this.#check()
    this.#checking.catch(() => {}) // handled by `end`, which reports the error
  }

  /** Returns the milliseconds of the slowest answer since the previous call of this method. */
  async slowestMs(): Promise<number> {
    await ask(this.#url, {}, this.#agent) // waits for the check in progress
    const slowest = this.#slowestMs
    this.#slowestMs = 0
    return slowest
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#checking
    this.#agent.destroy()
  }

  async #check(): Promise<void> {
    while (!this.#ended) {
      const { status, tookMs } = await ask(this.#url, {}, this.#agent)
      if (status !== 200) throw new Error(`a health check was answered with ${status}`)
      this.#slowestMs = Math.max(this.#slowestMs, tookMs)
      await pause(CHECK_EVERY_MS)
    }
  }
}
