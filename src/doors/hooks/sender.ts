import { type DuePoke, hostOf, type Poke, type PokeQueue } from '../../guard/subscriptions/index.ts'
import type { Log } from '../../kit/base/log.ts'
import { type Delivery, deliver, type Outcome } from './deliver.ts'
import { waitAfter } from './retries.ts'

export interface SenderParts extends Omit<Delivery, 'ending'> {
  readonly queue: PokeQueue
  readonly log: Log
  /** Returns the cursor that clients pass to continue after an event. */
  readonly cursorOf: (sequence: number) => string
  /** Returns a random number from 0 to 1. */
  readonly unit: () => number
  /** How long a notification is reserved for this sender: several times the duration of a delivery. */
  readonly leaseMs: number
  readonly lookMs: number
}

/** The number of delivery attempts since the process started, by outcome. */
export interface SenderCounts {
  readonly taken: number
  readonly failed: number
  /** Number of webhooks that were turned off, because they answered 410 or failed for three days. */
  readonly ended: number
}

/** Maximum number of simultaneous deliveries. */
const REQUESTS_MAX = 128

/** Maximum number of simultaneous deliveries to one host, so that a slow host does not delay others. */
const REQUESTS_OF_HOST_MAX = 4

/** Sends queued notifications to webhooks when they are due. */
export class Sender {
  readonly #parts: SenderParts
  readonly #ending = new AbortController()
  /** Number of running requests by host. */
  readonly #hosts = new Map<string, number>()
  readonly #attempts = new Set<Promise<void>>()
  readonly #counts = { taken: 0, failed: 0, ended: 0 }
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #looksAgain = false
  /** Whether the last read of the queue failed. Consecutive failures are logged only once. */
  #isStuck = false
  #isClosing = false

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.look()
  }

  get counts(): SenderCounts {
    return { ...this.#counts }
  }

  /** Looks for due notifications immediately, for example after a change. A timer also does this every `lookMs`. */
  look(): void {
    this.#looksAgain = true
    if (this.#isClosing || this.#looking !== undefined) return
    clearTimeout(this.#timer)
    this.#looking = this.#lookUntilNone().finally(() => {
      this.#looking = undefined
      if (this.#looksAgain) this.look()
      else if (!this.#isClosing) this.#timer = setTimeout(() => this.look(), this.#parts.lookMs).unref()
    })
  }

  /** Gives running requests `graceMs` to finish, then cancels them. Cancelled notifications become due again. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    await this.#looking
    const timer = setTimeout(() => this.#ending.abort(), graceMs)
    await Promise.all(this.#attempts)
    clearTimeout(timer)
  }

  async #lookUntilNone(): Promise<void> {
    while (this.#looksAgain && !this.#isClosing) {
      this.#looksAgain = false
      try {
        await this.#take()
        this.#isStuck = false
      } catch (error) {
        const why = 'Plat cannot read its queue of webhook messages, so it sends none until it can'
        if (!this.#isStuck) this.#parts.log.error({ err: error }, why)
        this.#isStuck = true
      }
    }
  }

  async #take(): Promise<void> {
    const limit = REQUESTS_MAX - this.#attempts.size
    if (limit === 0) return
    const full = Array.from(this.#hosts).filter(([, requests]) => requests >= REQUESTS_OF_HOST_MAX)
    const exceptHosts = full.map(([host]) => host)
    const { queue, leaseMs } = this.#parts
    const taken = await queue.take({ limit, perHost: REQUESTS_OF_HOST_MAX, exceptHosts, leaseMs })
    for (const due of taken) this.#begin(due)
    if (taken.length > 0) this.#looksAgain = true // the queue may also contain due notifications for other hosts
  }

  #begin(due: DuePoke): void {
    const host = hostOf(due.webhook)
    this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + 1)
    const attempt = this.#attempt(due).finally(() => {
      const left = (this.#hosts.get(host) ?? 1) - 1
      if (left === 0) this.#hosts.delete(host)
      else this.#hosts.set(host, left)
      this.#attempts.delete(attempt)
      this.look()
    })
    this.#attempts.add(attempt)
  }

  /**
   * Sends a notification and stores the outcome. If storing fails, the message is sent again when its reservation ends.
   */
  async #attempt(due: DuePoke): Promise<void> {
    const { poke, webhook } = due
    const message = { messageId: poke.pokeId, body: this.#bodyOf(poke) }
    const outcome = await deliver(webhook, message, { ...this.#parts, ending: this.#ending.signal })
    try {
      await this.#settle(due, outcome)
    } catch (error) {
      this.#parts.log.error({ err: error, poke: poke.pokeId }, 'Cannot store the outcome of a webhook message')
    }
  }

  /** Returns the message body: only the id of the changed search, and the cursor of its last change. */
  #bodyOf({ searchId, sequence, madeMs }: Poke): string {
    const data = { searchId, cursor: this.#parts.cursorOf(sequence) }
    return JSON.stringify({ type: 'search.changed', timestamp: new Date(madeMs).toISOString(), data })
  }

  async #settle(due: DuePoke, outcome: Outcome): Promise<void> {
    const { queue } = this.#parts
    switch (outcome.kind) {
      case 'taken':
        this.#counts.taken++
        return queue.delivered(due)
      case 'gone':
        return this.#end(due, outcome.reason)
      case 'cut':
        return queue.released(due)
      case 'failed':
        this.#counts.failed++
        return this.#fail(due, outcome)
    }
  }

  async #fail(due: DuePoke, { reason, retryAfterMs }: Outcome & { kind: 'failed' }): Promise<void> {
    const { queue, log, unit } = this.#parts
    const restMs = waitAfter(due.failures + 1, unit(), retryAfterMs)
    if (restMs === undefined) return this.#end(due, `All attempts failed for three days. ${reason}`)
    const waitMs = waitAfter(due.poke.attempts + 1, unit(), retryAfterMs)
    if (waitMs !== undefined) return queue.failed(due, { waitMs, restMs, reason })
    const { webhookId, searchId } = due.poke
    log.warn(
      { webhook: webhookId, search: searchId, reason },
      'A message was dropped: its webhook accepts other messages, but not this one',
    )
    return queue.dropped(due)
  }

  async #end({ webhook }: DuePoke, reason: string): Promise<void> {
    this.#counts.ended++
    const { webhookId, keyId } = webhook
    this.#parts.log.warn({ webhook: webhookId, keyId, reason }, 'A webhook has ended. No more messages are sent to it')
    await this.#parts.queue.end(webhookId, reason)
  }
}
