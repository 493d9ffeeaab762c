import { setTimeout as sleep } from 'node:timers/promises'
import type { Served } from '../e2e/program.ts'

/** Milliseconds between two calls. */
const EVERY_MS = 33

/** Time limit in milliseconds of a call. */
const LIMIT_MS = 8000

interface Outcome {
  readonly endMs: number
  /** The status; `lost` if no answer came, so that the call may or may not have been charged. */
  readonly status: number | 'lost'
}

/**
 * Calls that cost one credit each, about thirty a second, to several nodes in turn. A call to a node that does not
 * listen goes to the next node, as a proxy would send it.
 */
export class Load {
  readonly #nodes: () => readonly Served[]
  readonly #key: string
  readonly #homes: number
  readonly #outcomes: Outcome[] = []
  /** The number of calls without an answer so far. */
  inFlight = 0
  #running = true
  #sent = 0
  readonly #ended: Promise<void>

  constructor(nodes: () => readonly Served[], { key, homes }: { readonly key: string; readonly homes: number }) {
    this.#nodes = nodes
    this.#key = key
    this.#homes = homes
    this.#ended = this.#run()
  }

  get answered(): number {
    return this.#outcomes.filter(({ status }) => status === 200).length
  }

  /** Number of responses for each status other than 200. */
  get others(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const { status } of this.#outcomes) if (status !== 200) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  /** The longest time in milliseconds without an answer since a moment. */
  outageSince(sinceMs: number): number {
    const answers = this.#outcomes.filter(({ endMs, status }) => status === 200 && endMs > sinceMs)
    const times = [sinceMs, ...answers.map(({ endMs }) => endMs).toSorted((a, b) => a - b), performance.now()]
    return Math.round(Math.max(...times.slice(1).map((endMs, index) => endMs - (times[index] ?? 0))))
  }

  /** Resolves once thirty calls in a row, about a second's worth, were answered. */
  async steady(): Promise<void> {
    const from = this.#outcomes.length
    while (this.#outcomes.length < from + 30 || this.#outcomes.slice(-30).some(({ status }) => status !== 200))
      await sleep(50)
  }

  /** Stops, and resolves once all calls have ended. */
  async stop(): Promise<void> {
    this.#running = false
    await this.#ended
  }

  async #run(): Promise<void> {
    const calls: Promise<void>[] = []
    while (this.#running) {
      calls.push(this.#call())
      await sleep(EVERY_MS)
    }
    await Promise.all(calls)
  }

  async #call(): Promise<void> {
    const number = this.#sent++
    const path =
      number % 2 === 0
        ? `/byzpid?zpid=${1 + (number % this.#homes)}`
        : '/search/byaddress?location=98103&listingStatus=Sold'
    this.inFlight += 1
    let status: number | 'lost' | 'unsent' = 'unsent'
    const nodes = this.#nodes()
    for (let turn = 0; turn < nodes.length && status === 'unsent'; turn++) {
      const node = nodes[(number + turn) % nodes.length]
      if (node !== undefined) status = await this.#statusOf(`${node.a}${path}`)
    }
    this.inFlight -= 1
    this.#outcomes.push({ endMs: performance.now(), status: status === 'unsent' ? 'lost' : status })
  }

  async #statusOf(url: string): Promise<number | 'lost' | 'unsent'> {
    try {
      const answer = await fetch(url, {
        headers: { 'x-service-key': this.#key },
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      await answer.arrayBuffer()
      return answer.status
    } catch (error) {
      const { code } = (error as { readonly cause?: { readonly code?: unknown } }).cause ?? {}
      return code === 'ECONNREFUSED' ? 'unsent' : 'lost'
    }
  }
}
