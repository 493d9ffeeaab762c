import { type DuePoke, hostOf, type Poke, type PokeQueue } from '../../guard/subscriptions/index.ts'
import type { Log } from '../../kit/base/log.ts'
import { type Delivery, deliver, type Outcome } from './deliver.ts'
import { waitAfter } from './retries.ts'

export interface SenderParts extends Omit<Delivery, 'ending'> {
  readonly queue: PokeQueue
  readonly log: Log
  /** Where in the log of changes an event is, as callers write it. */
  readonly cursorOf: (sequence: number) => string
  /** A random number from 0 to 1. */
  readonly unit: () => number
  /** A poke that was taken is nobody else's for so long: several times as long as an exchange. */
  readonly leaseMs: number
  readonly lookMs: number
}

/** Attempts since the start of the process, by their end. */
export interface SenderCounts {
  readonly taken: number
  readonly failed: number
  /** Webhooks that were ended, because they were gone or failed for three days. */
  readonly ended: number
}

/** Requests under way. */
const REQUESTS_MAX = 128

/** A host with so many requests under way gets no more, so that slow receivers keep only each other waiting. */
const REQUESTS_OF_HOST_MAX = 4

/** Sends pokes as they become due, until it is closed. */
export class Sender {
  readonly #parts: SenderParts
  readonly #ending = new AbortController()
  /** Requests under way, by host. */
  readonly #hosts = new Map<string, number>()
  readonly #attempts = new Set<Promise<void>>()
  readonly #counts = { taken: 0, failed: 0, ended: 0 }
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #looksAgain = false
  /** The queue could not be read the last time, which was told. */
  #isStuck = false
  #isClosing = false

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.look()
  }

  get counts(): SenderCounts {
    return { ...this.#counts }
  }

  /** Looks at once for pokes that are due, as after a change; it looks by itself every `lookMs`. */
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

  /** Lets requests under way finish for a while, and cuts those left, whose pokes are then due again. */
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
        const why = 'The messages of webhooks that are due cannot be read: none is sent until they can'
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
    if (taken.length > 0) this.#looksAgain = true // many of one host may have hidden those of others
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

  /** Where the store cannot be told of the end, the lease runs out, and the same message is sent again. */
  async #attempt(due: DuePoke): Promise<void> {
    const { poke, webhook } = due
    const message = { messageId: poke.pokeId, body: this.#bodyOf(poke) }
    const outcome = await deliver(webhook, message, { ...this.#parts, ending: this.#ending.signal })
    try {
      await this.#settle(due, outcome)
    } catch (error) {
      this.#parts.log.error({ err: error, poke: poke.pokeId }, 'Cannot store how a message of a webhook was taken')
    }
  }

  /** A thin message: it names what has news, and up to where. */
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
    if (restMs === undefined) return this.#end(due, `All attempts of three days have failed. ${reason}`)
    const waitMs = waitAfter(due.poke.attempts + 1, unit(), retryAfterMs)
    if (waitMs !== undefined) return queue.failed(due, { waitMs, restMs, reason })
    const { webhookId, searchId } = due.poke
    log.warn({ webhook: webhookId, search: searchId, reason }, 'A webhook takes messages, but not this one: dropped')
    return queue.dropped(due)
  }

  async #end({ webhook }: DuePoke, reason: string): Promise<void> {
    this.#counts.ended++
    const { webhookId, keyId } = webhook
    this.#parts.log.warn({ webhook: webhookId, keyId, reason }, 'A webhook was ended: nothing is sent to it any more')
    await this.#parts.queue.end(webhookId, reason)
  }
}
