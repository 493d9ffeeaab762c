import { Agent, type IncomingMessage, request as requestOf } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** An answer as far as it matters here. */
export interface Answered {
  readonly status: number
  readonly tookMs: number
  readonly body: Buffer
}

/** Asks over a connection of its own or of an agent's, and reads the whole answer; with a body it posts. */
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

/** Milliseconds between two health checks: a loop that is held for longer is always noticed. */
const CHECK_EVERY_MS = 2

/**
 * Asks for the health of a service every few milliseconds over a connection of its own: nothing else tells how long
 * its loop is held.
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
    this.#checking.catch(() => {}) // told by `end`
  }

  /** The slowest answer since this was last asked. */
  async slowestMs(): Promise<number> {
    await ask(this.#url, {}, this.#agent) // waits behind the one that is under way
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
